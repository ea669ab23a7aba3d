// Package crashtest kills processes of a test at crash points.
//
// It guarantees that each passing of each point that is asked for kills one
// process, and that what it left is looked at; a point that the work never
// passes fails the test. Only a build with the tag crashpoints has points.
package crashtest

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/crash"
)

// folderVariable makes a test binary the process that is killed, and names its folder.
const folderVariable = "MARGAY_TEST_CRASH"

// Test says what is killed.
type Test struct {
	// Points are the beginnings of the names of the points, such as "store.".
	Points []string
	// Work passes every point. It runs in a process of its own, with a folder of
	// its own, and prints what was acknowledged.
	Work func(t *testing.T, dir string)
	// Check looks at what a killed process left in its folder, and at what it printed.
	Check func(t *testing.T, dir, printed string)
}

// Run kills a process at each passing of each point. t is a test of its own,
// not a part of one: the process is this test again.
func (c Test) Run(t *testing.T) {
	if dir := os.Getenv(folderVariable); dir != "" {
		c.Work(t, dir)
		return
	}
	kills := 0
	for _, point := range crash.Names() {
		if !slices.ContainsFunc(c.Points, func(prefix string) bool { return strings.HasPrefix(point, prefix) }) {
			continue
		}
		t.Run(point, func(t *testing.T) {
			passing := 1
			for c.kill(t, "^"+strings.Split(t.Name(), "/")[0]+"$", fmt.Sprintf("%s:%d", point, passing)) {
				passing++
			}
			if passing == 1 {
				t.Errorf("the work never passes %s", point)
			}
			kills += passing - 1
		})
	}
	t.Logf("killed %d times", kills)
}

// kill runs the work in a process that dies at a passing and checks what it
// left. False means that it did not die: there is no such passing.
func (c Test) kill(t *testing.T, test, passing string) bool {
	t.Helper()
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run="+test)
	cmd.Env = append(os.Environ(), folderVariable+"="+dir, "MARGAY_CRASH="+passing)
	out, err := cmd.CombinedOutput()
	if err == nil {
		return false
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != -1 {
		t.Fatalf("%s: %v\n%s", passing, err, out)
	}
	c.Check(t, dir, string(out))
	if t.Failed() {
		t.Fatalf("that was at %s", passing)
	}
	return true
}
