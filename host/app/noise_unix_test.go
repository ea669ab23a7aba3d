//go:build unix

package app_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/app"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol/client"
)

// A data file that turns to noise under the daemon has it leave. Nothing of the
// service is closed here: what waits for a lock of the database waits for ever.
func TestOpen_tells_the_daemon_that_its_data_file_is_damaged(t *testing.T) {
	t.Parallel()
	dirs := config.Dirs{Data: filepath.Join(t.TempDir(), "data")}
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	children, err := daemon.OpenChildren(dirs, zerolog.Nop())
	if err != nil {
		t.Fatal(err)
	}
	told := make(chan string, 10)
	service, err := app.Open(t.Context(), daemon.Info{Dirs: dirs, Log: zerolog.Nop(), Children: children, Broken: func(why string) { told <- why }})
	if err != nil {
		t.Fatal(err)
	}
	noise(t, dirs.Database())
	peer, hangUp := link(t, service, &traffic{})
	defer hangUp()
	go func() { _, _ = rpc.Call(t.Context(), peer, client.ConversationList, client.ListConversations{}) }()
	select {
	case why := <-told:
		if !strings.Contains(why, "damaged") {
			t.Errorf("it says %q", why)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the daemon is not told")
	}
}

// noise overwrites a file in place.
func noise(t *testing.T, path string) {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteAt(bytes.Repeat([]byte{0xa7}, int(info.Size())), 0); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}
