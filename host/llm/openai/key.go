package openai

import (
	"strings"
	"unicode"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// checkKey says whether a key can be one at all: two that were pasted together,
// with a line break between them, cannot, nor what was copied with the marks or
// the word around it. Its error does not repeat the key.
func checkKey(key string) *llm.Error {
	word, _, _ := strings.Cut(key, " ")
	what := ""
	switch {
	case strings.ContainsFunc(key, unicode.IsControl):
		what = "the API key holds a line break or another sign that cannot be sent"
	case strings.ContainsFunc(key, func(r rune) bool { return r > unicode.MaxASCII }):
		what = "the API key holds a sign that no key has, such as a typographic dash or a letter with an accent"
	case strings.ContainsAny(key, "\"'`"):
		what = "the API key stands in quotation marks, or holds one"
	case strings.EqualFold(word, "bearer") && word != key:
		what = "the API key begins with the word Bearer, which is sent before it anyway"
	default:
		return nil
	}
	return &llm.Error{
		Code: chat.ErrorAuth, Message: what,
		Next: "Copy the key again, alone and on one line, save it or set its variable anew, and try again.",
	}
}

// hidden is a failure without the key.
func (m *Model) hidden(f *failure) *failure {
	f.Message, f.Next = m.key.Failure(f.Message), m.key.Failure(f.Next)
	return f
}
