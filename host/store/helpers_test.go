package store_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

func text(s string) []chat.Block { return []chat.Block{{Type: chat.BlockText, Text: s}} }

// send begins a run in a conversation; "" begins one.
func send(t testing.TB, s *store.Store, in chat.ConversationID, words string) store.Begun {
	t.Helper()
	begun, err := s.BeginRun(context.Background(), newRun(in, words))
	if err != nil {
		t.Fatal(err)
	}
	return begun
}

func newRun(in chat.ConversationID, words string) store.NewRun {
	return store.NewRun{
		Run:     chat.Run{ID: chat.RunID(chat.NewID()), Conversation: in, Model: "offline"},
		Message: chat.Message{ID: chat.MessageID(chat.NewID()), Role: chat.RoleUser, Content: text(words), CreatedAt: time.Now().UTC()},
		Title:   words[:min(len(words), 30)],
	}
}

// round makes an assistant message with calls of the given states.
func round(run chat.Run, n int, states ...chat.CallStatus) chat.Message {
	msg := answer(run, fmt.Sprintf("round %d", n))
	msg.Round = n
	for i, state := range states {
		c := chat.ToolCall{
			ID: chat.CallID(fmt.Sprintf("%s/%d/%d", run.ID, n, i)), ModelID: fmt.Sprint("m", i),
			Name: "click", Arguments: `{"ref":"e1"}`, Status: state,
		}
		if state.Final() {
			c.Result = fmt.Sprintf("result %d", i)
		}
		msg.ToolCalls = append(msg.ToolCalls, c)
	}
	return msg
}

func answer(run chat.Run, words string) chat.Message {
	return chat.Message{
		ID: chat.MessageID(chat.NewID()), Conversation: run.Conversation, Run: run.ID,
		Role: chat.RoleAssistant, Content: text(words), CreatedAt: time.Now().UTC(),
	}
}

func finish(t testing.TB, s *store.Store, run chat.Run, words string) chat.Message {
	t.Helper()
	msg := answer(run, words)
	if err := s.Journal(run.ID).Finish(context.Background(), msg, chat.RunDone); err != nil {
		t.Fatal(err)
	}
	return msg
}

// wantFault fails unless err is a fault of that reason whose words hold says.
func wantFault(t testing.TB, err error, reason protocol.Reason, says ...string) *protocol.Fault {
	t.Helper()
	var fault *protocol.Fault
	if !errors.As(err, &fault) || fault.Reason() != reason {
		t.Fatalf("got %v, want a fault %s", err, reason)
	}
	for _, want := range says {
		if all := fault.Message + " " + fault.Data.Next; !strings.Contains(all, want) {
			t.Errorf("fault says %q, want it to say %q", all, want)
		}
	}
	return fault
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
