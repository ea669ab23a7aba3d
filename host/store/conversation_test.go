package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// TestSaveConversation_second_of_two_is_told: two panels edit one conversation.
func TestSaveConversation_second_of_two_is_told(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	ctx := t.Context()
	begun := send(t, s, "", "hello")
	first, second := begun.Conversation, begun.Conversation
	first.Title = "mine"
	saved := must[chat.Conversation](t)(s.SaveConversation(ctx, first))
	if saved.Title != "mine" || saved.Revision != first.Revision+1 {
		t.Errorf("saved %+v", saved)
	}
	second.Title = "no, mine"
	_, err := s.SaveConversation(ctx, second)
	wantFault(t, err, protocol.ReasonConflict, "mine")
	if now := must[chat.Conversation](t)(s.Conversation(first.ID)); now != saved {
		t.Errorf("a stale writer changed it to %+v", now)
	}
	// A run that goes on is in nobody's way, and nothing it stores is lost.
	finish(t, s, begun.Run, "done")
	saved.Title = "still mine"
	must[chat.Conversation](t)(s.SaveConversation(ctx, saved))
	if n := len(must[[]chat.Message](t)(s.History(first.ID))); n != 2 {
		t.Errorf("%d messages", n)
	}
	_, err = s.SaveConversation(ctx, chat.Conversation{ID: "none"})
	wantFault(t, err, protocol.ReasonNotFound)
}

func TestDeleteConversation(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := storetest.OpenIn(t, dir)
	ctx := t.Context()
	shared := strings.Repeat("both ", 2000)
	var both []store.Begun
	for i := range 2 {
		n := newRun("", "hello")
		n.Nonce = fmt.Sprint("nonce", i)
		begun := must[store.Begun](t)(s.BeginRun(ctx, n))
		both = append(both, begun)
		j := s.Journal(begun.Run.ID)
		msg := round(begun.Run, 1, chat.CallCompleted, chat.CallCompleted)
		msg.ToolCalls[0].Result = shared
		msg.ToolCalls[1].Result = strings.Repeat(fmt.Sprint("own", i), 5000)
		if err := j.CloseRound(ctx, msg); err != nil {
			t.Fatal(err)
		}
	}
	gone, stays := both[0], both[1]
	if n := files(t, dir); n != 3 {
		t.Fatalf("%d files, want the shared one and one each", n)
	}
	err := s.DeleteConversation(ctx, gone.Conversation.ID, gone.Conversation.Generation)
	wantFault(t, err, protocol.ReasonBusy, "Stop it first")
	finish(t, s, gone.Run, "done")
	err = s.DeleteConversation(ctx, gone.Conversation.ID, "another generation")
	wantFault(t, err, protocol.ReasonConflict)
	for range 2 { // the second time it is not there, which is no error
		if err := s.DeleteConversation(ctx, gone.Conversation.ID, gone.Conversation.Generation); err != nil {
			t.Fatal(err)
		}
	}
	if n := files(t, dir); n != 2 {
		t.Errorf("%d files are left, want 2", n)
	}
	_, err = s.History(gone.Conversation.ID)
	wantFault(t, err, protocol.ReasonNotFound)
	_, err = s.Run(gone.Run.ID)
	wantFault(t, err, protocol.ReasonNotFound)
	wantFault(t, s.Journal(gone.Run.ID).CloseRound(ctx, round(gone.Run, 2, chat.CallCompleted)), protocol.ReasonNotFound)
	if history := must[[]chat.Message](t)(s.History(stays.Conversation.ID)); history[1].ToolCalls[0].Result != shared {
		t.Error("the other conversation lost the shared result")
	}
	// The nonce is free again: it began a conversation that is gone.
	again := newRun("", "hello")
	again.Nonce = "nonce0"
	if begun := must[store.Begun](t)(s.BeginRun(ctx, again)); begun.Again {
		t.Error("a nonce of a deleted conversation answers")
	}
}

// TestDeleteConversation_long is quick for the person, and its space is used again.
func TestDeleteConversation_long(t *testing.T) {
	dir := t.TempDir()
	s := storetest.OpenIn(t, dir)
	fill := func() chat.Conversation {
		begun := long(t, s, 10_000)
		finish(t, s, begun.Run, "done")
		return begun.Conversation
	}
	size := func() int64 { return must[os.FileInfo](t)(os.Stat(filepath.Join(dir, "margay.db"))).Size() }
	first := fill()
	before := size()
	began := time.Now()
	if err := s.DeleteConversation(t.Context(), first.ID, first.Generation); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("deleting took %s", took)
	}
	fill()
	if after := size(); after > before*3/2 {
		t.Errorf("the file grew from %d to %d KiB although as much was deleted", before>>10, after>>10)
	}
}

// long makes a conversation of n messages with tool calls, many to a commit.
func long(t testing.TB, s *store.Store, n int) store.Begun {
	t.Helper()
	begun := send(t, s, "", "a long one")
	if err := store.AppendForTest(t.Context(), s, begun.Run.ID, func(i int) chat.Message {
		return round(begun.Run, i+1, chat.CallCompleted, chat.CallCompleted)
	}, n); err != nil {
		t.Fatal(err)
	}
	return begun
}

func TestMessages_pages(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	begun := long(t, s, 10)
	var all []int
	pages := 0
	for next := ""; pages == 0 || next != ""; pages++ {
		page, before, err := s.Messages(begun.Conversation.ID, next, 4)
		if err != nil {
			t.Fatal(err)
		}
		var numbers []int
		for _, m := range page {
			numbers = append(numbers, m.Round)
		}
		all, next = append(numbers, all...), before
	}
	if want := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}; pages != 3 || !slices.Equal(all, want) {
		t.Errorf("%d pages: %v", pages, all)
	}
}

// TestMessages_page_ends_early rather than outgrow what a link carries.
func TestMessages_page_ends_early(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	begun := send(t, s, "", "hello")
	j := s.Journal(begun.Run.ID)
	for n := range 6 {
		msg := round(begun.Run, n+1, chat.CallCompleted)
		msg.Content = text(strings.Repeat("w", 1<<20))
		if n == 3 {
			msg.Content = text(strings.Repeat("w", 8<<20)) // alone is it more than a page
		}
		if err := j.CloseRound(t.Context(), msg); err != nil {
			t.Fatal(err)
		}
	}
	seen, next := 0, ""
	for pages := 0; pages == 0 || next != ""; pages++ {
		page, before, err := s.Messages(begun.Conversation.ID, next, 200)
		if err != nil {
			t.Fatal(err)
		}
		size := 0
		for _, m := range page {
			size += len(m.Content[0].Text)
		}
		if len(page) == 0 || len(page) > 1 && size > 4<<20 {
			t.Errorf("a page has %d messages of %d bytes", len(page), size)
		}
		seen, next = seen+len(page), before
	}
	if seen != 7 {
		t.Errorf("%d messages", seen)
	}
}
