//go:build linux

package daemon_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/protocol"
)

// It leaves also while a browser is linked, which comes back to the new program.
func TestServe_leaves_when_its_program_was_replaced(t *testing.T) {
	t.Parallel()
	s := newService()
	s.busy = true
	program := filepath.Join(t.TempDir(), "margay")
	if err := os.WriteFile(program, []byte("one"), 0o700); err != nil {
		t.Fatal(err)
	}
	r := serve(t, t.Context(), daemon.Options{Dirs: newDirs(t), Open: opens(s), Program: program, Rest: 1})
	if _, err := hello(t, r.connect(&protocol.Preface{Origin: origin})); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(program+".new", []byte("two"), 0o700), os.Rename(program+".new", program)); err != nil {
		t.Fatal(err)
	}
	s.set(false)
	if err := r.ended(); err != nil {
		t.Error(err)
	}
}
