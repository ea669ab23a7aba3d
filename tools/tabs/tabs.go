// Package tabs holds the tools about tabs.
//
// It guarantees that the numbers it tells are those that the page tools take,
// and that a number is never used for another tab.
package tabs

import (
	"context"
	"embed"
	"fmt"
	"strings"

	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

// Driver does what the tools want with the tabs of all browsers;
// host/browser/act is it. What it returns as text says what was done and what
// that caused; its errors are faults of package protocol.
type Driver interface {
	// List marks the tab that the run works in.
	List(ctx context.Context, who Who) ([]Tab, error)
	// LookTab looks at a tab. It changes nothing.
	LookTab(ctx context.Context, who Who, tab int) (Tab, error)
	// OpenTab opens an address in a new tab, in which the run goes on, and waits
	// until the page is there. Where there is none, no tab is left behind.
	OpenTab(ctx context.Context, who Who, url string, active bool) (string, error)
	// CloseTab closes a tab that is the run's own, and refuses any other.
	CloseTab(ctx context.Context, who Who, tab int) (string, error)
	// ActivateTab brings a tab to the front.
	ActivateTab(ctx context.Context, who Who, tab int) (string, error)
}

// Who says on whose behalf.
type Who struct {
	Run chat.RunID
	// Home is the tab that the run was started with, 0 if none.
	Home int
	// Round is that of the call, 0 where it has none.
	Round int
}

// Tab is a tab.
type Tab struct {
	ID int
	// Browser is empty where there is only one.
	Browser string
	Title   string
	URL     string
	// Active is the tab that its window shows, Current the one that the run works in.
	Active  bool
	Current bool
	Loading bool
	// Discarded is a tab that the browser has put aside to save memory.
	Discarded bool
	// Own is a tab that the run opened, or was given: it may close it.
	Own bool
}

//go:embed *.md
var words embed.FS

// describe reads the words for a model that stand beside the code.
func describe(name string) string {
	text, err := words.ReadFile(name + ".md")
	if err != nil {
		panic("tabs: no description of " + name)
	}
	return string(text)
}

func who(call tools.Call) Who {
	return Who{Run: call.Scope.Run, Home: call.Scope.Tab, Round: call.Round}
}

// most bounds the list.
const most = 200

type noArgs struct{}

// Tools are all tools of this family on one driver.
func Tools(d Driver) []tools.Tool {
	return []tools.Tool{list(d), open(d), closing(d), activate(d)}
}

func list(d Driver) tools.Tool {
	spec := tools.Spec{Name: "list_tabs", Description: describe("list_tabs"), ReadOnly: true, Parallel: true, Untrusted: true}
	return tools.Func(spec, func(ctx context.Context, _ noArgs, call tools.Call) (tools.Result, error) {
		list, err := d.List(ctx, who(call))
		if err != nil {
			return tools.Result{}, err
		}
		return tools.Result{Text: lines(list)}, nil
	})
}

func lines(list []Tab) string {
	if len(list) == 0 {
		return "There is no tab. Navigate opens one."
	}
	var b strings.Builder
	for i, t := range list {
		if i == most {
			fmt.Fprintf(&b, "- … %d more tabs\n", len(list)-most)
			break
		}
		b.WriteString(t.line() + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func (t Tab) line() string {
	line := fmt.Sprintf("- tab %d %s url=%s", t.ID, tools.Quote(t.Title), tools.Quote(t.URL))
	if t.Browser != "" {
		line += " browser=" + tools.Quote(t.Browser)
	}
	for _, flag := range []struct {
		word string
		set  bool
	}{{"active", t.Active}, {"current", t.Current}, {"loading", t.Loading}, {"discarded", t.Discarded}} {
		if flag.set {
			line += " " + flag.word
		}
	}
	return line
}
