package e2e_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// TestNoise overwrites the data file under the daemon while many read it: nobody
// waits for long, who comes next is told, and the daemon after that serves with an
// empty store and says where the file was put.
func TestNoise(t *testing.T) {
	t.Parallel()
	term := newTerminal(t)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	o := dial.Options{Dirs: config.Dirs{Data: term.dir + "/data"}, Exe: term.margay, Environ: term.env, Start: true}
	defer func() { _ = dial.Stop(ctx, o) }() // none runs where the test came to its end
	first := must[*dial.Client](t)(dial.Dial(ctx, o))
	info := must[os.FileInfo](t)(os.Stat(o.Dirs.Database()))
	f := must[*os.File](t)(os.OpenFile(o.Dirs.Database(), os.O_WRONLY, 0))
	if _, err := f.WriteAt(bytes.Repeat([]byte{0xa7}, int(info.Size())), 0); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	var readers sync.WaitGroup
	for range 20 {
		readers.Go(func() {
			if _, err := rpc.Call(ctx, first, client.ConversationList, client.ListConversations{}); err == nil {
				t.Error("noise was read")
			}
		})
	}
	readers.Wait()
	if ctx.Err() != nil {
		t.Fatal("whoever read waits for ever")
	}
	_ = first.Close() // the daemon may have gone
	var fault *protocol.Fault
	if _, err := dial.Dial(ctx, o); !errors.As(err, &fault) || fault.Reason() != protocol.ReasonStoreBroken {
		t.Errorf("the next one is told %v", err)
	}
	second := must[*dial.Client](t)(dial.Dial(ctx, o))
	told := must[client.Status](t)(rpc.Call(ctx, second, client.DaemonStatus, protocol.Empty{})).Damaged
	if len(told) != 1 || !strings.HasPrefix(told[0].File, "margay.db.damaged-") {
		t.Errorf("the status tells of %+v", told)
	}
	if _, err := rpc.Call(ctx, second, client.ConversationList, client.ListConversations{}); err != nil {
		t.Error(err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}
