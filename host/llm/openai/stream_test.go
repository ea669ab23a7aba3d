package openai_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// step is one answer of a scripted transport.
type step struct {
	status int
	header http.Header
	body   string
	fail   error // of the connection
	hang   bool  // the body never goes on after what it holds
	torn   bool  // the connection is lost after what the body holds
	hold   bool  // no answer at all
	alive  bool  // the body is signs of life only
}

// steps is a transport without a network, so that time can be simulated.
type steps struct {
	list []step
	at   []time.Time
	sent []byte // the last request
}

func (s *steps) RoundTrip(req *http.Request) (*http.Response, error) {
	n := len(s.at)
	s.at = append(s.at, time.Now())
	s.sent, _ = io.ReadAll(req.Body)
	st := s.list[min(n, len(s.list)-1)]
	if st.fail != nil {
		return nil, st.fail
	}
	if st.hold {
		<-req.Context().Done()
		return nil, req.Context().Err()
	}
	body := io.NopCloser(io.Reader(strings.NewReader(st.body)))
	if st.hang {
		body = &hanging{Reader: strings.NewReader(st.body), closed: make(chan struct{})}
	}
	if st.torn {
		body = io.NopCloser(io.MultiReader(strings.NewReader(st.body), iotest.ErrReader(io.ErrUnexpectedEOF)))
	}
	if st.alive {
		body = heartbeats{&hanging{Reader: strings.NewReader(st.body), closed: make(chan struct{})}}
	}
	if st.header == nil {
		st.header = http.Header{}
	}
	return &http.Response{StatusCode: st.status, Status: http.StatusText(st.status), Header: st.header, Body: body, Request: req}, nil
}

// hanging gives what it has and then nothing until it is closed.
type hanging struct {
	io.Reader
	closed chan struct{}
}

func (h *hanging) Read(b []byte) (int, error) {
	n, err := h.Reader.Read(b)
	if n > 0 || !errors.Is(err, io.EOF) {
		return n, err
	}
	<-h.closed
	return 0, errors.New("read of a closed body")
}

func (h *hanging) Close() error {
	select {
	case <-h.closed:
	default:
		close(h.closed)
	}
	return nil
}

// play runs the steps in simulated time.
func play(t *testing.T, ctx context.Context, o openai.Options, list ...step) (outcome, *steps) {
	t.Helper()
	tr := &steps{list: list}
	o.Transport, o.Model = tr, "m"
	var out outcome
	var err error
	out.reply, err = openai.New(o).Stream(ctx, llm.Request{Messages: words("go")}, func(d llm.Delta) { out.deltas = append(out.deltas, d) })
	if err != nil && !errors.As(err, &out.err) {
		t.Fatalf("the error is a %T, want *llm.Error", err)
	}
	return out, tr
}

func retries(o outcome) (out []llm.Retry) {
	for _, d := range o.deltas {
		if d.Retry != nil {
			out = append(out, *d.Retry)
		}
	}
	return out
}

var good = step{status: 200, body: sound}

func TestRetry(t *testing.T) {
	t.Parallel()
	half := "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ha\"}}]}\n\n"
	thought := events(said(`{"reasoning_content":"hm"}`))
	after := func(v string) http.Header { return http.Header{"Retry-After": {v}} }
	for _, c := range []struct {
		name  string
		steps []step
		tries int
		code  chat.ErrorCode // "" for success
		next  string
		wait  []time.Duration // at least; at most a quarter more
	}{
		{name: "server_error_passes", steps: []step{{status: 500}, {status: 502}, good}, tries: 3, wait: []time.Duration{time.Second, 2 * time.Second}},
		{name: "no_connection_passes", steps: []step{{fail: errors.New("connection refused")}, good}, tries: 2, wait: []time.Duration{time.Second}},
		{name: "given_up_after_three_more", steps: []step{{status: 503, body: "busy"}}, tries: 4, code: chat.ErrorOverloaded, wait: []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
		{name: "retry_after_wins", steps: []step{{status: 429, header: after("9")}, good}, tries: 2, wait: []time.Duration{9 * time.Second}},
		{name: "retry_after_too_long_is_told", steps: []step{{status: 429, header: after("3600")}}, tries: 1, code: chat.ErrorRateLimit, next: "1h0m0s"},
		{name: "retry_after_beyond_all_numbers_is_told", steps: []step{{status: 429, header: after("99999999999999999999")}}, tries: 1, code: chat.ErrorRateLimit, next: "asks to wait"},
		{name: "retry_after_of_a_minute", steps: []step{{status: 429, header: after("60")}, good}, tries: 2, wait: []time.Duration{time.Minute}},
		{name: "retry_after_a_late_date_is_told", steps: []step{{status: 503, header: after("Sat, 01 Jan 2000 01:00:00 GMT")}}, tries: 1, code: chat.ErrorOverloaded, next: "1h0m0s"},
		{name: "retry_after_a_date_that_was", steps: []step{{status: 503, header: after("Fri, 31 Dec 1999 00:00:20 GMT")}, good}, tries: 2, wait: []time.Duration{time.Second}},
		{name: "retry_after_in_words", steps: []step{{status: 503, header: after("soon")}, good}, tries: 2, wait: []time.Duration{time.Second}},
		{name: "retry_after_as_a_date", steps: []step{{status: 503, header: after("Sat, 01 Jan 2000 00:00:20 GMT")}, good}, tries: 2, wait: []time.Duration{20 * time.Second}},
		{name: "a_bad_key_is_final", steps: []step{{status: 401, body: `{"error":{"message":"no such key"}}`}}, tries: 1, code: chat.ErrorAuth, next: "key"},
		{name: "a_bad_request_is_final", steps: []step{{status: 400, body: `{"error":{"message":"maximum context length is 8"}}`}}, tries: 1, code: chat.ErrorContextTooLarge, next: "new chat"},
		{name: "no_such_model_is_final", steps: []step{{status: 404, body: `{"error":"model x not found"}`}}, tries: 1, code: chat.ErrorAPI, next: "model's name"},
		{name: "no_credit_is_final", steps: []step{{status: 429, body: `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`}}, tries: 1, code: chat.ErrorAPI, next: "credit"},
		{name: "lost_before_a_word_passes", steps: []step{{status: 200, body: "data: {\"choices\":[]}\n\n"}, good}, tries: 2, wait: []time.Duration{time.Second}},
		{name: "lost_after_a_word_passes", steps: []step{{status: 200, body: half}, good}, tries: 2, wait: []time.Duration{time.Second}},
		{name: "lost_after_a_word_and_then_no_connection", steps: []step{{status: 200, body: half}, {status: 502}, good}, tries: 3, wait: []time.Duration{time.Second, 2 * time.Second}},
		{name: "lost_after_a_word_each_time", steps: []step{{status: 200, body: half}}, tries: 4, code: chat.ErrorNetwork, wait: []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
		{name: "lost_after_a_thought_each_time_but_the_last", steps: []step{{status: 200, body: thought}, {status: 200, body: thought}, {status: 200, body: thought}, good}, tries: 4, wait: []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
		{name: "refused_after_a_word_is_final", steps: []step{{status: 200, body: half + "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"content_filter\"}]}\n\n"}}, tries: 1, code: chat.ErrorRefused},
		{name: "empty_body_passes", steps: []step{{status: 200}, good}, tries: 2, wait: []time.Duration{time.Second}},
		{name: "a_page_is_no_stream", steps: []step{{status: 200, body: "<html>login</html>"}}, tries: 1, code: chat.ErrorAPI, next: "wants a login"},
		{name: "overloaded_in_the_stream_passes", steps: []step{{status: 200, body: "data: {\"error\":{\"message\":\"overloaded\",\"code\":529}}\n\n"}, good}, tries: 2, wait: []time.Duration{time.Second}},
		{name: "server_error_in_the_stream_passes", steps: []step{{status: 200, body: half + events(`{"error":{"message":"The server had an error while processing your request.","type":"server_error","code":null}}`)}, good}, tries: 2, wait: []time.Duration{time.Second}},
		{name: "provider_behind_the_provider_lost", steps: []step{{status: 200, body: half + events(`{"error":{"code":"server_error","message":"Provider disconnected unexpectedly"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}`)}, good}, tries: 2, wait: []time.Duration{time.Second}},
		{name: "connection_behind_a_proxy_lost", steps: []step{{status: 200, body: half + events(`{"error":{"message":"litellm.APIConnectionError: peer closed connection without sending complete message body","type":null,"code":null}}`)}, good}, tries: 2, wait: []time.Duration{time.Second}},
		{name: "context_too_large_is_final_whatever_the_status", steps: []step{{status: 500, body: `{"error":{"message":"the request exceeds the available context size"}}`}}, tries: 1, code: chat.ErrorContextTooLarge, next: "new chat"},
		{name: "a_time_to_wait_mends_no_bad_request", steps: []step{{status: 404, header: after("3600")}}, tries: 1, code: chat.ErrorAPI, next: "model's name"},
		{name: "broken_off_by_its_own_word", steps: []step{{status: 200, body: half + strings.Replace(events(stop), "stop", "malformed_function_call", 1)}}, tries: 4, code: chat.ErrorNetwork, next: "another model", wait: []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}},
		{name: "bad_request_in_the_stream_is_final", steps: []step{{status: 200, body: half + events(`{"error":{"message":"Failed to call a function.","type":"invalid_request_error","code":"tool_use_failed"}}`)}}, tries: 1, code: chat.ErrorAPI},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				o, tr := play(t, t.Context(), openai.Options{}, c.steps...)
				code, next := chat.ErrorCode(""), ""
				if o.err != nil {
					code, next = o.err.Code, o.err.Next
				}
				if code != c.code || len(tr.at) != c.tries || !strings.Contains(next, c.next) {
					t.Errorf("%q (%v) after %d tries, next %q; want %q after %d, next with %q", code, o.err, len(tr.at), next, c.code, c.tries, c.next)
				}
				if c.code == "" && o.text() != "ok" {
					t.Errorf("text %q", o.text())
				}
				said := retries(o)
				if len(said) != len(c.wait) {
					t.Fatalf("%d retries were told, want %d", len(said), len(c.wait))
				}
				for i, w := range c.wait {
					got := tr.at[i+1].Sub(tr.at[i])
					if got < w || got > w+w/4 || said[i].Attempt != i+1 || said[i].Max != openai.Retries || said[i].DelayMs != got.Milliseconds() || said[i].Err == nil {
						t.Errorf("wait %d was %v (told %+v), want %v and at most a quarter more", i, got, said[i], w)
					}
				}
			})
		})
	}
}

// TestRetry_keeps_its_figures, which are promised: of the connection's time a test
// can see only the handshake, so the figures themselves are looked at, too.
func TestRetry_keeps_its_figures(t *testing.T) {
	t.Parallel()
	if openai.Retries != 3 || openai.ConnectTimeout != 30*time.Second || openai.Silence != time.Minute || openai.LongestWait != time.Minute ||
		openai.Grace != 3*time.Second || openai.Idle != 10*time.Minute {
		t.Error("a figure was changed: 3 retries, 30 s to connect, 60 s of silence, 60 s to wait at most, 3 s after the reason, 10 min of signs of life")
	}
	synctest.Test(t, func(t *testing.T) {
		transport := openai.NewTransport()
		ours, theirs := net.Pipe()
		defer theirs.Close()
		go io.Copy(io.Discard, theirs) //nolint:errcheck // nobody answers
		transport.DialContext = func(context.Context, string, string) (net.Conn, error) { return ours, nil }
		start := time.Now()
		m := openai.New(openai.Options{Model: "m", BaseURL: "https://a.test/v1", Transport: transport, Retries: -1})
		if o := ask(t, m, llm.Request{Messages: words("go")}); o.err == nil || time.Since(start) != 30*time.Second {
			t.Errorf("a handshake without an answer ended after %v with %v", time.Since(start), o.err)
		}
	})
}

// TestRetry_scatters its waits, so that clients that failed together do not come
// back together.
func TestRetry_scatters(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		waits := map[time.Duration]bool{}
		for range 8 {
			_, tr := play(t, t.Context(), openai.Options{}, step{status: 503}, good)
			waits[tr.at[1].Sub(tr.at[0])] = true
		}
		if len(waits) < 2 {
			t.Errorf("eight waits are the same: %v", waits)
		}
	})
}

func TestSilenceEndsTheAnswer(t *testing.T) {
	t.Parallel()
	for name, st := range map[string]step{
		"in_mid_stream": {status: 200, hang: true, body: "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ha\"}}]}\n\n"},
		"in_an_error":   {status: 500, hang: true, body: "{"},
		"at_the_start":  {hold: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				start := time.Now()
				o, _ := play(t, t.Context(), openai.Options{}, st, good)
				took := time.Since(start)
				if took < openai.Silence || took > openai.Silence+2*time.Second {
					t.Errorf("took %v, want %v", took, openai.Silence)
				}
				if o.err != nil || o.reply.Text() != "ok" {
					t.Errorf("the next try gave %+v, %v", o.reply, o.err)
				}
				o, _ = play(t, t.Context(), openai.Options{Retries: -1}, st)
				want := ""
				if name == "in_mid_stream" {
					want = "ha"
				}
				if o.err == nil || !strings.Contains(o.err.Message, "sent nothing for 1m0s") || o.reply.Text() != want || !o.reply.Cut {
					t.Errorf("without another try: %+v, %v", o.reply, o.err)
				}
			})
		})
	}
}

// heartbeats is a body that says no more than it holds, every two seconds.
type heartbeats struct{ *hanging }

func (h heartbeats) Read(b []byte) (int, error) {
	if n, err := h.Reader.Read(b); n > 0 || !errors.Is(err, io.EOF) {
		return n, err
	}
	select {
	case <-h.closed:
		return 0, errors.New("read of a closed body")
	case <-time.After(2 * time.Second):
		return copy(b, ": alive\n\ndata: ping\n\n"), nil
	}
}

// TestSignsOfLifeOnly are waited with, longer than silence, and not for ever.
func TestSignsOfLifeOnly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		o, tr := play(t, t.Context(), openai.Options{}, step{status: 200, alive: true}, good)
		if took := time.Since(start); took != openai.Idle || len(tr.at) != 1 {
			t.Errorf("took %v and %d tries, want %v and one", took, len(tr.at), openai.Idle)
		}
		if o.err == nil || o.err.Code != chat.ErrorNetwork || !strings.Contains(o.err.Message, "for 10m0s without a word") {
			t.Errorf("%v", o.err)
		}
	})
}

func TestCancelEndsTheAnswerAtOnce(t *testing.T) {
	t.Parallel()
	for name, list := range map[string][]step{
		"in_mid_stream":      {{status: 200, hang: true, body: "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ha\"}}]}\n\n"}},
		"before_the_answer":  {{hold: true}},
		"between_two_tries":  {{status: 429, header: http.Header{"Retry-After": {"50"}}}},
		"in_an_error_answer": {{status: 500, hang: true, body: "{"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(5*time.Second, cancel)
				start := time.Now()
				o, _ := play(t, ctx, openai.Options{}, list...)
				if took := time.Since(start); took != 5*time.Second {
					t.Errorf("returned after %v, want at the cancel", took)
				}
				if o.err == nil || o.err.Code != chat.ErrorCancelled || !errors.Is(o.err, context.Canceled) || !o.reply.Cut {
					t.Errorf("%+v, %v; want a cut reply and cancelled", o.reply, o.err)
				}
			})
		})
	}
}

// TestCancelOverARealConnection is the same in real time, because what blocks
// there is a socket.
func TestCancelOverARealConnection(t *testing.T) {
	t.Parallel()
	m, _ := serveHanging(t)
	ctx, cancel := context.WithCancel(t.Context())
	var at time.Time
	_, err := m.Stream(ctx, llm.Request{Messages: words("go")}, func(d llm.Delta) {
		if d.Text != "" {
			at = time.Now()
			cancel()
		}
	})
	if took := time.Since(at); took > 100*time.Millisecond || !errors.Is(err, context.Canceled) {
		t.Errorf("returned %v after the cancel with %v, want 100 ms at most", took, err)
	}
}

func TestTheKeyNeverStandsInAnError(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ key, said, want string }{
		"whole":                       {"sk-very-secret", "bad key sk-very-secret.", "bad key [key]."},
		"inside_a_word":               {"sk-very-secret", "Keysk-very-secret1 is bad", "Key[key]1 is bad"},
		"short_by_itself":             {"abc", "bad key 'abc', abc", "bad key '[key]', [key]"},
		"short_inside_words":          {"a", "a bad key was used as a name", "[key] bad key was used as [key] name"},
		"short_and_longer_than_it_is": {"abc", "abc1 1abc abc_d", "abc1 1abc abc_d"},
		"none":                        {"", "bad key", "bad key"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				body, err := json.Marshal(map[string]any{"error": map[string]any{"message": c.said}})
				if err != nil {
					t.Fatal(err)
				}
				o, _ := play(t, t.Context(), openai.Options{Key: c.key, Retries: 1}, step{status: 503, body: string(body)})
				if o.err == nil || o.err.Message != c.want || o.err.Status != 503 {
					t.Errorf("the error is %v, want %q", o.err, c.want)
				}
				for _, r := range retries(o) {
					if e, ok := errors.AsType[*llm.Error](r.Err); !ok || e.Message != c.want {
						t.Errorf("the next try is announced with %v, want %q", r.Err, c.want)
					}
				}
			})
		})
	}
}

func TestAProviderThatDoesNotStream(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o, _ := play(t, t.Context(), openai.Options{}, step{status: 200, body: `{"choices":[{"index":0,"message":{"content":"whole","tool_calls":[{"id":"c","function":{"name":"f","arguments":{"a":1}}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":3,"completion_tokens":2}}`})
		if o.err != nil || o.text() != "whole" || len(o.reply.Calls) != 1 || o.reply.Calls[0].Arguments != `{"a":1}` || o.reply.Usage.InputTokens != 3 {
			t.Errorf("%+v, %v", o.reply, o.err)
		}
	})
}
