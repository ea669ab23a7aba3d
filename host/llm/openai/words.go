package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	goopenai "github.com/sashabaranov/go-openai"

	"github.com/margay/margay/host/llm/redact"
)

const (
	// mostWords is how many characters of what a provider says are kept, mostExcerpt
	// how many of a body that we do not know.
	mostWords   = 1000
	mostExcerpt = 200

	noReason = "the provider reports an error"
	saidNo   = "the provider said no, and not why"
)

// told is a body, a frame or an error within one, in any of the shapes that are
// about.
type told struct {
	Error   json.RawMessage `json:"error"`
	Errors  json.RawMessage `json:"errors"`
	Message json.RawMessage `json:"message"`
	Detail  json.RawMessage `json:"detail"`
	Msg     json.RawMessage `json:"msg"`
	Words   json.RawMessage `json:"error_msg"`
	Code    any             `json:"code"`
	Success no              `json:"success"`
	Object  loose           `json:"object"`
	Type    loose           `json:"type"`
	Base    struct {
		Code    any             `json:"status_code"`
		Message json.RawMessage `json:"status_msg"`
	} `json:"base_resp"`
	Choices json.RawMessage `json:"choices"`
	// Messages and Data hold the words of some that had no success.
	Messages json.RawMessage `json:"messages"`
	Data     struct {
		Message json.RawMessage `json:"message"`
	} `json:"data"`
	// Metadata is where a provider that asks others puts what those said.
	Metadata struct {
		Raw loose `json:"raw"`
	} `json:"metadata"`
}

func (t told) code() string {
	if code := codeText(t.Code); code != "" {
		return code
	}
	return codeText(t.Base.Code)
}

// isError reports whether a frame without choices is an error that has no error
// member: notes and heartbeats have messages too.
func (t told) isError() bool {
	if t.saysNo() {
		return true
	}
	code := strings.ToLower(t.code())
	return code != "" && code != "0" && code != "ok" && code != "success" && !(len(code) == 3 && code[0] == '2')
}

// saysNo reports whether it calls itself a failure, whatever else it says.
func (t told) saysNo() bool { return t.Object == "error" || t.Type == "error" || bool(t.Success) }

// answers reports whether it is an answer, whatever else it says: an empty one beside
// a failure is none.
func (t told) answers() bool {
	return isThere(t.Choices) && !(t.saysNo() && areEmpty(t.Choices))
}

// areEmpty reports whether a list has nothing in it that says anything.
func areEmpty(list json.RawMessage) bool {
	var items []json.RawMessage
	says := func(item json.RawMessage) bool { return !saysNothing(item) }
	return json.Unmarshal(list, &items) == nil && !slices.ContainsFunc(items, says)
}

// no says that there was no success, in whatever kind of value.
type no bool

func (n *no) UnmarshalJSON(data []byte) error {
	switch strings.ToLower(strings.Trim(string(data), `"`)) {
	case "false", "0":
		*n = true
	}
	return nil
}

func read(data []byte) (t told, ok bool) {
	err := json.Unmarshal(data, &t)
	_, odd := errors.AsType[*json.UnmarshalTypeError](err)
	return t, err == nil || odd
}

// frameError is the error that a frame tells whose choices say nothing. Amid an answer
// words make it one: some write “no success” into frames that only count.
func frameError(data []byte, model string, amid bool) *failure {
	t, ok := read(data)
	if !ok || isThere(t.Error) && !t.saysNo() || !t.isError() {
		return nil
	}
	if _, _, hasWords := vendorError(data); amid && !hasWords {
		return nil
	}
	words, code, ok := failureIn(data)
	if !ok {
		return nil
	}
	return vendorFailure(said{words: words, code: code, model: model})
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
	t, ok := read(data)
	if !ok {
		return "", "", false
	}
	failed := false
	if words, code, failed = errorMember(t.Error); words != "" {
		return words, code, true
	}
	if words, code, ok = vendorError(t.Errors); ok {
		return words, code, true
	}
	if t.answers() && !failed {
		return "", "", false // an answer, whatever else it says
	}
	places := []json.RawMessage{t.Message, t.Detail, t.Msg, t.Words, t.Base.Message, t.Errors}
	if t.saysNo() {
		places = append(places, t.Messages, t.Data.Message)
	}
	for _, raw := range places {
		if text := messageText(raw); text != "" {
			return text, t.code(), true
		}
	}
	return noReason, t.code(), failed
}

// failureIn is the failure that a body or a frame is which came as a success. One that
// has no words of its own is told as it is, where it says anything.
func failureIn(data []byte) (words, code string, ok bool) {
	if words, code, ok = vendorError(data); ok {
		return words, code, true
	}
	t, ok := read(data)
	switch {
	case !ok || !t.saysNo() || t.answers():
		return "", "", false
	case saysNothing(data):
		return saidNo, t.code(), true
	}
	return noReason + ": " + excerpt(data), t.code(), true
}

func isThere(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// messageText is a message: text, or objects that hold one (as FastAPI writes it).
func messageText(raw json.RawMessage) string {
	words, _, _ := errorMember(raw)
	return words
}

// errorMember reads an error member. It is no error where it is empty; words are
// empty where it says only that there is one.
func errorMember(raw json.RawMessage) (words, code string, ok bool) {
	raw = bytes.TrimSpace(raw)
	switch string(raw) {
	case "", "null", "false", "0", "{}", "[]", `""`:
		return "", "", false
	}
	var list []json.RawMessage
	switch {
	case saysNothing(raw):
		return "", "", false
	case json.Unmarshal(raw, &words) == nil:
		return words, "", words != ""
	case json.Unmarshal(raw, &list) == nil && len(list) > 0:
		return errorMember(list[0])
	case raw[0] != '{': // true, or a number
		return "", "", true
	}
	var api goopenai.APIError
	if err := json.Unmarshal(raw, &api); err == nil && api.Message != "" {
		code = codeText(api.Code)
		if code == "" || code == "0" { // the library reads null as 0
			code = api.Type
		}
		return withUpstream(api.Message, raw), code, true
	}
	if words, code, ok = vendorError(raw); ok {
		return withUpstream(words, raw), code, true
	}
	if words = ofMembers(raw); words != "" {
		return words, "", true
	}
	return excerpt(raw), "", true
}

// ofMembers are the words of an object whose members are lists of them, as forms are
// told what is wrong with each field.
func ofMembers(raw json.RawMessage) string {
	var members map[string][]string
	if json.Unmarshal(raw, &members) != nil {
		return ""
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		all = append(all, members[name]...)
	}
	return strings.Join(all, "; ")
}

// saysNothing reports whether an error member is an object whose members are all
// empty or lists of such objects, or say that all is well: some write one into each piece of an answer.
func saysNothing(raw json.RawMessage) bool {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return false
	}
	for _, value := range members {
		switch strings.ToLower(strings.Trim(string(bytes.TrimSpace(value)), `"`)) {
		case "", "null", "false", "0", "{}", "[]", "200", "ok", "success", "none":
		default:
			if !areEmpty(value) {
				return false
			}
		}
	}
	return true
}

// withUpstream adds what the provider behind the provider said.
func withUpstream(words string, raw json.RawMessage) string {
	t, _ := read(raw)
	said := string(t.Metadata.Raw)
	if inner, _, ok := vendorError([]byte(said)); ok {
		said = inner
	}
	if said = excerpt([]byte(said)); said == "" || strings.Contains(words, said) {
		return words
	}
	return strings.TrimRight(words, ". ") + ": " + said
}

func codeText(code any) string {
	switch c := code.(type) {
	case string:
		return c
	case int: // as go-openai reads it
		return strconv.Itoa(c)
	case float64:
		return strconv.FormatFloat(c, 'f', -1, 64)
	}
	return ""
}

// excerpt is the beginning of a body that is no JSON, on one line.
func excerpt(data []byte) string {
	const looked = 4 << 10
	text := strings.ToValidUTF8(strings.Join(strings.Fields(string(data[:min(len(data), looked)])), " "), "\uFFFD")
	if len(data) > looked {
		text += redact.CutMark
	}
	if strings.HasPrefix(text, "<") {
		return "" // a page made for people says nothing here
	}
	return shortened(text, mostExcerpt)
}

func shortened(text string, most int) string {
	if len(text) <= most {
		return text
	}
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + redact.CutMark
	}
	return text
}
