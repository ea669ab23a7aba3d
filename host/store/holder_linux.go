package store

import (
	"bufio"
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// holderOf finds the process that holds the lock of a file in the kernel's list.
func holderOf(path string) (pid int, ok bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	list, err := os.ReadFile("/proc/locks")
	if err != nil {
		return 0, false
	}
	return holderIn(list, stat.Ino)
}

// holderIn reads lines such as
//
//	12: FLOCK  ADVISORY  WRITE 4117 fe:00:9983003 0 EOF
//
// Only the inode is compared: stacked file systems name another device there
// than in stat. Two processes that could be meant are none.
func holderIn(list []byte, inode uint64) (pid int, ok bool) {
	for lines := bufio.NewScanner(bytes.NewReader(list)); lines.Scan(); {
		f := strings.Fields(lines.Text())
		if len(f) < 6 || f[1] != "FLOCK" || !strings.HasSuffix(f[5], fmt.Sprintf(":%d", inode)) {
			continue // of another kind or file, or somebody who waits ("->")
		}
		found, err := strconv.Atoi(f[4])
		if err != nil || found <= 0 || ok && found != pid {
			return 0, false
		}
		pid, ok = found, true
	}
	return pid, ok
}
