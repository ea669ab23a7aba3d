package store_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/chat"
)

// TestWriter_a_failing_change_fails_alone: it is taken out and the others of
// its transaction are applied again, whole.
func TestWriter_a_failing_change_fails_alone(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	refused := errors.New("refused")
	var applied atomic.Int64
	var all sync.WaitGroup
	for i := range 60 {
		all.Go(func() {
			err := store.WriteForTest(t.Context(), s, func(put func(key, value []byte) error) error {
				applied.Add(1)
				if err := put([]byte(fmt.Sprint("key", i)), []byte("x")); err != nil {
					return err
				}
				switch i % 3 {
				case 1:
					return refused
				case 2:
					panic("a change went wrong")
				}
				return nil
			})
			switch i % 3 {
			case 0:
				if err != nil {
					t.Errorf("a sound change failed: %v", err)
				}
			case 1:
				if !errors.Is(err, refused) {
					t.Errorf("got %v, want the change's own error", err)
				}
			case 2:
				if err == nil || !strings.Contains(err.Error(), "went wrong") {
					t.Errorf("got %v, want the panic", err)
				}
			}
		})
	}
	all.Wait()
	if applied.Load() < 60 {
		t.Errorf("changes were applied %d times", applied.Load())
	}
	if err := store.WriteForTest(t.Context(), s, func(put func(key, value []byte) error) error { return nil }); err != nil {
		t.Errorf("the writer is gone: %v", err)
	}
}

// TestWriter_many_at_once_lose_nothing: parallel appends to many conversations,
// with readers beside them and the file growing below.
func TestWriter_many_at_once_lose_nothing(t *testing.T) {
	t.Parallel()
	s := storetest.Open(t)
	const writers, rounds = 8, 15
	var all sync.WaitGroup
	stop := make(chan struct{})
	var readers sync.WaitGroup
	for range 2 {
		readers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				list, _, err := s.Conversations("", 50)
				if err != nil {
					t.Error(err)
				}
				for _, c := range list {
					if _, err := s.History(c.ID); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	for range writers {
		all.Go(func() {
			begun, err := s.BeginRun(t.Context(), newRun("", "go"))
			if err != nil {
				t.Error(err)
				return
			}
			j := s.Journal(begun.Run.ID)
			for n := range rounds {
				msg := round(begun.Run, n+1, chat.CallStarted)
				msg.Content = text(strings.Repeat("grow ", 2000))
				if err := j.OpenRound(t.Context(), msg); err != nil {
					t.Error(err)
				}
				msg.ToolCalls[0].Status = chat.CallCompleted
				if err := j.CloseRound(t.Context(), msg); err != nil {
					t.Error(err)
				}
			}
			if history, err := s.History(begun.Conversation.ID); err != nil || len(history) != rounds+1 {
				t.Errorf("%d messages of %d, %v", len(history), rounds+1, err)
			}
		})
	}
	all.Wait()
	close(stop)
	readers.Wait()
}
