//go:build unix

package doctor_test

import (
	"os"
	"strings"
	"testing"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/doctor"
	"github.com/margay/margay/protocol/client"
)

// TestJudge: of all that is wrong with a disk and its folder the worst is told.
func TestJudge(t *testing.T) {
	t.Parallel()
	const private, shared = 0o700, 0o755
	for name, tt := range map[string]struct {
		free    uint64
		kind    string
		mode    os.FileMode
		state   client.CheckState
		cause   string
		command string
	}{
		"sound":               {free: 512 << 20, kind: "ext4", mode: private, state: client.CheckOK},
		"full":                {free: 32<<20 - 1, kind: "nfs4", mode: shared, state: client.CheckFailed, cause: "is full"},
		"nearly_full":         {free: 32 << 20, kind: "ext4", mode: private, state: client.CheckWarning, cause: "is nearly full: 34 MB are left"},
		"network":             {free: 73e9, kind: "nfs4", mode: private, state: client.CheckWarning, cause: "lies on a network disk (nfs4)"},
		"network_and_little":  {free: 32 << 20, kind: "fuse.sshfs", mode: shared, state: client.CheckWarning, cause: "lies on a network disk (fuse.sshfs)"},
		"open":                {free: 73e9, kind: "ext4", mode: shared, state: client.CheckWarning, cause: "Others on this machine can look into", command: "chmod 700 "},
		"open_and_little":     {free: 32 << 20, kind: "ext4", mode: 0o710, state: client.CheckWarning, cause: "Others on this machine", command: "chmod 700 "},
		"kind_is_not_known":   {free: 73e9, mode: private, state: client.CheckOK},
		"a_byte_below_little": {free: 512<<20 - 1, kind: "ext4", mode: private, state: client.CheckWarning, cause: "is nearly full: 537 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			if err := os.Chmod(dir, tt.mode); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(dir)
			if err != nil {
				t.Fatal(err)
			}
			state, cause, command := doctor.Judge(doctor.Options{Dirs: config.Dirs{Data: dir}}, tt.free, tt.kind, info)
			if state != tt.state || !strings.Contains(cause, tt.cause) || (cause == "") != (tt.cause == "") {
				t.Errorf("%s %q, want %s with %q", state, cause, tt.state, tt.cause)
			}
			if !strings.HasPrefix(command, tt.command) || (command == "") != (tt.command == "") {
				t.Errorf("command %q, want %q", command, tt.command)
			}
		})
	}
}
