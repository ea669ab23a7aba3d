package event_test

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/event"
	"github.com/margay/margay/protocol/chat"
)

// TestSubscription_walks_the_table follows protocol/README.md, "Subscriptions
// and credit", row by row.
func TestSubscription_walks_the_table(t *testing.T) {
	t.Parallel()
	warn := func(text string) chat.Event { return chat.Event{Type: chat.EventWarning, Message: text} }
	overflow := func(l *event.Log) {
		for i := range 70 {
			l.Emit(warn("more"))
			if i == 1 {
				synctest.Wait() // the credit is gone
			}
		}
	}
	for _, test := range []struct {
		name string
		do   func(l *event.Log, c *client)
		want []string
	}{
		{"flowing_event", func(l *event.Log, c *client) {
			l.Emit(warn("a"))
			l.Emit(warn("b"))
		}, []string{"1:system_warning:", "2:system_warning:"}},
		{"flowing_until_credit_is_gone", func(l *event.Log, c *client) {
			for range 5 {
				l.Emit(warn("a"))
			}
		}, []string{"1:system_warning:", "2:system_warning:"}},
		{"waiting_event_joins_the_tail_credit_sends_it", func(l *event.Log, c *client) {
			l.Emit(warn("a"))
			l.Emit(warn("b"))
			for _, text := range []string{"x", "y", "z"} {
				l.Emit(delta(text))
				time.Sleep(20 * time.Millisecond) // each flushed on its own
			}
			c.sub.Credit(1, 0)
		}, []string{"1:system_warning:", "2:system_warning:", "5:content_delta:xyz"}},
		{"waiting_terminal_sends_the_tail_and_itself", func(l *event.Log, c *client) {
			for range 4 {
				l.Emit(warn("a"))
			}
			l.Emit(done())
		}, []string{"1:system_warning:", "2:system_warning:", "3:system_warning:", "4:system_warning:", "5:done:"}},
		{"behind_event_only_the_number_credit_syncs", func(l *event.Log, c *client) {
			overflow(l)
			c.sub.Credit(2, 1<<20)
			synctest.Wait()
			l.Emit(warn("after"))
		}, []string{"1:system_warning:", "2:system_warning:", "70:sync:", "71:system_warning:"}},
		{"behind_terminal_syncs_and_ends_without_credit", func(l *event.Log, c *client) {
			overflow(l)
			l.Emit(done())
		}, []string{"1:system_warning:", "2:system_warning:", "70:sync:", "71:done:"}},
		{"ended_nothing", func(l *event.Log, c *client) {
			l.Emit(done())
			synctest.Wait()
			c.sub.Credit(10, 10)
			l.Emit(warn("late"))
		}, []string{"1:done:"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				l := newLog()
				c := watch(t, l, event.SubscribeOptions{Frames: 2, Bytes: 100_000})
				synctest.Wait()
				test.do(l, c)
				synctest.Wait()
				if got := c.said(); !slices.Equal(got, test.want) {
					t.Errorf("got  %v\nwant %v", got, test.want)
				}
				c.sub.Close()
			})
		})
	}
}

// TestSubscription_blocked_for_a_whole_run is the panel that is blocked during
// 100,000 deltas: memory stays bounded, and then it has the whole text.
func TestSubscription_blocked_for_a_whole_run(t *testing.T) {
	const n = 100_000
	l := newLog()
	c := watch(t, l, event.SubscribeOptions{Frames: 3})
	blocked := &client{t: t, gate: make(chan struct{})} // not even its send returns
	blocked.watch(l, event.SubscribeOptions{})
	l.Emit(begins("m1"))
	before := heap()
	size := 0
	for i := range n {
		text := fmt.Sprintf("word%05d ", i)
		size += len(text)
		l.Emit(delta(text))
	}
	view, _ := l.View()
	// The text itself (doubled by its growing), what is kept for late clients
	// (1 MiB), and two tails.
	if grown, bound := heap()-before, uint64(4*size+4<<20); grown > bound {
		t.Errorf("the heap grew by %d KiB, bound %d KiB", grown>>10, bound>>10)
	}
	want := view.Messages[1].Content[0].Text
	c.sub.Credit(64, 1<<30)
	for deadline := time.Now().Add(10 * time.Second); c.shows() != want; {
		if time.Now().After(deadline) {
			t.Fatalf("after the credit it shows %d bytes of %d", len(c.shows()), len(want))
		}
		runtime.Gosched()
	}
	if c.syncs != 1 {
		t.Errorf("%d syncs", c.syncs)
	}
	l.Emit(delta("end"))
	l.Emit(done())
	<-c.sub.Done()
	close(blocked.gate)
	<-blocked.sub.Done()
	for _, who := range []*client{c, blocked} {
		if who.shows() != want+"end" || who.ends != 1 {
			t.Errorf("at the end it shows %d bytes of %d, %d ends", len(who.shows()), len(want)+3, who.ends)
		}
	}
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

// TestSubscription_a_dead_one_affects_nobody.
func TestSubscription_a_dead_one_affects_nobody(t *testing.T) {
	t.Parallel()
	l := newLog()
	dead := &client{t: t, refuse: errGone}
	dead.watch(l, event.SubscribeOptions{})
	stuck := &client{t: t, gate: make(chan struct{})}
	stuck.watch(l, event.SubscribeOptions{})
	well := watch(t, l, event.SubscribeOptions{})
	l.Emit(begins("m1"))
	<-dead.sub.Done()
	l.Emit(done())
	<-well.sub.Done()
	close(stuck.gate)
	<-stuck.sub.Done()
	if well.ends != 1 || stuck.ends != 1 {
		t.Errorf("ends: %d, %d", well.ends, stuck.ends)
	}
}

// TestSubscription_credit_cannot_leak: a client that measures bytes in another
// way gets everything nevertheless.
func TestSubscription_credit_cannot_leak(t *testing.T) {
	t.Parallel()
	for name, measured := range map[string]int{"less": 1, "nothing": 0, "negative": -5, "more": 1 << 40} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			l := newLog()
			c := &client{t: t}
			drawn := make(chan struct{}, 1000)
			o := event.SubscribeOptions{Frames: 2, Bytes: 1000, Send: func(n chat.Numbered) (int, error) {
				size, err := c.send(n)
				drawn <- struct{}{}
				return size, err
			}}
			sub := l.Subscribe(o)
			sub.Start()
			for i := range 500 {
				l.Emit(chat.Event{Type: chat.EventWarning, Message: fmt.Sprint(i)})
				<-drawn
				sub.Credit(1, measured)
			}
			l.Emit(done())
			<-sub.Done()
			if c.syncs != 0 || len(c.events) != 501 {
				t.Errorf("%d events, %d syncs", len(c.events), c.syncs)
			}
		})
	}
}

func TestSubscribe_replays_what_was_missed(t *testing.T) {
	t.Parallel()
	l := newLog()
	l.Emit(begins("m1"))
	c := watch(t, l, event.SubscribeOptions{})
	l.Emit(chat.Event{Type: chat.EventWarning, Message: "a"})
	l.Emit(delta("x"))
	l.Emit(delta("y"))
	l.View() // flushes: the deltas are one event, number 4
	c.sub.Close()
	for _, test := range []struct {
		name  string
		epoch string
		after int64
		want  []string // nil: the view
	}{
		{"after_the_first", "e1", 1, []string{"2:system_warning:", "4:content_delta:xy", "5:done:"}},
		{"after_the_last", "e1", 4, []string{"5:done:"}},
		{"nothing_seen", "e1", 0, nil},
		{"inside_a_joined_event", "e1", 3, nil},
		{"other_epoch", "e0", 1, nil},
		{"from_the_future", "e1", 99, nil},
		{"negative", "e1", -1, nil},
	} {
		late := &client{t: t}
		sub := l.Subscribe(event.SubscribeOptions{Epoch: test.epoch, After: test.after, Send: late.send})
		late.seq, late.sub = sub.Seq, sub
		if test.want == nil {
			if sub.View == nil || sub.Seq != 4 {
				t.Errorf("%s: begins at %d, view %v", test.name, sub.Seq, sub.View)
			}
			sub.Close()
			continue
		}
		if sub.View != nil || sub.Seq != test.after {
			t.Errorf("%s: begins at %d, view %v", test.name, sub.Seq, sub.View)
		}
		defer func() {
			sub.Start()
			<-sub.Done()
			if got := late.said(); !slices.Equal(got, test.want) {
				t.Errorf("%s: got %v, want %v", test.name, got, test.want)
			}
		}()
	}
	l.Emit(done())
}

// TestSubscribe_too_much_was_missed: the view stands for what is not kept, and
// for what is too much to wait for one client.
func TestSubscribe_too_much_was_missed(t *testing.T) {
	t.Parallel()
	l := newLog()
	l.Emit(begins("m1"))
	for range 2000 {
		l.Emit(chat.Event{Type: chat.EventWarning, Message: "w"})
	}
	for after, whole := range map[int64]bool{1: false, 900: false, 1800: false, 1990: true} {
		sub := l.Subscribe(event.SubscribeOptions{Epoch: "e1", After: after, Send: (&client{t: t}).send})
		if (sub.View == nil) != whole {
			t.Errorf("after %d: view %v", after, sub.View != nil)
		}
		sub.Close()
	}
}

func TestSubscription_nothing_before_start_or_after_close(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLog()
		c := &client{t: t}
		c.sub = l.Subscribe(event.SubscribeOptions{Send: c.send})
		l.Emit(begins("m1"))
		synctest.Wait()
		if got := c.said(); got != nil {
			t.Errorf("before Start: %v", got)
		}
		c.sub.Start()
		c.sub.Start()
		synctest.Wait()
		c.sub.Close()
		c.sub.Close()
		l.Emit(done())
		synctest.Wait()
		if got := c.said(); !slices.Equal(got, []string{"1:new_message:"}) {
			t.Errorf("got %v", got)
		}
		never := l.Subscribe(event.SubscribeOptions{Send: c.send})
		never.Close()
		never.Start()
	})
}

func TestLog_close_says_what_credit_allows(t *testing.T) {
	t.Parallel()
	l := newLog()
	c := watch(t, l, event.SubscribeOptions{})
	poor := watch(t, l, event.SubscribeOptions{Frames: 1})
	l.Emit(delta(strings.Repeat("a", 10)))
	l.Emit(chat.Event{Type: chat.EventState, State: chat.RunParked})
	l.Close(context.Background())
	if got := c.said(); !slices.Equal(got, []string{"1:content_delta:aaaaaaaaaa", "2:state:"}) {
		t.Errorf("got %v", got)
	}
	if got := poor.said(); len(got) != 1 {
		t.Errorf("without credit: %v", got)
	}
	l.Emit(done())
	if sub := l.Subscribe(event.SubscribeOptions{}); !sub.Ended {
		t.Error("a closed log is watched")
	}
}

func TestLog_close_does_not_wait_for_ever(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLog()
		stuck := &client{t: t, gate: make(chan struct{})}
		stuck.watch(l, event.SubscribeOptions{})
		l.Emit(begins("m1"))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		l.Close(ctx)
		close(stuck.gate)
		<-stuck.sub.Done()
	})
}

func BenchmarkEmit(b *testing.B) {
	for _, watchers := range []int{0, 1, 10} {
		b.Run(fmt.Sprintf("watchers_%d", watchers), func(b *testing.B) {
			l := newLog()
			for range watchers {
				sub := l.Subscribe(event.SubscribeOptions{Frames: 1 << 30, Bytes: 1 << 30, Send: func(n chat.Numbered) (int, error) { return 0, nil }})
				sub.Start()
				defer sub.Close()
			}
			l.Emit(begins("m1"))
			b.ReportAllocs()
			for b.Loop() {
				l.Emit(delta("some words "))
			}
		})
	}
}
