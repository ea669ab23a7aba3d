package store_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// files counts the files of stored bytes in a data directory.
func files(t testing.TB, dir string) int {
	t.Helper()
	return len(must[[]string](t)(filepath.Glob(filepath.Join(dir, "blobs", "*", "*.zst"))))
}

func TestBlob_read(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := storetest.OpenIn(t, dir)
	begun := send(t, s, "", "look")
	data := []byte(strings.Repeat("0123456789", 100_000))
	block := must[chat.Block](t)(s.PutBlob(t.Context(), begun.Conversation.ID,
		chat.Block{Type: chat.BlockImage, MimeType: "image/png", Name: "shot.png"}, data))
	if block.Size != int64(len(data)) || block.Blob != chat.BlobOf(data) || block.Name != "shot.png" {
		t.Errorf("block %+v", block)
	}
	for _, test := range []struct {
		name          string
		offset, limit int64
		want          []byte
	}{
		{"all", 0, -1, data},
		{"beginning", 0, 3, data[:3]},
		{"middle", 500_005, 7, data[500_005:500_012]},
		{"end", 999_998, 100, data[999_998:]},
		{"behind_the_end", 1_000_000, 100, nil},
		{"nothing", 5, 0, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, size, mime, err := s.ReadBlob(block.Blob, test.offset, test.limit)
			if err != nil || !bytes.Equal(got, test.want) || size != block.Size || mime != "image/png" {
				t.Errorf("got %d bytes of %d, %s, %v", len(got), size, mime, err)
			}
		})
	}
	for _, offset := range []int64{-1, 1_000_001} {
		_, _, _, err := s.ReadBlob(block.Blob, offset, 1)
		wantFault(t, err, protocol.ReasonInvalidParams)
	}
	if disk := must[[]string](t)(filepath.Glob(filepath.Join(dir, "blobs", "*", "*.zst"))); len(disk) != 1 {
		t.Errorf("files: %v", disk)
	} else if info := must[os.FileInfo](t)(os.Stat(disk[0])); info.Size() > 10_000 {
		t.Errorf("a million repeated bytes take %d on disk", info.Size())
	}
}

func TestBlob_names_from_outside(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	for _, id := range []chat.BlobID{
		"", "x", "../../../../etc/passwd", chat.BlobID(strings.Repeat("a", 64)), chat.BlobID(strings.Repeat("A", 64)),
		chat.BlobID(strings.Repeat("../", 22)), chat.BlobID(strings.Repeat("z", 100_000)), "ab\x00cd",
	} {
		_, _, _, err := s.ReadBlob(id, 0, -1)
		if err == nil {
			t.Errorf("%.20q was read", id)
		}
	}
	begun := send(t, s, "", "look")
	msg := answer(begun.Run, "see")
	msg.Content = append(msg.Content, chat.Block{Type: chat.BlockImage, Blob: chat.BlobID(strings.Repeat("a", 64))})
	wantFault(t, s.Journal(begun.Run.ID).Finish(t.Context(), msg, chat.RunDone), protocol.ReasonNotFound)
}

func TestBlob_too_large(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	begun := send(t, s, "", "keep")
	_, err := s.PutBlob(t.Context(), begun.Conversation.ID, chat.Block{}, make([]byte, 100<<20))
	wantFault(t, err, protocol.ReasonTooLarge, "104857600")
}

func TestBlob_damaged_file_is_an_error(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := storetest.OpenIn(t, dir)
	begun := send(t, s, "", "keep")
	block := must[chat.Block](t)(s.PutBlob(t.Context(), begun.Conversation.ID, chat.Block{}, bytes.Repeat([]byte("abcdef"), 10_000)))
	path := must[[]string](t)(filepath.Glob(filepath.Join(dir, "blobs", "*", "*.zst")))[0]
	content := must[[]byte](t)(os.ReadFile(path))
	content[len(content)/2] ^= 0xff
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, _, err := s.ReadBlob(block.Blob, 0, -1); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("got %v", err)
	}
}

// TestBlob_orphans: files whose writer died before the commit are swept, files
// that are referred to are not.
func TestBlob_orphans(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := must[*store.Store](t)(open(dir))
	begun := send(t, s, "", "keep")
	block := must[chat.Block](t)(s.PutBlob(t.Context(), begun.Conversation.ID, chat.Block{}, []byte("wanted")))
	storetest.Close(t, s)
	orphan := filepath.Join(dir, "blobs", "aa", strings.Repeat("a", 64)+".zst")
	half := filepath.Join(dir, "blobs", "tmp", "1234")
	for _, path := range []string{orphan, half} {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("left"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s = must[*store.Store](t)(open(dir))
	store.WaitSwept(s)
	for _, path := range []string{orphan, half} {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s is still there", path)
		}
	}
	if _, _, _, err := s.ReadBlob(block.Blob, 0, -1); err != nil {
		t.Errorf("a wanted file was swept: %v", err)
	}
	storetest.Close(t, s)
}

// TestBlob_same_bytes_stored_and_deleted hammers one file from both sides.
func TestBlob_same_bytes_stored_and_deleted(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	data := []byte(strings.Repeat("shared", 1000))
	var all sync.WaitGroup
	for i := range 4 {
		all.Go(func() {
			for n := range 15 {
				begun, err := s.BeginRun(t.Context(), newRun("", fmt.Sprint(i, n)))
				if err != nil {
					t.Error(err)
					return
				}
				block, err := s.PutBlob(t.Context(), begun.Conversation.ID, chat.Block{}, data)
				if err != nil {
					t.Error(err)
					return
				}
				if got, _, _, err := s.ReadBlob(block.Blob, 0, -1); err != nil || !bytes.Equal(got, data) {
					t.Errorf("bytes are gone while a conversation refers to them: %v", err)
				}
				if err := s.Journal(begun.Run.ID).Finish(t.Context(), answer(begun.Run, "done"), chat.RunDone); err != nil {
					t.Error(err)
				}
				if err := s.DeleteConversation(t.Context(), begun.Conversation.ID, begun.Conversation.Generation); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// TestWriteBlob_keeps_what_is_not_sent_yet also where another message took the
// same bytes, and went; what a message took since goes with its conversation.
func TestWriteBlob_keeps_what_is_not_sent_yet(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		// w: it is attached to a draft; S: a draft with it is sent, in a new chat; s:
		// both; r: both, in the last chat; d: the oldest chat is deleted.
		steps string
		stays bool
	}{
		"sent_and_deleted":               {"sd", false},
		"sent_twice_in_a_chat":           {"srd", false},
		"sent_in_two_chats":              {"ssdd", false},
		"in_a_draft_before":              {"wsd", true},
		"in_a_draft_after":               {"swd", true},
		"in_a_draft_of_the_same_chat":    {"swrd", true},
		"in_a_draft_that_is_sent_then":   {"wsSdd", false},
		"in_two_drafts_of_which_one":     {"wwSd", true},
		"attached_anew_after_it_went":    {"sdw", true},
		"in_a_draft_after_all_were_sent": {"ssddw", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			s := must[*store.Store](t)(open(dir))
			data, id := []byte("attached"), chat.BlobOf([]byte("attached"))
			var sent []chat.Conversation
			for _, step := range tt.steps {
				switch step {
				case 'w':
					must[chat.Block](t)(s.WriteBlob(t.Context(), chat.Block{Type: chat.BlockFile}, data))
				case 's', 'S', 'r':
					if step != 'S' {
						must[chat.Block](t)(s.WriteBlob(t.Context(), chat.Block{Type: chat.BlockFile}, data))
					}
					n := newRun("", "look")
					if step == 'r' {
						n = newRun(sent[len(sent)-1].ID, "look again")
						sent = sent[:len(sent)-1]
					}
					n.Message.Content = append(n.Message.Content, chat.Block{Type: chat.BlockFile, Blob: id, Size: int64(len(data))})
					begun := must[store.Begun](t)(s.BeginRun(t.Context(), n))
					finish(t, s, begun.Run, "seen")
					sent = append(sent, begun.Conversation)
				case 'd':
					if err := s.DeleteConversation(t.Context(), sent[0].ID, sent[0].Generation); err != nil {
						t.Fatal(err)
					}
					sent = sent[1:]
				}
			}
			stays := func() bool { _, _, _, err := s.ReadBlob(id, 0, -1); return err == nil }
			if stays() != tt.stays {
				t.Errorf("it stays: %t, want %t", stays(), tt.stays)
			}
			storetest.Close(t, s)
			s = storetest.OpenIn(t, dir)
			if stays() != tt.stays {
				t.Errorf("after a start it stays: %t, want %t", stays(), tt.stays)
			}
		})
	}
}
