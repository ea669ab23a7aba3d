package openai_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

var update = flag.Bool("update", false, "write the golden files anew")

const sound = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ok\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"

func block(s string) []chat.Block { return []chat.Block{{Type: chat.BlockText, Text: s}} }

// history is a conversation with everything that has gone wrong in one.
func history() []chat.Message {
	return []chat.Message{
		{Role: chat.RoleUser, Content: append(block("Order a lamp & <pay>"), chat.Block{Type: chat.BlockImage, Name: "lamp.png", MimeType: "image/png", Size: 12})},
		{Role: chat.RoleAssistant, Content: []chat.Block{{Type: chat.BlockThinking, Text: "secret thought"}, {Type: chat.BlockText, Text: "I look first."}}, ToolCalls: []chat.ToolCall{
			{ID: "r/1/0", ModelID: "a", Name: "snapshot", Arguments: `{}`, Status: chat.CallCompleted, Result: "- button \"Order\" [ref=e1]"},
			{ID: "r/1/1", ModelID: "a", Name: "click", Arguments: `{ref: e1}`, Status: chat.CallError, Result: "arguments: invalid character 'r'"},
		}},
		{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{
			{ID: "r/2/0", Name: "click", Arguments: `{"ref":"e1","note":"\ud83d x \ud83d\ude80 \udc00 \\ud83d"}`, Status: chat.CallUnknown},
			{ID: "r/2/1", Name: "fill", Arguments: `[]`, Status: chat.CallNotRun, Result: "Not run: the program stopped before this call."},
			{ID: "r/2/2", Name: "list_tabs", Arguments: ``, Status: chat.CallCompleted, Result: ""},
		}},
		{Role: chat.RoleAssistant, Content: block("  ")},
		{Role: chat.RoleAssistant, Content: block("bad \xff byte")},
		{Role: chat.RoleUser, Content: block("")},
		{Role: chat.RoleUser, Content: block("go on")},
	}
}

func TestRequestBody(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		o   openai.Options
		req llm.Request
	}{
		"plain": {req: llm.Request{Messages: words("hello")}},
		"whole": {
			o: openai.Options{Model: "big-1", MaxTokens: 500, Key: "sk-secret"},
			req: llm.Request{System: "Be brief.", Messages: history(), Tools: []llm.Tool{
				{Name: "list_tabs", Description: "Lists tabs."},
				{Name: "click", Description: "Presses.", Parameters: json.RawMessage(`{"type":"object","properties":{"ref":{"type":"string"}},"required":["ref"]}`)},
			}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, rec := serve(t, 200, []byte(sound), c.o)
			ask(t, m, c.req)
			body := rec.sent[0]
			if !json.Valid(body) || !utf8.Valid(body) || bytes.Contains(body, []byte("secret thought")) {
				t.Errorf("body is not sound: %s", body)
			}
			golden(t, "testdata/"+name+".golden.json", body)
			wantAuth := ""
			if c.o.Key != "" {
				wantAuth = "Bearer " + c.o.Key
			}
			if got := rec.heads[0].Get("Authorization"); got != wantAuth {
				t.Errorf("Authorization %q, want %q", got, wantAuth)
			}
		})
	}
}

func golden(t *testing.T, file string, body []byte) {
	t.Helper()
	var pretty bytes.Buffer
	if err := json.Indent(&pretty, body, "", "  "); err != nil {
		t.Fatal(err)
	}
	pretty.WriteByte('\n')
	if *update {
		if err := os.WriteFile(file, pretty.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(want, pretty.Bytes()) {
		t.Errorf("the request differs from %s (run with -update and look at the difference):\n%s", file, pretty.Bytes())
	}
}

// answered plays a recorded answer and gives the message that the loop would
// store of it.
func answered(t *testing.T, m llm.Model, results ...string) chat.Message {
	t.Helper()
	o := ask(t, m, llm.Request{Messages: words("go")})
	msg := chat.Message{Role: chat.RoleAssistant, Content: o.reply.Content, Vendor: o.reply.Vendor}
	for i, c := range o.reply.Calls {
		msg.ToolCalls = append(msg.ToolCalls, chat.ToolCall{
			ModelID: c.ModelID, Name: c.Name, Arguments: c.Arguments, Vendor: c.Vendor, Status: chat.CallCompleted, Result: results[i],
		})
	}
	return msg
}

func wireMessages(t *testing.T, body []byte) []map[string]any {
	t.Helper()
	var r struct{ Messages []map[string]any }
	if err := json.Unmarshal(body, &r); err != nil {
		t.Fatal(err)
	}
	return r.Messages
}

func TestSignatureGoesBackUnchangedToTheModelThatWroteIt(t *testing.T) {
	t.Parallel()
	body := recordings(t)["tool-call-signature-extra"]
	m, rec := serve(t, 200, body, openai.Options{})
	history := append(words("go"), answered(t, m, "one tab", "one tab"))
	ask(t, m, llm.Request{Messages: history})
	calls := wireMessages(t, rec.sent[1])[1]["tool_calls"].([]any)
	first, second := calls[0].(map[string]any), calls[1].(map[string]any)
	got, _ := json.Marshal(first["extra_content"])
	if string(got) != `{"google":{"thought_signature":"U0lHLTAwMDE="}}` {
		t.Errorf("extra_content of call 1: %s", got)
	}
	if _, ok := second["extra_content"]; ok {
		t.Error("call 2 had none and must not get one")
	}
	other, rec2 := serve(t, 200, body, openai.Options{Model: "another"})
	ask(t, other, llm.Request{Messages: history})
	if bytes.Contains(rec2.sent[0], []byte("extra_content")) {
		t.Error("another model got a signature that it never wrote")
	}
}

func TestReasoningGoesBackWhereItIsWanted(t *testing.T) {
	t.Parallel()
	body := recordings(t)["reasoning-then-tool"]
	for _, wants := range []bool{true, false} {
		m, rec := serve(t, 200, body, openai.Options{Reasoning: wants})
		history := append(words("go"), answered(t, m, "one tab"))
		ask(t, m, llm.Request{Messages: history})
		got, has := wireMessages(t, rec.sent[1])[1]["reasoning_content"]
		if has != wants || (wants && got != "The user wants the open tabs.") {
			t.Errorf("wanted %v: reasoning_content %v", wants, got)
		}
		ask(t, m, llm.Request{Messages: append(history, words("next")...)})
		if bytes.Contains(rec.sent[2], []byte("reasoning_content")) {
			t.Error("the reasoning of an earlier turn was sent")
		}
	}
}

func TestHalfARoundIsNeverSent(t *testing.T) {
	t.Parallel()
	m, rec := serve(t, 200, []byte(sound), openai.Options{})
	o := ask(t, m, llm.Request{Messages: append(words("go"), chat.Message{
		Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{Name: "click", Status: chat.CallStarted}},
	})})
	if o.err == nil || o.err.Code != chat.ErrorInternal || !strings.Contains(o.err.Message, "half a round") || len(rec.sent) != 0 {
		t.Errorf("error %v after %d requests, want a refusal and none", o.err, len(rec.sent))
	}
}

func FuzzRequestBodyIsSoundJSON(f *testing.F) {
	f.Add(`{"a":"\ud83d"}`, "text", "\xff")
	f.Add(`{"a":"\\ud83d\udc00"}`, "", "id")
	f.Fuzz(func(t *testing.T, args, text, id string) {
		m, rec := serve(t, 200, []byte(sound), openai.Options{})
		ask(t, m, llm.Request{System: text, Messages: []chat.Message{{Role: chat.RoleAssistant, Content: block(text), ToolCalls: []chat.ToolCall{
			{ModelID: id, Name: "x", Arguments: args, Status: chat.CallCompleted, Result: text},
		}}}})
		body := rec.sent[0]
		if !utf8.Valid(body) || !json.Valid(body) {
			t.Fatalf("not sound: %q", body)
		}
		for _, msg := range wireMessages(t, body) {
			calls, _ := msg["tool_calls"].([]any)
			for _, c := range calls {
				got := c.(map[string]any)["function"].(map[string]any)["arguments"].(string)
				var object map[string]any
				if err := json.Unmarshal([]byte(got), &object); err != nil || object == nil {
					t.Fatalf("arguments %q are no object", got)
				}
			}
		}
	})
}

// TestIDs_of_rounds: who calls each first call of a round alike gets a history in
// which each call has an id of its own, and its result the same.
func TestIDs_of_rounds(t *testing.T) {
	t.Parallel()
	round := chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{ModelID: "call_0", Name: "f", Arguments: "{}", Status: chat.CallCompleted, Result: "ok"}}}
	m, rec := serve(t, 200, []byte(sound), openai.Options{})
	ask(t, m, llm.Request{Messages: append(words("go"), round, round, round)})
	ids := map[string]int{}
	for _, msg := range wireMessages(t, rec.sent[0]) {
		if id, ok := msg["tool_call_id"].(string); ok {
			ids[id]++
		}
	}
	if len(ids) != 3 || ids["call_0"] != 1 {
		t.Errorf("the results answer %v, want three calls", ids)
	}
	checkSound(t, rec.sent[0], 3, true)
}
