package agent_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/agent"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

// TestRun_ends_where_a_model_does_not_get_on: with a tool that does not exist after
// three rounds, with a call that fails in the same way after ten, and not before.
func TestRun_ends_where_a_model_does_not_get_on(t *testing.T) {
	t.Parallel()
	times := func(n int, list ...string) (turns []turn) {
		for range n {
			turns = append(turns, calls(list...))
		}
		return turns
	}
	end := says("That is all.")
	for name, tt := range map[string]struct {
		turns []turn
		asked int
		words string // "" for an end that the model chose
		code  chat.ErrorCode
	}{
		"a_tool_that_does_not_exist":        {turns: times(9, "teleport"), asked: 3, words: "3 times in a row for “teleport”, which is no tool. Say it in other words", code: chat.ErrorStuck},
		"the_same_tool_with_other_wishes":   {turns: []turn{calls(`teleport {"to":1}`), calls(`teleport {"to":2}`), calls(`teleport {"to":3}`), end}, asked: 3, words: "no tool", code: chat.ErrorStuck},
		"it_stops_in_time":                  {turns: append(times(2, "teleport"), end), asked: 3},
		"it_tries_another_between":          {turns: append(times(2, "teleport"), calls("fly"), calls("teleport"), end), asked: 5},
		"it_does_something_between":         {turns: append(times(2, "teleport"), calls("look"), calls("teleport"), end), asked: 5},
		"a_call_beside_succeeds":            {turns: append(times(5, "teleport", "look"), end), asked: 6},
		"three_at_once_are_one_round":       {turns: append(times(2, "teleport", "teleport", "teleport"), end), asked: 3},
		"in_another_order":                  {turns: []turn{calls("fly", "teleport"), calls("teleport", "fly"), calls("fly", "teleport"), end}, asked: 3, words: "no tool", code: chat.ErrorStuck},
		"a_call_that_fails_in_the_same_way": {turns: times(20, `press {"ref":"e5"}`), asked: 10, words: "a call of “press” that failed 10 times in the same way. Look at the page", code: chat.ErrorStuck},
		"a_call_that_fails_elsewhere":       {turns: append(slices.Concat(times(9, `press {"ref":"e5"}`), times(9, `press {"ref":"e6"}`)), end), asked: 19},
		"a_call_that_fails_otherwise":       {turns: append(times(15, "waver"), end), asked: 16},
		"a_call_that_held_the_key":          {turns: hidden(times(20, `press {"v":"[key]"}`)), asked: 10, words: "a call of “press” that failed 10 times in the same way", code: chat.ErrorStuck},
		"it_leaves_the_key_out_in_time":     {turns: append(hidden(times(9, `press {"v":"[key]"}`)), end), asked: 10},
		"a_name_that_has_no_end":            {turns: times(9, strings.Repeat("长", 500)), asked: 3, words: strings.Repeat("长", 60) + "…”", code: chat.ErrorStuck},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			wavered := 0
			b := newBench(t, tt.turns,
				tool("look", true, gives("a page")),
				tool("press", false, func(context.Context, tools.Call) (tools.Result, error) {
					return tools.Result{}, errors.New("there is no e5 any more")
				}),
				tool("waver", false, func(context.Context, tools.Call) (tools.Result, error) {
					wavered++
					return tools.Result{}, fmt.Errorf("%d of 100", wavered)
				}),
			)
			res := agent.Run(t.Context(), b.options)
			if len(b.model.requests) != tt.asked {
				t.Errorf("the model was asked %d times, want %d", len(b.model.requests), tt.asked)
			}
			if tt.words == "" {
				if res.State != chat.RunDone {
					t.Errorf("ended %s: %s", res.State, res.Run.Error)
				}
				return
			}
			said := b.sink.terminal(t)
			if res.State != chat.RunFailed || said.ErrorCode != tt.code || !strings.Contains(said.Message, tt.words) {
				t.Errorf("ended %s %s %q, want it to say %q", res.State, said.ErrorCode, said.Message, tt.words)
			}
			if len(b.journal.history) != tt.asked {
				t.Errorf("%d rounds are kept, want %d", len(b.journal.history), tt.asked)
			}
		})
	}
}
