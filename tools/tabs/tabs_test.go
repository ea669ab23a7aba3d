package tabs_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/tabs"
)

type fake struct {
	list []tabs.Tab
	err  error
}

func (f fake) List(_ context.Context, run chat.RunID, home int) ([]tabs.Tab, error) {
	if run != "r" || home != 9 {
		return nil, errors.New("asked for another run")
	}
	return f.list, f.err
}

func TestList(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		list []tabs.Tab
		want string
	}{
		"none": {nil, "There is no tab. Navigate opens one."},
		"two": {
			[]tabs.Tab{{ID: 1, Title: "A \"quoted\" <title>", URL: "http://a/?x=1&y=2", Active: true, Current: true}, {ID: 5, Browser: "chrome-2", Loading: true, Discarded: true}},
			"- tab 1 \"A \\\"quoted\\\" <title>\" url=\"http://a/?x=1&y=2\" active current\n- tab 5 \"\" url=\"\" browser=\"chrome-2\" loading discarded",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := call(t, fake{list: c.list}); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	many := call(t, fake{list: make([]tabs.Tab, 250)})
	if lines := strings.Split(many, "\n"); len(lines) != 201 || lines[200] != "- … 50 more tabs" {
		t.Errorf("250 tabs gave %d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}

func call(t *testing.T, f fake) string {
	t.Helper()
	action, err := tabs.Tools(f)[0].Prepare(t.Context(), tools.Call{Scope: tools.Scope{Run: "r", Tab: 9}})
	if err != nil {
		t.Fatal(err)
	}
	result, err := action.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return result.Text
}
