package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/agent"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

func TestRun_commits_before_it_acts_and_publishes_after(t *testing.T) {
	t.Parallel()
	b := newBench(t, []turn{calls("look", "press", "press", "look"), says("All done.")})
	var order []string
	press := tool("press", false, func(context.Context, tools.Call) (tools.Result, error) {
		order = append(order, b.journal.log[len(b.journal.log)-1])
		return tools.Result{Text: "pressed"}, nil
	})
	b.options.Tools = mustCatalog(t, tool("look", true, gives("a page")), press)

	res := agent.Run(t.Context(), b.options)
	if res.State != chat.RunDone {
		t.Fatalf("ended as %s: %s", res.State, res.Run.Error)
	}
	wantLog := []string{
		"open look:completed press:started press:pending look:pending",
		"start 2 after [completed]",
		"close look:completed press:completed press:completed look:completed",
		"finish done",
	}
	if got := strings.Join(b.journal.log, "\n"); got != strings.Join(wantLog, "\n") {
		t.Errorf("journal:\n%s\nwant:\n%s", got, strings.Join(wantLog, "\n"))
	}
	if got := strings.Join(order, "; "); got != wantLog[0]+"; "+wantLog[1] {
		t.Errorf("the tools ran after: %s", got)
	}
	wantEvents := "new_message tool_call_start tool_call_delta"
	if got := b.sink.types(); !strings.HasPrefix(got, "new_message tool_call_start") || !strings.HasSuffix(got, "tool_call_complete new_message content_delta done") {
		t.Errorf("events: %s, want %s …", got, wantEvents)
	}
	end := b.sink.terminal(t)
	if end.Usage == nil || *end.Usage != (chat.Usage{InputTokens: 20, OutputTokens: 7}) {
		t.Errorf("usage of the run: %+v", end.Usage)
	}
	if got := len(b.model.requests[1].Messages); got != 2 {
		t.Errorf("the second request has %d messages, want the question and the round", got)
	}
}

func mustCatalog(t testing.TB, list ...tools.Tool) *tools.Catalog {
	t.Helper()
	c, err := tools.NewCatalog(list...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestRun_readers_alone_need_no_open_round(t *testing.T) {
	t.Parallel()
	b := newBench(t, []turn{calls("look", "look"), says("Seen.")}, tool("look", true, gives("a page")))
	agent.Run(t.Context(), b.options)
	if got := strings.Join(b.journal.log, "; "); got != "close look:completed look:completed; finish done" {
		t.Errorf("journal: %s", got)
	}
}

func TestRun_ends(t *testing.T) {
	t.Parallel()
	rate := &llm.Error{Code: chat.ErrorRateLimit, Status: 429, Message: "slow down", Next: "Wait a minute."}
	many := make([]turn, 5)
	for i := range many {
		many[i] = calls("look")
	}
	tests := []struct {
		name   string
		turns  []turn
		rounds int
		broken map[string]error
		state  chat.RunState
		code   chat.ErrorCode
		text   string
	}{
		{name: "model_fails", turns: []turn{fails(rate)}, state: chat.RunFailed, code: chat.ErrorRateLimit, text: "slow down (HTTP 429). Wait a minute."},
		{name: "model_fails_with_a_sentence", turns: []turn{fails(&llm.Error{Message: "Sorry about that!", Next: "Send again."})}, state: chat.RunFailed, code: chat.ErrorAPI, text: "Sorry about that! Send again."},
		{name: "model_fails_plainly", turns: []turn{fails(errors.New("odd"))}, state: chat.RunFailed, code: chat.ErrorInternal, text: "odd"},
		{name: "model_says_nothing", turns: []turn{says("")}, state: chat.RunFailed, code: chat.ErrorAPI, text: "The model returned nothing. Send the message again"},
		{name: "model_only_thinks_up_to_its_limit", turns: []turn{cut(says(""))}, state: chat.RunFailed, code: chat.ErrorOutputTooLong, text: "reached its limit"},
		{name: "model_panics", turns: []turn{func(context.Context, llm.Request, func(llm.Delta)) (llm.Reply, error) { panic("oh") }}, state: chat.RunFailed, code: chat.ErrorInternal, text: "The model adapter failed: oh"},
		{name: "cut_twice", turns: []turn{cut(calls("press")), cut(calls("press"))}, state: chat.RunFailed, code: chat.ErrorOutputTooLong, text: "cut"},
		{name: "cut_once", turns: []turn{cut(calls("press")), says("Shorter now.")}, state: chat.RunDone},
		{name: "too_many_rounds_then_an_answer", turns: append(many[:3:3], says("As far as I got.")), rounds: 3, state: chat.RunDone},
		{name: "too_many_rounds", turns: many[:4], rounds: 3, state: chat.RunFailed, code: chat.ErrorRounds, text: "limit of rounds"},
		{name: "open_fails", turns: []turn{calls("press")}, broken: map[string]error{"open": errors.New("disk full")}, state: chat.RunFailed, code: chat.ErrorPersistFailed, text: "disk full"},
		{name: "close_fails", turns: []turn{calls("look")}, broken: map[string]error{"close": errors.New("disk full")}, state: chat.RunFailed, code: chat.ErrorPersistFailed, text: "disk full"},
		{name: "finish_fails_and_says_what_is_next", turns: []turn{says("Done.")}, broken: map[string]error{"finish": protocol.NewFault(protocol.ReasonInternal, "The disk is full.").WithNext("Make space.")}, state: chat.RunFailed, code: chat.ErrorPersistFailed, text: "The disk is full. Make space."},
		{name: "finish_fails", turns: []turn{says("Done.")}, broken: map[string]error{"finish": errors.New("disk full")}, state: chat.RunFailed, code: chat.ErrorPersistFailed, text: "Check the free space"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				pressed := 0
				press := tool("press", false, func(context.Context, tools.Call) (tools.Result, error) {
					pressed++
					return tools.Result{Text: "ok"}, nil
				})
				b := newBench(t, tt.turns, tool("look", true, gives("a page")), press)
				b.options.MaxRounds = tt.rounds
				if tt.broken != nil {
					b.journal.broken = tt.broken
				}
				res := agent.Run(t.Context(), b.options)
				end := b.sink.terminal(t)
				if res.State != tt.state || end.ErrorCode != tt.code || !strings.Contains(end.Message, tt.text) {
					t.Errorf("ended %s %s %q, want %s %s %q", res.State, end.ErrorCode, end.Message, tt.state, tt.code, tt.text)
				}
				if end.Usage == nil {
					t.Error("the terminal event carries no usage")
				}
				if pressed != 0 {
					t.Errorf("pressed %d times, want none", pressed)
				}
			})
		})
	}
}

// A model that asks for more when nothing is left has not done the task, also
// where it says a word beside; what is kept shows the calls as the live view does.
func TestRun_keeps_the_calls_that_the_limit_of_rounds_refused(t *testing.T) {
	t.Parallel()
	talks := func(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
		reply, err := calls("look", "look")(ctx, req, emit)
		reply.Content = []chat.Block{{Type: chat.BlockText, Text: "Let me look once more."}}
		return reply, err
	}
	b := newBench(t, []turn{calls("look"), talks}, tool("look", true, gives("a page")))
	b.options.MaxRounds = 1
	if res := agent.Run(t.Context(), b.options); res.State != chat.RunFailed || res.Run.ErrorCode != chat.ErrorRounds {
		t.Errorf("ended %s %s, want failed for the limit of rounds", res.State, res.Run.ErrorCode)
	}
	kept := b.journal.ended[0]
	if len(kept.Content) != 1 || states(kept) != "look:not_run look:not_run" || !strings.Contains(kept.ToolCalls[1].Result, "limit of rounds") {
		t.Errorf("kept %+v", kept)
	}
	for _, e := range b.sink.events[len(b.sink.events)-3:] {
		switch e.Type {
		case chat.EventCallComplete:
			if e.Status != chat.CallNotRun {
				t.Errorf("call %s is shown as %s", e.ID, e.Status)
			}
		case chat.EventError:
		default:
			t.Errorf("a %s stands among the last events", e.Type)
		}
	}
}

func TestRun_says_that_an_answer_was_cut_at_the_limit(t *testing.T) {
	t.Parallel()
	atLimit := func(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
		reply, err := says("Half an ans")(ctx, req, emit)
		reply.Finish, reply.Cut = llm.FinishLength, true
		return reply, err
	}
	b := newBench(t, []turn{atLimit})
	agent.Run(t.Context(), b.options)
	for _, e := range b.sink.events {
		if e.Type == chat.EventWarning && strings.Contains(e.Message, "cut off") {
			return
		}
	}
	t.Errorf("no warning in %+v", b.sink.events)
}

func TestRun_tells_the_model_that_its_answer_was_cut(t *testing.T) {
	t.Parallel()
	b := newBench(t, []turn{cut(calls("press")), says("Shorter.")}, tool("press", false, gives("ok")))
	agent.Run(t.Context(), b.options)
	round := b.model.requests[1].Messages[1]
	if c := round.ToolCalls[0]; c.Status != chat.CallNotRun || !strings.Contains(c.Result, "your answer was cut") || !round.Cut {
		t.Errorf("got %s %q cut %v", c.Status, c.Result, round.Cut)
	}
}

// TestRun_makes_no_call_that_held_the_key: with the mark in its place it is another
// call than the model's.
func TestRun_makes_no_call_that_held_the_key(t *testing.T) {
	t.Parallel()
	pressed := 0
	b := newBench(t, append(hidden([]turn{calls(`press {"v":"[key]"}`)}), says("Then not.")), tool("press", false, func(context.Context, tools.Call) (tools.Result, error) {
		pressed++
		return tools.Result{Text: "ok"}, nil
	}))
	res := agent.Run(t.Context(), b.options)
	c := b.model.requests[1].Messages[1].ToolCalls[0]
	if res.State != chat.RunDone || pressed != 0 || c.Status != chat.CallNotRun || !strings.Contains(c.Result, "held the API key") {
		t.Errorf("ended %s after %d calls: %s %q", res.State, pressed, c.Status, c.Result)
	}
}

func TestRun_stop_ends_within_100_ms(t *testing.T) {
	t.Parallel()
	deaf := make(chan struct{})
	t.Cleanup(func() { close(deaf) })
	waits := func(ctx context.Context, _ llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
		emit(llm.Delta{Text: "thinking about "})
		<-ctx.Done()
		return llm.Reply{Content: []chat.Block{{Type: chat.BlockText, Text: "thinking about "}}}, ctx.Err()
	}
	tests := []struct {
		name  string
		model turn
		tool  func(end chan struct{}) toolFunc
		log   string
		gone  int
	}{
		{name: "model_listens", model: waits, log: "finish cancelled"},
		{name: "tool_listens", model: calls("press", "press"), tool: func(chan struct{}) toolFunc {
			return func(ctx context.Context, _ tools.Call) (tools.Result, error) {
				<-ctx.Done()
				return tools.Result{}, ctx.Err()
			}
		}, log: "open press:started press:pending; close press:unknown press:cancelled; finish cancelled"},
		{name: "tool_is_deaf", model: calls("press", "press"), tool: func(end chan struct{}) toolFunc {
			return func(context.Context, tools.Call) (tools.Result, error) { <-end; return tools.Result{}, nil }
		}, log: "open press:started press:pending; close press:unknown press:cancelled; finish cancelled", gone: 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				end := make(chan struct{})
				var list []tools.Tool
				if tt.tool != nil {
					list = append(list, tool("press", false, tt.tool(end)))
				}
				b := newBench(t, []turn{tt.model}, list...)
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Second, cancel)
				began := time.Now()
				res := agent.Run(ctx, b.options)
				if took := time.Since(began) - time.Second; took > 100*time.Millisecond {
					t.Errorf("stopping took %s", took)
				}
				if got := strings.Join(b.journal.log, "; "); got != tt.log {
					t.Errorf("journal: %s\nwant: %s", got, tt.log)
				}
				if id := b.journal.ended[0].ID; !b.sink.announced(id) {
					t.Errorf("the last message %s was never announced", id)
				}
				if e := b.sink.terminal(t); res.State != chat.RunCancelled || e.ErrorCode != chat.ErrorCancelled || e.DurationMs < 1000 {
					t.Errorf("ended %s with %+v", res.State, e)
				}
				if res.Abandoned != tt.gone {
					t.Errorf("%d abandoned, want %d", res.Abandoned, tt.gone)
				}
				close(end)
			})
		})
	}
}

func TestRun_does_not_wait_for_a_deaf_model(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		end := make(chan struct{})
		b := newBench(t, []turn{func(_ context.Context, _ llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
			<-end
			emit(llm.Delta{Text: "too late"})
			return llm.Reply{}, nil
		}})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		began := time.Now()
		agent.Run(ctx, b.options)
		if took := time.Since(began) - time.Second; took > 100*time.Millisecond {
			t.Errorf("stopping took %s", took)
		}
		close(end)
		synctest.Wait()
		b.sink.terminal(t) // nothing was said after it
	})
}

func TestRun_parks(t *testing.T) {
	t.Parallel()
	slow := func(d time.Duration) toolFunc {
		return func(ctx context.Context, _ tools.Call) (tools.Result, error) {
			select {
			case <-time.After(d):
				return tools.Result{Text: "ok"}, nil
			case <-ctx.Done():
				return tools.Result{}, ctx.Err()
			}
		}
	}
	tests := []struct {
		name string
		turn turn
		slow time.Duration
		log  string
		took time.Duration
	}{
		{"while_the_model_speaks", func(ctx context.Context, _ llm.Request, _ func(llm.Delta)) (llm.Reply, error) {
			<-ctx.Done()
			return llm.Reply{}, ctx.Err()
		}, 0, "", time.Second},
		{"after_the_round", calls("press"), 5 * time.Second, "open press:started; close press:completed", 5 * time.Second},
		{"when_the_round_takes_too_long", calls("press"), time.Minute / 2, "open press:started; close press:unknown", time.Second + agent.ParkGrace},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, []turn{tt.turn}, tool("press", false, slow(tt.slow)))
				park := make(chan struct{})
				b.options.Park = park
				time.AfterFunc(time.Second, func() { close(park) })
				began := time.Now()
				res := agent.Run(t.Context(), b.options)
				if took := time.Since(began); res.State != chat.RunParked || took != tt.took {
					t.Errorf("ended %s after %s, want parked after %s", res.State, took, tt.took)
				}
				if got := strings.Join(b.journal.log, "; "); got != tt.log {
					t.Errorf("journal: %s, want %s", got, tt.log)
				}
				for _, e := range b.sink.events {
					if e.Type.Terminal() {
						t.Errorf("a parked run said %s", e.Type)
					}
				}
			})
		})
	}
}

// A person's stop wins over the daemon's wish to park the run, which would go on.
func TestRun_stopped_while_it_is_to_be_parked(t *testing.T) {
	t.Parallel()
	for name, when := range map[string]func(stop, park func()){
		"at_once":    func(stop, park func()) { stop(); park() },
		"after_park": func(stop, park func()) { park(); stop() },
	} {
		for range 20 { // which of two ready channels a select takes is chance
			b := newBench(t, []turn{says("hello"), says("hello")})
			ctx, cancel := context.WithCancel(t.Context())
			park := make(chan struct{})
			b.options.Park = park
			when(cancel, func() { close(park) })
			if res := agent.Run(ctx, b.options); res.State != chat.RunCancelled {
				t.Fatalf("%s: ended %s", name, res.State)
			}
		}
	}
}

func TestRun_goes_on_counting(t *testing.T) {
	t.Parallel()
	var rounds []int
	look := tool("look", true, func(_ context.Context, call tools.Call) (tools.Result, error) {
		rounds = append(rounds, call.Round)
		return tools.Result{Text: "a page"}, nil
	})
	b := newBench(t, []turn{calls("look"), calls("look"), says("Done.")}, look)
	b.options.Run.Round = 4
	b.options.Run.Usage = chat.Usage{InputTokens: 100}
	res := agent.Run(t.Context(), b.options)
	if got := b.journal.history[0].ToolCalls[0].ID; got != "r/5/0" {
		t.Errorf("the first call is %s, want r/5/0", got)
	}
	if res.Run.Usage.InputTokens != 130 || res.Run.Round != 7 {
		t.Errorf("got %+v", res.Run)
	}
	if !slices.Equal(rounds, []int{5, 6}) {
		t.Errorf("the calls were told the rounds %v, want 5 and 6", rounds)
	}
}

func BenchmarkRun_round(b *testing.B) {
	turns := make([]turn, 0, b.N+1)
	for range b.N {
		turns = append(turns, calls("look"))
	}
	bb := newBench(b, append(turns, says("Done.")), tool("look", true, gives("a page")))
	bb.options.MaxRounds = b.N + 1
	bb.options.History = nil
	b.ResetTimer()
	agent.Run(b.Context(), bb.options)
}

// An answer that broke off is asked for again by the model's adapter. What was
// shown of it is withdrawn, and only the whole answer is acted on and kept.
func TestRun_withdraws_what_a_broken_answer_showed(t *testing.T) {
	t.Parallel()
	whole := calls("press")
	again := llm.Delta{Retry: &llm.Retry{Attempt: 1, Max: 3, Err: errors.New("lost")}}
	broken := func(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
		emit(again) // nothing was shown yet
		emit(llm.Delta{Text: "I will "})
		emit(llm.Delta{Start: &llm.CallStart{ModelID: "x", Name: "remove"}})
		emit(again)
		return whole(ctx, req, emit)
	}
	pressed := 0
	b := newBench(t, []turn{broken, says("Done.")}, tool("press", false, func(context.Context, tools.Call) (tools.Result, error) {
		pressed++
		return tools.Result{Text: "ok"}, nil
	}), tool("remove", false, func(context.Context, tools.Call) (tools.Result, error) {
		t.Error("a call of the broken answer was made")
		return tools.Result{}, nil
	}))
	if res := agent.Run(t.Context(), b.options); res.State != chat.RunDone || pressed != 1 {
		t.Errorf("%s after %d presses", res.State, pressed)
	}
	var drops []bool
	for _, e := range b.sink.events {
		if e.Type == chat.EventRetry {
			drops = append(drops, e.DropPartial)
		}
	}
	if !slices.Equal(drops, []bool{false, true}) {
		t.Errorf("withdrawn: %v, want only what was shown", drops)
	}
	if kept := b.journal.history[0]; len(kept.Content) != 0 || len(kept.ToolCalls) != 1 || kept.ToolCalls[0].Name != "press" {
		t.Errorf("kept %+v", kept)
	}
}

// The segments before this one count, and this one from its beginning, before
// which whoever starts the loop may have opened a browser.
func TestRun_says_how_long_all_segments_took(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t, []turn{says("Done.")})
		b.options.Run.DurationMs = 3000
		b.options.Began = time.Now()
		time.Sleep(2 * time.Second)
		res := agent.Run(t.Context(), b.options)
		if e := b.sink.terminal(t); e.DurationMs != 5000 || res.Run.DurationMs != 5000 {
			t.Errorf("the end says %d ms, the record %d, want 5000", e.DurationMs, res.Run.DurationMs)
		}
	})
}

// TestRun_keeps_arguments_as_they_were_written, and beside them those that ran.
func TestRun_keeps_arguments_as_they_were_written(t *testing.T) {
	t.Parallel()
	spec := tools.Spec{Name: "look", ReadOnly: true, Parameters: json.RawMessage(`{"type":"object","properties":{"tab":{"type":"integer"}}}`)}
	look := tools.Func(spec, func(_ context.Context, a struct {
		Tab int `json:"tab"`
	}, _ tools.Call,
	) (tools.Result, error) {
		return tools.Result{Text: fmt.Sprint(a.Tab)}, nil
	})
	b := newBench(t, []turn{calls(`look {"tab":"7"}`, `look {"tab":7}`), says("Done.")}, look)
	agent.Run(t.Context(), b.options)
	for i, want := range []chat.ToolCall{{Arguments: `{"tab":"7"}`, Ran: `{"tab":7}`}, {Arguments: `{"tab":7}`}} {
		if c := b.model.requests[1].Messages[1].ToolCalls[i]; c.Arguments != want.Arguments || c.Ran != want.Ran || c.Result != "7" {
			t.Errorf("call %d: %q ran as %q: %s", i, c.Arguments, c.Ran, c.Result)
		}
	}
}

// TestRun_takes_new_tools_between_rounds: what comes in the middle of a round is there in the next one, and not before.
func TestRun_takes_new_tools_between_rounds(t *testing.T) {
	t.Parallel()
	var registry tools.Registry
	builtin := tools.Origin{Source: tools.SourceBuiltin}
	more := tool("more", true, gives("more of it"))
	var look tools.Tool
	look = tool("look", false, func(context.Context, tools.Call) (tools.Result, error) {
		registry.Put(builtin, look, more)
		return tools.Result{Text: "a page"}, nil
	})
	registry.Put(builtin, look)
	b := newBench(t, []turn{calls("look", "more"), calls("more"), says("Done.")})
	b.options.Tools = registry.Snapshot(tools.Policy{})
	b.options.Next = func(context.Context) *tools.Catalog { return registry.Snapshot(tools.Policy{}) }
	agent.Run(t.Context(), b.options)
	if got, want := strings.Join(b.journal.log, "; "), "open look:started more:pending; close look:completed more:error; close more:completed; finish done"; got != want {
		t.Errorf("journal: %s\nwant     %s", got, want)
	}
}
