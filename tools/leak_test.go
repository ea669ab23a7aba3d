package tools_test

import (
	"testing"
	"testing/synctest"

	"github.com/rs/zerolog"

	"github.com/margay/margay/tools"
)

// TestRunner_leaves_no_goroutine: a bubble ends when all that was begun in it has ended, and fails where something stands still.
func TestRunner_leaves_no_goroutine(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := tools.Runner{Log: zerolog.Nop(), Catalog: catalog(t, tool("read", true, text("r")), tool("act", false, text("a")))}
		for range 100 {
			if _, err := r.Run(t.Context(), calls("read", "read", "act", "nobody")); err != nil {
				t.Fatal(err)
			}
		}
	})
}
