package agent_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/margay/margay/host/agent"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// A call is complete for clients when it is stored, and never where it was not.
func TestRun_completes_no_call_that_the_limit_of_rounds_refused_before_it_is_stored(t *testing.T) {
	t.Parallel()
	for name, broken := range map[string]error{"stored": nil, "journal_is_broken": errors.New("disk full")} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t, []turn{calls("look"), calls("look", "look")}, tool("look", true, gives("a page")))
				b.options.MaxRounds = 1
				b.journal.broken["finish"] = broken
				complete := 0
				b.options.Sink = sinkFunc(func(e chat.Event) {
					b.sink.Emit(e)
					if e.Type != chat.EventCallComplete || e.Status != chat.CallNotRun {
						return
					}
					complete++
					if len(b.journal.ended) == 0 {
						t.Errorf("call %s is complete before it is stored", e.ID)
					}
				})
				agent.Run(t.Context(), b.options)
				want := 2
				if broken != nil {
					want = 0
				}
				if b.sink.terminal(t); complete != want {
					t.Errorf("%d calls are complete, want %d: %s", complete, want, b.sink.types())
				}
			})
		})
	}
}

// What a try failed of comes with the kind of the failure, by which a client words
// it in its own language.
func TestRun_says_of_which_kind_the_failure_of_a_try_is(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		err  error
		want chat.ErrorCode
	}{
		"told":     {&llm.Error{Code: chat.ErrorOverloaded, Message: "busy", Next: "Wait."}, chat.ErrorOverloaded},
		"not_told": {&llm.Error{Message: "odd"}, chat.ErrorAPI},
		"plain":    {errors.New("odd"), chat.ErrorInternal},
		"none":     {nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			again := func(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
				emit(llm.Delta{Retry: &llm.Retry{Attempt: 1, Max: 3, Err: tt.err}})
				return says("Done.")(ctx, req, emit)
			}
			b := newBench(t, []turn{again})
			agent.Run(t.Context(), b.options)
			at := slices.IndexFunc(b.sink.events, func(e chat.Event) bool { return e.Type == chat.EventRetry })
			if at < 0 || b.sink.events[at].ErrorCode != tt.want || strings.Contains(b.sink.events[at].Error, "Wait") {
				t.Errorf("%d of %+v, want %q", at, b.sink.events, tt.want)
			}
		})
	}
}

// Each try says when it is made and whether what was shown is void, which it is once.
func TestRun_says_what_is_void_of_a_try(t *testing.T) {
	t.Parallel()
	thrice := func(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
		emit(llm.Delta{Retry: &llm.Retry{Attempt: 1, Max: 3, DelayMs: 1100}})
		emit(llm.Delta{Thinking: "hm"})
		emit(llm.Delta{Retry: &llm.Retry{Attempt: 2, Max: 3, DelayMs: 2200}})
		emit(llm.Delta{Retry: &llm.Retry{Attempt: 3, Max: 3, DelayMs: 4400}})
		return says("Done.")(ctx, req, emit)
	}
	b := newBench(t, []turn{thrice})
	agent.Run(t.Context(), b.options)
	var got []string
	for _, e := range b.sink.events {
		if e.Type == chat.EventRetry {
			got = append(got, fmt.Sprintf("%d of %d after %d, void %t", e.Attempt, e.MaxRetries, e.DelayMs, e.DropPartial))
		}
	}
	want := []string{"1 of 3 after 1100, void false", "2 of 3 after 2200, void true", "3 of 3 after 4400, void false"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
