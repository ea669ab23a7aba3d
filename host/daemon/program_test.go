//go:build linux

package daemon_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/protocol"
)

// An upgrade during a run may be another build of the same version, to which no
// client asks the daemon to give way: it leaves by itself once the run has
// ended, also while a browser is linked, which comes back to the new program.
func TestServe_leaves_after_its_work_when_its_program_was_replaced(t *testing.T) {
	t.Parallel()
	for name, replaced := range map[string]bool{"replaced": true, "the_same": false, "removed": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newService()
			s.busy = true
			program := filepath.Join(t.TempDir(), "margay")
			if err := os.WriteFile(program, []byte("one"), 0o700); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r := serve(t, ctx, daemon.Options{Dirs: newDirs(t), Open: opens(s), Program: program, Rest: 20 * time.Millisecond})
			p := r.connect(&protocol.Preface{Origin: origin})
			if _, err := hello(t, p); err != nil {
				t.Fatal(err)
			}
			var err error
			switch name {
			case "replaced":
				err = errors.Join(os.WriteFile(program+".new", []byte("two"), 0o700), os.Rename(program+".new", program))
			case "removed":
				err = os.Remove(program)
			}
			if err != nil {
				t.Fatal(err)
			}
			left := func(within time.Duration) bool {
				select {
				case err := <-r.err:
					r.err <- err
					return true
				case <-time.After(within):
					return false
				}
			}
			if left(200 * time.Millisecond) {
				t.Fatal("it left a run")
			}
			s.set(false)
			within := 300 * time.Millisecond
			if replaced {
				within = 20 * time.Second
			}
			if got := left(within); got != replaced {
				t.Errorf("it has left: %v, want %v", got, replaced)
			}
			cancel()
			if err := r.ended(); err != nil {
				t.Error(err)
			}
		})
	}
}
