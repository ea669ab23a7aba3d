package store_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/chat"
)

// BenchmarkCloseRound is the time of one commit: alone, and with a hundred
// runs at work, which share transactions.
func BenchmarkCloseRound(b *testing.B) {
	for _, writers := range []int{1, 100} {
		b.Run(fmt.Sprintf("writers_%d", writers), func(b *testing.B) {
			s := storetest.Open(b)
			runs := make(chan store.Begun, writers)
			for range writers {
				runs <- send(b, s, "", "go")
			}
			var n atomic.Int64
			var mu sync.Mutex // guards took
			var took []time.Duration
			b.ResetTimer()
			b.SetParallelism((writers + 1) / 2) // two processors
			b.RunParallel(func(pb *testing.PB) {
				var begun store.Begun
				select {
				case begun = <-runs:
				default:
					return // fewer runs than goroutines
				}
				j := s.Journal(begun.Run.ID)
				var mine []time.Duration
				for pb.Next() {
					msg := round(begun.Run, int(n.Add(1)), chat.CallCompleted)
					start := time.Now()
					if err := j.CloseRound(b.Context(), msg); err != nil {
						b.Error(err)
					}
					mine = append(mine, time.Since(start))
				}
				mu.Lock()
				defer mu.Unlock()
				took = append(took, mine...)
			})
			report(b, took)
		})
	}
}

// BenchmarkMessages opens the newest 50 of 10,000 messages with tool calls.
func BenchmarkMessages(b *testing.B) {
	s := storetest.Open(b)
	begun := long(b, s, 10_000)
	var took []time.Duration
	b.ReportAllocs()
	for b.Loop() {
		start := time.Now()
		page, _, err := s.Messages(begun.Conversation.ID, "", 50)
		if err != nil || len(page) != 50 {
			b.Fatalf("%d messages, %v", len(page), err)
		}
		took = append(took, time.Since(start))
	}
	report(b, took)
}

// report gives the median and the 99th percentile of what each caller waited:
// with many callers the mean of the testing package is that of the whole.
func report(b *testing.B, took []time.Duration) {
	b.Helper()
	slices.Sort(took)
	b.ReportMetric(float64(took[len(took)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(took[len(took)*99/100].Microseconds()), "p99-µs")
}

// BenchmarkHistory reads 200 messages for a model, each with a long result.
func BenchmarkHistory(b *testing.B) {
	s := storetest.Open(b)
	begun := send(b, s, "", "go")
	if err := store.AppendForTest(b.Context(), s, begun.Run.ID, func(i int) chat.Message {
		msg := round(begun.Run, i+1, chat.CallCompleted)
		msg.ToolCalls[0].Result = strings.Repeat(fmt.Sprint("page ", i, " "), 2000)
		return msg
	}, 200); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := s.History(begun.Conversation.ID); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDelete removes a conversation of 10,000 messages.
func BenchmarkDelete(b *testing.B) {
	s := storetest.Open(b)
	for b.Loop() {
		b.StopTimer()
		begun := long(b, s, 10_000)
		finish(b, s, begun.Run, "done")
		b.StartTimer()
		if err := s.DeleteConversation(b.Context(), begun.Conversation.ID, begun.Conversation.Generation); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpen opens a store with some history.
func BenchmarkOpen(b *testing.B) {
	dir := filled(b)
	for b.Loop() {
		s, err := open(dir)
		if err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}
