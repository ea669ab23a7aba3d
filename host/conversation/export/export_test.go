package export_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/conversation/export"
	"github.com/margay/margay/protocol/chat"
)

// hostile is text that would become markup, or end a block, where nobody heeds it.
const hostile = "</details></pre><script>alert(1)</script>\n```\n# not a heading\n````\n<img src=x onerror=alert(1)>"

func sample() export.Chat {
	at := time.Date(2026, 11, 30, 9, 12, 0, 0, time.UTC)
	return export.Chat{
		Conversation: chat.Conversation{ID: "c1", Title: "Order <b>a shirt</b>\nfor Mira", CreatedAt: at, UpdatedAt: at, Generation: "g1", Revision: 7},
		Messages: []chat.Message{
			{ID: "m1", Conversation: "c1", Run: "r1", Role: chat.RoleUser, CreatedAt: at, Content: []chat.Block{
				{Type: chat.BlockText, Text: "Order it. 你好 & <i>thanks</i>"}, {Type: chat.BlockFile, Blob: "b1", Name: "sizes.pdf", MimeType: "application/pdf", Size: 12},
			}},
			{
				ID: "m2", Conversation: "c1", Run: "r1", Role: chat.RoleAssistant, Round: 1, Model: "openai:gpt-5-mini", CreatedAt: at, Vendor: `{"signature":"secret"}`,
				Content: []chat.Block{{Type: chat.BlockThinking, Text: "Hm.\n" + hostile}, {Type: chat.BlockText, Text: "Let me look."}},
				ToolCalls: []chat.ToolCall{
					{ID: "r1/1/0", ModelID: "k", Name: "click", Arguments: `{"ref":"e7","n":12345678901234567890}`, Ran: `{"ref":"e7"}`, Status: chat.CallCompleted, Result: hostile, DurationMs: 41, Vendor: "sig", Attachments: []chat.Block{{Type: chat.BlockImage, Blob: "b2", MimeType: "image/png"}}},
					{ID: "r1/1/1", Name: "fill", Arguments: "{broken", Status: chat.CallUnknown, Result: "The outcome is unknown."},
				},
			},
			{ID: "m3", Conversation: "c1", Run: "r1", Role: chat.RoleAssistant, Round: 2, Model: "openai:gpt-5-mini", CreatedAt: at, Content: []chat.Block{}, Cut: true, Error: "Stopped.", ErrorCode: chat.ErrorCancelled, Usage: &chat.Usage{InputTokens: 4, OutputTokens: 2}, DurationMs: 900},
		},
	}
}

// TestJSON_is_read_back: all of it but what only a provider reads.
func TestJSON_is_read_back(t *testing.T) {
	t.Parallel()
	c := sample()
	text, err := export.JSON(c)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "secret") || strings.Contains(string(text), `"vendor"`) {
		t.Error("it holds what a provider wants back")
	}
	got, err := export.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	want := sample()
	want.Messages[1].Vendor, want.Messages[1].ToolCalls[0].Vendor = "", ""
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if c.Messages[1].Vendor == "" || c.Messages[1].ToolCalls[0].Vendor == "" {
		t.Error("what was exported was changed")
	}
}

// TestRead_refuses_what_no_history_holds, and says where.
func TestRead_refuses_what_no_history_holds(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, says string }{
		"nothing":        {"", "cannot be read"},
		"broken":         {`{"format":"margay conversation","version":1,`, "cannot be read"},
		"another":        {`{"messages":[]}`, "no conversation that Margay has exported"},
		"newer":          {`{"format":"margay conversation","version":2}`, "upgrade it"},
		"no_version":     {`{"format":"margay conversation"}`, "version 0"},
		"no_text":        {"{\"format\":\"margay conversation\xff\"}", "no text in UTF-8"},
		"a_role":         {`{"format":"margay conversation","version":1,"messages":[{"role":"user","content":[]},{"role":"system","content":[]}]}`, `message 2: nobody speaks as "system"`},
		"a_kind":         {`{"format":"margay conversation","version":1,"messages":[{"role":"user","content":[{"type":"video"}]}]}`, `message 1: there is no content of kind "video"`},
		"half_a_round":   {`{"format":"margay conversation","version":1,"messages":[{"role":"assistant","content":[],"toolCalls":[{"name":"click","status":"started"}]}]}`, "call 1 has no result"},
		"calls_of_human": {`{"format":"margay conversation","version":1,"messages":[{"role":"user","content":[],"toolCalls":[{"name":"click","status":"completed"}]}]}`, "a person makes no calls"},
	} {
		if _, err := export.Read([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q in it", name, err, c.says)
		}
	}
}

// TestRead_takes_nothing_for_a_provider: it would go out with the next request.
func TestRead_takes_nothing_for_a_provider(t *testing.T) {
	t.Parallel()
	c, err := export.Read([]byte(`{"format":"margay conversation","version":1,"messages":[{"role":"assistant","content":[],"vendor":"x","toolCalls":[{"name":"click","status":"completed","vendor":"y"}]}]}`))
	if err != nil || c.Messages[0].Vendor != "" || c.Messages[0].ToolCalls[0].Vendor != "" {
		t.Errorf("%+v, %v", c, err)
	}
}

// TestMarkdown_is_for_reading: people, models, folded thinking and calls, files by name; nothing ends a block early.
func TestMarkdown_is_for_reading(t *testing.T) {
	t.Parallel()
	text := export.Markdown(sample())
	for _, want := range []string{
		"# Order <b>a shirt</b> for Mira\n", "> 2026-11-30 09:12 · openai:gpt-5-mini\n", "### 👤 User\n\nOrder it. 你好 & <i>thanks</i>\n\n[file: sizes.pdf]\n",
		"### 🤖 Assistant\n", "<summary>💭 Thinking</summary>\n\n`````\nHm.\n", "<summary>🔧 click ✅</summary>\n\n```json\n{\n  \"n\": 12345678901234567890,\n  \"ref\": \"e7\"\n}\n```",
		"\n`````\n" + hostile + "\n`````\n", "[image: b2]", "<summary>🔧 fill ❓</summary>\n\n```json\n{broken\n```", "> ⚠️ Stopped.\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in\n%s", want, text)
		}
	}
	if strings.Count(text, "### 🤖") != 1 {
		t.Error("what the model says in a row stands under one heading")
	}
	// Outside of fences nothing of a result is left.
	fence := ""
	for line := range strings.Lines(text) {
		mark := strings.TrimRight(line, "`jsonx\n")
		switch ticks := line[:len(line)-len(strings.TrimLeft(line, "`"))]; {
		case fence == "" && len(ticks) >= 3:
			fence = ticks
		case fence != "" && mark == "" && ticks == fence:
			fence = ""
		case fence == "" && strings.Contains(line, "script"):
			t.Errorf("outside of a block: %s", line)
		}
	}
}

// TestHTML_runs_nothing: what was said is text in it, and it asks for nothing from elsewhere.
func TestHTML_runs_nothing(t *testing.T) {
	t.Parallel()
	page, err := export.HTML(sample())
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for _, want := range []string{
		"<title>Order &lt;b&gt;a shirt&lt;/b&gt;\nfor Mira</title>", "Order it. 你好 &amp; &lt;i&gt;thanks&lt;/i&gt;", "[file: sizes.pdf]", "&lt;script&gt;alert(1)&lt;/script&gt;",
		"✅ <code>click</code>", "Stopped.", "default-src &#39;none&#39;",
	} {
		if !strings.Contains(text, want) && !strings.Contains(strings.ReplaceAll(text, "'", "&#39;"), want) {
			t.Errorf("%q is not in the page", want)
		}
	}
	for _, never := range []string{"<script", "<img", "onerror=alert(1)>\n<", "http://", "https://", "secret"} {
		if strings.Contains(text, never) {
			t.Errorf("%q is in the page", never)
		}
	}
}

func TestFileName(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Order a shirt": "Order a shirt.md", `a/b\c?d%e*f:g|h"i<j>k`: "a_b_c_d_e_f_g_h_i_j_k.md", "": "conversation.md", " .. ": "conversation.md", "a\nb\x00c": "a_b_c.md",
		"订一件衬衫": "订一件衬衫.md", strings.Repeat("长", 200): strings.Repeat("长", 80) + ".md", "...hidden": "hidden.md",
	} {
		if got := export.FileName(title, "md"); got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

// FuzzRead: whatever comes, what is read can be written and is the same again.
func FuzzRead(f *testing.F) {
	text, err := export.JSON(sample())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"format":"margay conversation","version":1,"messages":[{"role":"user","content":null}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := export.Read(text)
		if err != nil {
			return
		}
		again, err := export.JSON(c)
		if err != nil {
			t.Skip() // a time beyond what JSON takes
		}
		back, err := export.Read(again)
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if a, b := mustJSON(t, back), mustJSON(t, c); a != b {
			t.Errorf("%s\n%s", a, b)
		}
		if _, err := export.HTML(c); err != nil {
			t.Error(err)
		}
		_ = export.Markdown(c)
	})
}

func mustJSON(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
