package openai

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	goopenai "github.com/sashabaranov/go-openai"

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
		words = "the provider reports an error"
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
	f.passing = passes(status) && !llm.OutOfCredit(words+" "+code)
	return f
}

func nextStep(code chat.ErrorCode, status int, words string) string {
	switch {
	case llm.OutOfCredit(words):
		return "The account has no credit left with this provider: top it up, or choose another model."
	case status == http.StatusNotFound:
		return "Check the model's name and the base URL of this provider."
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
		passing: (passes(status) || kind == chat.ErrorOverloaded || kind == chat.ErrorRateLimit) && !llm.OutOfCredit(words+" "+code),
		Error:   llm.Error{Code: kind, Message: words, Next: nextStep(kind, status, words+" "+code)},
	}
}

// lost is a stream that ended before the answer did.
func lost() *failure {
	return &failure{passing: true, Error: llm.Error{
		Code: chat.ErrorNetwork, Message: "the provider closed the connection before the answer was whole",
		Next: llm.NextStep(chat.ErrorNetwork), Err: io.ErrUnexpectedEOF,
	}}
}

// vendorError takes the provider's words out of a body in any of the shapes
// that are about: {"error":{…}}, {"error":"…"}, {"message":…}, {"detail":…},
// or an array of these.
func vendorError(data []byte) (words, code string, ok bool) {
	var list []json.RawMessage
	if json.Unmarshal(data, &list) == nil {
		for _, item := range list {
			if words, code, ok = vendorError(item); ok {
				return words, code, true
			}
		}
		return "", "", false
	}
	var body struct {
		Error   json.RawMessage `json:"error"`
		Errors  json.RawMessage `json:"errors"`
		Message json.RawMessage `json:"message"`
		Detail  json.RawMessage `json:"detail"`
		Msg     json.RawMessage `json:"msg"`
		Words   json.RawMessage `json:"error_msg"`
		Code    any             `json:"code"`
		Base    struct {
			Code    any             `json:"status_code"`
			Message json.RawMessage `json:"status_msg"`
		} `json:"base_resp"`
		Choices json.RawMessage `json:"choices"`
	}
	if err := json.Unmarshal(data, &body); err != nil && !isTypeError(err) {
		return "", "", false
	}
	if words, code, ok = errorMember(body.Error); ok {
		return words, code, true
	}
	if words, code, ok = vendorError(body.Errors); ok {
		return words, code, true
	}
	if len(body.Choices) > 0 && string(body.Choices) != "null" {
		return "", "", false // an answer, whatever else it says
	}
	if code = codeText(body.Code); code == "" {
		code = codeText(body.Base.Code)
	}
	for _, raw := range []json.RawMessage{body.Message, body.Detail, body.Msg, body.Words, body.Base.Message} {
		if text := messageText(raw); text != "" {
			return text, code, true
		}
	}
	return "", "", false
}

func isTypeError(err error) bool {
	_, ok := errors.AsType[*json.UnmarshalTypeError](err)
	return ok
}

// messageText is a message: text, or objects that hold one (as FastAPI writes it).
func messageText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	var list []struct {
		Msg     string `json:"msg"`
		Message string `json:"message"`
	}
	if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
		return list[0].Msg + list[0].Message
	}
	return ""
}

func errorMember(raw json.RawMessage) (words, code string, ok bool) {
	if len(raw) == 0 || string(raw) == "null" {
		return "", "", false
	}
	if json.Unmarshal(raw, &words) == nil {
		return words, "", words != ""
	}
	var api goopenai.APIError
	if err := json.Unmarshal(raw, &api); err == nil && api.Message != "" {
		code = codeText(api.Code)
		if code == "" {
			code = api.Type
		}
		return api.Message, code, true
	}
	return excerpt(raw), "", true
}

func codeText(code any) string {
	switch c := code.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(c, 'f', -1, 64)
	default:
		return fmt.Sprint(c)
	}
}

// excerpt is the beginning of a body that is no JSON, on one line.
func excerpt(data []byte) string {
	text := strings.ToValidUTF8(strings.Join(strings.Fields(string(data[:min(len(data), 4<<10)])), " "), "\uFFFD")
	if strings.HasPrefix(text, "<") {
		return "" // a page made for people says nothing here
	}
	if r := []rune(text); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return text
}

// retryAfter reads how long a provider asks to wait: milliseconds in a header
// that some know, seconds, or a date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < 1e9 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	header := h.Get("Retry-After")
	if seconds, err := strconv.ParseFloat(strings.TrimSpace(header), 64); err == nil && seconds >= 0 && seconds < 1e6 {
		return time.Duration(seconds * float64(time.Second))
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
