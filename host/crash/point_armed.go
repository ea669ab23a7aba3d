//go:build crashpoints

package crash

import (
	"os"
	"strconv"
	"strings"
	"sync/atomic"
)

// The armed point is read once: a process dies at one point at most. These are
// package variables because a crash has no owner; they exist in crash tests only.
var (
	armed, after = parse(os.Getenv("MARGAY_CRASH"))
	passed       atomic.Int64
)

func parse(text string) (name string, after int64) {
	name, count, found := strings.Cut(text, ":")
	if !found {
		return name, 1
	}
	n, err := strconv.ParseInt(count, 10, 64)
	if err != nil || n < 1 {
		panic("MARGAY_CRASH: want name or name:n with n from 1, got " + text)
	}
	return name, n
}

// Point kills the process if it is the armed point and its passing is the one asked for.
func Point(name string) {
	if armed == "" || name != armed || passed.Add(1) != after {
		return
	}
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		panic("crash: " + err.Error())
	}
	select {} // the kill is on its way
}
