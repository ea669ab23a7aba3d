package openai_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// TestRetry_by_status: what passes by itself is tried again, and nothing else.
func TestRetry_by_status(t *testing.T) {
	t.Parallel()
	for status, again := range map[int]bool{
		408: true, 409: true, 425: true, 429: true, 500: true, 502: true, 503: true, 504: true, 520: true, 529: true,
		400: false, 401: false, 402: false, 403: false, 404: false, 405: false, 413: false, 422: false, 501: false,
	} {
		t.Run(http.StatusText(status), func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				o, tr := play(t, t.Context(), openai.Options{}, step{status: status, body: `{"error":{"message":"Sorry."}}`}, good)
				if got := len(tr.at) == 2 && o.err == nil; got != again {
					t.Errorf("%d: %d tries, %v", status, len(tr.at), o.err)
				}
			})
		})
	}
}

// TestRetry_pays_for_all_tries: what a try cost that broke off is part of the usage.
func TestRetry_pays_for_all_tries(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		broken := step{status: 200, body: events(`{"choices":[{"index":0,"delta":{"content":"ha"}}],"usage":{"prompt_tokens":10,"completion_tokens":2}}`)}
		whole := step{status: 200, body: events(`{"choices":[{"index":0,"delta":{"content":"ok"}}],"usage":{"prompt_tokens":10,"completion_tokens":3}}`, stop, "[DONE]")}
		o, _ := play(t, t.Context(), openai.Options{}, broken, broken, whole)
		if want := (chat.Usage{InputTokens: 30, OutputTokens: 7}); o.err != nil || o.reply.Usage != want {
			t.Errorf("%+v, %v; want %+v", o.reply.Usage, o.err, want)
		}
	})
}

// paced is a transport with one answer whose pieces come after pauses.
type paced []struct {
	pause time.Duration
	text  string
}

func (p paced) RoundTrip(req *http.Request) (*http.Response, error) {
	ours, theirs := io.Pipe()
	go func() {
		for _, piece := range p {
			time.Sleep(piece.pause)
			if _, err := io.WriteString(theirs, piece.text); err != nil {
				return
			}
		}
		_ = theirs.Close()
	}()
	return &http.Response{StatusCode: 200, Header: http.Header{}, Body: ours, Request: req}, nil
}

// TestSlow answers are waited for: each byte begins the silence anew, and a finish
// reason that stands on every piece ends nothing.
func TestSlow(t *testing.T) {
	t.Parallel()
	piece := func(text, finish string) string {
		return events(`{"choices":[{"index":0,"delta":{"content":"` + text + `"},"finish_reason":` + finish + `}]}`)
	}
	for name, tt := range map[string]struct {
		list paced
		want string
	}{
		"a_minute_for_each_word": {paced{{59 * time.Second, piece("a", "null")}, {59 * time.Second, piece("b", "null")}, {59 * time.Second, events(stop)}}, "ab"},
		"byte_by_byte":           {paced{{59 * time.Second, "d"}, {59 * time.Second, "ata: "}, {59 * time.Second, piece("a", "null")[len("data: "):]}, {0, events(stop)}}, "a"},
		"a_reason_on_each": {
			paced{{0, piece("a", `"stop"`)}, {2 * time.Second, piece("b", `"stop"`)}, {50 * time.Second, piece("c", `"stop"`)}, {0, events("[DONE]")}}, "abc",
		},
		"usage_after_the_reason": {paced{{0, piece("a", `"stop"`)}, {2900 * time.Millisecond, events(`{"choices":[],"usage":{"prompt_tokens":1}}`)}}, "a"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := openai.New(openai.Options{Model: "m", Transport: tt.list, Retries: -1})
				o := ask(t, m, llm.Request{Messages: words("go")})
				if o.err != nil || o.reply.Text() != tt.want || strings.HasPrefix(name, "usage") && o.reply.Usage.InputTokens != 1 {
					t.Errorf("%q, %+v, %v; want %q", o.reply.Text(), o.reply.Usage, o.err, tt.want)
				}
			})
		})
	}
}
