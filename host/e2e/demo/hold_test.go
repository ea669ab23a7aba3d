package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestHold(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "demo")
	release, err := hold(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = hold(dir)
	if want := fmt.Sprintf("process %d", os.Getpid()); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("a second run: got %v, want %q in it", err, want)
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	release, err = hold(dir)
	if err != nil {
		t.Fatalf("after the first run: %v", err)
	}
	if err := release(); err != nil {
		t.Error(err)
	}
}
