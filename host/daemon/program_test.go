package daemon_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/margay/margay/host/daemon"
)

// An upgrade during a run may be another build of the same version, to which no
// client asks the daemon to give way: in a quiet time it leaves by itself, but
// leaves no run.
func TestResting_looks_for_another_program(t *testing.T) {
	t.Parallel()
	put := func(at string) error {
		return errors.Join(os.WriteFile(at+".new", []byte("two"), 0o700), os.Rename(at+".new", at))
	}
	aside := func(at string) error { return os.Rename(at, at+".old") }
	for name, tc := range map[string]struct {
		change func(at string) error
		busy   bool
		leaves bool
	}{
		"the_same":            {change: func(string) error { return nil }},
		"replaced":            {change: put, leaves: true},
		"replaced_as_Windows": {change: func(at string) error { return errors.Join(aside(at), put(at)) }, leaves: true},
		"replaced_in_a_run":   {change: put, busy: true},
		"removed":             {change: os.Remove},
		"away_and_back":       {change: func(at string) error { return errors.Join(aside(at), os.Rename(at+".old", at)) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			at := filepath.Join(t.TempDir(), "margay")
			if err := os.WriteFile(at, []byte("one"), 0o700); err != nil {
				t.Fatal(err)
			}
			w := newWorkload()
			w.busy = tc.busy
			rest := daemon.Resting(at, w)
			if err := tc.change(at); err != nil {
				t.Fatal(err)
			}
			if why := rest(); (why != "") != tc.leaves {
				t.Errorf("it leaves because %q, want %v", why, tc.leaves)
			}
			w.busy = false
			if why := rest(); tc.busy && why == "" {
				t.Error("it stays after the run")
			}
		})
	}
}

// What was not there at the start, or is not known, is never replaced.
func TestResting_without_a_program(t *testing.T) {
	t.Parallel()
	at := filepath.Join(t.TempDir(), "margay")
	late, none := daemon.Resting(at, newWorkload()), daemon.Resting("", newWorkload())
	if err := os.WriteFile(at, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	if why := late() + none(); why != "" {
		t.Errorf("it leaves because %s", why)
	}
}
