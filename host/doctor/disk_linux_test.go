package doctor_test

import (
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/margay/margay/host/doctor"
)

const mounts = `22 28 0:21 / /proc rw,nosuid shared:5 - proc proc rw
28 0 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
36 28 0:42 / /home/mira\040lund/far rw,nosuid - fuse.sshfs mira@far:/home rw,user_id=0
37 28 0:43 / /mnt/share rw master:1 shared:2 - nfs4 far:/export rw
`

func TestKindOf(t *testing.T) {
	t.Parallel()
	for device, want := range map[[2]uint32]string{{8, 1}: "ext4", {0, 42}: "fuse.sshfs", {0, 43}: "nfs4", {9, 9}: ""} {
		if got := doctor.KindOf([]byte(mounts), unix.Mkdev(device[0], device[1])); got != want {
			t.Errorf("%v: %q, want %q", device, got, want)
		}
	}
}

func FuzzKindOf(f *testing.F) {
	f.Add([]byte(mounts), uint64(2049))
	f.Add([]byte(" - \n8:1 - x"), uint64(0))
	f.Fuzz(func(t *testing.T, text []byte, device uint64) {
		if kind := doctor.KindOf(text, device); strings.ContainsAny(kind, " \n") {
			t.Errorf("%q", kind)
		}
	})
}
