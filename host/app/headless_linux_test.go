package app

import (
	"errors"
	"strings"
	"syscall"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// TestHeadless_where_few_files_may_be_open: that is told as what may be the cause, with what
// the browser says, and the command names this daemon.
func TestHeadless_where_few_files_may_be_open(t *testing.T) {
	if !extension.Built() {
		browsertest.Missing(t, "the extension is not built: run “make build”")
	}
	dirs := config.Dirs{Data: t.TempDir()}
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	children, err := daemon.OpenChildren(dirs, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	h := &headless{registry: browser.NewRegistry(), children: children, dirs: dirs, log: zerolog.Nop()}
	var was syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &was); err != nil {
		t.Fatal(err)
	}
	for limit, want := range map[uint64]string{200: "Margay may have 200 files open at a time: a browser can need 256", was.Cur: "browser"} {
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &syscall.Rlimit{Cur: limit, Max: was.Max}); err != nil {
			t.Fatal(err)
		}
		_, _, err := h.open(t.Context(), client.Headless{Program: "/bin/false"})
		if errBack := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &was); errBack != nil {
			t.Fatal(errBack)
		}
		if err == nil || !strings.Contains(err.Error(), want) || limit != 200 && strings.Contains(err.Error(), "files") {
			t.Errorf("of %d files: %v, want %q", limit, err, want)
		}
		fault, _ := errors.AsType[*protocol.Fault](err)
		if limit == 200 && (!strings.Contains(fault.Message, "The browser could not start: take over the browser") || !strings.Contains(fault.Data.Next, " stop --data "+dirs.Data+"”")) {
			t.Errorf("of %d files: %v, %+v", limit, err, fault.Data)
		}
	}
}
