package openai_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// events makes a stream of frames.
func events(frames ...string) string {
	return "data: " + strings.Join(frames, "\n\ndata: ") + "\n\n"
}

// said is a frame with a delta.
func said(delta string) string { return `{"choices":[{"index":0,"delta":` + delta + `}]}` }

const stop = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`

// TestHabitsOfProviders are neighbours of the recorded answers: the same
// things said otherwise. Each is read whole and in pieces of 1 and 7 bytes.
func TestHabitsOfProviders(t *testing.T) {
	t.Parallel()
	hello := wanted{finish: llm.FinishStop, text: "Hello"}
	one := func(args string) wanted { return wanted{finish: llm.FinishCalls, calls: []llm.Call{call("f", args)}} }
	for name, tt := range map[string]struct {
		body string
		want wanted
	}{
		"byte_order_mark":         {"\ufeff" + events(said(`{"content":"Hello"}`), stop, "[DONE]"), hello},
		"no_space_after_data":     {strings.ReplaceAll(events(said(`{"content":"Hello"}`), stop, "[DONE]"), "data: ", "data:"), hello},
		"line_ends_cr":            {strings.ReplaceAll(events(said(`{"content":"Hello"}`), stop, "[DONE]"), "\n", "\r"), hello},
		"index_as_text":           {events(`{"choices":[{"index":"0","delta":{"content":"Hello"}}]}`, stop), hello},
		"index_null":              {events(`{"choices":[{"index":null,"delta":{"content":"Hello"}}]}`, stop), hello},
		"second_choice_as_text":   {events(`{"choices":[{"index":"1","delta":{"content":"no"}},{"index":0.0,"delta":{"content":"Hello"}}]}`, stop), hello},
		"everything_null":         {events(said(`{"content":"Hello","tool_calls":null,"refusal":null,"reasoning":null,"function_call":null}`), `{"choices":null,"usage":null,"error":null}`, stop), hello},
		"odd_kinds":               {events(`{"id":7,"created":"now","choices":[{"index":0,"logprobs":"x","delta":{"role":1,"content":"Hello","reasoning":{"a":1},"refusal":false}}]}`, stop), hello},
		"odd_kinds_of_objects":    {events(`{"choices":[{"index":0,"usage":"none","delta":{"content":"Hello"}}]}`, `{"choices":[{"index":0,"delta":"none"}],"usage":[]}`, stop), hello},
		"heartbeats_as_data":      {events("", "ping", said(`{"content":"Hello"}`), "keep-alive", stop), hello},
		"two_chunks_in_a_frame":   {events(said(`{"content":"Hel"}`)+said(`{"content":"lo"}`), stop), hello},
		"named_events":            {"event: message\nid: 1\nretry: 5\n" + events(said(`{"content":"Hello"}`), stop), hello},
		"finish_in_the_last_text": {events(`{"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":"end_turn"}]}`), hello},
		"no_end_of_the_last_line": {strings.TrimRight(events(said(`{"content":"Hello"}`), stop), "\n"), hello},
		"part_that_is_no_list":    {events(said(`{"content":{"type":"text","text":"Hello"}}`), stop), hello},
		"refusal_as_a_part":       {events(said(`{"content":[{"type":"refusal","refusal":"Hello"}]}`), stop), hello},
		"content_null_refusal":    {events(said(`{"content":null,"refusal":"Hel"}`), said(`{"content":null,"refusal":"lo"}`), stop), hello},
		"usage_in_the_choice":     {events(said(`{"content":"Hello"}`), `{"choices":[{"index":0,"delta":{},"finish_reason":"stop","usage":{"prompt_tokens":3.0,"completion_tokens":"2"}}]}`), wanted{finish: llm.FinishStop, text: "Hello", usage: chat.Usage{InputTokens: 3, OutputTokens: 2}}},
		"think_tag_never_closed":  {events(said(`{"content":"<thi"}`), said(`{"content":"nk>hm"}`), said(`{"content":" so</thin"}`), stop), wanted{thinking: "hm so</thin", cut: true, code: chat.ErrorAPI, words: "only thought, and gave no answer"}},
		"whole_with_a_mark":       {"\ufeff" + ` {"choices":[{"message":{"content":"Hello"},"finish_reason":"stop"}]}`, hello},

		"arguments_as_an_object":    {events(said(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":{"x":1}}}]}`), stop), one(`{"x":1}`)},
		"arguments_null":            {events(said(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":null}}]}`), stop), one(`{}`)},
		"call_index_as_text":        {events(said(`{"tool_calls":[{"index":"0","id":"a","function":{"name":"f","arguments":"{\"x\""}}]}`), said(`{"tool_calls":[{"index":"0","function":{"arguments":":1}"}}]}`), stop), one(`{"x":1}`)},
		"id_as_a_number":            {events(said(`{"tool_calls":[{"index":0,"id":0,"function":{"name":"f","arguments":"{}"}}]}`), stop), wanted{finish: llm.FinishCalls, calls: []llm.Call{{ModelID: "0", Name: "f", Arguments: "{}"}}}},
		"id_null_then_known":        {events(said(`{"tool_calls":[{"index":0,"id":null,"function":{"name":"f","arguments":""}}]}`), said(`{"tool_calls":[{"index":0,"id":"a","function":{"arguments":"{}"}}]}`), stop), wanted{finish: llm.FinishCalls, calls: []llm.Call{{ModelID: "a", Name: "f", Arguments: "{}"}}}},
		"one_call_not_in_a_list":    {events(said(`{"tool_calls":{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}}`), stop), one(`{}`)},
		"id_first_then_the_name":    {events(said(`{"tool_calls":[{"index":0,"id":"a"}]}`), said(`{"tool_calls":[{"index":0,"function":{"name":"f"}}]}`), said(`{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}`), stop), one(`{}`)},
		"arguments_before_a_name":   {events(said(`{"tool_calls":[{"index":0,"id":"a","function":{"arguments":"{\"x\":"}}]}`), said(`{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"1}"}}]}`), stop), one(`{"x":1}`)},
		"name_in_pieces":            {events(said(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"list"}}]}`), said(`{"tool_calls":[{"index":0,"function":{"name":"_tabs","arguments":"{}"}}]}`), stop), wanted{finish: llm.FinishCalls, calls: []llm.Call{call("list_tabs", "{}")}}},
		"another_id_every_time":     {events(said(`{"tool_calls":[{"id":"a","function":{"name":"f","arguments":"{\"x\""}}]}`), said(`{"tool_calls":[{"id":"b","function":{"arguments":":1}"}}]}`), stop), one(`{"x":1}`)},
		"function_call_of_old":      {events(said(`{"function_call":{"name":"f","arguments":"{\"x\""}}`), said(`{"function_call":{"arguments":":1}"}}`), `{"choices":[{"index":0,"delta":{},"finish_reason":"function_call"}]}`), one(`{"x":1}`)},
		"indexes_from_one_no_gap":   {events(said(`{"tool_calls":[{"index":1,"id":"a","function":{"name":"f","arguments":"{}"}}]}`), said(`{"tool_calls":[{"index":4,"id":"b","function":{"name":"g","arguments":"{}"}}]}`), stop), wanted{finish: llm.FinishCalls, calls: []llm.Call{call("f", "{}"), call("g", "{}")}}},
		"a_call_without_a_name":     {events(said(`{"tool_calls":[{"index":0,"function":{"arguments":"{}"}}]}`), stop), wanted{cut: true, code: chat.ErrorAPI, words: "returned nothing"}},
		"text_around_the_calls":     {events(said(`{"content":"Hello"}`), said(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}`), stop), wanted{finish: llm.FinishCalls, text: "Hello", calls: []llm.Call{call("f", "{}")}}},
		"calls_and_then_the_filter": {events(said(`{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"{}"}}]}`), `{"choices":[{"index":0,"delta":{},"finish_reason":"content_filter"}]}`), wanted{finish: llm.FinishBlocked, cut: true, code: chat.ErrorRefused, words: "content_filter", calls: []llm.Call{call("f", "{}")}}},

		"damaged_frame":           {events(said(`{"content":"Hel"}`), `{"choices":[{"index":0,"delta":{"content":"l`, said(`{"content":"o"}`), stop), wanted{text: "Hel", cut: true, code: chat.ErrorNetwork, words: "damaged"}},
		"cut_in_mid_frame":        {"data: " + said(`{"content":"Hel"}`) + "\n\ndata: {\"choices\":[{\"ind", wanted{text: "Hel", cut: true, code: chat.ErrorNetwork, words: "before the answer was whole"}},
		"error_as_text":           {events(said(`{"content":"Hel"}`), `{"error":"it broke"}`), wanted{text: "Hel", cut: true, code: chat.ErrorAPI, words: "it broke"}},
		"error_beside_choices":    {events(`{"choices":[{"index":0,"delta":{"content":"Hel"},"finish_reason":"error"}],"error":{"code":402,"message":"no credits"}}`), wanted{text: "Hel", cut: true, code: chat.ErrorAPI, words: "no credits"}},
		"event_called_error":      {events(said(`{"content":"Hel"}`)) + "event: error\ndata: {\"code\":\"x1\",\"message\":\"it broke\"}\n\n", wanted{text: "Hel", cut: true, code: chat.ErrorAPI, words: "it broke"}},
		"event_called_error_text": {events(said(`{"content":"Hel"}`)) + "event: error\ndata: it broke\n\n", wanted{text: "Hel", cut: true, code: chat.ErrorAPI, words: "it broke"}},
		"msg_with_a_number":       {`{"code":1113,"msg":"the account is in arrears","success":false}`, wanted{cut: true, code: chat.ErrorAPI, words: "in arrears"}},
		"base_resp":               {`{"base_resp":{"status_code":1004,"status_msg":"login fail"}}`, wanted{cut: true, code: chat.ErrorAPI, words: "login fail"}},
		"list_of_errors":          {`{"errors":[{"message":"no such model"}]}`, wanted{cut: true, code: chat.ErrorAPI, words: "no such model"}},
		"detail_as_a_list":        {`{"detail":[{"loc":["body"],"msg":"field required"}]}`, wanted{cut: true, code: chat.ErrorAPI, words: "field required"}},
		"json_lines_no_stream":    {said(`{"content":"Hel"}`) + "\n" + stop, wanted{finish: llm.FinishStop, text: "Hel"}},
	} {
		for _, n := range []int{1, 7, 1 << 20} {
			t.Run(fmt.Sprintf("%s/pieces_of_%d", name, n), func(t *testing.T) {
				t.Parallel()
				m, _ := serve(t, 200, []byte(tt.body), openai.Options{Transport: inPieces{n}, Retries: -1})
				check(t, ask(t, m, llm.Request{Messages: words("go")}), tt.want)
			})
		}
	}
}

// TestSecondRequest: whatever came, stored as the loop stores it and with the
// results that the loop gives, makes a sound next request: no empty message, each
// call with sound arguments and one result, no half of a surrogate pair.
func TestSecondRequest(t *testing.T) {
	t.Parallel()
	for name, body := range recordings(t) {
		for _, n := range []int{1, 7, 1 << 20} {
			t.Run(fmt.Sprintf("%s/pieces_of_%d", name, n), func(t *testing.T) {
				t.Parallel()
				status := 200
				if strings.HasPrefix(name, "http400") {
					status = 400
				}
				m, rec := serve(t, status, body, openai.Options{Transport: inPieces{n}, Retries: -1, Reasoning: true})
				o := ask(t, m, llm.Request{Messages: words("go")})
				history := words("go")
				if o.err == nil {
					history = append(history, stored(o.reply))
				}
				ask(t, m, llm.Request{Messages: append(history, words("and now?")...)})
				checkSound(t, rec.sent[1], len(o.reply.Calls), o.err == nil)
			})
		}
	}
}

// stored is the message that the loop keeps of a reply.
func stored(r llm.Reply) chat.Message {
	msg := chat.Message{Role: chat.RoleAssistant, Content: r.Content, Vendor: r.Vendor, Cut: r.Cut}
	for _, c := range r.Calls {
		done := chat.ToolCall{ModelID: c.ModelID, Name: c.Name, Arguments: c.Arguments, Vendor: c.Vendor, Status: chat.CallCompleted, Result: "done"}
		if r.Cut {
			done.Status, done.Result = chat.CallNotRun, "Your answer was cut before this call was whole."
		} else if !json.Valid([]byte(c.Arguments)) {
			done.Status, done.Result = chat.CallError, "The arguments are no JSON."
		}
		msg.ToolCalls = append(msg.ToolCalls, done)
	}
	return msg
}

func checkSound(t *testing.T, body []byte, calls int, kept bool) {
	t.Helper()
	if !json.Valid(body) || !utf8.Valid(body) || halfPair.Match(body) {
		t.Fatalf("the request is not sound: %.500s", body)
	}
	open, asked := map[string]bool{}, 0
	for i, msg := range wireMessages(t, body) {
		list, _ := msg["tool_calls"].([]any)
		if text, _ := msg["content"].(string); strings.TrimSpace(text) == "" && len(list) == 0 {
			t.Errorf("message %d is empty: %v", i, msg)
		}
		for _, c := range list {
			asked++
			id, _ := c.(map[string]any)["id"].(string)
			args, _ := c.(map[string]any)["function"].(map[string]any)["arguments"].(string)
			if name, _ := c.(map[string]any)["function"].(map[string]any)["name"].(string); !soundName.MatchString(name) {
				t.Errorf("call %q has the name %q, which strict providers refuse", id, name)
			}
			var object map[string]any
			if id == "" || open[id] || json.Unmarshal([]byte(args), &object) != nil || object == nil {
				t.Errorf("call %q has the arguments %.200s", id, args)
			}
			open[id] = true
		}
		if id, ok := msg["tool_call_id"].(string); ok {
			if !open[id] {
				t.Errorf("a result answers %q, which is not open", id)
			}
			delete(open, id)
		}
	}
	if len(open) > 0 || kept && asked != calls {
		t.Errorf("%d of %d calls were sent, without results: %v", asked, calls, open)
	}
}

// soundName is what strict providers take for the name of a call.
var soundName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// halfPair is an escape of half a surrogate pair that stands by itself, as far
// as a pattern can tell: the second half after anything but a first one.
var halfPair = regexp.MustCompile(`(?i)(^|[^\\])\\ud[89ab][0-9a-f]{2}([^\\]|\\[^u]|\\u[^d])`)

// TestAnswersOverHTTP are those whose status or headers matter.
func TestAnswersOverHTTP(t *testing.T) {
	t.Parallel()
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	_, _ = z.Write([]byte(sound))
	_ = z.Close()
	for name, tt := range map[string]struct {
		serve http.HandlerFunc
		code  chat.ErrorCode
		words string // in the error and its next step
	}{
		"gzip": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(zipped.Bytes())
		}},
		"gzip_is_said_and_plain_comes": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write([]byte(sound))
		}},
		"gzip_comes_and_is_not_said": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = w.Write(zipped.Bytes())
		}},
		"gzip_that_is_cut": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(zipped.Bytes()[:zipped.Len()/2])
		}, code: chat.ErrorNetwork, words: "lost"},
		"zstd": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "zstd")
			_, _ = w.Write(zstandard(t, sound))
		}},
		"br": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			_, _ = w.Write([]byte{0x1b, 0x5f, 0x00, 0x00, 0x8c, 0x94, 0xb5, 0x91, 0x02})
		}, code: chat.ErrorAPI, words: `packs its answer in a way that is not asked for and not read here: "br"`},
		"br_is_said_and_plain_comes": {serve: func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			_, _ = w.Write([]byte(sound))
		}},
		"br_of_a_server_that_is_busy": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Encoding", "br")
			w.WriteHeader(503)
			_, _ = w.Write([]byte{0x1b, 0x5f, 0x00, 0x00, 0x8c, 0x94, 0xb5, 0x91, 0x02})
		}, code: chat.ErrorOverloaded, words: `"br"`},
		"packed_though_not_asked": {serve: func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Accept-Encoding") != "identity" {
				w.WriteHeader(406)
			}
			_, _ = w.Write([]byte(sound))
		}},
		"closed_after_the_headers": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			w.WriteHeader(200)
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, code: chat.ErrorNetwork, words: "mid-answer"},
		"shorter_than_it_says": {serve: func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "9999")
			_, _ = w.Write([]byte(`data: {"choices":[{"delta":{"content":"o"}}]}` + "\n\n"))
		}, code: chat.ErrorNetwork, words: "mid-answer"},
		"nothing_with_500":      {serve: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }, code: chat.ErrorAPI, words: "500"},
		"a_list_with_401":       {serve: answer(401, `[{"error":{"message":"no such key"}}]`), code: chat.ErrorAuth, words: "no such key"},
		"text_with_403":         {serve: answer(403, "no such key\n"), code: chat.ErrorAuth, words: "no such key"},
		"json_text_with_400":    {serve: answer(400, `"no such model"`), code: chat.ErrorAPI, words: "no such model"},
		"refused_as_it_is":      {serve: answer(400, `[{"error":{"message":"a signature is missing"}}]`), code: chat.ErrorAPI, words: "start a new chat"},
		"key_refused_with_400":  {serve: answer(400, `[{"error":{"code":400,"message":"API key not valid. Please pass a valid API key."}}]`), code: chat.ErrorAuth, words: "key"},
		"no_credit_by_status":   {serve: answer(402, `{"error":{"message":"Sorry"}}`), code: chat.ErrorAPI, words: "top it up"},
		"a_model_without_tools": {serve: answer(400, `{"error":{"message":"registry.test/gemma:2b does not support tools"}}`), code: chat.ErrorAPI, words: "cannot use tools"},
		"a_model_that_is_blind": {serve: answer(404, `{"error":{"message":"No endpoints found that support image input"}}`), code: chat.ErrorAPI, words: "takes no images"},
		"method_is_not_allowed": {serve: answer(405, ""), code: chat.ErrorAPI, words: "base URL"},
		"the_proxy_wants_a_key": {serve: answer(407, ""), code: chat.ErrorAPI, words: "HTTPS_PROXY"},
		"no_content":            {serve: func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }, code: chat.ErrorNetwork, words: "closed the connection"},
		"a_page_with_429": {serve: func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "<html><body>Slow down</body></html>", 429)
		}, code: chat.ErrorRateLimit, words: "429"},
		"moved_for_good": {
			serve: func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, "https://new.invalid/v2?key=k", 301)
			},
			code: chat.ErrorAPI, words: "https://new.invalid",
		},
		"moved_within_the_host": {serve: func(w http.ResponseWriter, r *http.Request) {
			if strings.HasPrefix(r.URL.Path, "/v1") {
				http.Redirect(w, r, "/v2"+strings.TrimPrefix(r.URL.Path, "/v1"), 307)
				return
			}
			if r.Method != http.MethodPost || r.Header.Get("Authorization") != "Bearer sk-1" || r.ContentLength <= 0 {
				w.WriteHeader(400)
			}
			_, _ = w.Write([]byte(sound))
		}},
		"moved_in_a_circle": {serve: func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, r.URL.Path, 307) }, code: chat.ErrorAPI, words: "base URL"},
		"moved_elsewhere": {
			serve: func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "http://127.0.0.2:1/", 308) },
			code:  chat.ErrorAPI, words: "127.0.0.2",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewServer(tt.serve)
			defer srv.Close()
			m := openai.New(openai.Options{Model: "m", BaseURL: srv.URL + "/v1", Key: "sk-1", Retries: -1})
			o := ask(t, m, llm.Request{Messages: words("go")})
			if tt.code == "" {
				if o.err != nil || o.reply.Text() != "ok" {
					t.Errorf("%q, %v", o.reply.Text(), o.err)
				}
				return
			}
			if o.err == nil || o.err.Code != tt.code || !strings.Contains(o.err.Error()+" "+o.err.Next, tt.words) || strings.Contains(o.err.Error(), "key=k") {
				t.Errorf("%+v, want %s with %q", o.err, tt.code, tt.words)
			}
		})
	}
}

func zstandard(t *testing.T, text string) []byte {
	t.Helper()
	z, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	defer z.Close() //nolint:errcheck // in memory
	return z.EncodeAll([]byte(text), nil)
}

// answer is a handler with one answer.
func answer(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

// TestBase: the address may be pasted as a vendor's page shows it.
func TestBase(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/chat/completions" {
			w.WriteHeader(404)
		}
		_, _ = w.Write([]byte(sound))
	}))
	defer srv.Close()
	for _, tail := range []string{"/v1", "/v1/", "/v1//", "/v1/chat/completions", "/v1/chat/completions/"} {
		m := openai.New(openai.Options{Model: "m", BaseURL: srv.URL + tail, Retries: -1})
		if o := ask(t, m, llm.Request{Messages: words("go")}); o.err != nil || o.reply.Text() != "ok" {
			t.Errorf("%s: %q, %v", tail, o.reply.Text(), o.err)
		}
	}
}

// TestAnswerWithoutEnd is not kept without end.
func TestAnswerWithoutEnd(t *testing.T) {
	t.Parallel()
	var zipped bytes.Buffer
	z := gzip.NewWriter(&zipped)
	line := []byte(": " + strings.Repeat("x", 1<<20) + "\n\n")
	for range 3 {
		_, _ = z.Write(line)
	}
	_ = z.Close()
	m, _ := serve(t, 200, zipped.Bytes(), openai.Options{MaxBytes: 2 << 20})
	o := ask(t, m, llm.Request{Messages: words("go")})
	if o.err == nil || o.err.Code != chat.ErrorAPI || !strings.Contains(o.err.Message, "2 MiB") || len(retries(o)) > 0 {
		t.Errorf("%+v", o.err)
	}
}

func TestRetryAfterInMilliseconds(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o, tr := play(t, t.Context(), openai.Options{}, step{status: 429, header: http.Header{"Retry-After-Ms": {"2500"}, "Retry-After": {"9"}}}, good)
		if o.err != nil || tr.at[1].Sub(tr.at[0]) != 2500*time.Millisecond {
			t.Errorf("waited %v, %v", tr.at, o.err)
		}
	})
}

// FuzzAnswer: whatever a provider sends, the adapter ends, gives valid text, and
// what is kept of it makes a sound next request.
func FuzzAnswer(f *testing.F) {
	for _, body := range recordings(f) {
		if len(body) < 4<<10 {
			f.Add(body)
		}
	}
	f.Add([]byte(events(said(`{"tool_calls":[{"index":0,"id":"a"}]}`), said(`{"function_call":{"name":"f"}}`), stop)))
	f.Fuzz(func(t *testing.T, body []byte) {
		tr := &steps{list: []step{{status: 200, body: string(body)}, good}}
		m := openai.New(openai.Options{Model: "m", Transport: tr, Retries: -1})
		o := ask(t, m, llm.Request{Messages: words("go")})
		for _, b := range o.reply.Content {
			if !utf8.ValidString(b.Text) {
				t.Errorf("text %q is not valid", b.Text)
			}
		}
		if o.err != nil {
			return
		}
		tr.at = tr.at[:1] // the second answer is the good one
		history := append(words("go"), stored(o.reply))
		if next := ask(t, m, llm.Request{Messages: append(history, words("and now?")...)}); next.err != nil {
			t.Errorf("the next request: %v", next.err)
		}
		checkSound(t, tr.sent, len(o.reply.Calls), true)
	})
}
