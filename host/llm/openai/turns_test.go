package openai_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// refusals are how servers say that they take no message of that role there.
func refusals() map[string]struct {
	status int
	body   string
} {
	type refusal = struct {
		status int
		body   string
	}
	const alternate = "Conversation roles must alternate user/assistant/user/assistant/..."
	return map[string]refusal{
		"mistral":   {400, `{"object":"error","message":"Unexpected role 'user' after role 'tool'","type":"invalid_request_message_order","param":null,"code":"3230"}`},
		"vllm":      {400, `{"object":"error","message":"` + alternate + `","type":"BadRequestError","code":400}`},
		"tgi":       {422, `{"error":"Template error: syntax error: ` + alternate + `","error_type":"template_error"}`},
		"llama_cpp": {500, `{"error":{"code":500,"message":"` + alternate + `","type":"server_error"}}`},
		"in_stream": {200, `{"error":{"code":400,"message":"After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results."}}`},
	}
}

// rolesOf are the roles of a request's messages.
func rolesOf(t *testing.T, body []byte) (list []string) {
	t.Helper()
	for _, msg := range wireMessages(t, body) {
		list = append(list, msg["role"].(string))
	}
	return list
}

// alternates reports whether strict templates take these roles: a person and an
// assistant who calls nothing take turns, and nobody but an assistant follows a result.
func alternates(t *testing.T, body []byte) bool {
	t.Helper()
	next, before := "user", ""
	for _, msg := range wireMessages(t, body) {
		role := msg["role"].(string)
		if role == "user" && before == "tool" {
			return false
		}
		if role == "user" || role == "assistant" && msg["tool_calls"] == nil {
			if role != next {
				return false
			}
			if next = "user"; role == "user" {
				next = "assistant"
			}
		}
		before = role
	}
	return true
}

// TestTurns of strict providers are kept once they have refused others: within the same
// call, and from then on.
func TestTurns(t *testing.T) {
	t.Parallel()
	round := chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{ModelID: "a", Name: "f", Arguments: "{}", Status: chat.CallCompleted, Result: "ok"}}}
	shot := chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{
		ModelID: "b", Name: "screenshot", Arguments: "{}", Status: chat.CallCompleted, Result: "ok",
		Attachments: []chat.Block{{Type: chat.BlockImage, Blob: "x", MimeType: "image/png", Name: "shot.png"}},
	}}}
	for history, list := range map[string][]chat.Message{
		"a_screenshot":          append(words("go"), shot),
		"screenshots_and_words": append(append(words("go"), shot, round, shot), words("go on")...),
		"failed_after_a_round":  append(append(words("go"), round), words("go on")...),
	} {
		for name, refusal := range refusals() {
			t.Run(history+"/"+name, func(t *testing.T) {
				t.Parallel()
				address, refused := picky(t, refusal.status, refusal.body, func(body string) bool { return !alternates(t, []byte(body)) })
				habits := &openai.Habits{}
				for range 2 {
					m := openai.New(openai.Options{Model: "m", BaseURL: address, Retries: -1, Habits: habits, Sees: true})
					o := ask(t, m, llm.Request{Messages: list, Files: func(chat.BlobID) ([]byte, error) { return []byte("png"), nil }})
					if o.err != nil || o.reply.Text() != "ok" || len(retries(o)) > 0 {
						t.Errorf("%q, %v", o.reply.Text(), o.err)
					}
				}
				if !slices.Equal(*refused, []bool{true, false, false}) {
					t.Errorf("refused: %v", *refused)
				}
			})
		}
	}
}

// TestTurns_of_one_person become one message for all providers, with all that was in
// them; results are followed at once where nobody has refused that.
func TestTurns_of_one_person(t *testing.T) {
	t.Parallel()
	picture := chat.Message{Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockImage, Blob: "x", MimeType: "image/png", Name: "a.png"}}}
	round := chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{ModelID: "a", Name: "f", Arguments: "{}", Status: chat.CallCompleted, Result: "ok"}}}
	for name, tt := range map[string]struct {
		list  []chat.Message
		roles []string
		first string
	}{
		"two_texts":             {append(words("one"), words("two")...), []string{"user"}, `"one\n\ntwo"`},
		"a_text_and_a_picture":  {append(words("one"), picture), []string{"user"}, `[{"text":"one","type":"text"},{"image_url":{"url":"data:image/png;base64,cG5n"},"type":"image_url"}]`},
		"a_picture_and_a_text":  {append([]chat.Message{picture}, words("two")...), []string{"user"}, `[{"image_url":{"url":"data:image/png;base64,cG5n"},"type":"image_url"},{"text":"two","type":"text"}]`},
		"an_answer_between":     {append(append(words("one"), chat.Message{Role: chat.RoleAssistant, Content: block("yes")}), words("two")...), []string{"user", "assistant", "user"}, `"one"`},
		"results_before_a_text": {append(append(words("one"), round), words("two")...), []string{"user", "assistant", "tool", "user"}, `"one"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, rec := serve(t, 200, []byte(sound), openai.Options{Sees: true})
			ask(t, m, llm.Request{Messages: tt.list, Files: func(chat.BlobID) ([]byte, error) { return []byte("png"), nil }})
			first, err := json.Marshal(wireMessages(t, rec.sent[0])[0]["content"])
			if got := rolesOf(t, rec.sent[0]); err != nil || !slices.Equal(got, tt.roles) || string(first) != tt.first {
				t.Errorf("%v, the first says %s; want %v and %s", got, first, tt.roles, tt.first)
			}
		})
	}
}

// TestTurns_are_not_learned from failures of another kind: a limit is waited for, and
// after words that were shown nothing is asked again in secret.
func TestTurns_are_not_learned(t *testing.T) {
	t.Parallel()
	const alternate = `{"error":{"code":400,"message":"conversation roles must alternate user and assistant"}}`
	for name, tt := range map[string]struct {
		st    step
		tries int
		wait  time.Duration
	}{
		"from_a_limit":             {step{status: 429, header: http.Header{"Retry-After": {"7"}}, body: alternate}, 2, 7 * time.Second},
		"after_words_of_an_answer": {step{status: 200, body: events(`{"choices":[{"index":0,"delta":{"content":"ha"}}]}`, alternate)}, 1, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				_, tr := play(t, t.Context(), openai.Options{}, tt.st, good)
				if len(tr.at) != tt.tries || time.Since(start) != tt.wait {
					t.Errorf("%d tries in %s, want %d in %s", len(tr.at), time.Since(start), tt.tries, tt.wait)
				}
			})
		})
	}
}
