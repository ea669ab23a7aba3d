package store_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
)

func TestOpen_locked_finds_the_holder(t *testing.T) {
	t.Parallel()
	if _, err := os.ReadFile("/proc/locks"); err != nil {
		t.Skip("this system shows no locks: ", err)
	}
	dir := t.TempDir()
	storetest.OpenIn(t, dir)
	_, err := open(dir)
	wantFault(t, err, protocol.ReasonStoreLocked, fmt.Sprintf("in use by process %d", os.Getpid()))
}

func TestHolderIn(t *testing.T) {
	t.Parallel()
	const other = "3: POSIX  ADVISORY  WRITE 3547 fe:00:42 1073741824 1073742335\n4: FLOCK  ADVISORY  WRITE 11 fe:00:142 0 EOF\n"
	for _, test := range []struct {
		name, list string
		want       int
	}{
		{"none", other, 0},
		{"one", other + "1: FLOCK  ADVISORY  WRITE 4117 fe:00:42 0 EOF\n", 4117},
		{"with_one_waiting", "1: FLOCK  ADVISORY  WRITE 4117 fe:00:42 0 EOF\n1: -> FLOCK  ADVISORY  WRITE 99 fe:00:42 0 EOF\n", 4117},
		{"two_devices", "1: FLOCK  ADVISORY  WRITE 4117 fe:00:42 0 EOF\n2: FLOCK  ADVISORY  WRITE 99 fe:01:42 0 EOF\n", 0},
		{"of_another_namespace", "1: FLOCK  ADVISORY  WRITE 0 fe:00:42 0 EOF\n", 0},
		{"noise", "FLOCK\n\n: : :\n1: FLOCK ADVISORY WRITE x fe:00:42 0 EOF\n", 0},
	} {
		pid, ok := store.HolderIn([]byte(test.list), 42)
		if pid != test.want || ok != (test.want != 0) {
			t.Errorf("%s: got %d, %t", test.name, pid, ok)
		}
	}
}
