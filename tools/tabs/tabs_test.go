package tabs_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/tabs"
)

// fake is a driver that writes down what it is asked.
type fake struct {
	list  []tabs.Tab
	own   bool
	err   error
	asked []string
}

func (f *fake) note(format string, a ...any) { f.asked = append(f.asked, fmt.Sprintf(format, a...)) }

func (f *fake) List(_ context.Context, who tabs.Who) ([]tabs.Tab, error) {
	f.note("list %+v", who)
	return f.list, f.err
}

func (f *fake) LookTab(_ context.Context, who tabs.Who, tab int) (tabs.Tab, error) {
	f.note("look %+v %d", who, tab)
	return tabs.Tab{ID: tab, Title: "Terms", URL: "http://a/terms", Own: f.own}, f.err
}

func (f *fake) OpenTab(_ context.Context, who tabs.Who, url string, active bool) (string, error) {
	f.note("open %+v %s %v", who, url, active)
	return "opened", f.err
}

func (f *fake) CloseTab(_ context.Context, who tabs.Who, tab int) (string, error) {
	f.note("close %+v %d", who, tab)
	return "closed", f.err
}

func (f *fake) ActivateTab(_ context.Context, who tabs.Who, tab int) (string, error) {
	f.note("activate %+v %d", who, tab)
	return "in front", f.err
}

func prepare(t *testing.T, f *fake, name, args string) (tools.Action, error) {
	t.Helper()
	for _, tool := range tabs.Tools(f) {
		if tool.Spec().Name == name {
			return tool.Prepare(t.Context(), tools.Call{Args: json.RawMessage(args), Scope: tools.Scope{Run: "r", Tab: 9}, Round: 3})
		}
	}
	t.Fatalf("no tool %s", name)
	return nil, nil
}

func TestList(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		list []tabs.Tab
		want string
	}{
		"none": {nil, "There is no tab. Navigate opens one."},
		"two": {
			[]tabs.Tab{{ID: 1, Title: "A \"quoted\" <title>", URL: "http://a/?x=1&y=2", Active: true, Current: true}, {ID: 5, Browser: "chrome-2", Loading: true, Discarded: true, Own: true}},
			"- tab 1 \"A \\\"quoted\\\" <title>\" url=\"http://a/?x=1&y=2\" active current\n- tab 5 \"\" url=\"\" browser=\"chrome-2\" loading discarded",
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := call(t, &fake{list: c.list}); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	many := call(t, &fake{list: make([]tabs.Tab, 250)})
	if lines := strings.Split(many, "\n"); len(lines) != 201 || lines[200] != "- … 50 more tabs" {
		t.Errorf("250 tabs gave %d lines, the last %q", len(lines), lines[len(lines)-1])
	}
}

func call(t *testing.T, f *fake) string {
	t.Helper()
	action, err := prepare(t, f, "list_tabs", `{}`)
	if err != nil {
		t.Fatal(err)
	}
	result, err := action.Do(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if f.asked[0] != "list {Run:r Home:9 Round:3}" {
		t.Errorf("asked %v", f.asked)
	}
	return result.Text
}

func TestActs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		tool, args, asked string
		effect            tools.Effect
		text              string
	}{
		{
			"open_tab", `{"url":"example.com"}`, "open {Run:r Home:9 Round:3} https://example.com false",
			tools.Effect{Class: tools.ClassPage, Site: "https://example.com", Target: "open https://example.com in a new tab"},
			"opened",
		},
		{
			"open_tab", `{"url":"localhost:80/x","active":true}`, "open {Run:r Home:9 Round:3} http://localhost:80/x true",
			tools.Effect{Class: tools.ClassPage, Site: "http://localhost:80", Target: "open http://localhost:80/x in a new tab"},
			"opened",
		},
		{
			"close_tab", `{"tab":4}`, "look {Run:r Home:9 Round:3} 4; close {Run:r Home:9 Round:3} 4",
			tools.Effect{Class: tools.ClassPage, Site: "http://a", Target: `close tab 4 "Terms"`, Seen: "4"},
			"closed",
		},
		{
			"activate_tab", `{"tab":4}`, "look {Run:r Home:9 Round:3} 4; activate {Run:r Home:9 Round:3} 4",
			tools.Effect{Class: tools.ClassPage, Site: "http://a", Target: `bring to the front tab 4 "Terms"`, Seen: "4"},
			"in front",
		},
	} {
		t.Run(c.tool, func(t *testing.T) {
			t.Parallel()
			f := &fake{own: true}
			action, err := prepare(t, f, c.tool, c.args)
			if err != nil {
				t.Fatal(err)
			}
			if got := action.Effect(); got != c.effect {
				t.Errorf("effect %+v, want %+v", got, c.effect)
			}
			result, err := action.Do(t.Context())
			if err != nil || result.Text != c.text {
				t.Errorf("said %q, %v", result.Text, err)
			}
			if got := strings.Join(f.asked, "; "); got != c.asked {
				t.Errorf("asked %s\nwant  %s", got, c.asked)
			}
		})
	}
}

// A tab of the person is refused before anything is done, and so is an address
// that is no web page.
func TestRefusals(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ tool, args, words string }{
		{"close_tab", `{"tab":4}`, `Tab 4 ("Terms") is not yours to close`},
		{"open_tab", `{"url":"file:///etc/passwd"}`, "only http and https"},
		{"open_tab", `{"url":"javascript:alert(1)"}`, "only http and https"},
	} {
		f := &fake{}
		_, err := prepare(t, f, c.tool, c.args)
		if !tools.IsMistake(err) || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%s: got %v", c.tool, err)
		}
		for _, asked := range f.asked {
			if !strings.HasPrefix(asked, "look") {
				t.Errorf("%s: Prepare did %s", c.tool, asked)
			}
		}
	}
	f := &fake{err: protocol.NewFault(protocol.ReasonNoTab, "gone")}
	if _, err := prepare(t, f, "close_tab", `{"tab":4}`); err != f.err { //nolint:errorlint // the very same
		t.Errorf("got %v", err)
	}
}

func TestSpecs(t *testing.T) {
	t.Parallel()
	var names []string
	for _, tool := range tabs.Tools(&fake{}) {
		s := tool.Spec()
		names = append(names, s.Name)
		if reads := s.Name == "list_tabs"; s.ReadOnly != reads || s.Parallel != reads {
			t.Errorf("%s: read-only %v, parallel %v", s.Name, s.ReadOnly, s.Parallel)
		}
		if len(s.Description) < 40 || len(s.Description) > 400 || strings.HasSuffix(s.Description, "\n") {
			t.Errorf("%s: description of %d characters", s.Name, len(s.Description))
		}
	}
	if got := strings.Join(names, " "); got != "list_tabs open_tab close_tab activate_tab" {
		t.Errorf("the tools are %s", got)
	}
	if _, err := tools.NewCatalog(tabs.Tools(&fake{})...); err != nil {
		t.Fatal(err)
	}
}
