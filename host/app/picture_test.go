package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/agent"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/page"
)

// camera is a page of which only pictures can be taken.
type camera struct {
	page.Driver
	picture []byte
}

func (c camera) Shoot(context.Context, page.At, string, bool) (page.Picture, error) {
	return page.Picture{Tab: 1, Words: "tab 1", MimeType: "image/png", Data: c.picture, Width: 1, Height: 1}, nil
}

// shown is what clients are told.
type shown struct{ events []chat.Event }

func (s *shown) Emit(e chat.Event) { s.events = append(s.events, e) }

// A picture is stored with the round, told of by its id and never by its bytes,
// and gone with its conversation.
func TestPicture_lives_with_its_conversation(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	begun, err := st.BeginRun(t.Context(), store.NewRun{
		Run:     chat.Run{ID: chat.RunID(chat.NewID()), Model: "script"},
		Message: chat.Message{ID: chat.MessageID(chat.NewID()), Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: "show me"}}, CreatedAt: time.Now()},
	})
	if err != nil {
		t.Fatal(err)
	}
	picture := bytes.Repeat([]byte("a picture of many bytes "), 1000)
	catalog, err := tools.NewCatalog(page.Tools(camera{picture: picture}, st)...)
	if err != nil {
		t.Fatal(err)
	}
	sink := &shown{}
	out := agent.Run(t.Context(), agent.Options{
		Run: begun.Run, Tools: catalog, Sink: sink, Journal: st.Journal(begun.Run.ID), Log: zerolog.Nop(),
		Model: llmtest.NewScript(llmtest.Turn{Calls: []llmtest.Call{{Name: "screenshot"}}}, llmtest.Say("There it is.")),
		Scope: tools.Scope{Conversation: begun.Conversation.ID, Run: begun.Run.ID},
	})
	if out.State != chat.RunDone {
		t.Fatalf("the run is %+v", out)
	}

	id := chat.BlobOf(picture)
	told := false
	for _, e := range sink.events {
		raw, err := json.Marshal(e)
		if err != nil || bytes.Contains(raw, []byte("many bytes")) {
			t.Errorf("an event carries the picture itself: %.200s, %v", raw, err)
		}
		told = told || e.Type == chat.EventCallComplete && len(e.ToolCall.Attachments) == 1 && e.ToolCall.Attachments[0].Blob == id
	}
	if !told {
		t.Errorf("no event names the picture: %+v", sink.events)
	}
	history, err := st.History(begun.Conversation.ID)
	if err != nil || len(history) != 3 || len(history[1].ToolCalls) != 1 {
		t.Fatalf("history %+v, %v", history, err)
	}
	want := chat.Block{Type: chat.BlockImage, Blob: id, MimeType: "image/png", Name: "tab-1.png", Size: int64(len(picture))}
	if got := history[1].ToolCalls[0].Attachments; len(got) != 1 || got[0] != want {
		t.Errorf("the round has %+v, want %+v", got, want)
	}
	if data, _, kind, err := st.ReadBlob(id, 0, -1); err != nil || !bytes.Equal(data, picture) || kind != "image/png" {
		t.Errorf("read %d bytes of %s, %v", len(data), kind, err)
	}

	if err := st.DeleteConversation(t.Context(), begun.Conversation.ID, begun.Conversation.Generation); err != nil {
		t.Fatal(err)
	}
	var f *protocol.Fault
	if _, _, _, err := st.ReadBlob(id, 0, -1); !errors.As(err, &f) || f.Reason() != protocol.ReasonNotFound {
		t.Errorf("the picture outlives its conversation: %v", err)
	}
}
