package store_test

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/chat"
)

var update = flag.Bool("update", false, "write testdata of the newest version anew")

// TestMigrate_opens_what_each_version_wrote: testdata holds the data directory
// that each version wrote, and want.json what every later one reads from it.
// After a change of the schema, write the new version's directory with
// -update=true and leave the older ones as they are.
func TestMigrate_opens_what_each_version_wrote(t *testing.T) {
	t.Parallel()
	const newest = "testdata/v2"
	if *update {
		writeVersion(t, newest)
	}
	versions := must[[]string](t)(filepath.Glob("testdata/v*"))
	if len(versions) == 0 {
		t.Fatal("no testdata")
	}
	for _, version := range versions {
		t.Run(filepath.Base(version), func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.CopyFS(dir, os.DirFS(version)); err != nil {
				t.Fatal(err)
			}
			s := storetest.OpenIn(t, dir)
			must[[]store.Recovered](t)(s.Recover(t.Context()))
			want := strings.TrimSpace(string(must[[]byte](t)(os.ReadFile(filepath.Join(version, "want.json")))))
			if got := everything(t, s); got != want {
				t.Errorf("it reads\n%s\nwant\n%s", got, want)
			}
			// And it can be written to.
			finish(t, s, send(t, s, "", "new").Run, "done")
		})
	}
}

// everything is what a store holds, as JSON.
func everything(t *testing.T, s *store.Store) string {
	t.Helper()
	var all struct {
		Conversations []chat.Conversation
		Messages      []chat.Message
		Runs          []chat.Run
		Models        []store.SavedModel `json:",omitempty"`
		Keys          []store.SavedKey   `json:",omitempty"`
		Default       string             `json:",omitempty"`
	}
	all.Models, all.Keys = must[[]store.SavedModel](t)(s.Models()), must[[]store.SavedKey](t)(s.Keys())
	all.Default = must[string](t)(s.Choice("model"))
	list, _, err := s.Conversations("", 100)
	if err != nil {
		t.Fatal(err)
	}
	all.Conversations = list
	seen := map[chat.RunID]bool{}
	for _, c := range list {
		for _, msg := range must[[]chat.Message](t)(s.History(c.ID)) {
			for i, call := range msg.ToolCalls { // long texts by their names
				if len(call.Result) > 100 {
					msg.ToolCalls[i].Result = string(chat.BlobOf([]byte(call.Result)))
				}
			}
			all.Messages = append(all.Messages, msg)
			if !seen[msg.Run] {
				seen[msg.Run] = true
				all.Runs = append(all.Runs, must[chat.Run](t)(s.Run(msg.Run)))
			}
		}
	}
	text := must[[]byte](t)(json.MarshalIndent(all, "", "\t"))
	return string(text)
}

// writeVersion writes a data directory with one of everything.
func writeVersion(t *testing.T, dir string) {
	t.Helper()
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	s := must[*store.Store](t)(open(dir))
	ctx := t.Context()
	fixed := func(b store.Begun, msg chat.Message, id string) chat.Message {
		msg.ID, msg.CreatedAt = chat.MessageID(id), time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
		return msg
	}
	first := send(t, s, "", "fill in the form")
	j := s.Journal(first.Run.ID)
	msg := fixed(first, round(first.Run, 1, chat.CallStarted, chat.CallPending), "round1")
	if err := j.OpenRound(ctx, msg); err != nil {
		t.Fatal(err)
	}
	msg.ToolCalls[0].Status, msg.ToolCalls[0].Result = chat.CallCompleted, strings.Repeat("a long result ", 1000)
	msg.ToolCalls[1].Status, msg.ToolCalls[1].Result = chat.CallError, "no such element"
	if err := j.CloseRound(ctx, msg); err != nil {
		t.Fatal(err)
	}
	last := fixed(first, answer(first.Run, "The order is in."), "answer1")
	last.Usage, last.DurationMs = &chat.Usage{InputTokens: 100, OutputTokens: 20}, 1500
	if err := j.Finish(ctx, last, chat.RunDone); err != nil {
		t.Fatal(err)
	}
	second := send(t, s, first.Conversation.ID, "and again")
	if err := s.Journal(second.Run.ID).OpenRound(ctx, fixed(second, round(second.Run, 1, chat.CallStarted), "round2")); err != nil {
		t.Fatal(err)
	}
	parked := send(t, s, "", "another one")
	if err := s.ParkRun(ctx, parked.Run); err != nil {
		t.Fatal(err)
	}
	away := settled(t, s, "deleted")
	must[time.Time](t)(s.PutAway(ctx, away.ID))
	must[store.SavedModel](t)(s.SaveModel(ctx, store.SavedModel{ID: "m1", Provider: "mylab", Name: "qwen3", BaseURL: "http://127.0.0.1:9/v1", Key: "k1"}, ""))
	if err := errors.Join(s.SaveKey(ctx, store.SavedKey{ID: "k1", Place: "file"}), s.Choose(ctx, "model", "mylab:qwen3")); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	writeWant(t, dir)
}

// writeWant writes down what this version reads from a copy of its directory.
func writeWant(t *testing.T, dir string) {
	t.Helper()
	copied := t.TempDir()
	if err := os.CopyFS(copied, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	s := storetest.OpenIn(t, copied)
	must[[]store.Recovered](t)(s.Recover(t.Context()))
	if err := os.WriteFile(filepath.Join(dir, "want.json"), []byte(everything(t, s)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll(filepath.Join(dir, "blobs", "tmp")); err != nil {
		t.Fatal(err)
	}
}
