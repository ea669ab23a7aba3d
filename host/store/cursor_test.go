package store_test

import (
	"errors"
	"testing"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
)

// FuzzCursors: marks of pages come from clients. One that was given out leads
// to its page, anything else to a fault or to a page, never further.
func FuzzCursors(f *testing.F) {
	s := must[*store.Store](f)(open(f.TempDir()))
	f.Cleanup(func() { _ = s.Close() })
	begun := long(f, s, 10)
	finish(f, s, begun.Run, "done")
	send(f, s, "", "another")
	_, messages, err := s.Messages(begun.Conversation.ID, "", 3)
	if err != nil {
		f.Fatal(err)
	}
	_, list, err := s.Conversations("", 1)
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"", messages, list, "0", "-1", "zz", "ffffffffffffffffffff", "18446744073709551615"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, mark string) {
		var fault *protocol.Fault
		page, _, err := s.Messages(begun.Conversation.ID, mark, 3)
		if err != nil && !errors.As(err, &fault) || len(page) > 3 {
			t.Errorf("messages before %q: %d, %v", mark, len(page), err)
		}
		conversations, _, err := s.Conversations(mark, 1)
		if err != nil && !errors.As(err, &fault) || len(conversations) > 1 {
			t.Errorf("conversations before %q: %d, %v", mark, len(conversations), err)
		}
	})
}
