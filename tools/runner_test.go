package tools_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

type nameArgs struct {
	Name string `json:"name" jsonschema:"who to greet"`
	Age  int    `json:"age,omitempty" jsonschema:"how old, in years"`
}

func greet(ctx context.Context, a nameArgs, _ tools.Call) (tools.Result, error) {
	return tools.Result{Text: "hello " + a.Name}, nil
}

// tool makes a tool of a name and a function; reads says that it is read-only
// and parallel.
func tool(name string, reads bool, fn func(context.Context, tools.Call) (tools.Result, error)) tools.Tool {
	spec := tools.Spec{Name: name, ReadOnly: reads, Parallel: reads, Class: tools.ClassPage}
	return tools.Func(spec, func(ctx context.Context, _ struct{}, call tools.Call) (tools.Result, error) {
		return fn(ctx, call)
	})
}

func text(s string) func(context.Context, tools.Call) (tools.Result, error) {
	return func(context.Context, tools.Call) (tools.Result, error) { return tools.Result{Text: s}, nil }
}

func catalog(t testing.TB, list ...tools.Tool) *tools.Catalog {
	t.Helper()
	c, err := tools.NewCatalog(list...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func calls(names ...string) []tools.Call {
	list := make([]tools.Call, len(names))
	for i, n := range names {
		name, args, _ := strings.Cut(n, " ")
		list[i] = tools.Call{ID: chat.CallID("r/1/" + string(rune('0'+i))), Name: name, Args: json.RawMessage(args)}
	}
	return list
}

func TestRunner_answers_every_call_in_order(t *testing.T) {
	t.Parallel()
	boom := tool("boom", false, func(context.Context, tools.Call) (tools.Result, error) { panic("boom") })
	fails := tool("fails", false, func(context.Context, tools.Call) (tools.Result, error) {
		return tools.Result{}, errors.New("disk on fire")
	})
	mends := tool("mends", false, func(context.Context, tools.Call) (tools.Result, error) {
		return tools.Result{}, tools.Mistake("no element e14; take a snapshot")
	})
	lost := tool("lost", false, func(context.Context, tools.Call) (tools.Result, error) {
		return tools.Result{}, protocol.NewFault(protocol.ReasonUnknown, "the browser went away")
	})
	never := tool("never", false, func(context.Context, tools.Call) (tools.Result, error) {
		return tools.Result{}, protocol.NewFault(protocol.ReasonNotStarted, "the browser never got it")
	})
	r := tools.Runner{Log: zerolog.Nop(), Catalog: catalog(t,
		tools.Func(tools.Spec{Name: "greet", ReadOnly: true, Parallel: true}, greet), boom, fails, mends, lost, never)}

	tests := []struct {
		call   string
		status chat.CallStatus
		want   string
	}{
		{`greet {"name":"Mira"}`, chat.CallCompleted, "hello Mira"},
		{`greet`, chat.CallError, `missing properties: ["name"]`},
		{`greet {"name":`, chat.CallError, "no JSON"},
		{`greet [1]`, chat.CallError, "one JSON object"},
		{`greet null`, chat.CallError, "missing properties"},
		{`greet {"name":7}`, chat.CallCompleted, "hello 7"},
		{`greet {"name":{}}`, chat.CallError, `want "string"`},
		{`greet {"name":"a","NAME":"b"}`, chat.CallError, `unexpected additional properties ["NAME"]`},
		{`nobody {}`, chat.CallError, `There is no tool "nobody". The tools are: boom, fails, greet, lost, mends, never.`},
		{`boom {}`, chat.CallUnknown, "outcome is unknown"},
		{`fails {}`, chat.CallError, "disk on fire"},
		{`mends {}`, chat.CallError, "no element e14; take a snapshot"},
		{`lost {}`, chat.CallUnknown, "the browser went away"},
		{`never {}`, chat.CallError, "the browser never got it"},
	}
	var batch []string
	for _, tt := range tests {
		batch = append(batch, tt.call)
	}
	outcomes, err := r.Run(t.Context(), calls(batch...))
	if err != nil || len(outcomes) != len(tests) {
		t.Fatalf("got %d outcomes, %v", len(outcomes), err)
	}
	for i, tt := range tests {
		if o := outcomes[i]; o.Status != tt.status || !strings.Contains(o.Result.Text, tt.want) {
			t.Errorf("%s: got %s %q, want %s with %q", tt.call, o.Status, o.Result.Text, tt.status, tt.want)
		}
	}
}

func TestRunner_runs_readers_together_and_others_in_order(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int32
		read := tool("read", true, func(ctx context.Context, _ tools.Call) (tools.Result, error) {
			now := running.Add(1)
			for {
				m := most.Load()
				if now <= m || most.CompareAndSwap(m, now) {
					break
				}
			}
			time.Sleep(time.Second)
			running.Add(-1)
			return tools.Result{}, nil
		})
		act := tool("act", false, func(context.Context, tools.Call) (tools.Result, error) {
			if running.Load() != 0 {
				t.Error("an act ran beside a reader")
			}
			time.Sleep(time.Second)
			return tools.Result{}, nil
		})
		r := tools.Runner{Catalog: catalog(t, read, act)}
		began := time.Now()
		names := append(slicesRepeat("read", 6), "act", "act", "read")
		if _, err := r.Run(t.Context(), calls(names...)); err != nil {
			t.Fatal(err)
		}
		if most.Load() != 4 {
			t.Errorf("%d readers ran together, want 4", most.Load())
		}
		// Six readers, four at a time: 2 s; two acts: 2 s; one reader: 1 s.
		if took := time.Since(began); took != 5*time.Second {
			t.Errorf("took %s, want 5s", took)
		}
	})
}

func slicesRepeat(s string, n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = s
	}
	return list
}

func TestRunner_stop(t *testing.T) {
	t.Parallel()
	obeys := func(ctx context.Context, _ tools.Call) (tools.Result, error) {
		<-ctx.Done()
		return tools.Result{}, ctx.Err()
	}
	tests := []struct {
		name   string
		reads  bool
		fn     func(release chan struct{}) func(context.Context, tools.Call) (tools.Result, error)
		status chat.CallStatus
		gone   bool
	}{
		{"reader_obeys", true, func(chan struct{}) func(context.Context, tools.Call) (tools.Result, error) { return obeys }, chat.CallCancelled, false},
		{"act_obeys", false, func(chan struct{}) func(context.Context, tools.Call) (tools.Result, error) { return obeys }, chat.CallUnknown, false},
		{"reader_hangs", true, hangs, chat.CallCancelled, true},
		{"act_hangs", false, hangs, chat.CallUnknown, true},
		{"act_finishes_in_grace", false, func(chan struct{}) func(context.Context, tools.Call) (tools.Result, error) {
			return func(ctx context.Context, _ tools.Call) (tools.Result, error) {
				<-ctx.Done()
				time.Sleep(10 * time.Millisecond)
				return tools.Result{Text: "done all the same"}, nil
			}
		}, chat.CallCompleted, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				release := make(chan struct{})
				ctx, cancel := context.WithCancel(t.Context())
				r := tools.Runner{Catalog: catalog(t, tool("it", tt.reads, tt.fn(release)), tool("next", false, text("ran")))}
				time.AfterFunc(time.Second, cancel)
				began := time.Now()
				outcomes, err := r.Run(ctx, calls("it", "next"))
				if err != nil {
					t.Fatal(err)
				}
				if took := time.Since(began) - time.Second; took > 100*time.Millisecond {
					t.Errorf("stopping took %s", took)
				}
				if outcomes[0].Status != tt.status || outcomes[0].Abandoned != tt.gone {
					t.Errorf("got %s (abandoned %v), want %s (%v)", outcomes[0].Status, outcomes[0].Abandoned, tt.status, tt.gone)
				}
				if outcomes[1].Status != chat.CallCancelled {
					t.Errorf("the next call is %s, want cancelled", outcomes[1].Status)
				}
				close(release)
			})
		})
	}
}

// hangs is a tool that does not listen until it is released.
func hangs(release chan struct{}) func(context.Context, tools.Call) (tools.Result, error) {
	return func(context.Context, tools.Call) (tools.Result, error) {
		<-release
		return tools.Result{}, nil
	}
}

func TestRunner_times_out_one_call_and_goes_on(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		defer close(release)
		r := tools.Runner{Catalog: catalog(t, tool("it", true, hangs(release)), tool("next", false, text("ran")))}
		outcomes, err := r.Run(t.Context(), calls("it", "next"))
		if err != nil {
			t.Fatal(err)
		}
		if o := outcomes[0]; o.Status != chat.CallTimedOut || !strings.Contains(o.Result.Text, "No answer within 1m0s") || !o.Abandoned {
			t.Errorf("got %s %q", o.Status, o.Result.Text)
		}
		if outcomes[1].Status != chat.CallCompleted {
			t.Errorf("the next call is %s", outcomes[1].Status)
		}
	})
}

// TestRunner_waits_30_s_for_a_slot: what gets none is not begun, and the rest of the batch goes on.
func TestRunner_waits_30_s_for_a_slot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		release, began := make(chan struct{}), time.Now()
		defer close(release)
		slow := tool("slow", true, func(ctx context.Context, _ tools.Call) (tools.Result, error) {
			<-ctx.Done()
			return tools.Result{}, ctx.Err()
		})
		quick := tool("quick", true, func(context.Context, tools.Call) (tools.Result, error) {
			time.Sleep(29 * time.Second)
			return tools.Result{Text: "read"}, nil
		})
		r := tools.Runner{Log: zerolog.Nop(), Catalog: catalog(t, slow, quick, tool("act", false, text("done")))}
		outcomes, err := r.Run(t.Context(), calls("slow", "slow", "slow", "quick", "quick", "quick", "act"))
		if err != nil {
			t.Fatal(err)
		}
		// The fifth gets the slot of the fourth after 29 s; the sixth waits for none longer than 30 s.
		for i, want := range []chat.CallStatus{chat.CallTimedOut, chat.CallTimedOut, chat.CallTimedOut, chat.CallCompleted, chat.CallCompleted, chat.CallTimedOut, chat.CallCompleted} {
			if outcomes[i].Status != want {
				t.Errorf("call %d is %s %q, want %s", i, outcomes[i].Status, outcomes[i].Result.Text, want)
			}
		}
		if o := outcomes[5]; !strings.HasPrefix(o.Result.Text, "Not begun: 4 other calls of this answer took all of 30s.") || o.Duration != 0 {
			t.Errorf("the last one: %q after %s", o.Result.Text, o.Duration)
		}
		if took := time.Since(began); took != time.Minute {
			t.Errorf("it took %s", took)
		}
	})
}

func TestRunner_keeps_a_call_that_cannot_be_recorded_from_leaving(t *testing.T) {
	t.Parallel()
	ran := false
	act := tool("act", false, func(context.Context, tools.Call) (tools.Result, error) { ran = true; return tools.Result{}, nil })
	full := errors.New("no space left")
	r := tools.Runner{Catalog: catalog(t, act), Hooks: tools.Hooks{
		Leaving: func(context.Context, int, tools.Effect) error { return full },
	}}
	outcomes, err := r.Run(t.Context(), calls("act", "act"))
	if !errors.Is(err, full) || ran {
		t.Fatalf("got %v, ran %v", err, ran)
	}
	for i, o := range outcomes {
		if o.Status != chat.CallNotRun {
			t.Errorf("call %d is %s", i, o.Status)
		}
	}
}

func TestRunner_keeps_a_reader_from_acting(t *testing.T) {
	t.Parallel()
	ran := false
	liar := tools.New(tools.Spec{Name: "liar", ReadOnly: true, Parallel: true}, func(context.Context, struct{}, tools.Call) (tools.Action, error) {
		return tools.Act(tools.Effect{Class: tools.ClassSend}, func(context.Context) (tools.Result, error) {
			ran = true
			return tools.Result{}, nil
		}), nil
	})
	r := tools.Runner{Catalog: catalog(t, liar)}
	outcomes, err := r.Run(t.Context(), calls("liar"))
	if err != nil || ran || outcomes[0].Status != chat.CallError {
		t.Fatalf("got %v, %v, ran %v", outcomes, err, ran)
	}
}

func TestRunner_hooks_see_an_act_leave_before_it_runs(t *testing.T) {
	t.Parallel()
	var seen []string
	act := tool("act", false, func(context.Context, tools.Call) (tools.Result, error) {
		seen = append(seen, "do")
		return tools.Result{Text: "ok"}, nil
	})
	r := tools.Runner{Catalog: catalog(t, act, tool("read", true, text("r"))), Hooks: tools.Hooks{
		Leaving: func(_ context.Context, i int, e tools.Effect) error {
			seen = append(seen, "leaving "+string(e.Class))
			return nil
		},
		Running: func(int) { seen = append(seen, "running") },
		Settled: func(_ int, o tools.Outcome) { seen = append(seen, "settled "+string(o.Status)) },
	}}
	if _, err := r.Run(t.Context(), calls("read", "act")); err != nil {
		t.Fatal(err)
	}
	want := "running settled completed leaving page running do settled completed"
	if got := strings.Join(seen, " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestCatalog_refuses(t *testing.T) {
	t.Parallel()
	tests := map[string][]tools.Tool{
		"there twice":          {tool("a", true, text("")), tool("a", true, text(""))},
		"a name is 1 to 64 of": {tool("a b", true, text(""))},
		"read schema":          {tools.Func(tools.Spec{Name: "a", Parameters: json.RawMessage("{")}, greet)},
	}
	for want, list := range tests {
		if _, err := tools.NewCatalog(list...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

func TestSchema_of_go_types(t *testing.T) {
	t.Parallel()
	type nested struct {
		List []string `json:"list,omitempty" jsonschema:"some words"`
	}
	tests := []struct {
		got  json.RawMessage
		want string
	}{
		{tools.Schema[nameArgs](), `{"type":"object","properties":{"name":{"type":"string","description":"who to greet"},"age":{"type":"integer","description":"how old, in years"}},"required":["name"],"additionalProperties":false}`},
		{tools.Schema[struct{}](), `{"type":"object","properties":{},"additionalProperties":false}`},
		{tools.Schema[nested](), `{"type":"object","properties":{"list":{"type":"array","items":{"type":"string"},"description":"some words"}},"additionalProperties":false}`},
	}
	for _, tt := range tests {
		if string(tt.got) != tt.want {
			t.Errorf("got  %s\nwant %s", tt.got, tt.want)
		}
	}
}
