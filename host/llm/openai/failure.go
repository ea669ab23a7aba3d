package openai

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/margay/margay/host/lazyregexp"
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
	// raw is the body of an answer that is not 2xx.
	raw []byte
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
	after, told := retryAfter(resp.Header, time.Now())
	if !told {
		after, _ = llm.WaitIn(string(data))
	}
	f := answered(said{status: resp.StatusCode, text: resp.Status, words: words, code: code, after: after, model: m.o.Model, proxies: m.proxyVariables()})
	f.raw = data
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
		Next: movedNext,
	}}
}

// saidError is an event that is called an error, in whatever shape.
func saidError(data, model string) *failure {
	words, code, ok := vendorError([]byte(data))
	if !ok {
		words = noReason
		if text := excerpt([]byte(data)); text != "" {
			words += ": " + text
		}
	}
	return vendorFailure(said{words: words, code: code, model: model})
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

// said is what an error says of itself.
type said struct {
	status int // 0 where there is none
	text   string
	words  string
	code   string
	after  time.Duration
	// model is the one that was asked, whose name may stand in the words.
	model string
	// proxies are what names the proxy through which it was asked.
	proxies string
}

// all is what is looked at for signs.
func (s said) all() string { return s.words + " " + s.code }

// spent reports that the account is empty: some say it by the status alone. Who
// says when to ask again means a limit.
func (s said) spent() bool {
	return s.status == http.StatusPaymentRequired || s.after == 0 && llm.OutOfCredit(s.all())
}

// answered is the failure behind a status that is not 2xx.
func answered(s said) *failure {
	if s.words == "" {
		s.words = noWords(s.text, nil)
	}
	if s.status == 0 { // it stood in an answer that calls itself a success
		return vendorFailure(s)
	}
	f := sorted(s)
	f.Status = s.status
	f.passing = passes(s.status) && !s.spent() && f.Code != chat.ErrorContextTooLarge && f.Code != chat.ErrorRefused
	return f
}

// sorted finds the kind of a failure and what to do about it.
func sorted(s said) *failure {
	kind := llm.Classify(s.status, s.all())
	if s.spent() {
		kind = chat.ErrorAPI // neither a key nor a limit, whatever the status
	}
	return &failure{after: s.after, Error: llm.Error{Code: kind, Message: shortened(s.words, mostWords), Next: nextStep(kind, s)}}
}

// Words by which providers say that a model cannot do a thing, and that the thing
// is to see.
var (
	unsupported = lazyregexp.New(`(?i)(do(es)?|is|are)( not|n't) (support|allowed|enabled)|unsupported|not supported|no endpoints found that support`)
	seeing      = lazyregexp.New(`(?i)\bimages?\b|image_url|\bvision\b|multimodal`)
)

// nameless takes the name of a model out of words: that of “gpt-4-vision-x” says
// nothing of pictures. Some leave out the vendor before a slash.
func nameless(words, model string) string {
	model = strings.ToValidUTF8(model, "")
	for _, name := range []string{model, model[strings.LastIndexByte(model, '/')+1:]} {
		if name != "" {
			words = regexp.MustCompile(`\b`+regexp.QuoteMeta(name)+`\b`).ReplaceAllLiteralString(words, "")
		}
	}
	return words
}

func nextStep(code chat.ErrorCode, s said) string {
	status, words := s.status, s.all()
	switch {
	case s.spent():
		return "The account has no credit left with this provider: top it up, or choose another model."
	case unsupported.MatchString(words) && strings.Contains(strings.ToLower(words), "tool"):
		return "This model cannot use tools, so it cannot work in pages: choose another model."
	case unsupported.MatchString(words) && seeing.MatchString(nameless(words, s.model)):
		return "This model takes no images: say so in the options page (it does not see), or choose another model."
	case wantsTLS.MatchString(words):
		return "The server wants TLS there: begin its address with https://."
	case status == http.StatusProxyAuthRequired:
		return proxyPassword(cmp.Or(s.proxies, proxyNames))
	case status == http.StatusNetworkAuthenticationRequired:
		return "The network wants a login: open any page in the browser, which shows it, then try again."
	case status == http.StatusNotFound, status == http.StatusMethodNotAllowed:
		return "Check the model's name and the base URL of this provider."
	case code == chat.ErrorAPI && (status == http.StatusBadRequest || status == http.StatusUnprocessableEntity):
		return "The same would be refused again: check the model's name; if that is right, start a new chat, or choose another model."
	}
	return llm.NextStep(code)
}

// passes reports whether a status is one that passes by itself.
func passes(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return status >= 500 && status != http.StatusNotImplemented && status != http.StatusNetworkAuthenticationRequired
}

// vendorFailure is an error that the provider wrote into a body or a stream.
// Its code may be an HTTP status in all but place.
func vendorFailure(s said) *failure {
	status, err := strconv.Atoi(s.code)
	if err != nil || status < 400 || status > 599 {
		status = 0
	}
	s.status = status
	s.after, _ = llm.WaitIn(s.words)
	f := sorted(s)
	if status == 0 && f.Code == chat.ErrorAPI && connectionLost.MatchString(s.all()) {
		f.Code, f.Next = chat.ErrorNetwork, llm.NextStep(chat.ErrorNetwork)
	}
	passing := f.Code == chat.ErrorOverloaded || f.Code == chat.ErrorRateLimit || f.Code == chat.ErrorNetwork || serverFailed.MatchString(s.all())
	f.passing = (passes(status) || passing) && !s.spent()
	return f
}

// Words and codes of a failure within the provider, in the middle of an answer.
var (
	connectionLost = lazyregexp.New(`(?i)connection_?error|peer closed connection|connection (was )?(reset|closed|lost|aborted)|disconnected|incomplete (chunked )?read|read timed? ?out`)
	serverFailed   = lazyregexp.New(`(?i)\bserver_error\b|internal_?server_?error|internal server error|service_?unavailable`)
)

// lost is a stream that ended before the answer did.
func lost() *failure {
	return &failure{passing: true, Error: llm.Error{
		Code: chat.ErrorNetwork, Message: "the provider closed the connection before the answer was whole",
		Next: llm.NextStep(chat.ErrorNetwork), Err: io.ErrUnexpectedEOF,
	}}
}

// retryAfter reads how long a provider's headers ask to wait, and whether they
// say anything: milliseconds in a header that some know, seconds, or a date.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond)), true
	}
	header := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(header, 64); err == nil && seconds >= 0 {
		return time.Duration(min(seconds, 1e6) * float64(time.Second)), true // no number is too large to be too long
	}
	if at, err := http.ParseTime(header); err == nil {
		return max(0, at.Sub(now)), true
	}
	return 0, false
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
