package daemon

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// lockedBy asks the system which process holds a lock on a file (proc_locks(5)):
// 0 where none that has a number here does. known is false where it does not tell.
// noted is the process that says of itself that it does.
func lockedBy(path string, noted int) (pid int, known bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	list, err := os.ReadFile("/proc/locks")
	st, ok := info.Sys().(*syscall.Stat_t)
	if err != nil || !ok {
		return 0, false
	}
	inode := ":" + strconv.FormatUint(st.Ino, 10)
	device := fmt.Sprintf("%02x:%02x", unix.Major(uint64(st.Dev)), unix.Minor(uint64(st.Dev))) //nolint:unconvert // its type is another elsewhere
	return holderIn(string(list), device, inode, noted), true
}

// holderIn looks in the system's list for who locks a file; 0 is nobody with a
// number here. Some file systems call their device otherwise in it, and on another
// disk a file may have the same inode: then only the process that is noted counts.
func holderIn(list, device, inode string, noted int) int {
	pid := 0
	for line := range strings.Lines(list) {
		// “1: FLOCK  ADVISORY  WRITE 4711 08:01:1234 0 EOF”; who only waits has an arrow.
		w := strings.Fields(line)
		if len(w) < 6 || w[1] != "FLOCK" || w[3] != "WRITE" || !strings.HasSuffix(w[5], inode) {
			continue
		}
		holder, err := strconv.Atoi(w[4])
		if err != nil {
			continue
		}
		if w[5] == device+inode {
			return max(holder, 0)
		}
		if holder == noted {
			pid = noted
		}
	}
	return pid
}

// Look asks the system what it calls a process and whether it is stopped.
func Look(pid int) Process {
	p := Process{Pid: pid}
	if pid <= 0 {
		return p
	}
	// “4711 (margay) T 1 …”; the name may hold anything.
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	from, to := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
	if err != nil || from < 0 || to < from || len(stat) < to+3 {
		return p
	}
	p.Name, p.Stopped = string(stat[from+1:to]), stat[to+2] == 'T'
	return p
}
