package daemon_test

import (
	"testing"

	"github.com/margay/margay/host/daemon"
)

// Of locks on files with the same inode that of another disk names nobody, whom a
// person might be told to end.
func TestHolderIn(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		list  string
		noted int
		want  int
	}{
		"none":                    {"1: FLOCK  ADVISORY  WRITE 11 fe:00:142 0 EOF\n", 11, 0},
		"the_same_device":         {"1: FLOCK  ADVISORY  WRITE 99 fe:01:42 0 EOF\n2: FLOCK  ADVISORY  WRITE 11 fe:00:42 0 EOF\n", 99, 11},
		"another_disk":            {"1: FLOCK  ADVISORY  WRITE 99 fe:01:42 0 EOF\n", 11, 0},
		"a_device_of_two_names":   {"1: FLOCK  ADVISORY  WRITE 11 00:2b:42 0 EOF\n", 11, 11},
		"and_another_disk":        {"1: FLOCK  ADVISORY  WRITE 11 00:2b:42 0 EOF\n2: FLOCK  ADVISORY  WRITE 99 fe:01:42 0 EOF\n", 11, 11},
		"of_another_namespace":    {"1: FLOCK  ADVISORY  WRITE 0 fe:00:42 0 EOF\n", 11, 0},
		"another_disk_none_noted": {"1: FLOCK  ADVISORY  WRITE 99 fe:01:42 0 EOF\n", 0, 0},
	} {
		if got := daemon.HolderIn(tc.list, "fe:00", ":42", tc.noted); got != tc.want {
			t.Errorf("%s: %d, want %d", name, got, tc.want)
		}
	}
}
