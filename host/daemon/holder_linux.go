package daemon

import (
	"bytes"
	"fmt"
	"os"
)

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
