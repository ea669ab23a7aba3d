package rpc_test

import (
	"context"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
)

// quiet are the options of both ends of a benchmark.
func quiet() rpc.Options {
	return rpc.Options{Mux: testMux(), Groups: []protocol.Group{protocol.GroupClient}, Log: zerolog.Nop()}
}

// socket links two peers over a unix socket.
func socket(b *testing.B) (*rpc.Peer, *rpc.Peer) {
	b.Helper()
	l, err := net.Listen("unix", filepath.Join(b.TempDir(), "s"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	near, err := net.Dial("unix", l.Addr().String())
	if err != nil {
		b.Fatal(err)
	}
	far, err := l.Accept()
	if err != nil {
		b.Fatal(err)
	}
	return rpc.New(near, quiet()), rpc.New(far, quiet())
}

func pipe(*testing.B) (*rpc.Peer, *rpc.Peer) { return rpc.Pipe(quiet(), quiet()) }

// BenchmarkCall is the round trip of a small call.
func BenchmarkCall(b *testing.B) {
	for name, dial := range map[string]func(*testing.B) (*rpc.Peer, *rpc.Peer){"pipe": pipe, "socket": socket} {
		b.Run(name, func(b *testing.B) {
			near, far := dial(b)
			defer func() { _, _ = near.Close(), far.Close() }()
			params := []byte(`{"a":1}`)
			var took []time.Duration
			b.ReportAllocs()
			for b.Loop() {
				start := time.Now()
				if _, err := rpc.Call(b.Context(), near, echoRoute, params); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			report(b, took)
		})
	}
}

// BenchmarkCallBesideLongMessages is the round trip of a small call while 5 MB
// messages pass without a pause, in each direction.
func BenchmarkCallBesideLongMessages(b *testing.B) {
	long := []byte(`{"t":` + string(padding(5_000_000)) + `}`)
	for name, to := range map[string]bool{"toward": true, "from": false} {
		b.Run(name, func(b *testing.B) {
			near, far := socket(b)
			defer func() { _, _ = near.Close(), far.Close() }()
			ctx, cancel := context.WithCancel(b.Context())
			defer cancel()
			var work sync.WaitGroup
			count := 0
			work.Go(func() {
				for ctx.Err() == nil {
					var err error
					if to {
						err = near.Call(ctx, notesRoute.Info(), rawResult{long}, nil)
					} else {
						err = far.Call(ctx, notesRoute.Info(), rawResult{long}, nil)
					}
					if err != nil {
						return
					}
					count++
				}
			})
			var took []time.Duration
			params := []byte(`{"a":1}`)
			for b.Loop() {
				start := time.Now()
				if _, err := rpc.Call(b.Context(), near, echoRoute, params); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(start))
			}
			b.StopTimer()
			cancel()
			work.Wait()
			b.ReportMetric(float64(count)*5/b.Elapsed().Seconds(), "MB/s")
			report(b, took)
		})
	}
}

// report gives the median and the 99th percentile.
func report(b *testing.B, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}
