package daemon

import (
	"bytes"
	"errors"
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// awaitExit waits for the end of a child without reaping it, and reports
// whether it could.
func awaitExit(pid int) bool {
	for {
		err := unix.Waitid(unix.P_PID, pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return err == nil
		}
	}
}

// processStart names a process so that a later one with the same pid has
// another name: the boot and the tick it started at. It is "" where there is
// no such process, and for a zombie, which can hold nothing any more.
func processStart(pid int) string {
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return ""
	}
	// The name in parentheses may hold anything, a parenthesis included.
	rest := stat[bytes.LastIndexByte(stat, ')')+1:]
	fields := bytes.Fields(rest)
	const state, starttime = 0, 19 // fields 3 and 22 of proc(5)
	if len(fields) <= starttime || string(fields[state]) == "Z" {
		return ""
	}
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(boot)) + "/" + string(fields[starttime])
}

// killCarriers kills every process of ours whose environment holds the pair.
func killCarriers(pair string) int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return 0
	}
	ended := 0
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		environ, err := os.ReadFile("/proc/" + e.Name() + "/environ")
		if err != nil || !carries(environ, pair) {
			continue
		}
		if syscall.Kill(pid, syscall.SIGKILL) == nil {
			ended++
		}
	}
	return ended
}

func carries(environ []byte, pair string) bool {
	for _, v := range bytes.Split(environ, []byte{0}) {
		if string(v) == pair {
			return true
		}
	}
	return false
}
