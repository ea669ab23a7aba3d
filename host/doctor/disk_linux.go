package doctor

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// diskOf asks for the disk of a folder.
func diskOf(dir string) (disk, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return disk{}, err
	}
	d := disk{free: st.Bavail * uint64(st.Bsize), noFiles: st.Files > 0 && st.Ffree == 0}
	var at unix.Stat_t
	if err := unix.Stat(dir, &at); err != nil {
		return d, nil //nolint:nilerr // the space is known, and that is what matters most
	}
	if mounts, err := os.ReadFile("/proc/self/mountinfo"); err == nil {
		d.kind = kindOf(mounts, uint64(at.Dev))
	}
	d.network = network(d.kind)
	return d, nil
}

// kindOf finds the type of the file system with a device number in lines such as
//
//	36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - fuse.sshfs host:/home rw
//
// It is read there and not from statfs, which says of everything that runs over
// FUSE the same number, be it a local disk or another machine's.
func kindOf(mounts []byte, device uint64) string {
	want := fmt.Sprintf("%d:%d", unix.Major(device), unix.Minor(device))
	for lines := bufio.NewScanner(bytes.NewReader(mounts)); lines.Scan(); {
		before, after, ok := strings.Cut(lines.Text(), " - ")
		f, g := strings.Fields(before), strings.Fields(after)
		if ok && len(f) > 2 && f[2] == want && len(g) > 0 {
			return g[0]
		}
	}
	return ""
}
