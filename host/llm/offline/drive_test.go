package offline_test

import (
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/host/llm/offline"
	"github.com/margay/margay/protocol/chat"
)

func toolList(more ...string) []llm.Tool {
	var out []llm.Tool
	for _, n := range append([]string{"navigate", "snapshot", "find", "get_tab_content", "click", "fill", "handle_dialog", "list_tabs"}, more...) {
		out = append(out, llm.Tool{Name: n})
	}
	return out
}

// drive lets the offline model work on a simulated page, as the loop would,
// and gives its last words with the messages.
func drive(t *testing.T, s *sim, history []chat.Message, prompt string) (string, []chat.Message) {
	t.Helper()
	return driveOn(t, s, llm.Request{System: "You drive a browser.", Messages: append(history, llmtest.User(prompt)), Tools: toolList()})
}

// driveOn does so with a request of one's own.
func driveOn(t *testing.T, s *sim, req llm.Request) (string, []chat.Message) {
	t.Helper()
	prompt := req.Messages[len(req.Messages)-1].Content
	for round := 1; round <= 100; round++ {
		got, err := llmtest.Collect(t.Context(), offline.New(), req)
		if err != nil {
			t.Fatal(err)
		}
		if got.Streamed() != got.Text() || got.Usage.InputTokens == 0 || got.Usage.OutputTokens == 0 {
			t.Fatalf("the deltas are not the reply: %q, %q, %+v", got.Streamed(), got.Text(), got.Usage)
		}
		if len(got.Calls) == 0 {
			return got.Text(), append(req.Messages, chat.Message{Role: chat.RoleAssistant, Content: got.Content})
		}
		msg := chat.Message{Role: chat.RoleAssistant, Content: got.Content}
		for _, c := range got.Calls {
			status, text := s.call(c.Name, c.Arguments)
			msg.ToolCalls = append(msg.ToolCalls, chat.ToolCall{ModelID: c.ModelID, Name: c.Name, Arguments: c.Arguments, Status: status, Result: text})
		}
		req.Messages = append(req.Messages, msg)
		if err := llm.CheckRequest(req); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatalf("%v is not done after 100 rounds", prompt)
	return "", nil
}
