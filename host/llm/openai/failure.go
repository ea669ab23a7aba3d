package openai

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// failure is a failed attempt.
type failure struct {
	llm.Error
	// passing says that the same request may well succeed later.
	passing bool
	// after is what the provider's Retry-After asks for, 0 if nothing.
	after time.Duration
	// damaged says that a frame was no sound JSON.
	damaged bool
}

// refused explains an answer that is not 2xx.
func (m *Model) refused(ctx context.Context, resp *http.Response, in *bufio.Reader) *failure {
	data, err := io.ReadAll(io.LimitReader(in, maxErrorBody))
	if err != nil && ctx.Err() != nil {
		return m.broken(ctx, err, "the connection was lost")
	}
	words, code, ok := vendorError(data)
	if !ok {
		words = noWords(resp.Status, data)
	}
	f := answered(resp.StatusCode, resp.Status, words, code)
	f.after = retryAfter(resp.Header, time.Now())
	return f
}

// moved explains a redirect that was not followed: the request would lose its
// body or its key on the way.
func moved(resp *http.Response) *failure {
	where := "another address"
	if to, err := resp.Location(); err == nil && to.Host != "" {
		where = to.Scheme + "://" + to.Host // the rest may hold secrets
	}
	return &failure{Error: llm.Error{
		Code: chat.ErrorAPI, Status: resp.StatusCode, Message: "the provider sends requests on to " + where,
		Next: "Check the base URL: the provider has moved, or it wants https.",
	}}
}

// saidError is an event that is called an error, in whatever shape.
func saidError(data string) *failure {
	words, code, ok := vendorError([]byte(data))
	if !ok {
		words = noReason
		if text := excerpt([]byte(data)); text != "" {
			words += ": " + text
		}
	}
	return vendorFailure(code, words)
}

// damaged is a piece of an answer that cannot be read.
func damaged() *failure {
	f := lost()
	f.damaged, f.Message, f.Err = true, "the provider sent a damaged piece of its answer", nil
	return f
}

// noWords is what an answer says whose body holds no error that we know.
func noWords(status string, body []byte) string {
	words := "the provider answered " + strings.TrimSpace(status)
	if text := excerpt(body); text != "" {
		words += ": " + text
	}
	return words
}

// answered is the failure behind a status that is not 2xx.
func answered(status int, text, words, code string) *failure {
	if words == "" {
		words = noWords(text, nil)
	}
	if status == 0 { // it stood in an answer that calls itself a success
		return vendorFailure(code, words)
	}
	f := vendorFailure(code, words)
	f.Status = status
	f.Code = llm.Classify(status, words+" "+code)
	f.Next = nextStep(f.Code, status, words+" "+code)
	f.passing = passes(status) && !outOfCredit(status, words+" "+code)
	return f
}

// outOfCredit: some say it by the status alone.
func outOfCredit(status int, words string) bool {
	return status == http.StatusPaymentRequired || llm.OutOfCredit(words)
}

// Words by which providers say that a model cannot do a thing, and that the thing
// is to see.
var (
	unsupported = regexp.MustCompile(`(?i)(do(es)?|is|are)( not|n't) (support|allowed|enabled)|unsupported|not supported|no endpoints found that support`)
	seeing      = regexp.MustCompile(`(?i)\bimages?\b|image_url|vision|multimodal`)
)

func nextStep(code chat.ErrorCode, status int, words string) string {
	switch {
	case outOfCredit(status, words):
		return "The account has no credit left with this provider: top it up, or choose another model."
	case unsupported.MatchString(words) && strings.Contains(strings.ToLower(words), "tool"):
		return "This model cannot use tools, so it cannot work in pages: choose another model."
	case unsupported.MatchString(words) && seeing.MatchString(words):
		return "This model takes no images: say so in the options page (it does not see), or choose another model."
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed:
		return "Check the model's name and the base URL of this provider."
	case code == chat.ErrorAPI && (status == http.StatusBadRequest || status == http.StatusUnprocessableEntity):
		return "The same would be refused again: check the model's name; if that is right, start a new chat, or choose another model."
	case status == http.StatusProxyAuthRequired:
		return "Check the user and the password of the proxy in HTTPS_PROXY or HTTP_PROXY."
	}
	return llm.NextStep(code)
}

// passes reports whether a status is one that passes by itself.
func passes(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return status >= 500 && status != http.StatusNotImplemented
}

// vendorFailure is an error that the provider wrote into a body or a stream.
// Its code may be an HTTP status in all but place.
func vendorFailure(code, words string) *failure {
	status, err := strconv.Atoi(code)
	if err != nil || status < 400 || status > 599 {
		status = 0
	}
	kind := llm.Classify(status, words+" "+code)
	return &failure{
		passing: (passes(status) || kind == chat.ErrorOverloaded || kind == chat.ErrorRateLimit) && !outOfCredit(status, words+" "+code),
		Error:   llm.Error{Code: kind, Message: shortened(words, mostWords), Next: nextStep(kind, status, words+" "+code)},
	}
}

// lost is a stream that ended before the answer did.
func lost() *failure {
	return &failure{passing: true, Error: llm.Error{
		Code: chat.ErrorNetwork, Message: "the provider closed the connection before the answer was whole",
		Next: llm.NextStep(chat.ErrorNetwork), Err: io.ErrUnexpectedEOF,
	}}
}

// retryAfter reads how long a provider asks to wait: milliseconds in a header
// that some know, seconds, or a date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	header := h.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(strings.TrimSpace(header), 64); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, 1e6) * float64(time.Second)) // no number is too large to be too long
	}
	if at, err := http.ParseTime(header); err == nil && at.After(now) {
		return at.Sub(now)
	}
	return 0
}

// isNetwork tells an error of the connection from one of the answer.
func isNetwork(err error) bool {
	_, ok := errors.AsType[*url.Error](err)
	return ok
}

// plain is an error of the connection without the address, which a person
// knows, and which may hold secrets.
func plain(err error) string {
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err
	}
	return err.Error()
}
