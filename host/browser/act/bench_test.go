package act_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools/keys"
	"github.com/margay/margay/tools/page"
)

// The goals: a click in 8 ms through the relay and 6 ms direct, a snapshot of
// 10,000 controls, uncapped, in 120 ms; all medians.

func benchEach(b *testing.B, fn func(b *testing.B, t browser.Transport)) {
	b.Run("direct", func(b *testing.B) { fn(b, browsertest.Direct(b)) })
	b.Run("relay", func(b *testing.B) { fn(b, browsertest.Relay(b).Transport) })
}

type bench struct {
	pages *act.Pages
	at    page.At
	ctx   context.Context
}

func newBench(b *testing.B, t browser.Transport, path string) bench {
	b.Helper()
	reg := browser.NewRegistry()
	_, remove := reg.Add("chromium", t)
	pages := act.New(act.Options{Registry: reg, Log: browsertest.Log(b)})
	b.Cleanup(func() { pages.Close(); remove("the benchmark ended") })
	w := bench{pages: pages, at: page.At{Run: "bench"}, ctx: b.Context()}
	if _, err := pages.Navigate(w.ctx, w.at, browsertest.NewSite(b).URL+path); err != nil {
		b.Fatal(err)
	}
	return w
}

// target finds the first hit for a text.
func (w bench) target(b *testing.B, text, role string) page.Target {
	b.Helper()
	found, err := w.pages.Find(w.ctx, w.at, pagescript.FindArgs{Text: text, Role: role, Limit: 1})
	if err != nil || len(found.Lines) == 0 {
		b.Fatal(found, err)
	}
	target, err := w.pages.Locate(w.ctx, w.at, refOf.FindStringSubmatch(found.Lines[0])[1])
	if err != nil {
		b.Fatal(err)
	}
	return target
}

// median reports the median and the 99th percentile of the rounds.
func median(b *testing.B, round func() error) {
	b.Helper()
	var times []time.Duration
	for b.Loop() {
		start := time.Now()
		if err := round(); err != nil {
			b.Fatal(err)
		}
		times = append(times, time.Since(start))
	}
	browsertest.Report(b, times)
}

func BenchmarkClick(b *testing.B) {
	benchEach(b, func(b *testing.B, t browser.Transport) {
		w := newBench(b, t, "/csp-strict.html")
		target := w.target(b, "Count", "button")
		median(b, func() error { _, err := w.pages.Click(w.ctx, target); return err })
	})
}

func BenchmarkFill(b *testing.B) {
	benchEach(b, func(b *testing.B, t browser.Transport) {
		w := newBench(b, t, "/order.html")
		target := w.target(b, "Full name", "textbox")
		median(b, func() error { _, err := w.pages.Fill(w.ctx, target, "Mira Lind"); return err })
	})
}

func BenchmarkPressKey(b *testing.B) {
	benchEach(b, func(b *testing.B, t browser.Transport) {
		w := newBench(b, t, "/order.html")
		target := w.target(b, "Full name", "textbox")
		chords, err := keys.Parse("End")
		if err != nil {
			b.Fatal(err)
		}
		median(b, func() error { _, err := w.pages.Press(w.ctx, target, chords); return err })
	})
}

func BenchmarkScreenshot(b *testing.B) {
	benchEach(b, func(b *testing.B, t browser.Transport) {
		w := newBench(b, t, "/order.html")
		median(b, func() error { _, err := w.pages.Shoot(w.ctx, w.at, "", false); return err })
	})
}

func BenchmarkExecute(b *testing.B) {
	benchEach(b, func(b *testing.B, t browser.Transport) {
		w := newBench(b, t, "/order.html")
		whole, err := w.pages.Whole(w.ctx, w.at)
		if err != nil {
			b.Fatal(err)
		}
		median(b, func() error { _, err := w.pages.Execute(w.ctx, whole, "document.title"); return err })
	})
}

func BenchmarkSnapshot10000(b *testing.B) {
	benchEach(b, func(b *testing.B, t browser.Transport) {
		w := newBench(b, t, "/controls")
		median(b, func() error {
			s, err := w.pages.Snapshot(w.ctx, w.at, 0)
			if err == nil && strings.Count(s.Text, "[ref=") != 10000 {
				b.Errorf("the snapshot has %d refs", strings.Count(s.Text, "[ref="))
			}
			return err
		})
	})
}
