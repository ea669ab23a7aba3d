package api_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/margay/margay/host/api"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/run"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

func TestRegister_has_every_route(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	there := map[string]bool{}
	for _, info := range r.mux.Routes() {
		there[info.Name] = true
	}
	for _, info := range client.Routes() {
		ours := info.Name != client.RunEvent.Name && info.Name != client.DaemonStop.Name
		if there[info.Name] != ours {
			t.Errorf("%s: served %t, want %t", info.Name, there[info.Name], ours)
		}
	}
}

// TestSend_events_follow_the_reply, however fast the run is and however long
// the reply: the first event comes after it, and the last is the end.
func TestSend_events_follow_the_reply(t *testing.T) {
	t.Parallel()
	chatty := func(ctx context.Context, in run.Input) run.Output {
		in.Sink.Emit(chat.Event{Type: chat.EventNewMessage, Begins: &chat.Message{ID: "m1", Role: chat.RoleAssistant}})
		for i := range 100 {
			in.Sink.Emit(chat.Event{Type: chat.EventContentDelta, Delta: fmt.Sprint(i, " ")})
		}
		return finish(ctx, in, chat.RunDone, "ok")
	}
	for range 5 {
		r := newRig(t, chatty)
		l := r.dial()
		reply := call(t, l, client.ConversationSend, send(strings.Repeat("long ", 60_000)))
		at := reply.Attached
		if at == nil || reply.Run.ID == "" || reply.Message == "" || reply.Conversation.ID == "" {
			t.Fatalf("reply %+v", reply)
		}
		if at.Ended {
			if at.View == nil || at.View.Run.State != chat.RunDone {
				t.Fatalf("ended with %+v", at.View)
			}
			continue
		}
		seq := at.Seq
		for _, d := range l.until(t) {
			if d.Subscription != at.Subscription || d.Event.Seq <= seq || d.Event.Run != reply.Run.ID || d.Event.Epoch != at.Epoch {
				t.Fatalf("after %d came %+v", seq, d)
			}
			seq = d.Event.Seq
		}
	}
}

func TestSend_refuses(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := r.dial()
	text := func(s string) []chat.Block { return []chat.Block{{Type: chat.BlockText, Text: s}} }
	for _, test := range []struct {
		name string
		send client.Send
		want protocol.Reason
	}{
		{"nothing", client.Send{}, protocol.ReasonInvalidParams},
		{"blank", client.Send{Content: text(" \n\t ")}, protocol.ReasonInvalidParams},
		{"too_long", client.Send{Content: text(strings.Repeat("x", 1<<20+1))}, protocol.ReasonTooLarge},
		{"too_many_parts", client.Send{Content: bytesOf(65)}, protocol.ReasonTooLarge},
		{"thinking", client.Send{Content: []chat.Block{{Type: chat.BlockThinking, Text: "hm"}}}, protocol.ReasonInvalidParams},
		{"image_without_bytes", client.Send{Content: []chat.Block{{Type: chat.BlockImage, Name: "x"}}}, protocol.ReasonInvalidParams},
		{"image_not_stored", client.Send{Content: []chat.Block{{Type: chat.BlockImage, Blob: chat.BlobID(strings.Repeat("a", 64))}}}, protocol.ReasonNotFound},
		{"text_with_blob", client.Send{Content: []chat.Block{{Type: chat.BlockText, Text: "x", Blob: "y"}}}, protocol.ReasonInvalidParams},
		{"unknown_type", client.Send{Content: []chat.Block{{Type: "video", Blob: "x"}}}, protocol.ReasonInvalidParams},
		{"long_name", client.Send{Content: []chat.Block{{Type: chat.BlockFile, Blob: "x", Name: strings.Repeat("n", 300)}}}, protocol.ReasonInvalidParams},
		{"long_nonce", client.Send{Content: text("hi"), Nonce: strings.Repeat("n", 300)}, protocol.ReasonInvalidParams},
		{"long_model", client.Send{Content: text("hi"), Model: strings.Repeat("n", 300)}, protocol.ReasonInvalidParams},
		{"long_url", client.Send{Content: text("hi"), Headless: &client.Headless{URL: strings.Repeat("n", 9000)}}, protocol.ReasonInvalidParams},
		{"long_program", client.Send{Content: text("hi"), Headless: &client.Headless{Program: strings.Repeat("n", 9000)}}, protocol.ReasonInvalidParams},
		{"no_such_conversation", client.Send{Content: text("hi"), Conversation: "none"}, protocol.ReasonNotFound},
		{"long_conversation", client.Send{Content: text("hi"), Conversation: chat.ConversationID(strings.Repeat("c", 40_000))}, protocol.ReasonInvalidParams},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := rpc.Call(t.Context(), l, client.ConversationSend, test.send)
			wantFault(t, err, test.want)
		})
	}
	if list := call(t, l, client.ConversationList, client.ListConversations{}); len(list.Conversations) != 0 {
		t.Errorf("refused sends left %d conversations", len(list.Conversations))
	}
	// The longest message that may be sent is sent.
	whole := send(strings.Repeat("x", 1<<20))
	if reply := call(t, l, client.ConversationSend, whole); reply.Run.ID == "" {
		t.Error("refused")
	}
}

func bytesOf(n int) []chat.Block {
	blocks := make([]chat.Block, n)
	for i := range blocks {
		blocks[i] = chat.Block{Type: chat.BlockText, Text: "x"}
	}
	return blocks
}

// TestSend_env comes from programs and prefaces, never from what a browser says.
func TestSend_env(t *testing.T) {
	t.Parallel()
	got := make(chan map[string]string, 3)
	tell := func(ctx context.Context, in run.Input) run.Output {
		got <- in.Env
		return finish(ctx, in, chat.RunDone, "ok")
	}
	r := newRig(t, tell, tell)
	mine := send("hello")
	mine.Env = map[string]string{"OPENAI_API_KEY": "sent"}

	call(t, r.dial(), client.ConversationSend, mine)
	if env := <-got; env["OPENAI_API_KEY"] != "sent" {
		t.Errorf("a program's run has %v", env)
	}
	browser := &api.Client{Env: map[string]string{"OPENAI_API_KEY": "of the browser's environment"}}
	_, _, err := r.service.Send(t.Context(), browser, mine, nil)
	wantFault(t, err, protocol.ReasonNotAllowed)
	plain := send("hello")
	plain.Attach = nil
	if _, _, err := r.service.Send(t.Context(), browser, plain, nil); err != nil {
		t.Fatal(err)
	}
	if env := <-got; env["OPENAI_API_KEY"] != "of the browser's environment" {
		t.Errorf("a browser's run has %v", env)
	}
}

// TestSend_program: which browser is started is for programs to say, not for what a browser says.
func TestSend_program(t *testing.T) {
	t.Parallel()
	got := make(chan run.Given, 1)
	r := newRig(t, func(ctx context.Context, in run.Input) run.Output {
		got <- in.Given
		return finish(ctx, in, chat.RunDone, "ok")
	})
	p := send("hello")
	p.Attach, p.Headless = nil, &client.Headless{Program: "/opt/chromium"}
	_, _, err := r.service.Send(t.Context(), &api.Client{}, p, nil)
	wantFault(t, err, protocol.ReasonNotAllowed)
	if _, _, err := r.service.Send(t.Context(), &api.Client{Trusted: true}, p, nil); err != nil {
		t.Fatal(err)
	}
	if given := <-got; given.Headless == nil || given.Headless.Program != "/opt/chromium" {
		t.Errorf("given %+v", given.Headless)
	}
}

// The tab that a person looks at is looked for in the browser that the link
// comes from, which JavaScript cannot choose.
func TestSend_names_the_browser_of_the_link(t *testing.T) {
	t.Parallel()
	got := make(chan run.Given, 3)
	tell := func(ctx context.Context, in run.Input) run.Output {
		got <- in.Given
		return finish(ctx, in, chat.RunDone, "ok")
	}
	r := newRig(t, tell, tell, tell)
	for _, tt := range []struct {
		pid        int
		said, want string
	}{{7, "", "browser-7"}, {0, "", ""}, {7, "named", "named"}} {
		p := send("hello")
		p.Attach, p.Context = nil, &client.PageContext{BrowserTab: 5, Instance: tt.said}
		if _, _, err := r.service.Send(t.Context(), &api.Client{BrowserPid: tt.pid}, p, nil); err != nil {
			t.Fatal(err)
		}
		if given := <-got; given.Context.Instance != tt.want || given.Context.BrowserTab != 5 {
			t.Errorf("pid %d, said %q: given %+v, want %q", tt.pid, tt.said, given.Context, tt.want)
		}
	}
}

func TestSend_busy_and_stop(t *testing.T) {
	t.Parallel()
	r := newRig(t, untilStopped)
	l := r.dial()
	reply := call(t, l, client.ConversationSend, send("one"))
	again := send("two")
	again.Conversation = reply.Conversation.ID
	_, err := rpc.Call(t.Context(), l, client.ConversationSend, again)
	wantFault(t, err, protocol.ReasonBusy)

	page := call(t, l, client.ConversationMessages, client.ListMessages{Conversation: reply.Conversation.ID})
	if len(page.Live) != 1 || page.Live[0].ID != reply.Run.ID || len(page.Messages) != 1 {
		t.Errorf("page %+v", page)
	}
	if status := call(t, l, client.DaemonStatus, protocol.Empty{}); status.LiveRuns != 1 || status.Version != "1.2.3" || status.Browsers == nil {
		t.Errorf("status %+v", status)
	}
	if runs := call(t, l, client.RunList, protocol.Empty{}); len(runs.Runs) != 1 {
		t.Errorf("runs %+v", runs)
	}
	call(t, l, client.RunStop, client.RunRef{Run: reply.Run.ID})
	events := l.until(t)
	if last := events[len(events)-1].Event.Event; last.ErrorCode != chat.ErrorCancelled {
		t.Errorf("ended with %+v", last)
	}
	if again := call(t, l, client.RunStop, client.RunRef{Run: reply.Run.ID}); again.State != chat.RunCancelled {
		t.Errorf("stopping twice says %+v", again)
	}
	_, err = rpc.Call(t.Context(), l, client.RunStop, client.RunRef{Run: "none"})
	wantFault(t, err, protocol.ReasonNotFound)
	_, err = rpc.Call(t.Context(), l, client.RunResume, client.Resume{Run: reply.Run.ID})
	wantFault(t, err, protocol.ReasonConflict)
}

// TestLink_end_stops_no_run and leaves nothing behind; another client attaches
// and sees the whole run.
func TestLink_end_stops_no_run(t *testing.T) {
	t.Parallel()
	goOn := make(chan struct{})
	r := newRig(t, func(ctx context.Context, in run.Input) run.Output {
		in.Sink.Emit(chat.Event{Type: chat.EventNewMessage, Begins: &chat.Message{ID: "m1", Role: chat.RoleAssistant}})
		in.Sink.Emit(chat.Event{Type: chat.EventContentDelta, Delta: "before "})
		<-goOn
		in.Sink.Emit(chat.Event{Type: chat.EventContentDelta, Delta: "after"})
		return finish(ctx, in, chat.RunDone, "ok")
	})
	first := r.dial()
	reply := call(t, first, client.ConversationSend, send("one"))
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second := r.dial()
	at := call(t, second, client.RunAttach, client.Attach{Run: reply.Run.ID})
	close(goOn)
	text := ""
	if at.View != nil && len(at.View.Messages) == 2 && len(at.View.Messages[1].Content) == 1 {
		text = at.View.Messages[1].Content[0].Text
	}
	for _, d := range second.until(t) {
		text += d.Event.Event.Delta
	}
	if text != "before after" {
		t.Errorf("it shows %q", text)
	}
}

func TestDetach_and_credit(t *testing.T) {
	t.Parallel()
	emit := make(chan chat.Event)
	r := newRig(t, func(ctx context.Context, in run.Input) run.Output {
		for e := range emit {
			in.Sink.Emit(e)
		}
		return finish(ctx, in, chat.RunDone, "ok")
	})
	l := r.dial()
	poor := send("one")
	poor.Attach = &client.AttachOptions{Frames: 1}
	reply := call(t, l, client.ConversationSend, poor)
	rich := call(t, l, client.RunAttach, client.Attach{Run: reply.Run.ID})
	warn := func(s string) chat.Event { return chat.Event{Type: chat.EventWarning, Message: s} }
	emit <- warn("a")
	emit <- warn("b")
	got := map[int64]int{}
	for range 3 { // one for the poor, two for the rich
		got[(<-l.events).Subscription]++
	}
	if got[reply.Attached.Subscription] != 1 || got[rich.Subscription] != 2 {
		t.Errorf("sent %v", got)
	}
	if err := rpc.Notify(l, client.RunCredit, client.Credit{Subscription: reply.Attached.Subscription, Frames: 1, Bytes: 100}); err != nil {
		t.Fatal(err)
	}
	if d := <-l.events; d.Subscription != reply.Attached.Subscription || d.Event.Event.Message != "b" {
		t.Errorf("after the credit came %+v", d)
	}
	call(t, l, client.RunDetach, client.Detach{Subscription: rich.Subscription})
	call(t, l, client.RunDetach, client.Detach{Subscription: rich.Subscription})
	if err := rpc.Notify(l, client.RunCredit, client.Credit{Subscription: 99, Frames: 1}); err != nil {
		t.Fatal(err)
	}
	close(emit)
	for _, d := range l.until(t) {
		if d.Subscription == rich.Subscription {
			t.Errorf("a detached subscription got %+v", d)
		}
	}
}

func TestClient_watches_a_bounded_number(t *testing.T) {
	t.Parallel()
	r := newRig(t, untilStopped)
	l := r.dial()
	reply := call(t, l, client.ConversationSend, send("one"))
	var err error
	n := 1
	for ; err == nil && n < 1000; n++ {
		_, err = rpc.Call(t.Context(), l, client.RunAttach, client.Attach{Run: reply.Run.ID})
	}
	wantFault(t, err, protocol.ReasonTooLarge)
	if n < 20 {
		t.Errorf("only %d", n)
	}
	// A send that could not be watched starts nothing.
	_, err = rpc.Call(t.Context(), l, client.ConversationSend, send("two"))
	wantFault(t, err, protocol.ReasonTooLarge)
	if list := call(t, l, client.ConversationList, client.ListConversations{}); len(list.Conversations) != 1 {
		t.Errorf("%d conversations", len(list.Conversations))
	}
}

func TestReadBlob_limits(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := r.dial()
	reply := call(t, l, client.ConversationSend, send("one"))
	data := bytes.Repeat([]byte("0123456789abcdef"), 5<<16) // 5 MiB
	block, err := r.store.PutBlob(t.Context(), reply.Conversation.ID, chat.Block{Type: chat.BlockImage, MimeType: "image/png"}, data)
	if err != nil {
		t.Fatal(err)
	}
	var whole []byte
	for len(whole) < len(data) {
		piece := call(t, l, client.BlobRead, client.ReadBlob{Blob: block.Blob, Offset: int64(len(whole)), Limit: 100 << 20})
		if len(piece.Data) == 0 || len(piece.Data) > 4<<20 || piece.Size != int64(len(data)) || piece.MimeType != "image/png" {
			t.Fatalf("piece of %d bytes, size %d", len(piece.Data), piece.Size)
		}
		whole = append(whole, piece.Data...)
	}
	if !bytes.Equal(whole, data) {
		t.Error("the pieces do not make the whole")
	}
	for blob, want := range map[chat.BlobID]protocol.Reason{
		chat.BlobID(strings.Repeat("a", 64)): protocol.ReasonNotFound,
		"../../margay.db":                    protocol.ReasonNotFound,
		"":                                   protocol.ReasonInvalidParams,
	} {
		_, err := rpc.Call(t.Context(), l, client.BlobRead, client.ReadBlob{Blob: blob})
		wantFault(t, err, want)
	}
	_, err = rpc.Call(t.Context(), l, client.BlobRead, client.ReadBlob{Blob: block.Blob, Offset: -1})
	wantFault(t, err, protocol.ReasonInvalidParams)
}

func TestLists_are_paged_and_never_null(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := r.dial()
	if list := call(t, l, client.ConversationList, client.ListConversations{}); list.Conversations == nil || list.Next != "" {
		t.Errorf("an empty list is %+v", list)
	}
	var all sync.WaitGroup
	for range 7 {
		all.Go(func() {
			mine := r.dial() // a list that changes while it is read may skip what moved
			if reply := call(t, mine, client.ConversationSend, send("hello")); !reply.Attached.Ended {
				mine.until(t)
			}
		})
	}
	all.Wait()
	seen := map[chat.ConversationID]bool{}
	last := time.Now().Add(time.Hour)
	for next, page := "", 0; page == 0 || next != ""; page++ {
		list := call(t, l, client.ConversationList, client.ListConversations{Before: next, Limit: 3})
		for _, c := range list.Conversations {
			if seen[c.ID] || c.UpdatedAt.After(last) {
				t.Errorf("%s comes twice or out of order", c.ID)
			}
			seen[c.ID], last = true, c.UpdatedAt
		}
		next = list.Next
	}
	if len(seen) != 7 {
		t.Errorf("%d conversations", len(seen))
	}
	for _, bad := range []string{"zz", "x1", strings.Repeat("0", 3)} {
		_, err := rpc.Call(t.Context(), l, client.ConversationList, client.ListConversations{Before: bad})
		wantFault(t, err, protocol.ReasonInvalidParams)
	}
	var any chat.ConversationID
	for any = range seen {
	}
	for _, bad := range []string{"-1", "0", "1x", " 1", "99999999999999999999"} {
		_, err := rpc.Call(t.Context(), l, client.ConversationMessages, client.ListMessages{Conversation: any, Before: bad})
		wantFault(t, err, protocol.ReasonInvalidParams)
	}
	_, err := rpc.Call(t.Context(), l, client.ConversationMessages, client.ListMessages{Conversation: "none"})
	wantFault(t, err, protocol.ReasonNotFound)
}
