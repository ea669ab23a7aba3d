package event_test

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/event"
	"github.com/margay/margay/protocol/chat"
)

func TestLog_joins_deltas_for_a_few_milliseconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLog()
		c := watch(t, l, event.SubscribeOptions{})
		l.Emit(begins("m1"))
		l.Emit(delta("a"))
		l.Emit(delta("b"))
		synctest.Wait()
		if got := c.said(); !slices.Equal(got, []string{"1:new_message:"}) {
			t.Errorf("before the time: %v", got)
		}
		time.Sleep(10 * time.Millisecond)
		synctest.Wait()
		l.Emit(delta("c"))
		l.Emit(chat.Event{Type: chat.EventThinkingDelta, Delta: "hm"}) // another kind: no joining
		l.Emit(delta("d"))
		l.Emit(done()) // must arrive: pushes what waits before it
		<-c.sub.Done()
		want := []string{"1:new_message:", "3:content_delta:ab", "4:content_delta:c", "5:thinking_delta:hm", "6:content_delta:d", "7:done:"}
		if got := c.said(); !slices.Equal(got, want) {
			t.Errorf("got  %v\nwant %v", got, want)
		}
	})
}

func TestLog_call_deltas_are_joined_by_call(t *testing.T) {
	t.Parallel()
	l := newLog()
	c := watch(t, l, event.SubscribeOptions{})
	zero, one := 0, 1
	also := 0
	l.Emit(chat.Event{Type: chat.EventCallDelta, ID: "a", Index: &zero, Delta: "1"})
	l.Emit(chat.Event{Type: chat.EventCallDelta, ID: "a", Index: &also, Delta: "2"})
	l.Emit(chat.Event{Type: chat.EventCallDelta, ID: "b", Index: &one, Delta: "3"})
	l.Emit(done())
	<-c.sub.Done()
	if got := c.said(); !slices.Equal(got, []string{"2:tool_call_delta:12", "3:tool_call_delta:3", "4:done:"}) {
		t.Errorf("got %v", got)
	}
}

func TestLog_view_follows_events(t *testing.T) {
	t.Parallel()
	l := newLog()
	zero, one := 0, 1
	call := chat.ToolCall{ID: "r/1/0", Name: "click", Arguments: `{"ref":"e1"}`, Status: chat.CallStarted}
	for _, e := range []chat.Event{
		begins("m1"), delta("void"),
		{Type: chat.EventRetry, Attempt: 1, DropPartial: true},
		{Type: chat.EventThinkingDelta, Delta: "let me "},
		{Type: chat.EventThinkingDelta, Delta: "see"},
		delta("I "), delta("click."),
		{Type: chat.EventCallStart, ID: "r/1/0", Index: &zero, ToolCall: &chat.ToolCall{ID: "r/1/0", Name: "click"}},
		{Type: chat.EventCallDelta, ID: "r/1/0", Index: &zero, Delta: `{"ref":`},
		{Type: chat.EventCallStart, ID: "r/1/1", Index: &one, ToolCall: &chat.ToolCall{ID: "r/1/1", Name: "find"}},
		{Type: chat.EventCallDelta, ID: "r/1/0", Index: &zero, Delta: `"e1"}`},
	} {
		l.Emit(e)
	}
	view, seq := l.View()
	if seq != 11 || !view.Live || len(view.Messages) != 2 {
		t.Fatalf("seq %d, view %+v", seq, view)
	}
	msg := view.Messages[1]
	if len(msg.Content) != 2 || msg.Content[0].Text != "let me see" || msg.Content[1].Text != "I click." {
		t.Errorf("content %+v", msg.Content)
	}
	if len(msg.ToolCalls) != 2 || msg.ToolCalls[0].Arguments != `{"ref":"e1"}` || msg.ToolCalls[0].Status != chat.CallPending {
		t.Errorf("calls %+v", msg.ToolCalls)
	}
	l.Emit(chat.Event{Type: chat.EventCallRunning, ID: "r/1/0", Index: &zero, ToolCall: &call})
	finished := call
	finished.Status, finished.Result = chat.CallCompleted, strings.Repeat("x", 10_000)
	l.Emit(chat.Event{Type: chat.EventCallResult, ID: "r/1/0", Index: &zero, ToolCall: &finished, Result: finished.Result})
	early, _ := l.View()
	if c := early.Messages[1].ToolCalls[0]; c.ResultBlob != "" || len(c.Result) > chat.PreviewBytes || c.ResultSize != 10_000 {
		t.Errorf("a result before its commit: blob %q, %d of %d bytes", c.ResultBlob, len(c.Result), c.ResultSize)
	}
	if early.Live {
		t.Error("calls run, and the message is still said to be written")
	}
	l.Emit(chat.Event{Type: chat.EventCallComplete, ID: "r/1/0", Index: &zero, ToolCall: &finished, Result: finished.Result})
	l.Emit(chat.Event{Type: chat.EventState, State: chat.RunStopping})
	l.Emit(begins("m2"))
	l.Emit(chat.Event{Type: chat.EventError, Message: "Stopped.", ErrorCode: chat.ErrorCancelled, Usage: &chat.Usage{OutputTokens: 3}})
	end, _ := l.View()
	if c := end.Messages[1].ToolCalls[0]; c.ResultBlob != chat.BlobOf([]byte(finished.Result)) {
		t.Errorf("a committed result has blob %q", c.ResultBlob)
	}
	if end.Run.State != chat.RunCancelled || end.Live || end.Run.Usage.OutputTokens != 3 || len(end.Messages) != 3 || end.Messages[2].Error != "Stopped." {
		t.Errorf("at the end: %+v", end)
	}
	// Views that were taken before did not change.
	if c := view.Messages[1].ToolCalls[0]; c.Status != chat.CallPending || view.Run.State != chat.RunRunning {
		t.Errorf("an earlier view changed: %+v", view)
	}
}

// TestLog_view_keeps_warnings for those who come after them, the first ones.
func TestLog_view_keeps_warnings(t *testing.T) {
	t.Parallel()
	l := newLog()
	warn := func(text string) { l.Emit(chat.Event{Type: chat.EventWarning, Message: text}) }
	before, _ := l.View()
	warn("before all")
	l.Emit(begins("m1"))
	l.Emit(delta("x"))
	for i := range 2 * chat.MaxWarnings {
		warn(fmt.Sprint("more ", i))
	}
	v, _ := l.View()
	if len(before.Warnings) != 0 || len(v.Warnings) != chat.MaxWarnings {
		t.Fatalf("%d, then %d warnings", len(before.Warnings), len(v.Warnings))
	}
	if first, second := v.Warnings[0], v.Warnings[1]; first.Text != "before all" || first.After == "m1" || second != (chat.Warning{After: "m1", Text: "more 0"}) {
		t.Errorf("kept %+v", v.Warnings[:2])
	}
	if late := event.NewLog("e2", v); len(viewOf(late).Warnings) != chat.MaxWarnings {
		t.Error("a log that goes on from a view has lost them")
	}
}

func viewOf(l *event.Log) chat.View {
	v, _ := l.View()
	return v
}

func TestLog_one_end(t *testing.T) {
	t.Parallel()
	l := newLog()
	c := watch(t, l, event.SubscribeOptions{})
	l.Emit(done())
	l.Emit(done())
	l.Emit(delta("late"))
	<-c.sub.Done()
	if got := c.said(); !slices.Equal(got, []string{"1:done:"}) {
		t.Errorf("got %v", got)
	}
	late := l.Subscribe(event.SubscribeOptions{})
	if !late.Ended || late.View == nil || late.View.Run.State != chat.RunDone || late.Seq != 1 {
		t.Errorf("who comes after the end gets %+v", late)
	}
	late.Start()
	<-late.Done()
}

// TestLog_deltas_cost_their_length: the memory of a long answer is a small
// multiple of it, and the time does not grow with the square.
func TestLog_deltas_cost_their_length(t *testing.T) {
	t.Parallel()
	const n = 100_000
	l := newLog()
	l.Emit(begins("m1"))
	began := time.Now()
	for i := range n {
		l.Emit(delta(fmt.Sprintf("word%05d ", i)))
		if i%1000 == 0 {
			l.View()
		}
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("%d deltas took %s", n, took)
	}
	view, _ := l.View()
	if got := len(view.Messages[1].Content[0].Text); got != n*10 {
		t.Errorf("text has %d bytes", got)
	}
}

// TestLog_hammer lets everybody do everything at once, for the race detector;
// each client must end with the whole text, however it got it.
func TestLog_hammer(t *testing.T) {
	t.Parallel()
	l := newLog()
	l.Emit(begins("m1"))
	var watchers sync.WaitGroup
	for i := range 16 {
		c := watch(t, l, event.SubscribeOptions{Frames: 1 + i, Bytes: 1000})
		watchers.Go(func() {
			for {
				select {
				case <-c.sub.Done():
					if got := c.shows(); !strings.HasSuffix(got, "1999 ") || len(got) != 2000*5 || c.ends != 1 {
						t.Errorf("client %d ends with %d bytes, %d ends", i, len(got), c.ends)
					}
					return
				default:
					c.sub.Credit(1, 400)
					runtime.Gosched()
				}
			}
		})
		watchers.Go(func() { // comes and goes
			for range 20 {
				c := watch(t, l, event.SubscribeOptions{})
				c.sub.Close()
			}
		})
	}
	for i := range 2000 {
		l.Emit(delta(fmt.Sprintf("%04d ", i)))
	}
	l.Emit(done())
	watchers.Wait()
}

// A result that is cut says so in its event, at the first byte that is left out.
func TestLog_marks_a_result_that_is_cut(t *testing.T) {
	t.Parallel()
	for _, kind := range []chat.EventType{chat.EventCallResult, chat.EventCallComplete} {
		for size, cut := range map[int]bool{0: false, 5: false, chat.PreviewBytes: false, chat.PreviewBytes + 1: true, 100_000: true} {
			l := newLog()
			c := watch(t, l, event.SubscribeOptions{})
			text := strings.Repeat("x", size)
			call := chat.ToolCall{ID: "r/1/0", Status: chat.CallCompleted, Result: text, ResultSize: int64(size)}
			l.Emit(begins("m1"))
			l.Emit(chat.Event{Type: kind, ID: call.ID, ToolCall: &call, Result: text, Status: call.Status})
			l.Emit(done())
			<-c.sub.Done()
			e := c.events[1].Event
			if e.Type != kind || e.Truncated != cut || e.ToolCall.ResultSize != int64(size) || (len(e.Result) < size) != cut {
				t.Errorf("%s of %d bytes: truncated %v, %d bytes shown of %d", kind, size, e.Truncated, len(e.Result), e.ToolCall.ResultSize)
			}
		}
	}
}
