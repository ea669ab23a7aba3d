package openai_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// TestImages reach a model that sees, as they are, in messages and after the
// results of a round; any other model is told that there are some.
func TestImages(t *testing.T) {
	t.Parallel()
	shot := chat.Block{Type: chat.BlockImage, Name: "shot.png", Blob: "there", MimeType: "image/png", Size: 3}
	gone, odd := shot, shot
	gone.Blob, gone.Name = "gone", "gone.png"
	odd.MimeType, odd.Name = "image/svg+xml", "odd.svg"
	req := llm.Request{
		Messages: []chat.Message{
			{Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: "what is this?"}, shot, gone, odd}},
			{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{
				{ModelID: "a", Name: "screenshot", Arguments: "{}", Status: chat.CallCompleted, Result: "A screenshot of tab 1.", Attachments: []chat.Block{shot}},
				{ModelID: "b", Name: "list_tabs", Arguments: "{}", Status: chat.CallCompleted, Result: "- tab 1"},
			}},
		},
		Files: func(id chat.BlobID) ([]byte, error) {
			if id != "there" {
				return nil, errors.New("gone")
			}
			return []byte("png"), nil
		},
	}
	const url = `"url":"data:image/png;base64,cG5n"`
	for _, sees := range []bool{true, false} {
		m, rec := serve(t, 200, []byte(sound), openai.Options{Sees: sees})
		ask(t, m, req)
		body := string(rec.sent[0])
		var roles []string
		for _, msg := range wireMessages(t, rec.sent[0]) {
			roles = append(roles, msg["role"].(string))
		}
		want := map[bool]string{true: "user assistant tool tool user", false: "user assistant tool tool"}[sees]
		if got := strings.Join(roles, " "); got != want {
			t.Errorf("sees %t: roles %s, want %s", sees, got, want)
		}
		if n := strings.Count(body, url); n != map[bool]int{true: 2, false: 0}[sees] {
			t.Errorf("sees %t: %d images were sent: %s", sees, n, body)
		}
		if n := strings.Count(body, "You are not given images"); n != map[bool]int{true: 0, false: 4}[sees] {
			t.Errorf("sees %t: told of %d images: %s", sees, n, body)
		}
		if n := strings.Count(body, "cannot be read any more"); sees && n != 2 {
			t.Errorf("%d unreadable images were told of: %s", n, body)
		}
		if !json.Valid(rec.sent[0]) || !strings.Contains(body, "what is this?") {
			t.Errorf("body %s", body)
		}
	}
}
