package store_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// titles lists the conversations of a search.
func titles(t testing.TB, s *store.Store, search string) string {
	t.Helper()
	page, _, err := s.FindConversations(search, "", 100)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, c := range page {
		all = append(all, c.Title)
	}
	return strings.Join(all, ", ")
}

// settled begins and ends a run.
func settled(t testing.TB, s *store.Store, words string) chat.Conversation {
	t.Helper()
	begun := send(t, s, "", words)
	finish(t, s, begun.Run, "done")
	return must[chat.Conversation](t)(s.Conversation(begun.Conversation.ID))
}

// TestPutAway_walks_the_table of a conversation, in host/README.md.
func TestPutAway_walks_the_table(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	ctx := t.Context()
	live := send(t, s, "", "at work")
	c := settled(t, s, "holiday")

	_, err := s.PutAway(ctx, live.Conversation.ID)
	wantFault(t, err, protocol.ReasonBusy, "Stop it first")
	if got := titles(t, s, ""); got != "holiday, at work" {
		t.Errorf("listed: %s", got)
	}

	until := must[time.Time](t)(s.PutAway(ctx, c.ID))
	if left := time.Until(until); left < 9*time.Minute || left > 10*time.Minute {
		t.Errorf("it can be brought back for %s", left)
	}
	if again := must[time.Time](t)(s.PutAway(ctx, c.ID)); !again.Equal(until) {
		t.Errorf("deleted twice: until %s, then %s", until, again)
	}
	_, err = s.Conversation(c.ID)
	wantFault(t, err, protocol.ReasonNotFound)
	_, _, err = s.Messages(c.ID, "", 10)
	wantFault(t, err, protocol.ReasonNotFound)
	_, err = s.BeginRun(ctx, newRun(c.ID, "more"))
	wantFault(t, err, protocol.ReasonNotFound)
	if got := titles(t, s, ""); got != "at work" {
		t.Errorf("listed: %s", got)
	}

	back := must[chat.Conversation](t)(s.Restore(ctx, c.ID))
	if back != c || titles(t, s, "") != "holiday, at work" || len(must[[]chat.Message](t)(s.History(c.ID))) != 2 {
		t.Errorf("it came back as %+v, was %+v; listed: %s", back, c, titles(t, s, ""))
	}
	if again := must[chat.Conversation](t)(s.Restore(ctx, c.ID)); again != c {
		t.Errorf("restored twice: %+v", again)
	}
	_, err = s.Restore(ctx, "none")
	wantFault(t, err, protocol.ReasonNotFound)
	_, err = s.PutAway(ctx, "none")
	wantFault(t, err, protocol.ReasonNotFound)
}

// TestPutAway_hides_its_interrupted_run: nobody resumes what was deleted.
func TestPutAway_hides_its_interrupted_run(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	begun := send(t, s, "", "cut off")
	must[store.Recovered](t)(s.RecoverRun(t.Context(), begun.Run.ID))
	must[time.Time](t)(s.PutAway(t.Context(), begun.Conversation.ID))
	if live := must[[]chat.Run](t)(s.LiveRuns("")); len(live) != 0 {
		t.Errorf("live: %+v", live)
	}
	_, err := s.View(begun.Run.ID)
	wantFault(t, err, protocol.ReasonNotFound)
	must[chat.Conversation](t)(s.Restore(t.Context(), begun.Conversation.ID))
	if live := must[[]chat.Run](t)(s.LiveRuns("")); len(live) != 1 {
		t.Errorf("live after it came back: %+v", live)
	}
}

// TestPutAway_goes_after_ten_minutes, with the bytes that only it held, and
// what it said is then nowhere in the file.
func TestPutAway_goes_after_ten_minutes(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := must[*store.Store](t)(store.Open(store.Options{Dir: dir, Program: "1.0.0"}))
		first, second := send(t, s, "", "CANARY-OF-THE-DELETED one"), send(t, s, "", "stays")
		withBlob(t, s, first, "shared")
		withBlob(t, s, first, "own")
		withBlob(t, s, second, "shared")
		finish(t, s, first.Run, "done")
		finish(t, s, second.Run, "done")
		must[time.Time](t)(s.PutAway(t.Context(), first.Conversation.ID))
		time.Sleep(10*time.Minute - time.Second)
		must[chat.Conversation](t)(s.Restore(t.Context(), first.Conversation.ID))
		time.Sleep(time.Hour)
		if got := titles(t, s, ""); !strings.Contains(got, "CANARY") {
			t.Fatalf("what was brought back went: %s", got)
		}
		must[time.Time](t)(s.PutAway(t.Context(), first.Conversation.ID))
		time.Sleep(10*time.Minute + time.Second)
		synctest.Wait()
		_, err := s.Restore(t.Context(), first.Conversation.ID)
		wantFault(t, err, protocol.ReasonNotFound)
		if n := files(t, dir); n != 1 {
			t.Errorf("%d files of bytes, want the shared one", n)
		}
		if !holdsCanary(t, dir) {
			t.Error("the file was compacted while there was work")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if holdsCanary(t, dir) {
			t.Error("what was deleted can still be read in the file")
		}
		finish(t, s, send(t, s, second.Conversation.ID, "after").Run, "done")
		storetest.Close(t, s)
	})
	if got := titles(t, storetest.OpenIn(t, dir), ""); got != "stays" {
		t.Errorf("after a start: %s", got)
	}
}

func withBlob(t testing.TB, s *store.Store, begun store.Begun, data string) {
	t.Helper()
	must[chat.Block](t)(s.PutBlob(t.Context(), begun.Conversation.ID, chat.Block{Type: chat.BlockFile}, []byte(data)))
}

func holdsCanary(t testing.TB, dir string) bool {
	t.Helper()
	return bytes.Contains(must[[]byte](t)(os.ReadFile(filepath.Join(dir, "margay.db"))), []byte("CANARY-OF-THE-DELETED"))
}

// TestPutAway_outlives_the_daemon: what was deleted can be brought back for its
// ten minutes, however often the store is opened meanwhile, and goes then.
func TestPutAway_outlives_the_daemon(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := must[*store.Store](t)(open(dir))
		first, second := settled(t, s, "first"), settled(t, s, "second")
		settled(t, s, "kept")
		must[time.Time](t)(s.PutAway(t.Context(), first.ID))
		time.Sleep(time.Minute)
		until := must[time.Time](t)(s.PutAway(t.Context(), second.ID))
		storetest.Close(t, s)

		s = must[*store.Store](t)(open(dir))
		list := must[[]store.Away](t)(s.Away())
		if len(list) != 2 || list[0].Conversation != second || !list[0].Until.Equal(until) || list[1].Conversation != first {
			t.Errorf("can be brought back after a start: %+v", list)
		}
		if got := titles(t, s, ""); got != "kept" {
			t.Errorf("listed: %s", got)
		}
		if back := must[chat.Conversation](t)(s.Restore(t.Context(), first.ID)); back != first || len(must[[]chat.Message](t)(s.History(first.ID))) != 2 {
			t.Errorf("it came back as %+v", back)
		}
		time.Sleep(10*time.Minute + time.Second) // the keeper of this life has to remove the second
		synctest.Wait()
		_, err := s.Restore(t.Context(), second.ID)
		wantFault(t, err, protocol.ReasonNotFound)
		must[time.Time](t)(s.PutAway(t.Context(), first.ID))
		storetest.Close(t, s)

		time.Sleep(10 * time.Minute)
		s = must[*store.Store](t)(open(dir))
		_, err = s.Restore(t.Context(), first.ID)
		wantFault(t, err, protocol.ReasonNotFound)
		if list := must[[]store.Away](t)(s.Away()); len(list) != 0 {
			t.Errorf("ten minutes after the daemon ended: %+v", list)
		}
		storetest.Close(t, s)
	})
}

// TestPutAway_before_the_clock_was_set_back is kept for ten minutes, not until
// the clock says again what it said.
func TestPutAway_before_the_clock_was_set_back(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := must[*store.Store](t)(open(dir))
	c := settled(t, s, "deleted")
	must[time.Time](t)(s.PutAway(t.Context(), c.ID))
	storetest.Close(t, s)
	synctest.Test(t, func(t *testing.T) { // it is the year 2000 here
		s := must[*store.Store](t)(open(dir))
		if list := must[[]store.Away](t)(s.Away()); len(list) != 1 || time.Until(list[0].Until) > 10*time.Minute {
			t.Errorf("kept until %+v", list)
		}
		time.Sleep(10*time.Minute + time.Second)
		synctest.Wait()
		_, err := s.Restore(t.Context(), c.ID)
		wantFault(t, err, protocol.ReasonNotFound)
		storetest.Close(t, s)
	})
}

// TestWriteBlob_that_no_message_took stays for a day over starts.
func TestWriteBlob_that_no_message_took(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := must[*store.Store](t)(open(dir))
	loose := must[chat.Block](t)(s.WriteBlob(t.Context(), chat.Block{Type: chat.BlockFile, MimeType: "text/plain"}, []byte("not sent")))
	if data, _, kind, err := s.ReadBlob(loose.Blob, 0, -1); err != nil || string(data) != "not sent" || kind != "text/plain" {
		t.Errorf("read %q %s, %v", data, kind, err)
	}
	storetest.Close(t, s)
	s = must[*store.Store](t)(open(dir))
	if data, _, _, err := s.ReadBlob(loose.Blob, 0, -1); err != nil || string(data) != "not sent" {
		t.Errorf("bytes for a message that may still come: read %q, %v", data, err)
	}
	storetest.Close(t, s)
	s = must[*store.Store](t)(store.Open(store.Options{Dir: dir, Program: "1.0.0", Loose: time.Nanosecond, Log: zerolog.Nop()}))
	t.Cleanup(func() { storetest.Close(t, s) })
	_, _, _, err := s.ReadBlob(loose.Blob, 0, -1)
	wantFault(t, err, protocol.ReasonNotFound)
	store.WaitSwept(s)
	if n := files(t, dir); n != 0 {
		t.Errorf("%d files of bytes", n)
	}
}

// TestWriteBlob_is_held_by_the_message that takes it.
func TestWriteBlob_is_held_by_the_message(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := must[*store.Store](t)(open(dir))
	block := must[chat.Block](t)(s.WriteBlob(t.Context(), chat.Block{Type: chat.BlockImage, Name: "a.png", MimeType: "image/png"}, []byte("png")))
	n := newRun("", "look")
	n.Message.Content = append(n.Message.Content, block)
	finish(t, s, must[store.Begun](t)(s.BeginRun(t.Context(), n)).Run, "seen")
	storetest.Close(t, s)
	s = storetest.OpenIn(t, dir)
	store.WaitSwept(s)
	if data, _, _, err := s.ReadBlob(block.Blob, 0, -1); err != nil || string(data) != "png" {
		t.Errorf("after a start: %q, %v", data, err)
	}
}

func TestFindConversations(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	for _, title := range []string{"Order a lamp", "ÄRGER mit Größe", "预订 机票", "lamp and chair", "order tea"} {
		settled(t, s, title)
	}
	for search, want := range map[string]string{
		"":           "order tea, lamp and chair, 预订 机票, ÄRGER mit Größe, Order a lamp",
		" LAMP ":     "lamp and chair, Order a lamp",
		"lamp order": "Order a lamp",
		"ärger":      "ÄRGER mit Größe",
		"机票":         "预订 机票",
		"table":      "",
	} {
		if got := titles(t, s, search); got != want {
			t.Errorf("%q finds %s, want %s", search, got, want)
		}
	}
	var seen []string
	for next := "-"; next != ""; {
		page, after, err := s.FindConversations("lamp", strings.TrimPrefix(next, "-"), 1)
		if err != nil || len(seen) > 3 {
			t.Fatal(seen, err)
		}
		for _, c := range page {
			seen = append(seen, c.Title)
		}
		next = after
	}
	if strings.Join(seen, ", ") != "lamp and chair, Order a lamp" {
		t.Errorf("by pages of one: %v", seen)
	}
}

// TestCompact_while_others_read_and_write loses nothing and fails nobody.
func TestCompact_while_others_read_and_write(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	log := make(notes, 100)
	s := must[*store.Store](t)(store.Open(store.Options{Dir: dir, Quiet: time.Millisecond, Log: zerolog.New(log)}))
	gone := long(t, s, 2000)
	finish(t, s, gone.Run, "done")
	kept := settled(t, s, "kept")
	ctx, cancel := context.WithCancel(t.Context())
	var work sync.WaitGroup
	for range 2 {
		work.Go(func() {
			for ctx.Err() == nil {
				if _, err := s.History(kept.ID); err != nil || s.Displaced() {
					t.Errorf("%v; displaced: %v", err, s.Displaced())
				}
			}
		})
	}
	size := func() int64 { return must[os.FileInfo](t)(os.Stat(filepath.Join(dir, "margay.db"))).Size() }
	before := size()
	if err := s.DeleteConversation(t.Context(), gone.Conversation.ID, gone.Conversation.Generation); err != nil {
		t.Fatal(err)
	}
	log.until(t, "database compacted")
	if after := size(); after > before/2 {
		t.Errorf("compacted from %d to %d", before, after)
	}
	for i := range 100 { // the writer goes on in the new file
		if err := s.Choose(t.Context(), "n", fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	cancel()
	work.Wait()
	if _, err := open(dir); err == nil {
		t.Error("after compaction another one can open the store")
	}
	storetest.Close(t, s)
	s = storetest.OpenIn(t, dir)
	if n := must[string](t)(s.Choice("n")); n != "99" || titles(t, s, "") != "kept" {
		t.Errorf("after a start: %q, %s", n, titles(t, s, ""))
	}
}

// notes is a log that a test waits on.
type notes chan string

func (n notes) Write(line []byte) (int, error) {
	n <- string(line)
	return len(line), nil
}

func (n notes) until(t testing.TB, want string) {
	t.Helper()
	for {
		select {
		case line := <-n:
			if strings.Contains(line, want) {
				return
			}
		case <-time.After(20 * time.Second):
			t.Fatalf("the log never said %q", want)
		}
	}
}
