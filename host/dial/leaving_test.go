//go:build linux

package dial_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/margay/margay/host/dial"
)

// A daemon that still closes its rounds holds the lock: whoever dials waits for
// it, start by start, and gets the next one.
func TestDial_waits_for_a_daemon_that_is_leaving(t *testing.T) {
	t.Parallel()
	o := options(t)
	l := locked(t, o)
	var starts io.Reader
	o.Exe, starts = announced(t)
	got := make(chan error, 1)
	go func() {
		c, err := dial.Dial(t.Context(), o)
		if err == nil {
			_ = c.Close()
		}
		got <- err
	}()
	third := make(chan error, 1)
	go func() { // ends with the third start, or when the pipe is closed
		_, err := io.ReadFull(starts, make([]byte, 3))
		third <- err
	}()
	select {
	case err := <-got:
		t.Fatalf("it did not wait: %v", err)
	case err := <-third:
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Unlock(); err != nil {
		t.Fatal(err)
	}
	if err := <-got; err != nil {
		t.Error(err)
	}
}

// announced is the program, and where a byte comes at each start of it.
func announced(t *testing.T) (exe string, starts io.Reader) {
	t.Helper()
	real, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	exe, pipe := filepath.Join(dir, "margay"), filepath.Join(dir, "starts")
	script := fmt.Sprintf("#!/bin/sh\nprintf x >'%s'\nexec '%s' \"$@\"\n", pipe, real)
	if err := errors.Join(unix.Mkfifo(pipe, 0o600), os.WriteFile(exe, []byte(script), 0o700)); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(pipe, os.O_RDWR, 0) // with a writer of its own it never ends
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return exe, f
}
