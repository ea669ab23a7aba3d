package browsertest

import (
	"slices"
	"testing"
	"time"
)

// Report adds the median and the 99th percentile to a benchmark: the mean of a
// few slow rounds says little about what a person feels.
func Report(b *testing.B, times []time.Duration) {
	slices.Sort(times)
	at := func(q float64) float64 { return float64(times[int(q*float64(len(times)-1))].Microseconds()) / 1000 }
	b.ReportMetric(at(0.5), "ms/median")
	b.ReportMetric(at(0.99), "ms/p99")
}
