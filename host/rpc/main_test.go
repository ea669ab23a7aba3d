package rpc_test

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"testing"
)

// TestMain fails the package when a goroutine of a link outlives its Close.
func TestMain(m *testing.M) {
	code := m.Run()
	if left := leaked(); left != "" && code == 0 {
		fmt.Fprintln(os.Stderr, "goroutines of links are left:\n"+left)
		code = 1
	}
	os.Exit(code)
}

// leaked returns the stacks of the package's goroutines. One that is just
// returning is given the chance to.
func leaked() string {
	var left []string
	for range 1000 {
		buf := make([]byte, 1<<20)
		left = nil
		for _, g := range strings.Split(string(buf[:runtime.Stack(buf, true)]), "\n\n") {
			if strings.Contains(g, "host/rpc.(") {
				left = append(left, g)
			}
		}
		if len(left) == 0 {
			break
		}
		runtime.Gosched()
	}
	return strings.Join(left, "\n\n")
}
