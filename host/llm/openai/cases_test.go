package openai_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// wanted is the right outcome of a recorded answer.
type wanted struct {
	text, thinking string
	calls          []llm.Call // ModelID may be left out
	finish         llm.Finish
	usage          chat.Usage
	cut            bool
	code           chat.ErrorCode // "" for none
	words          string         // in the error
	live           []llm.Call     // what the deltas add up to, where that is not what the reply has
}

func call(name, args string) llm.Call { return llm.Call{Name: name, Arguments: args} }

var cases = map[string]wanted{
	"same-index-two-calls": {finish: llm.FinishCalls, calls: []llm.Call{
		{ModelID: "call_a1", Name: "open_tab", Arguments: `{"url":"https://one.example.test/"}`},
		{ModelID: "call_b2", Name: "open_tab", Arguments: `{"url":"https://two.example.test/"}`},
		{ModelID: "call_c3", Name: "list_tabs", Arguments: `{}`},
	}},
	"no-index":                  {finish: llm.FinishCalls, calls: []llm.Call{call("read_page", `{"tabId":11}`), call("read_page", `{"tabId":12}`)}},
	"name-repeated-every-delta": {finish: llm.FinishCalls, calls: []llm.Call{call("web_fetch", `{"url":"https://docs.example.test/","prompt":"title only"}`)}},
	"args-split-mid-escape": {finish: llm.FinishCalls, calls: []llm.Call{
		call("fill", `{"selector":"#note","value":"caf\u00e9 \ud83d\ude80 line1\nline2 \"quoted\" back\\slash"}`),
	}},
	"args-empty-string":            {finish: llm.FinishCalls, calls: []llm.Call{call("list_tabs", `{}`), call("list_tabs", `{}`)}},
	"interleaved-indexes":          {finish: llm.FinishCalls, calls: []llm.Call{call("open_tab", `{"url":"https://a.example.test/"}`), call("open_tab", `{"url":"https://b.example.test/"}`)}},
	"missing-done-clean-finish":    {finish: llm.FinishStop, text: "All three tabs are closed."},
	"eof-without-finish":           {text: "I will now open the first resu", cut: true, code: chat.ErrorNetwork, words: "before the answer was whole"},
	"done-without-finish-has-tool": {finish: llm.FinishCalls, calls: []llm.Call{call("list_tabs", `{}`)}},
	"crlf-comments-heartbeats":     {finish: llm.FinishStop, text: "Hello"},
	"multi-line-data":              {finish: llm.FinishStop, text: "two lines"},
	"usage-in-separate-chunk": {
		finish: llm.FinishStop, text: "Done.",
		usage: chat.Usage{InputTokens: 812, OutputTokens: 9, CacheReadInputTokens: 768},
	},
	"usage-in-every-chunk":              {finish: llm.FinishStop, text: "AB", usage: chat.Usage{InputTokens: 40, OutputTokens: 3}},
	"filter-chunks-no-choices-no-delta": {finish: llm.FinishStop, text: "Hi"},
	"reasoning-then-tool":               {finish: llm.FinishCalls, thinking: "The user wants the open tabs.", calls: []llm.Call{call("list_tabs", `{}`)}},
	"think-tags-split":                  {finish: llm.FinishStop, thinking: "compare a<b and c", text: "Answer: use <b>bold</b>, not <think-tank>."},
	"content-as-parts":                  {finish: llm.FinishStop, thinking: "weigh it", text: "Yes, it fits."},
	"finish-stop-with-tools":            {finish: llm.FinishCalls, calls: []llm.Call{call("list_tabs", `{}`)}},
	"length-cut-parseable-args": {
		finish: llm.FinishLength, cut: true, usage: chat.Usage{InputTokens: 900, OutputTokens: 4096},
		calls: []llm.Call{call("opfs_write", `{"path":"notes/a.txt","content":"first half"}`), call("opfs_write", `{"path":"notes/b.txt","con`)},
	},
	"error-object-midstream":    {text: "Looking at the pa", cut: true, code: chat.ErrorNetwork, words: "upstream closed"},
	"tool-call-signature-extra": {finish: llm.FinishCalls, calls: []llm.Call{call("list_tabs", `{}`), call("list_tabs", `{}`)}},
	"vendor-finish-reasons-1":   {finish: llm.FinishBlocked, text: "partial answ", cut: true, code: chat.ErrorRefused, words: "sensitive"},
	"vendor-finish-reasons-2":   {text: "part", cut: true, code: chat.ErrorNetwork, words: "before the answer was whole"},
	"vendor-finish-reasons-3":   {finish: llm.FinishBlocked, cut: true, code: chat.ErrorRefused, words: "content_filter"},
	"vendor-finish-reasons-4":   {cut: true, code: chat.ErrorAPI, words: "returned nothing"},
	"second-choice-mixed-in":    {finish: llm.FinishStop, text: "main answer"},
	"refusal-delta":             {finish: llm.FinishStop, text: "I can not help with that."},
	"empty-turn":                {cut: true, code: chat.ErrorAPI, words: "returned nothing", usage: chat.Usage{InputTokens: 300}},
	"tool-args-invalid-json": {finish: llm.FinishCalls, calls: []llm.Call{
		call("click", `{selector: '#go', tabId: 7,}`), call("click", `{"selector":"#go"}{"selector":"#stop"}`),
	}},
	"lone-surrogate-escape": {finish: llm.FinishStop, text: "cut \uFFFD\uFFFD joined? \uFFFD stray"},
	"utf8-multibyte":        {finish: llm.FinishStop, text: "標籤頁已關閉 🚀 naïve — 終わり"},
	"line-over-128k": {finish: llm.FinishCalls, calls: []llm.Call{
		call("opfs_write", `{"path": "big.txt", "content": "`+strings.Repeat("L", 180_000)+`"}`),
	}},
	"http200-json-error-not-sse": {cut: true, code: chat.ErrorAPI, words: "insufficient balance"},
	"http400-error-array":        {cut: true, code: chat.ErrorAPI, words: "Function call is missing a required signature field."},

	// Habits of vendors beyond those.
	"args-cumulative":                 {finish: llm.FinishCalls, calls: []llm.Call{call("open_tab", `{"url":"https://one.example.test/","active":true}`)}},
	"args-cumulative-interleaved":     {finish: llm.FinishCalls, calls: []llm.Call{call("click", clickGo), call("click", `{"selector":"#stop"}`)}},
	"args-cumulative-said-again":      {finish: llm.FinishCalls, calls: []llm.Call{call("click", clickGo)}},
	"args-whole-once-more-at-the-end": {finish: llm.FinishCalls, calls: []llm.Call{call("click", clickGo)}},
	"args-nested-as-they-begin":       {finish: llm.FinishCalls, calls: []llm.Call{call("set", `{"value":{"value":1}}`)}, live: []llm.Call{call("set", `{"value":1}}`)}},
	"args-end-tokens":                 {finish: llm.FinishCalls, calls: []llm.Call{call("click", clickGo)}, live: []llm.Call{call("click", clickGo+"<｜tool▁call▁end｜>\n<｜tool▁calls▁end｜>")}},
	"args-end-tokens-within-a-text": {
		finish: llm.FinishCalls, calls: []llm.Call{call("fill", `{"value":"say <｜tool▁call▁end｜> and } then"}`)},
		live: []llm.Call{call("fill", `{"value":"say <｜tool▁call▁end｜> and } then"}<|im_end|>`)},
	},
	"args-fenced": {
		finish: llm.FinishCalls, calls: []llm.Call{call("click<｜tool▁sep｜>", clickGo)},
		live: []llm.Call{call("click<｜tool▁sep｜>", "```json\n"+clickGo+"\n```<｜tool▁call▁end｜>")},
	},
	"args-encoded-twice":                {finish: llm.FinishCalls, calls: []llm.Call{call("click", clickGo)}, live: []llm.Call{call("click", `"{\"selector\":\"#go\"}"`)}},
	"args-empty-object-first":           {finish: llm.FinishCalls, calls: []llm.Call{call("click", clickGo), call("list_tabs", "{}")}},
	"args-empty-object-named-again":     {finish: llm.FinishCalls, calls: []llm.Call{call("click", clickGo), call("list_tabs", "{}")}},
	"args-before-the-name":              {finish: llm.FinishCalls, calls: []llm.Call{call("click", clickGo)}},
	"choices-as-object":                 {finish: llm.FinishStop, text: "Hello"},
	"calls-in-a-last-message":           {finish: llm.FinishCalls, text: "I look. ", calls: []llm.Call{call("list_tabs", "{}")}},
	"calls-null-and-empty":              {finish: llm.FinishStop, text: "Hello"},
	"index-out-of-range":                {finish: llm.FinishCalls, calls: []llm.Call{call("click", clickGo), call("click", `{"selector":"#stop"}`)}},
	"second-choice-calls":               {finish: llm.FinishStop, text: "main answer"},
	"error-after-whole-calls":           {cut: true, code: chat.ErrorNetwork, words: "upstream closed the stream", calls: []llm.Call{call("click", clickGo)}},
	"role-and-usage-only":               {cut: true, code: chat.ErrorAPI, words: "returned nothing", usage: chat.Usage{InputTokens: 31}},
	"page-in-mid-stream":                {text: "Look", cut: true, code: chat.ErrorNetwork, words: "before the answer was whole"},
	"mark-crlf-lines-retry":             {finish: llm.FinishStop, text: "two lines"},
	"reasoning-in-two-members":          {finish: llm.FinishStop, thinking: "hm so", text: "Yes."},
	"finish-empty-until-the-end":        {finish: llm.FinishStop, text: "Hello"},
	"reasoning-details-encrypted":       {finish: llm.FinishCalls, calls: []llm.Call{call("list_tabs", "{}")}},
	"reasoning-details-in-pieces":       {finish: llm.FinishCalls, thinking: "The user wants tabs.Listing, then closing.", calls: []llm.Call{call("list_tabs", "{}")}},
	"reasoning-details-without-index":   {finish: llm.FinishCalls, thinking: "one twothree", calls: []llm.Call{call("list_tabs", "{}")}},
	"finish-null-as-text":               {text: "I have booked the fli", cut: true, code: chat.ErrorNetwork, words: "before the answer was whole"},
	"finish-null-as-text-with-calls":    {cut: true, code: chat.ErrorNetwork, words: "before the answer was whole", calls: []llm.Call{call("click", clickGo)}},
	"error-of-empty-members":            {finish: llm.FinishStop, text: "Hello"},
	"stop-said-twice-and-usage-between": {finish: llm.FinishStop, text: "Hello", usage: chat.Usage{InputTokens: 5, OutputTokens: 1}},
}

const clickGo = `{"selector":"#go"}`

// TestRecordedAnswers feeds every recorded answer, whole and in pieces of 1
// and 7 bytes, over HTTP on loopback.
func TestRecordedAnswers(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	for name, body := range recordings(t) {
		seen[name] = true
		want, ok := cases[name]
		if !ok {
			t.Errorf("%s has no stated outcome", name)
			continue
		}
		for _, n := range []int{1, 7, 1 << 20} {
			t.Run(fmt.Sprintf("%s/pieces_of_%d", name, n), func(t *testing.T) {
				t.Parallel()
				status := 200
				if strings.HasPrefix(name, "http400") {
					status = 400
				}
				o := openai.Options{Transport: inPieces{n}}
				if want.code == chat.ErrorNetwork || want.code == chat.ErrorOverloaded {
					o.Retries = -1 // what breaks off is tried again; here its first try is looked at
				}
				m, rec := serve(t, status, body, o)
				check(t, ask(t, m, llm.Request{Messages: words("go")}), want)
				if len(rec.sent) != 1 {
					t.Errorf("%d requests, want 1: nothing here may be tried again", len(rec.sent))
				}
			})
		}
	}
	for name := range cases {
		if !seen[name] {
			t.Errorf("%s has an outcome but no recording", name)
		}
	}
}

// recordings reads testdata/cases; a file may hold several answers.
func recordings(t testing.TB) map[string][]byte {
	t.Helper()
	files, err := filepath.Glob("testdata/cases/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no recordings: %v", err)
	}
	out := map[string][]byte{}
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(f), ".txt")
		parts := bytes.Split(data, []byte("\n--- "))
		for i, part := range parts {
			if i > 0 {
				_, part, _ = bytes.Cut(part, []byte("\n"))
			}
			if len(parts) > 1 {
				out[fmt.Sprintf("%s-%d", name, i+1)] = part
			} else {
				out[name] = part
			}
		}
	}
	return out
}

func check(t *testing.T, got outcome, want wanted) {
	t.Helper()
	code, msg := chat.ErrorCode(""), ""
	if got.err != nil {
		code, msg = got.err.Code, got.err.Message
		if got.err.Next == "" {
			t.Error("the error has no next step")
		}
	}
	if code != want.code || !strings.Contains(msg, want.words) {
		t.Errorf("error %q %q, want %q with %q", code, msg, want.code, want.words)
	}
	if got.text() != want.text || got.reply.Text() != want.text {
		t.Errorf("text %q (deltas %q), want %q", got.reply.Text(), got.text(), want.text)
	}
	if got.thinking() != want.thinking || got.reply.Thinking() != want.thinking {
		t.Errorf("thinking %q (deltas %q), want %q", got.reply.Thinking(), got.thinking(), want.thinking)
	}
	if got.reply.Finish != want.finish || got.reply.Cut != want.cut {
		t.Errorf("finish %q cut %v, want %q %v", got.reply.Finish, got.reply.Cut, want.finish, want.cut)
	}
	if got.reply.Usage != want.usage {
		t.Errorf("usage %+v, want %+v", got.reply.Usage, want.usage)
	}
	checkCalls(t, "reply", got.reply.Calls, want.calls, false)
	live := want.calls
	if want.live != nil {
		live = want.live
	}
	checkCalls(t, "deltas", got.assembled(), live, true)
}

func checkCalls(t *testing.T, where string, got, want []llm.Call, raw bool) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d calls, want %d: %.300v", where, len(got), len(want), got)
		return
	}
	for i, c := range got {
		if raw && c.Arguments == "" {
			c.Arguments = "{}" // a delta is never empty
		}
		if c.Name != want[i].Name || c.Arguments != want[i].Arguments || (want[i].ModelID != "" && c.ModelID != want[i].ModelID) {
			t.Errorf("%s: call %d is %.300v, want %.300v", where, i, c, want[i])
		}
	}
}

func TestSplitEscapesMakeOneValue(t *testing.T) {
	t.Parallel()
	var args struct{ Value string }
	if err := json.Unmarshal([]byte(cases["args-split-mid-escape"].calls[0].Arguments), &args); err != nil {
		t.Fatal(err)
	}
	if want := "café 🚀 line1\nline2 \"quoted\" back\\slash"; args.Value != want {
		t.Errorf("value %q, want %q", args.Value, want)
	}
}
