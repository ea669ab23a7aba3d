//go:build linux

package cli_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
)

// The figures of the process part, with their goals. MARGAY_BENCH_PROGRAM names
// a built margay; without it the test binary stands in, whose own weight then
// counts too.
//
//	go test -run '^$' -bench . -benchtime 1000x ./host/cli

// benchWorld is a world of the program under measurement.
func benchWorld(b *testing.B) *world {
	b.Helper()
	w := newWorld(b)
	if exe := os.Getenv("MARGAY_BENCH_PROGRAM"); exe != "" {
		w.exe, w.origin = exe, "chrome-extension://"+extension.ID+"/"
	}
	return w
}

// benchBridge starts a bridge of the program under measurement.
func benchBridge(b *testing.B, w *world) *browser {
	b.Helper()
	return w.bridge("MARGAY_LINGER=1h")
}

// BenchmarkBridge_start_warm is from starting the bridge to the answer to
// hello, with a daemon there. Goal: 30 ms.
func BenchmarkBridge_start_warm(b *testing.B) {
	w := benchWorld(b)
	benchBridge(b, w).greeted()
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		br := benchBridge(b, w)
		br.greeted()
		took = append(took, time.Since(began))
		b.StopTimer()
		br.leave()
		b.StartTimer()
	}
	report(b, took)
}

// BenchmarkBridge_start_cold is the same with no daemon there. Goal: 150 ms.
func BenchmarkBridge_start_cold(b *testing.B) {
	w := benchWorld(b)
	var took []time.Duration
	for b.Loop() {
		began := time.Now()
		br := benchBridge(b, w)
		br.greeted()
		took = append(took, time.Since(began))
		b.StopTimer()
		w.end()
		w.exit(br.cmd)
		b.StartTimer()
	}
	report(b, took)
}

// BenchmarkRoundTrip_added is what bridge and daemon add to a ping over a host
// that only echoes. Goal: 0.15 ms.
func BenchmarkRoundTrip_added(b *testing.B) {
	w := benchWorld(b)
	br := benchBridge(b, w)
	br.greeted()
	bare := echoHost(b)
	var through, over []time.Duration
	for b.Loop() {
		through = append(through, pingTime(b, br.Peer))
		over = append(over, pingTime(b, bare))
	}
	report(b, through)
	b.ReportMetric(float64(median(through)-median(over))/1e6, "added-ms")
	b.ReportMetric(float64(median(over))/1e6, "echo-ms")
}

// BenchmarkMemory tells the proportional set size of a bridge and an idle
// daemon. Goals: 12 and 25 MiB.
func BenchmarkMemory(b *testing.B) {
	w := benchWorld(b)
	br := benchBridge(b, w)
	br.greeted()
	pid := w.beacon().Pid
	for b.Loop() {
		pingTime(b, br.Peer)
	}
	// The daemon gives memory back when nothing has changed for a while.
	before := pss(b, pid)
	w.until("the daemon to rest", func() bool { return pss(b, pid) < before || before < 25<<20 })
	b.ReportMetric(float64(pss(b, br.cmd.Process.Pid))/(1<<20), "bridge-MiB")
	b.ReportMetric(float64(pss(b, pid))/(1<<20), "daemon-MiB")
}

func report(b *testing.B, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	b.ReportMetric(float64(median(took))/1e6, "median-ms")
	b.ReportMetric(float64(took[len(took)*99/100])/1e6, "p99-ms")
}

func median(d []time.Duration) time.Duration {
	d = slices.Clone(d)
	slices.Sort(d)
	return d[len(d)/2]
}

func pingTime(b *testing.B, c rpc.Caller) time.Duration {
	b.Helper()
	began := time.Now()
	if _, err := rpc.Call(context.Background(), c, protocol.PingRoute, protocol.Empty{}); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}

// echoHost is a native host that does nothing: it answers every ping itself.
func echoHost(b *testing.B) *rpc.Peer {
	b.Helper()
	exe, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	cmd := exec.CommandContext(context.Background(), exe)
	cmd.Env = append(os.Environ(), clitest.EchoVar+"=1")
	stdin, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	p := rpc.New(pipes{stdout, stdin, stdin.Close}, rpc.Options{})
	b.Cleanup(func() {
		_ = p.Close()
		_ = cmd.Wait()
	})
	return p
}

// pss is the proportional set size of a process in bytes.
func pss(b *testing.B, pid int) int {
	b.Helper()
	f, err := os.Open(filepath.Join("/proc", fmt.Sprint(pid), "smaps_rollup"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = f.Close() }() // only read
	for s := bufio.NewScanner(io.LimitReader(f, 64<<10)); s.Scan(); {
		if text, ok := strings.CutPrefix(s.Text(), "Pss:"); ok {
			var kib int
			if _, err := fmt.Sscanf(text, "%d kB", &kib); err != nil {
				b.Fatal(err)
			}
			return kib << 10
		}
	}
	b.Fatal("smaps_rollup has no Pss")
	return 0
}
