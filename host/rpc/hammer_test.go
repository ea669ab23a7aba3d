package rpc_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
)

// TestHammer has both ends call, notify, cancel and send long messages at once,
// then ends the link in the middle of it.
func TestHammer(t *testing.T) {
	t.Parallel()
	o := rpc.Options{Mux: testMux(), Groups: []protocol.Group{protocol.GroupClient}}
	a, b := rpc.Pipe(o, rpc.Options{Mux: testMux(), Groups: o.Groups})
	var work sync.WaitGroup
	hammer := func(p *rpc.Peer, seed int) error {
		for n := range 10 {
			text := fmt.Sprintf(`{"seed":%d,"n":%d,"pad":"%s"}`, seed, n, strings.Repeat("p", (n%5)*75_000))
			got, err := rpc.Call(t.Context(), p, echoRoute, []byte(text))
			if err != nil || string(got) != text {
				return fmt.Errorf("call %d of %d: %d bytes, %w", n, seed, len(got), err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			if n%2 == 0 {
				cancel() // before it is sent
			} else {
				go cancel()
			}
			if _, err := rpc.Call(ctx, p, waitRoute, protocol.Empty{}); !errors.Is(err, context.Canceled) {
				return fmt.Errorf("cancelled call: %w", err)
			}
			if err := p.NotifyIn(rpc.Lane(1000+seed), noteNotice.Info(), note{Text: text}); err != nil {
				return err
			}
		}
		return nil
	}
	for seed := range 4 {
		for _, p := range []*rpc.Peer{a, b} {
			work.Go(func() {
				if err := hammer(p, seed); err != nil {
					t.Error(err)
				}
			})
		}
	}
	work.Wait()
	for range 20 {
		work.Go(func() {
			_, err := rpc.Call(t.Context(), a, waitRoute, protocol.Empty{})
			if !errors.Is(err, protocol.NewFault(protocol.ReasonClosed, "")) {
				t.Errorf("a call when the link ended: %v", err)
			}
		})
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	work.Wait()
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	if err := a.Err(); !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("ended with %v", err)
	}
}
