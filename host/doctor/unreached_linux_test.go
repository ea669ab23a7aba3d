package doctor_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/gofrs/flock"

	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/doctor"
	"github.com/margay/margay/protocol"
)

// TestUnreached: a process that holds the lock may be one that is just leaving, and is
// to be ended only where that is what is wrong.
func TestUnreached(t *testing.T) {
	t.Parallel()
	d := clitest.Dirs(t)
	if err := d.Prepare(); err != nil {
		t.Fatal(err)
	}
	l := flock.New(d.Lock())
	if ok, err := l.TryLock(); err != nil || !ok {
		t.Fatal(ok, err)
	}
	defer l.Unlock() //nolint:errcheck // the test ends
	fault := protocol.NewFault(protocol.ReasonNoDaemon, "It could not be had.")
	for name, tt := range map[string]struct {
		err  error
		want string
	}{
		"a_held_lock":    {&dial.HeldError{Fault: fault}, fmt.Sprintf("kill -9 %d", os.Getpid())},
		"something_else": {fault, " serve"},
	} {
		if got := doctor.Unreached(doctor.Options{Dirs: d, Exe: "/margay"}, tt.err, fault); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}
