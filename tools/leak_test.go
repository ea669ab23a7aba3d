package tools_test

import (
	"context"
	"runtime"
	"testing"

	"github.com/margay/margay/tools"
)

// A batch leaves no goroutine behind, so that a long run does not gather them.
func TestRunner_leaves_no_goroutine(t *testing.T) {
	r := tools.Runner{Catalog: catalog(t, tool("read", true, text("r")), tool("act", false, text("a")))}
	if _, err := r.Run(context.Background(), calls("read", "act")); err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	for range 100 {
		if _, err := r.Run(context.Background(), calls("read", "read", "act", "nobody")); err != nil {
			t.Fatal(err)
		}
	}
	for range 1000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		runtime.Gosched()
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}
