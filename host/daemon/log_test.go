package daemon_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/daemon"
)

// The log is JSON line by line, turns over at 5 MiB, and keeps four old files;
// nobody else reads it.
func TestOpenLog_turns_over(t *testing.T) {
	t.Parallel()
	d := newDirs(t)
	if err := d.Prepare(); err != nil {
		t.Fatal(err)
	}
	log, closer := daemon.OpenLog(d, zerolog.InfoLevel)
	text := strings.Repeat("margay ", 10_000)
	for range 7 * 5 << 20 / len(text) {
		log.Info().Msg(text)
	}
	if err := closer.Close(); err != nil {
		t.Fatal(err)
	}
	var files []string
	for deadline := time.Now().Add(20 * time.Second); ; <-time.After(10 * time.Millisecond) {
		var err error
		if files, err = filepath.Glob(filepath.Join(filepath.Dir(d.Log()), "margay*.log")); err != nil {
			t.Fatal(err)
		}
		if len(files) == 5 { // old ones are removed in the background
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d files, want the log and four old ones", len(files))
		}
	}
	for _, file := range files {
		info, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 || info.Size() > 5<<20 {
			t.Errorf("%s: mode %s, %d bytes", file, info.Mode(), info.Size())
		}
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range bytes.Lines(content) {
			if !json.Valid(line) {
				t.Fatalf("%s holds a line that is no JSON: %.80s", file, line)
			}
		}
	}
}

// A log that cannot be written to is left as it is, at however many starts: turned
// over at each, it would be deleted in the end.
func TestOpenLog_leaves_what_it_cannot_write_to(t *testing.T) {
	t.Parallel()
	d := newDirs(t)
	if err := os.MkdirAll(filepath.Join(d.Log(), "deeper"), 0o700); err != nil { // no mode would stop an administrator
		t.Fatal(err)
	}
	for range 8 {
		log, closer := daemon.OpenLog(d, zerolog.InfoLevel)
		log.Info().Msg("hello")
		if err := closer.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if files, err := filepath.Glob(filepath.Join(filepath.Dir(d.Log()), "*")); err != nil || !slices.Equal(files, []string{d.Log(), d.Stray()}) {
		t.Errorf("%q, %v; want the log and what stands for it", files, err)
	}
	text, err := os.ReadFile(d.Stray())
	if err != nil || bytes.Count(text, []byte(`"hello"`)) != 8 || bytes.Count(text, []byte("cannot be written to")) != 8 {
		t.Errorf("what stands for the log holds %s, %v", text, err)
	}
}

// Where only its mode forbids to write to the log, that is mended, and it goes on.
func TestOpenLog_opens_its_own_log(t *testing.T) {
	t.Parallel()
	d := newDirs(t)
	if err := d.Prepare(); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(d.Log()), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(d.Log(), []byte("before\n"), 0o400); err != nil {
		t.Fatal(err)
	}
	log, closer := daemon.OpenLog(d, zerolog.InfoLevel)
	log.Info().Msg("after")
	if err := closer.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(d.Log())
	if err != nil || !bytes.HasPrefix(text, []byte("before\n")) || !bytes.Contains(text, []byte("after")) {
		t.Errorf("%q, %v", text, err)
	}
}
