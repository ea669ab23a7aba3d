//go:build linux

package daemon_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/protocol"
)

// A service that cannot go on ends its daemon, also while it is busy, somebody is
// linked and its parts wait for ever.
func TestServe_leaves_soon_when_its_service_is_broken(t *testing.T) {
	t.Parallel()
	s := newService()
	s.busy = true
	ends := make(chan struct{})
	defer close(ends)
	s.park = func(context.Context) error {
		<-ends
		return nil
	}
	var broken func(string)
	open := opens(s)
	r := serve(t, t.Context(), daemon.Options{Dirs: newDirs(t), Grace: time.Hour, Open: func(ctx context.Context, info daemon.Info) (daemon.Service, error) {
		broken = info.Broken
		return open(ctx, info)
	}})
	if _, err := hello(t, r.connect(&protocol.Preface{Origin: origin})); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup // who finds it broken may be many
	for range 3 {
		all.Go(func() { broken("its data file was damaged") })
	}
	all.Wait()
	if err := r.ended(); err == nil {
		t.Error("it does not say that not everything had ended")
	}
}
