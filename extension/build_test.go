package extension_test

import (
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/margay/margay/extension"
)

// The worker tells by this name that it was upgraded on disk; if the two did
// not agree, it would start the extension anew once for nothing.
func TestBuildFile_names_what_the_worker_carries(t *testing.T) {
	t.Parallel()
	if !extension.Built() {
		if os.Getenv("CI") != "" {
			t.Fatal("CANNOT RUN: the extension is not built")
		}
		t.Skip("SKIPPED, NOTHING WAS TESTED: the extension is not built: run “make build”")
	}
	text, err := fs.ReadFile(extension.Dist(), extension.BuildFile)
	if err != nil {
		t.Fatalf("no build is named: %v", err)
	}
	name := strings.TrimSpace(string(text))
	if !regexp.MustCompile(`^[0-9a-f]{16}$`).MatchString(name) {
		t.Fatalf("%q names no build", name)
	}
	worker, err := fs.ReadFile(extension.Dist(), "worker.js")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(worker), `"`+name+`"`); n != 1 {
		t.Errorf("the worker carries the name %s %d times, want once", name, n)
	}
}
