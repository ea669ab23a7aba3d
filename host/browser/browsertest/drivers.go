// Package browsertest runs real browsers for tests: the fixtures, and each
// driver on a Chromium of its own.
//
// It guarantees that a test that needs a browser never passes without one: it
// is skipped with the reason in large letters, and fails where CI is set; and
// that no process of it outlives the test.
package browsertest

import (
	"context"
	"io/fs"
	"os"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/chromium"
	"github.com/margay/margay/host/browser/direct"
)

func sub() fs.FS {
	f, err := fs.Sub(pages, "pages")
	if err != nil {
		panic("browsertest: the folder of pages has a name that is no path: " + err.Error())
	}
	return f
}

// Missing skips a test for want of something, loudly; where CI is set it fails.
func Missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf("CANNOT RUN: %s", what)
	}
	t.Skipf("SKIPPED, NOTHING WAS TESTED: %s", what)
}

// PageScript is the text of the built page script.
func PageScript(t testing.TB) string {
	t.Helper()
	script, err := fs.ReadFile(extension.Dist(), "page.js")
	if err != nil {
		Missing(t, "the page script is not built: run “make build”")
	}
	return string(script)
}

// Log writes to the test's own log while the test runs.
func Log(t testing.TB) zerolog.Logger {
	return zerolog.New(zerolog.NewTestWriter(t)).Level(zerolog.WarnLevel)
}

// Find finds Chromium, or ends the test.
func Find(t testing.TB) string {
	t.Helper()
	path, err := chromium.Find("CHROMIUM", os.Getenv("CHROMIUM"))
	if err != nil {
		Missing(t, err.Error())
	}
	return path
}

// Deadline is a context for one step with a browser: generous, because the
// machine may be busy.
func Deadline(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// Direct starts a Chromium and drives it by its pipe.
func Direct(t testing.TB) *direct.Driver {
	t.Helper()
	script := PageScript(t)
	process, err := chromium.Start(Deadline(t), chromium.Options{Path: Find(t)})
	if err != nil {
		t.Fatal(err)
	}
	d, err := direct.New(Deadline(t), process, direct.Options{PageScript: script, Log: Log(t)})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.Close(); err != nil {
			t.Errorf("close the browser: %v", err)
		}
	})
	return d
}

// Each runs a test once with each driver, both at the same time.
func Each(t *testing.T, test func(t *testing.T, b browser.Transport)) {
	t.Helper()
	t.Run("direct", func(t *testing.T) {
		t.Parallel()
		test(t, Direct(t))
	})
	t.Run("relay", func(t *testing.T) {
		t.Parallel()
		test(t, Relay(t).Transport)
	})
}
