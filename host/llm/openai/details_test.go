package openai_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// TestDetails_go_back unchanged to the model that wrote them, and to no other:
// pieces of one part are joined, what is encrypted stays as it came.
func TestDetails_go_back(t *testing.T) {
	t.Parallel()
	for recording, want := range map[string]string{
		"reasoning-details-encrypted": `[{"type":"reasoning.encrypted","data":"RU5DLTAwMDE=","id":"call_e1","format":"google-gemini-v1","index":0}]`,
		"reasoning-details-in-pieces": `[{"type":"reasoning.text","text":"The user wants tabs.","format":"anthropic-claude-v1","index":0,"signature":"U0lHLTE="},` +
			`{"type":"reasoning.summary","summary":"Listing, then closing.","index":1},` +
			`{"type":"reasoning.encrypted","data":"QQ==","index":2},{"type":"reasoning.encrypted","data":"Qg==","index":2}]`,
		"reasoning-details-without-index": `[{"type":"reasoning.text","text":"one two"},{"type":"reasoning.encrypted","data":"x","id":"a"},{"type":"reasoning.text","text":"three"}]`,
	} {
		t.Run(recording, func(t *testing.T) {
			t.Parallel()
			body := recordings(t)[recording]
			m, rec := serve(t, 200, body, openai.Options{})
			history := append(words("go"), answered(t, m, "one tab"))
			ask(t, m, llm.Request{Messages: history})
			if got := wireMessages(t, rec.sent[1])[1]["reasoning_details"]; !sameJSON(t, got, want) {
				t.Errorf("went back as %v, want %s", got, want)
			}
			other, rec2 := serve(t, 200, body, openai.Options{Model: "another"})
			ask(t, other, llm.Request{Messages: history})
			if strings.Contains(string(rec2.sent[0]), "reasoning_details") {
				t.Error("another model got details that it never wrote")
			}
		})
	}
}

func sameJSON(t *testing.T, got any, want string) bool {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(want), &value); err != nil {
		t.Fatal(err)
	}
	a, _ := json.Marshal(got)
	b, _ := json.Marshal(value)
	return string(a) == string(b)
}

// TestDetails_in_a_round: a vendor that demands them is served, and one that does
// not take back what it wrote is asked without.
func TestDetails_in_a_round(t *testing.T) {
	t.Parallel()
	for name, wants := range map[string]bool{"demanded": true, "refused": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			body := recordings(t)["reasoning-details-encrypted"]
			m0, _ := serve(t, 200, body, openai.Options{Model: "m"})
			history := append(words("go"), answered(t, m0, "one tab"))
			refusals := 0
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var sent struct {
					Messages []struct {
						Details json.RawMessage `json:"reasoning_details"`
					}
				}
				if err := json.NewDecoder(r.Body).Decode(&sent); err != nil {
					t.Error(err)
				}
				if has := sent.Messages[1].Details != nil; has != wants {
					refusals++
					answer(400, map[bool]string{
						true:  `{"error":{"code":400,"message":"Gemini models require OpenRouter reasoning details to be preserved in each request"}}`,
						false: `{"error":{"code":400,"message":"Extra inputs are not permitted: messages.1.reasoning_details"}}`,
					}[wants])(w, r)
					return
				}
				_, _ = w.Write([]byte(sound))
			}))
			defer srv.Close()
			habits := &openai.Habits{}
			for range 2 {
				m := openai.New(openai.Options{Model: "m", BaseURL: srv.URL, Retries: -1, Habits: habits})
				if o := ask(t, m, llm.Request{Messages: history}); o.err != nil || o.reply.Text() != "ok" {
					t.Errorf("%q, %v", o.reply.Text(), o.err)
				}
			}
			if want := map[bool]int{true: 0, false: 1}[wants]; refusals != want {
				t.Errorf("%d refusals, want %d", refusals, want)
			}
		})
	}
}

// TestDetails_of_two_parts with one index or none stay two where one is signed, or
// their ids differ: a vendor refuses a signature that is not of the text before it.
func TestDetails_of_two_parts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		pieces []string
		want   string
	}{
		"signed": {
			[]string{`{"type":"t","index":0,"text":"o"}`, `{"type":"t","index":0,"text":"ne"}`, `{"type":"t","index":0,"signature":"A"}`, `{"type":"t","index":0,"text":"two"}`, `{"type":"t","index":0,"signature":"B"}`},
			`[{"type":"t","index":0,"text":"one","signature":"A"},{"type":"t","index":0,"text":"two","signature":"B"}]`,
		},
		"signed_without_an_index": {
			[]string{`{"type":"t","text":"one","signature":"A"}`, `{"type":"t","text":"two","signature":"B"}`},
			`[{"type":"t","text":"one","signature":"A"},{"type":"t","text":"two","signature":"B"}]`,
		},
		"of_other_ids": {
			[]string{`{"type":"s","id":"a","summary":"o"}`, `{"type":"s","id":"a","summary":"ne"}`, `{"type":"s","id":"b","summary":"two"}`},
			`[{"type":"s","id":"a","summary":"one"},{"type":"s","id":"b","summary":"two"}]`,
		},
		"an_empty_signature_with_each": {
			[]string{`{"type":"t","text":"o","signature":""}`, `{"type":"t","text":"ne","signature":null}`, `{"type":"t","text":"","signature":"A"}`},
			`[{"type":"t","text":"one","signature":"A"}]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var frames []string
			for _, piece := range tt.pieces {
				frames = append(frames, said(`{"reasoning_details":[`+piece+`]}`))
			}
			m, rec := serve(t, 200, []byte(events(append(frames, said(`{"content":"Hello"}`), stop)...)), openai.Options{})
			o := ask(t, m, llm.Request{Messages: words("go")})
			ask(t, m, llm.Request{Messages: append(words("go"), stored(o.reply), chat.Message{Role: chat.RoleUser, Content: block("on")})})
			if got := wireMessages(t, rec.sent[1])[1]["reasoning_details"]; !sameJSON(t, got, tt.want) {
				t.Errorf("went back as %v, want %s", got, tt.want)
			}
		})
	}
}

// TestDetails_of_an_answer go back with it, too, although it called nothing.
func TestDetails_of_an_answer(t *testing.T) {
	t.Parallel()
	m, rec := serve(t, 200, []byte(events(said(`{"reasoning_details":[{"type":"reasoning.encrypted","data":"\ud83dx"}]}`), said(`{"content":"Hello"}`), stop)), openai.Options{})
	o := ask(t, m, llm.Request{Messages: words("go")})
	history := append(words("go"), stored(o.reply), chat.Message{Role: chat.RoleUser, Content: block("on")})
	ask(t, m, llm.Request{Messages: history})
	checkSound(t, rec.sent[1], 0, true)
	if got := wireMessages(t, rec.sent[1])[1]["reasoning_details"]; !sameJSON(t, got, `[{"type":"reasoning.encrypted","data":"\ufffdx"}]`) {
		t.Errorf("went back as %v", got)
	}
}
