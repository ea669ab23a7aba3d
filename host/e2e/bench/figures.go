package main

import (
	"context"
	"errors"
	"time"
)

// figure is something to measure.
type figure struct {
	name string
	// goal is the most that the median may be, or the 99th percentile where
	// tail is set; 0 states no goal. It is in the unit of the row.
	goal    float64
	tail    bool
	measure func(ctx context.Context, b *bench, f figure) error
}

// bench is what the figures share: the program, a folder, and browsers that
// are started for the first figure that needs them.
type bench struct {
	margay string
	dir    string
	n      int
	table  *table
	houses map[string]*house
}

// figures lists everything, the stated goals first.
func figures() []figure {
	return []figure{
		{name: "ping: added by bridge and daemon", goal: 0.15, measure: addedPing},
		{name: "bridge start, daemon there", goal: 30, measure: startWarm},
		{name: "bridge start, daemon started", goal: 150, measure: startCold},
		{name: "small call beside 5 MB to the host, pipes", goal: 5, tail: true, measure: besideLongCall},
		{name: "small call beside 5 MB to the browser, pipes", goal: 5, tail: true, measure: besideLongReply},
		{name: "small call beside 5 MB to the host, Chromium", goal: 5, tail: true, measure: portLongCall},
		{name: "small call beside 5 MB to the browser, Chromium", goal: 5, tail: true, measure: portLongReply},
		{name: "small call beside 5 MB to the host, Chromium alone", measure: bareLongCall},
		{name: "small call beside 5 MB to the browser, Chromium alone", measure: bareLongReply},
		{name: "click, relay", goal: 8, measure: on(viaRelay, clicks)},
		{name: "click, direct", goal: 6, measure: on(viaPipe, clicks)},
		{name: "click in a hidden tab, relay", measure: on(viaRelay, hiddenClicks)},
		{name: "click in a hidden tab, direct", measure: on(viaPipe, hiddenClicks)},
		{name: "click that scrolls, relay", measure: on(viaRelay, scrollingClicks)},
		{name: "click that scrolls, direct", measure: on(viaPipe, scrollingClicks)},
		{name: "fill, relay", measure: on(viaRelay, fills)},
		{name: "fill, direct", measure: on(viaPipe, fills)},
		{name: "snapshot of 10,000 controls, relay", goal: 120, measure: on(viaRelay, snapshots)},
		{name: "snapshot of 10,000 controls, direct", goal: 120, measure: on(viaPipe, snapshots)},
		{name: "panel's first paint, 1,000 conversations", goal: 200, measure: panels},
		{name: "newest 50 of 10,000 messages, at a client", goal: 20, measure: opened},
		{name: "step of a run: a click, model to model", measure: steps},
		{name: "memory of a bridge and of the idle daemon", measure: memory},
		{name: "loop: a round that reads, no store", measure: rounds(true, false)},
		{name: "loop: a round that reads, store", measure: rounds(true, true)},
		{name: "loop: a round that acts, store", measure: rounds(false, true)},
		goBenchmark("event emitted, nobody watches", "./host/event", "BenchmarkEmit/watchers_0"),
		goBenchmark("event emitted, ten watch", "./host/event", "BenchmarkEmit/watchers_10"),
		goBenchmark("commit of a round, alone", "./host/store", "BenchmarkCloseRound/writers_1$"),
		goBenchmark("commit of a round, 100 at once", "./host/store", "BenchmarkCloseRound/writers_100$"),
		goBenchmark("newest 50 of 10,000 messages, in the store", "./host/store", "BenchmarkMessages"),
	}
}

// times measures a round n times.
func (b *bench) times(round func() error) ([]time.Duration, error) {
	took := make([]time.Duration, 0, b.n)
	for range b.n {
		began := time.Now()
		if err := round(); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
	}
	return took, nil
}

// close ends the browsers.
func (b *bench) close() error {
	var err error
	for _, h := range b.houses {
		err = errors.Join(err, h.close())
	}
	return err
}
