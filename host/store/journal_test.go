package store_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// TestJournal_walks_the_table_of_rounds follows host/README.md, "A round".
func TestJournal_walks_the_table_of_rounds(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	begun := send(t, s, "", "do it")
	j := s.Journal(begun.Run.ID)
	ctx := t.Context()

	history := func() []chat.Message {
		t.Helper()
		return must[[]chat.Message](t)(s.History(begun.Conversation.ID))
	}
	// The first call with effects is about to leave: read-only results included.
	msg := round(begun.Run, 1, chat.CallCompleted, chat.CallStarted, chat.CallPending)
	if err := j.OpenRound(ctx, msg); err != nil {
		t.Fatal(err)
	}
	if n := len(history()); n != 1 {
		t.Fatalf("an open round is history: %d messages", n)
	}
	// The next one is about to leave: started, with the results since.
	done := msg.ToolCalls[1]
	done.Status, done.Result = chat.CallCompleted, "clicked"
	if err := j.StartCall(ctx, msg.ID, msg.ToolCalls[2].ID, []chat.ToolCall{done}); err != nil {
		t.Fatal(err)
	}
	// A call is not final: the round cannot close.
	if err := j.CloseRound(ctx, msg); err == nil {
		t.Fatal("a round with an open call was closed")
	}
	// Every call is final: closed, in history, and the run counts it.
	msg.ToolCalls[1] = done
	msg.ToolCalls[2].Status, msg.ToolCalls[2].Result = chat.CallError, "no such element"
	for range 2 { // the second time, because the outcome of the first was in doubt
		if err := j.CloseRound(ctx, msg); err != nil {
			t.Fatal(err)
		}
		if n := len(history()); n != 2 {
			t.Fatalf("history has %d messages", n)
		}
	}
	if got := history()[1]; got.ToolCalls[1].Result != "clicked" || got.ToolCalls[2].Status != chat.CallError {
		t.Errorf("stored %+v", got.ToolCalls)
	}
	if run := must[chat.Run](t)(s.Run(begun.Run.ID)); run.Round != 1 || run.State != chat.RunRunning {
		t.Errorf("run is %+v", run)
	}
	// No call has effects: closed at once.
	if err := j.CloseRound(ctx, round(begun.Run, 2, chat.CallCompleted)); err != nil {
		t.Fatal(err)
	}
	last := answer(begun.Run, "done")
	last.Usage, last.DurationMs = &chat.Usage{InputTokens: 7, OutputTokens: 3}, 1234
	for range 2 {
		if err := j.Finish(ctx, last, chat.RunDone); err != nil {
			t.Fatal(err)
		}
	}
	run := must[chat.Run](t)(s.Run(begun.Run.ID))
	if run.State != chat.RunDone || run.Usage.InputTokens != 7 || run.DurationMs != 1234 || run.EndedAt == nil || run.Round != 2 {
		t.Errorf("ended as %+v", run)
	}
	if n := len(history()); n != 4 {
		t.Errorf("history has %d messages", n)
	}
}

func TestJournal_refuses(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	ctx := t.Context()
	begun := send(t, s, "", "do it")
	j := s.Journal(begun.Run.ID)
	msg := round(begun.Run, 1, chat.CallStarted, chat.CallPending)
	if err := j.StartCall(ctx, msg.ID, msg.ToolCalls[1].ID, nil); err == nil {
		t.Error("a call of no open round was started")
	}
	if err := j.OpenRound(ctx, msg); err != nil {
		t.Fatal(err)
	}
	if err := j.OpenRound(ctx, round(begun.Run, 2, chat.CallStarted)); err == nil {
		t.Error("a second round was opened beside the first")
	}
	if err := j.StartCall(ctx, msg.ID, "other/1/1", nil); err == nil {
		t.Error("a call of another round was started")
	}
	if err := j.StartCall(ctx, msg.ID, msg.ToolCalls[1].ID, []chat.ToolCall{{ID: "other/1/1"}}); err == nil {
		t.Error("a result of another round was taken")
	}
	if err := j.Finish(ctx, answer(begun.Run, "?"), chat.RunParked); err == nil {
		t.Error("parked is no end")
	}
	if err := s.ParkRun(ctx, begun.Run); err == nil {
		t.Error("a run with an open round was parked")
	}
	if err := s.Journal("no such run").Finish(ctx, answer(begun.Run, "?"), chat.RunDone); err == nil {
		t.Error("a run that is not there was finished")
	}
	finish(t, s, begun.Run, "done")
}

// TestJournal_outlived holds back a loop that goes on after its run was ended.
func TestJournal_outlived(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	begun := send(t, s, "", "do it")
	j := s.Journal(begun.Run.ID)
	if err := j.OpenRound(t.Context(), round(begun.Run, 1, chat.CallStarted)); err != nil {
		t.Fatal(err)
	}
	must[store.Recovered](t)(s.RecoverRun(t.Context(), begun.Run.ID))
	before := must[[]chat.Message](t)(s.History(begun.Conversation.ID))
	wantFault(t, j.CloseRound(t.Context(), round(begun.Run, 1, chat.CallCompleted)), protocol.ReasonConflict, "interrupted")
	wantFault(t, j.Finish(t.Context(), answer(begun.Run, "late"), chat.RunDone), protocol.ReasonConflict)
	if after := must[[]chat.Message](t)(s.History(begun.Conversation.ID)); len(after) != len(before) {
		t.Errorf("history grew from %d to %d", len(before), len(after))
	}
}

// TestJournal_finish_closes_what_is_open: a loop that ends without closing its
// round leaves no half round behind.
func TestJournal_finish_closes_what_is_open(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	begun := send(t, s, "", "do it")
	j := s.Journal(begun.Run.ID)
	msg := round(begun.Run, 1, chat.CallCompleted, chat.CallStarted, chat.CallPending)
	if err := j.OpenRound(t.Context(), msg); err != nil {
		t.Fatal(err)
	}
	if err := j.Finish(t.Context(), answer(begun.Run, ""), chat.RunCancelled); err != nil {
		t.Fatal(err)
	}
	got := must[[]chat.Message](t)(s.History(begun.Conversation.ID))
	if len(got) != 3 || got[1].ToolCalls[1].Status != chat.CallUnknown || got[1].ToolCalls[2].Status != chat.CallNotRun {
		t.Errorf("history is %+v", got)
	}
}

// TestJournal_long_results are previews for clients and whole for models.
func TestJournal_long_results(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	begun := send(t, s, "", "read it")
	long := strings.Repeat("wörd ", 50_000)
	msg := round(begun.Run, 1, chat.CallStarted, chat.CallCompleted)
	msg.ToolCalls[1].Result = long
	msg.ToolCalls[0].Arguments = strings.Repeat("a", 200_000) // the round's own record is too long, too
	j := s.Journal(begun.Run.ID)
	if err := j.OpenRound(t.Context(), msg); err != nil {
		t.Fatal(err)
	}
	msg.ToolCalls[0].Status, msg.ToolCalls[0].Result = chat.CallCompleted, "ok"
	if err := j.CloseRound(t.Context(), msg); err != nil {
		t.Fatal(err)
	}
	page, _, err := s.Messages(begun.Conversation.ID, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	shown := page[1].ToolCalls[1]
	if len(shown.Result) > chat.PreviewBytes || shown.ResultSize != int64(len(long)) || shown.ResultBlob == "" {
		t.Errorf("clients get %d bytes, size %d, blob %q", len(shown.Result), shown.ResultSize, shown.ResultBlob)
	}
	data, size, mime, err := s.ReadBlob(shown.ResultBlob, int64(len(shown.Result)), -1)
	if err != nil || shown.Result+string(data) != long || size != int64(len(long)) || !strings.HasPrefix(mime, "text/plain") {
		t.Errorf("the rest has %d bytes of %d, type %s, %v", len(data), size, mime, err)
	}
	whole := must[[]chat.Message](t)(s.History(begun.Conversation.ID))
	if got := whole[1].ToolCalls[1]; got.Result != long || got.ResultBlob != "" {
		t.Errorf("models get %d bytes", len(got.Result))
	}
	if whole[1].ToolCalls[0].Arguments != msg.ToolCalls[0].Arguments {
		t.Error("long arguments changed")
	}
}

// TestRun_walks_the_table_of_states follows host/README.md, "A run", as far as
// it is a matter of commits.
func TestRun_walks_the_table_of_states(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	ctx := t.Context()
	begun := send(t, s, "", "first")
	in := begun.Conversation.ID

	_, err := s.BeginRun(ctx, newRun(in, "second"))
	wantFault(t, err, protocol.ReasonBusy, string(begun.Run.ID))

	if err := s.ParkRun(ctx, chat.Run{ID: begun.Run.ID, Usage: chat.Usage{InputTokens: 5}, DurationMs: 9}); err != nil {
		t.Fatal(err)
	}
	_, err = s.BeginRun(ctx, newRun(in, "second"))
	wantFault(t, err, protocol.ReasonBusy)
	run := must[chat.Run](t)(s.SetRunState(ctx, begun.Run.ID, chat.RunRunning, chat.RunInterrupted, chat.RunParked))
	if run.State != chat.RunRunning || run.Usage.InputTokens != 5 || run.DurationMs != 9 {
		t.Errorf("resumed as %+v", run)
	}
	_, err = s.SetRunState(ctx, begun.Run.ID, chat.RunRunning, chat.RunInterrupted, chat.RunParked)
	wantFault(t, err, protocol.ReasonConflict, "running")

	must[store.Recovered](t)(s.RecoverRun(ctx, begun.Run.ID))
	second := must[store.Begun](t)(s.BeginRun(ctx, newRun(in, "second")))
	if second.Replaced != begun.Run.ID {
		t.Errorf("replaced %q", second.Replaced)
	}
	if run := must[chat.Run](t)(s.Run(begun.Run.ID)); run.State != chat.RunCancelled || run.EndedAt == nil {
		t.Errorf("the interrupted run is %+v", run)
	}
	finish(t, s, second.Run, "done")
	_, err = s.SetRunState(ctx, second.Run.ID, chat.RunRunning, chat.RunInterrupted, chat.RunParked)
	wantFault(t, err, protocol.ReasonConflict, "done")
	if live := must[[]chat.Run](t)(s.LiveRuns("")); len(live) != 0 {
		t.Errorf("live: %+v", live)
	}
}

func TestBeginRun_nonce(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	ctx := t.Context()
	for _, in := range []chat.ConversationID{"", send(t, s, "", "there already").Conversation.ID} {
		if in != "" {
			live := must[[]chat.Run](t)(s.LiveRuns(in))
			finish(t, s, live[0], "free")
		}
		first := newRun(in, "once")
		first.Nonce = "n1"
		a := must[store.Begun](t)(s.BeginRun(ctx, first))
		again := newRun(in, "once")
		again.Nonce = "n1"
		b := must[store.Begun](t)(s.BeginRun(ctx, again))
		if !b.Again || b.Run.ID != a.Run.ID || b.Conversation.ID != a.Conversation.ID || b.Message != a.Message {
			t.Errorf("in %q: the second send began %+v, the first %+v", in, b, a)
		}
		// The sender of the first, who never got the answer, may know the conversation now.
		known := newRun(a.Conversation.ID, "once")
		known.Nonce = "n1"
		if c := must[store.Begun](t)(s.BeginRun(ctx, known)); c.Run.ID != a.Run.ID {
			t.Errorf("in %q: with the conversation named it began another run", in)
		}
		finish(t, s, a.Run, "done")
	}
}

func TestBeginRun_refuses(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	_, err := s.BeginRun(t.Context(), newRun("no such conversation", "hello"))
	wantFault(t, err, protocol.ReasonNotFound)
	for name, change := range map[string]func(*store.NewRun){
		"empty_run_id":     func(n *store.NewRun) { n.Run.ID = "" },
		"long_run_id":      func(n *store.NewRun) { n.Run.ID = chat.RunID(strings.Repeat("x", 33<<10)) },
		"empty_message_id": func(n *store.NewRun) { n.Message.ID = "" },
		"long_message_id":  func(n *store.NewRun) { n.Message.ID = chat.MessageID(strings.Repeat("x", 33<<10)) },
		"long_nonce":       func(n *store.NewRun) { n.Nonce = strings.Repeat("x", 33<<10) },
		"long_conversation": func(n *store.NewRun) {
			n.Run.Conversation = chat.ConversationID(strings.Repeat("x", 33<<10))
		},
	} {
		n := newRun("", "hello")
		change(&n)
		_, err := s.BeginRun(t.Context(), n)
		if err == nil {
			t.Errorf("%s: taken", name)
			continue
		}
		wantFault(t, err, protocol.ReasonInvalidParams)
	}
	if list, _, err := s.Conversations("", 10); err != nil || len(list) != 0 {
		t.Errorf("refused sends left %d conversations, %v", len(list), err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.BeginRun(cancelled, newRun("", "hello")); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
