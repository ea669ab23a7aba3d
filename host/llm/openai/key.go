package openai

import (
	"strings"
	"unicode"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// checkKey says whether a key can be sent at all: two that were pasted together,
// with a line break between them, cannot. Its error does not repeat the key.
func checkKey(key string) *llm.Error {
	if !strings.ContainsFunc(key, unicode.IsControl) {
		return nil
	}
	return &llm.Error{
		Code: chat.ErrorAuth, Message: "the API key holds a line break or another sign that cannot be sent",
		Next: "Copy the key again, alone and on one line, save it or set its variable anew, and try again.",
	}
}

// cutMark stands where we cut words; package redact knows it.
const cutMark = "…"

// hidden is a failure without the key.
func (m *Model) hidden(f *failure) *failure {
	f.Message, f.Next = m.key.Failure(f.Message), m.key.Failure(f.Next)
	return f
}
