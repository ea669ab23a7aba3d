package app

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/agent"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

// Pieces of a provider's answers.
const (
	wireHalf  = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Half \"}}]}\n\n"
	wirePress = "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"function\":{\"name\":\"press\",\"arguments\":\"{}\"}}]}}]}\n\n"
	wireDone  = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Done.\"}}]}\n\n"
	wireStop  = "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
)

// TestBroken_answers of a provider, over its wire, through the adapter, the loop
// and the store: a call acts once whatever breaks off before or after it, what was
// shown in vain is withdrawn, and the same is asked again.
func TestBroken_answers(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answers []string
		presses int
		state   chat.RunState
		drops   []bool
		same    [2]int // two requests that are to be the same
		last    string // what the last message holds
	}{
		"after_an_act":          {[]string{wirePress + wireStop, wireHalf, wireDone + wireStop}, 1, chat.RunDone, []bool{true}, [2]int{1, 2}, "Done."},
		"after_an_act_unshown":  {[]string{wirePress + wireStop, "", wireDone + wireStop}, 1, chat.RunDone, []bool{false}, [2]int{1, 2}, "Done."},
		"with_a_whole_call":     {[]string{wireHalf + wirePress, wirePress + wireStop, wireDone + wireStop}, 1, chat.RunDone, []bool{true}, [2]int{0, 1}, "Done."},
		"twice_after_an_act":    {[]string{wirePress + wireStop, wireHalf, wireHalf}, 1, chat.RunFailed, []bool{true}, [2]int{1, 2}, "Half "},
		"with_a_call_and_again": {[]string{wirePress, wirePress}, 0, chat.RunFailed, []bool{true}, [2]int{0, 1}, ""},
		"by_an_error_after_it":  {[]string{wirePress + wireStop, wireHalf + "data: {\"error\":{\"message\":\"no such key\"}}\n\n"}, 1, chat.RunFailed, nil, [2]int{}, "Half "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var bodies [][]byte
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				body, _ := io.ReadAll(r.Body)
				if bodies = append(bodies, body); len(bodies) <= len(tt.answers) {
					_, _ = fmt.Fprint(w, tt.answers[len(bodies)-1])
				}
			}))
			defer srv.Close()
			presses := 0
			press := tools.Func(tools.Spec{Name: "press", Class: tools.ClassPage, Parameters: []byte(`{"type":"object","properties":{}}`)},
				func(context.Context, map[string]any, tools.Call) (tools.Result, error) {
					presses++
					return tools.Result{Text: "pressed"}, nil
				})
			catalog, err := tools.NewCatalog(press)
			if err != nil {
				t.Fatal(err)
			}
			st := storetest.Open(t)
			begun, err := st.BeginRun(t.Context(), store.NewRun{
				Run:     chat.Run{ID: chat.RunID(chat.NewID()), Model: "script"},
				Message: chat.Message{ID: chat.MessageID(chat.NewID()), Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: "press it"}}, CreatedAt: time.Now()},
			})
			if err != nil {
				t.Fatal(err)
			}
			history, err := st.History(begun.Conversation.ID)
			if err != nil {
				t.Fatal(err)
			}
			sink := &shown{}
			out := agent.Run(t.Context(), agent.Options{
				Run: begun.Run, Tools: catalog, Sink: sink, Journal: st.Journal(begun.Run.ID), Log: zerolog.Nop(), History: history,
				Model: openai.New(openai.Options{Model: "m", BaseURL: srv.URL, Retries: 1}), Scope: tools.Scope{Conversation: begun.Conversation.ID, Run: begun.Run.ID},
			})
			if out.State != tt.state || presses != tt.presses || len(bodies) != len(tt.answers) {
				t.Errorf("%s with %q after %d presses and %d requests", out.State, out.Run.Error, presses, len(bodies))
			}
			var drops []bool
			for _, e := range sink.events {
				if e.Type == chat.EventRetry {
					drops = append(drops, e.DropPartial)
				}
			}
			if !slices.Equal(drops, tt.drops) {
				t.Errorf("withdrawn: %v, want %v", drops, tt.drops)
			}
			if a, b := tt.same[0], tt.same[1]; b < len(bodies) && !bytes.Equal(bodies[a], bodies[b]) {
				t.Errorf("asked\n%s\nand then\n%s", bodies[a], bodies[b])
			}
			kept, _, err := st.Messages(begun.Conversation.ID, "", 50)
			if err != nil {
				t.Fatal(err)
			}
			checkKept(t, kept, tt.presses, tt.last, tt.state)
		})
	}
}

// checkKept looks at what is stored in the end.
func checkKept(t *testing.T, kept []chat.Message, presses int, last string, state chat.RunState) {
	t.Helper()
	calls, text := 0, ""
	for _, m := range kept {
		for _, c := range m.ToolCalls {
			if calls++; c.Status != chat.CallCompleted || c.Result != "pressed" {
				t.Errorf("a call is kept as %+v", c)
			}
		}
	}
	end := kept[len(kept)-1]
	for _, b := range end.Content {
		text += b.Text
	}
	if calls != presses || text != last || end.Cut != (state == chat.RunFailed && last != "") || (end.Error != "") != (state == chat.RunFailed) {
		t.Errorf("%d calls are kept, and in the end %+v", calls, end)
	}
	if strings.Contains(text, "Half Done") {
		t.Error("two answers were joined")
	}
}
