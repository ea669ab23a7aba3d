package attach

import "golang.org/x/sys/unix"

// mostMemory is what a process that reads foreign files may take.
const mostMemory = 1 << 30

// Confine bounds the memory of this process, for good: a file may claim to have
// more parts than any machine can hold, and a library believes it. A process
// that reaches the bound dies. On other systems than Linux there is no bound.
func Confine() error {
	return unix.Setrlimit(unix.RLIMIT_DATA, &unix.Rlimit{Cur: mostMemory, Max: mostMemory})
}
