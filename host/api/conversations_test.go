package api_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

func TestRename(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := r.dial()
	c := call(t, l, client.ConversationSend, send("hello")).Conversation
	l.until(t)
	for _, tt := range []struct{ name, title, want string }{
		{"plain", "Holiday", "Holiday"},
		{"one_line", "  Holiday \n in \t May ", "Holiday in May"},
		{"longest", strings.Repeat("é", 200), strings.Repeat("é", 200)},
	} {
		got := call(t, l, client.ConversationRename, client.RenameConversation{Conversation: c.ID, Title: tt.title, Revision: c.Revision})
		if got.Title != tt.want || got.Revision != c.Revision+1 {
			t.Errorf("%s: %+v", tt.name, got)
		}
		c = got
	}
	for _, tt := range []struct {
		name string
		p    client.RenameConversation
		want protocol.Reason
	}{
		{"blank", client.RenameConversation{Conversation: c.ID, Title: " \n", Revision: c.Revision}, protocol.ReasonInvalidParams},
		{"too_long", client.RenameConversation{Conversation: c.ID, Title: strings.Repeat("é", 201), Revision: c.Revision}, protocol.ReasonInvalidParams},
		{"seen_before_another_change", client.RenameConversation{Conversation: c.ID, Title: "x", Revision: c.Revision - 1}, protocol.ReasonConflict},
		{"not_there", client.RenameConversation{Conversation: "none", Title: "x", Revision: 1}, protocol.ReasonNotFound},
	} {
		_, err := rpc.Call(t.Context(), l, client.ConversationRename, tt.p)
		wantFault(t, err, tt.want)
	}
	if list := call(t, l, client.ConversationList, client.ListConversations{}); list.Conversations[0] != c {
		t.Errorf("listed %+v, want %+v", list.Conversations[0], c)
	}
}

func TestDelete_and_restore(t *testing.T) {
	t.Parallel()
	r := newRig(t, untilStopped)
	l := r.dial()
	reply := call(t, l, client.ConversationSend, send("one"))
	ref := client.ConversationRef{Conversation: reply.Conversation.ID}
	_, err := rpc.Call(t.Context(), l, client.ConversationDelete, ref)
	wantFault(t, err, protocol.ReasonBusy)
	call(t, l, client.RunStop, client.RunRef{Run: reply.Run.ID})
	l.until(t)
	if left := time.Until(call(t, l, client.ConversationDelete, ref).Until); left < 9*time.Minute {
		t.Errorf("it can be brought back for %s", left)
	}
	if list := call(t, l, client.ConversationList, client.ListConversations{}); len(list.Conversations) != 0 {
		t.Errorf("listed: %+v", list)
	}
	if can := call(t, l, client.ConversationDeleted, protocol.Empty{}).Conversations; len(can) != 1 || can[0].Conversation.ID != ref.Conversation || time.Until(can[0].Until) < 9*time.Minute {
		t.Errorf("can be brought back: %+v", can)
	}
	_, err = rpc.Call(t.Context(), l, client.ConversationMessages, client.ListMessages{Conversation: ref.Conversation})
	wantFault(t, err, protocol.ReasonNotFound)
	again := send("more")
	again.Conversation = ref.Conversation
	_, err = rpc.Call(t.Context(), l, client.ConversationSend, again)
	wantFault(t, err, protocol.ReasonNotFound)
	if back := call(t, l, client.ConversationRestore, ref); back.Title != "one" {
		t.Errorf("it came back as %+v", back)
	}
	if can := call(t, l, client.ConversationDeleted, protocol.Empty{}).Conversations; can == nil || len(can) != 0 {
		t.Errorf("can be brought back after it was: %+v", can)
	}
	if page := call(t, l, client.ConversationMessages, client.ListMessages{Conversation: ref.Conversation}); len(page.Messages) == 0 {
		t.Error("its messages did not come back")
	}
	_, err = rpc.Call(t.Context(), l, client.ConversationRestore, client.ConversationRef{Conversation: "none"})
	wantFault(t, err, protocol.ReasonNotFound)
}

func TestList_search(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := r.dial()
	for _, words := range []string{"Order a lamp", "weather", "lamp for May"} {
		call(t, l, client.ConversationSend, send(words))
		l.until(t)
	}
	list := call(t, l, client.ConversationList, client.ListConversations{Search: "LAMP"})
	if len(list.Conversations) != 2 || list.Conversations[0].Title != "lamp for May" {
		t.Errorf("found %+v", list)
	}
	_, err := rpc.Call(t.Context(), l, client.ConversationList, client.ListConversations{Search: strings.Repeat("x", 1000)})
	wantFault(t, err, protocol.ReasonInvalidParams)
}

// BenchmarkOpenPanel is what a panel asks for first, at the client, through
// both ends of a link: the first page of 1,000 conversations, a search in them, and
// the newest 50 messages, with tool calls, of a conversation of 10,000.
func BenchmarkOpenPanel(b *testing.B) {
	r := newRig(b)
	l := r.dial()
	for i := range 1000 {
		call(b, l, client.ConversationSend, send(fmt.Sprint("conversation number ", i)))
		l.until(b)
	}
	id := fillLong(b, r, 10_000)
	b.Run("list", func(b *testing.B) {
		measure(b, func() int {
			return len(call(b, l, client.ConversationList, client.ListConversations{}).Conversations)
		})
	})
	b.Run("search", func(b *testing.B) {
		measure(b, func() int {
			return len(call(b, l, client.ConversationList, client.ListConversations{Search: "number 1"}).Conversations)
		})
	})
	b.Run("messages", func(b *testing.B) {
		measure(b, func() int {
			return len(call(b, l, client.ConversationMessages, client.ListMessages{Conversation: id}).Messages)
		})
	})
}

// fillLong makes a conversation of n rounds with two calls each.
func fillLong(b *testing.B, r *rig, n int) chat.ConversationID {
	b.Helper()
	begun := begin(b, r)
	j := r.store.Journal(begun.Run.ID)
	for i := range n {
		msg := chat.Message{
			ID: chat.MessageID(chat.NewID()), Conversation: begun.Conversation.ID, Run: begun.Run.ID, Role: chat.RoleAssistant, Round: i + 1, CreatedAt: time.Now(),
			Content: []chat.Block{{Type: chat.BlockText, Text: strings.Repeat("I look at the page first. ", 8)}},
		}
		for k := range 2 {
			msg.ToolCalls = append(msg.ToolCalls, chat.ToolCall{
				ID: chat.CallID(fmt.Sprintf("%s/%d/%d", begun.Run.ID, i+1, k)), Name: "click",
				Arguments: `{"ref":"e1"}`, Status: chat.CallCompleted, Result: strings.Repeat("- button \"Order\" [ref=e1]\n", 60),
			})
		}
		if err := j.CloseRound(b.Context(), msg); err != nil {
			b.Fatal(err)
		}
	}
	return begun.Conversation.ID
}

func begin(b *testing.B, r *rig) store.Begun {
	b.Helper()
	begun, err := r.store.BeginRun(b.Context(), store.NewRun{
		Run:     chat.Run{ID: chat.RunID(chat.NewID()), Model: "offline"},
		Message: chat.Message{ID: chat.MessageID(chat.NewID()), Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: "a long one"}}},
		Title:   "a long one",
	})
	if err != nil {
		b.Fatal(err)
	}
	return begun
}

func measure(b *testing.B, fn func() int) {
	b.Helper()
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		if n := fn(); n != 50 {
			b.Fatalf("%d, want a page of 50", n)
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}
