package lockowner

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Of asks the system (proc_locks(5)). The number is 0 where no process that has one
// here holds the lock; known is false where the system does not tell.
func Of(path string) (pid int, known bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	list, err := os.ReadFile("/proc/locks")
	st, ok := info.Sys().(*syscall.Stat_t)
	if err != nil || !ok {
		return 0, false
	}
	device := fmt.Sprintf("%02x:%02x", unix.Major(uint64(st.Dev)), unix.Minor(uint64(st.Dev))) //nolint:unconvert // its type is another elsewhere
	return in(string(list), device, st.Ino, func(pid int) bool { return opened(pid, info) }), true
}

// in looks through lines such as
//
//	12: FLOCK  ADVISORY  WRITE 4117 fe:00:9983003 0 EOF
//
// Of those with the inode on another device only a process that has the file open is
// meant: a file on another disk may have the same inode.
func in(list, device string, inode uint64, opened func(pid int) bool) int {
	file := fmt.Sprintf(":%d", inode)
	holder := 0
	for line := range strings.Lines(list) {
		w := strings.Fields(line)
		if len(w) < 6 || w[1] != "FLOCK" || w[3] != "WRITE" || !strings.HasSuffix(w[5], file) {
			continue // of another kind or file, or somebody who waits (“->”)
		}
		pid, err := strconv.Atoi(w[4])
		switch {
		case err != nil:
		case w[5] == device+file:
			return max(pid, 0) // one of another namespace has no number here
		case pid > 0 && opened(pid):
			holder = pid
		}
	}
	return holder
}

// opened reports whether a process has a file open, as far as this one may see.
func opened(pid int, file os.FileInfo) bool {
	dir := fmt.Sprintf("/proc/%d/fd/", pid)
	entries, _ := os.ReadDir(dir) // of another person's process nothing is seen
	for _, e := range entries {
		if info, err := os.Stat(dir + e.Name()); err == nil && os.SameFile(info, file) {
			return true
		}
	}
	return false
}
