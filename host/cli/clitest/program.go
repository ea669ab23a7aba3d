// Package clitest is the program margay around a small service of its own, for
// tests that need real processes.
//
// It guarantees that the test binary is that program whenever it is started
// with [Environ], or by a bridge or command that was: everything but
// the service is the real thing.
package clitest

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// Origin is the one that the program takes for its extension's.
const Origin = "chrome-extension://abcdefghijklmnopabcdefghijklmnop/"

// The variables that steer the program. They pass to its daemon.
const (
	programVar = "MARGAY_TEST_PROGRAM"
	// VersionVar is the program's version.
	VersionVar = "MARGAY_TEST_VERSION"
	// OpenVar makes opening the service fail: locked, newer, broken or panic.
	OpenVar = "MARGAY_TEST_OPEN"
	// PrintVar makes the service print this to standard output and error.
	PrintVar = "MARGAY_TEST_PRINT"
)

// Main runs the tests, or the program where the binary was started as that.
// It is what a TestMain calls, with the streams of the process.
func Main(m *testing.M, stdin io.Reader, stdout, stderr io.Writer) {
	if os.Getenv(programVar) == "" {
		os.Exit(m.Run())
	}
	p := cli.Program{Open: Open, Origins: []string{Origin}, Version: os.Getenv(VersionVar), Build: "test"}
	os.Exit(p.Run(os.Args[1:], stdin, stdout, stderr))
}

// Environ is the environment in which the test binary is the program, with
// pairs such as OpenVar+"=locked" added. Nothing lingers where a pair does not
// say otherwise.
func Environ(pairs ...string) []string {
	// A race build sleeps for a second at its end where it is not told otherwise.
	env := []string{programVar + "=1", "MARGAY_LINGER=0s", "GORACE=atexit_sleep_ms=0 " + os.Getenv("GORACE")}
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "MARGAY_") && !strings.HasPrefix(pair, "SHELL=") && !strings.HasPrefix(pair, "GORACE=") {
			env = append(env, pair)
		}
	}
	return append(env, pairs...)
}

// Task is a task as a client sends it.
func Task(text string) client.Send {
	return client.Send{Content: []chat.Block{{Type: chat.BlockText, Text: text}}}
}
