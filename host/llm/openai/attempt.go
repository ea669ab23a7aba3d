package openai

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/sse"
	"github.com/margay/margay/protocol/chat"
)

// maxErrorBody bounds what is read of a body that is no stream.
const maxErrorBody = 1 << 20

// ErrProxy is what a transport gives whose proxy is no address: no wait mends that.
var ErrProxy = errors.New("the proxy is no address")

var (
	errSilent  = errors.New("the provider sent nothing for too long")
	errIdle    = errors.New("the provider sent signs of life only for too long")
	errEnough  = errors.New("the answer was whole, and the rest did not come")
	errEndless = errors.New("the provider's answer has no end")
)

// attempt asks once. On failure the reply holds what had come.
func (m *Model) attempt(ctx context.Context, body []byte, tools []llm.Tool, emit func(llm.Delta)) (llm.Reply, *failure) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	// The watch cancels the request when nothing was read or taken for too long; it
	// ends with this call.
	watch := time.AfterFunc(m.o.Silence, func() { cancel(errSilent) })
	defer watch.Stop()
	// What keeps a connection open is no answer.
	idle := time.AfterFunc(Idle, func() { cancel(errIdle) })
	defer idle.Stop()

	answer := newAnswer(m, tools, func(d llm.Delta) { idle.Reset(Idle); emit(d) })
	alive := func() { watch.Reset(m.o.Silence); idle.Reset(Idle) }
	resp, err := m.send(outgoing(ctx, m.o.Silence, alive), &upload{data: body, alive: alive})
	if err != nil {
		return answer.cut(), m.broken(ctx, err, "could not reach the provider")
	}
	defer resp.Body.Close() //nolint:errcheck // only read
	// Closing here unblocks the read below at once when the context ends,
	// whatever the transport does.
	defer context.AfterFunc(ctx, func() { resp.Body.Close() })() //nolint:errcheck // the reader sees it

	in, err := unpacked(&watched{r: resp.Body, watch: watch, silence: m.o.Silence}, resp.Header.Get("Content-Encoding"), m.o.MaxBytes)
	defer in.end()
	switch {
	case resp.StatusCode/100 == 3:
		return answer.cut(), moved(resp)
	case errors.Is(err, errPacked):
		return answer.cut(), packed(resp.StatusCode, err)
	case err != nil:
		return answer.cut(), m.broken(ctx, err, "the connection was lost in mid-answer")
	case resp.StatusCode/100 != 2:
		return answer.cut(), m.refused(ctx, resp, in.Reader)
	}
	if !isStream(in.Reader) {
		return m.whole(ctx, resp, in, answer)
	}
	return m.stream(ctx, cancel, in, answer)
}

func (m *Model) send(ctx context.Context, body *upload) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.url, body.read())
	if err != nil {
		return nil, err
	}
	req.ContentLength = int64(len(body.data))
	req.GetBody = func() (io.ReadCloser, error) { return body.read(), nil }
	req.Header.Set("Accept-Encoding", "identity") // a stream gains nothing; see unpacked
	for name, values := range m.o.Header {
		req.Header[name] = values
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "text/event-stream")
	if m.o.Key != "" {
		req.Header.Set("Authorization", "Bearer "+m.o.Key)
	}
	return m.client.Do(req)
}

func (m *Model) stream(ctx context.Context, cancel context.CancelCauseFunc, in io.Reader, answer *answer) (llm.Reply, *failure) {
	// Some never say that they are done: they hold the connection open.
	grace := time.AfterFunc(Idle, func() { cancel(errEnough) })
	grace.Stop()
	defer grace.Stop()
	events := sse.NewReader(in, 0)
	for {
		ev, err := events.Next()
		switch {
		case errors.Is(err, io.EOF):
			if answer.finish == "" {
				return answer.cut(), lost()
			}
			return answer.end()
		case err != nil && answer.ended() && isLost(ctx, err):
			return answer.end()
		case err != nil:
			return answer.cut(), m.broken(ctx, err, "the connection was lost in mid-answer")
		case ctx.Err() != nil && !errors.Is(context.Cause(ctx), errEnough):
			return answer.cut(), m.broken(ctx, context.Cause(ctx), "stopped")
		case ev.Done():
			return answer.end()
		}

		before, finish := answer.ended(), answer.finish
		fail := answer.frame([]byte(ev.Data))
		if ev.Name == "error" && fail == nil {
			fail = saidError(ev.Data, m.o.Model)
		}
		if fail != nil && before && !answer.early && fail.Code != chat.ErrorRefused {
			answer.finish = finish // some give the failure as a reason, too
			return answer.end()    // what failed behind the end is the provider's own matter
		}
		if fail != nil && !(ev.Cut && fail.damaged) { // what was cut off in mid-frame, the end tells
			return answer.cut(), fail
		}
		if endsWithDone(ev.Data) { // some end lines, and no events
			return answer.end()
		}
		switch after := answer.ended(); {
		case after && !before:
			grace.Reset(Grace)
		case before && !after: // the reason was none
			grace.Stop()
		}
	}
}

// isLost reports whether an error of a body is the connection's end, and not the
// caller's or an answer without one.
func isLost(ctx context.Context, err error) bool {
	cause := context.Cause(ctx)
	ours := cause == nil || errors.Is(cause, errEnough) || errors.Is(cause, errSilent)
	return ours && !errors.Is(err, errEndless) && !errors.Is(err, sse.ErrTooLong)
}

// whole handles a 2xx answer that is no stream: an error dressed as success,
// or a provider that does not stream.
func (m *Model) whole(ctx context.Context, resp *http.Response, in io.Reader, answer *answer) (llm.Reply, *failure) {
	data, err := io.ReadAll(io.LimitReader(in, sse.MaxEvent))
	if err != nil {
		return answer.cut(), m.broken(ctx, err, "the connection was lost in mid-answer")
	}
	data = bytes.TrimPrefix(bytes.TrimSpace(data), byteOrderMark)
	if isPage(data) {
		return answer.cut(), aPage("event stream")
	}
	var words string
	if json.Unmarshal(data, &words) == nil && strings.TrimSpace(words) != "" {
		return answer.cut(), vendorFailure(said{words: words, model: m.o.Model})
	}
	if words, code, ok := vendorError(data); ok {
		return answer.cut(), vendorFailure(said{words: words, code: code, model: m.o.Model})
	}
	fail := answer.frame(data)
	switch {
	case fail != nil:
		return answer.cut(), fail
	case answer.message && answer.finish == "":
		answer.finish = "stop" // a message that is whole JSON is whole
		fallthrough
	case answer.finish != "":
		return answer.end()
	}
	return answer.cut(), &failure{Error: llm.Error{
		Code:    chat.ErrorAPI,
		Message: fmt.Sprintf("the provider's answer is no event stream (it says %q)", resp.Header.Get("Content-Type")),
		Next:    "Check the base URL: it should end where /chat/completions begins, often with /v1.",
	}}
}

// broken explains an error of the connection.
func (m *Model) broken(ctx context.Context, err error, what string) *failure {
	f := &failure{passing: true, Error: llm.Error{
		Code: chat.ErrorNetwork, Message: what + ": " + plain(err), Next: llm.NextStep(chat.ErrorNetwork), Err: err,
	}}
	if next, lasting := m.unreached(err); next != "" {
		f.Next, f.passing = next, !lasting
	}
	switch cause := context.Cause(ctx); {
	case errors.Is(cause, errSilent):
		f.Message = fmt.Sprintf("the provider sent nothing for %s", m.o.Silence)
	case errors.Is(cause, errIdle):
		f.passing, f.Message = false, fmt.Sprintf("the provider kept the connection open for %s without a word", Idle)
	case errors.Is(err, errEndless):
		f.passing, f.Code, f.Message = false, chat.ErrorAPI, fmt.Sprintf("the provider's answer passed %d MiB", m.o.MaxBytes>>20)
		f.Next = llm.NextStep(chat.ErrorAPI)
	case errors.Is(err, sse.ErrTooLong):
		f.passing, f.Code, f.Message = false, chat.ErrorAPI, fmt.Sprintf("the provider sent an event above %d MiB", sse.MaxEvent>>20)
		f.Next = llm.NextStep(chat.ErrorAPI)
	}
	if f.Code == chat.ErrorNetwork {
		f.Next = m.throughIt(err, f.Next)
	}
	return f
}

// here is the address of a provider on this machine, empty for any other.
func (m *Model) here() string {
	u, err := url.Parse(m.base)
	if err != nil {
		return ""
	}
	if addr, err := netip.ParseAddr(u.Hostname()); err == nil && addr.IsLoopback() || u.Hostname() == "localhost" {
		return u.Host
	}
	return ""
}

var byteOrderMark = []byte("\xEF\xBB\xBF")

// isStream looks at the first byte that is no white space: JSON and HTML have
// their own, whatever the content type claims.
func isStream(in *bufio.Reader) bool {
	if head, err := in.Peek(len(byteOrderMark)); err == nil && bytes.Equal(head, byteOrderMark) {
		_, _ = in.Discard(len(byteOrderMark)) // it was peeked at
	}
	for n := 1; ; n++ {
		head, err := in.Peek(n)
		if err != nil || n > 4<<10 {
			return true // an empty body ends as a lost stream
		}
		switch head[n-1] {
		case ' ', '\t', '\r', '\n':
		case '{', '[', '<', '"':
			return false
		default:
			return true
		}
	}
}

// watched restarts the watch whenever something comes.
type watched struct {
	r       io.Reader
	watch   *time.Timer
	silence time.Duration
}

func (w *watched) Read(b []byte) (int, error) {
	n, err := w.r.Read(b)
	if n > 0 {
		w.watch.Reset(w.silence)
	}
	return n, err
}
