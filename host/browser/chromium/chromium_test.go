package chromium_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/browser/chromium"
)

// script writes a program that stands for a browser.
func script(t *testing.T, text string) string {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("needs a shell")
	}
	path := filepath.Join(t.TempDir(), "browser")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestFind(t *testing.T) {
	t.Parallel()
	path := script(t, "exit 0")
	if got, err := chromium.Find("CHROMIUM", path); err != nil || got != path {
		t.Errorf("got %q, %v", got, err)
	}
	_, err := chromium.Find("MY_BROWSER", "/no/such/browser")
	if !errors.Is(err, chromium.ErrNotFound) || !strings.Contains(err.Error(), "MY_BROWSER names") || !strings.Contains(err.Error(), "/no/such/browser") {
		t.Errorf("got %v", err)
	}
}

func TestPipe(t *testing.T) {
	t.Parallel()
	// Reads a line from 3 and writes it to 4 with the profile's name.
	p, err := chromium.Start(t.Context(), chromium.Options{
		Path: script(t, `for a in "$@"; do case $a in --user-data-dir=*) touch "${a#*=}/used"; esac; done; read line <&3; echo "got $line" >&4; cat <&3 >/dev/null`),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(p, "hello\n"); err != nil {
		t.Fatal(err)
	}
	b := make([]byte, len("got hello\n"))
	if _, err := io.ReadFull(p, b); err != nil || string(b) != "got hello\n" {
		t.Errorf("read %q, %v", b, err)
	}
	if err := p.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	select {
	case <-p.Ended():
	default:
		t.Error("Close returned before the browser had ended")
	}
}

func TestSaysWhyItDidNotStart(t *testing.T) {
	t.Parallel()
	p, err := chromium.Start(t.Context(), chromium.Options{Path: script(t, `echo "no display for you" >&2; exit 7`)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Read(make([]byte, 1))
	if !errors.Is(err, io.EOF) || !strings.Contains(err.Error(), "no display for you") {
		t.Errorf("got %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

// What Chromium says of a system without a bus, again and again, is not why it ended.
func TestSaysTheLastOfIt(t *testing.T) {
	t.Parallel()
	p, err := chromium.Start(t.Context(), chromium.Options{Path: script(t, `
echo "the very first words" >&2
for i in 1 2 3 4 5 6 7 8; do echo "line $i" >&2; done
echo "[1:1:ERROR:dbus/bus.cc(406)] Failed to connect to the bus: Could not parse server address" >&2
exit 7`)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = p.Read(make([]byte, 1))
	if text := err.Error(); !strings.Contains(text, "line 6\nline 7\nline 8") || strings.Contains(text, "bus") || strings.Contains(text, "first") {
		t.Errorf("got %v", err)
	}
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}

func TestNoSuchProgram(t *testing.T) {
	t.Parallel()
	_, err := chromium.Start(t.Context(), chromium.Options{Path: "/no/such/browser"})
	if err == nil || !strings.Contains(err.Error(), "/no/such/browser") {
		t.Errorf("got %v", err)
	}
}

// TestNothingIsLeft starts the real browser and looks for what outlives it.
func TestNothingIsLeft(t *testing.T) {
	t.Parallel()
	parent := t.TempDir()
	p, err := chromium.Start(t.Context(), chromium.Options{Path: browsertest.Find(t), Env: append(os.Environ(), "TMPDIR="+parent)})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(p, `{"id":1,"method":"Browser.getVersion"}`+"\x00"); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	group := p.Pid()
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	if left := members(t, group); len(left) > 0 {
		t.Errorf("processes of the group are left: %v", left)
	}
}

// members lists the living processes of a group.
func members(t *testing.T, group int) []string {
	t.Helper()
	stats, err := filepath.Glob("/proc/[0-9]*/stat")
	if err != nil || len(stats) == 0 {
		t.Skip("no list of processes on this system")
	}
	var left []string
	for _, path := range stats {
		raw, err := os.ReadFile(path)
		if err != nil {
			continue // gone meanwhile
		}
		text := string(raw)
		fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
		if len(fields) > 2 && fields[2] == strconv.Itoa(group) && fields[0] != "Z" {
			left = append(left, path)
		}
	}
	return left
}
