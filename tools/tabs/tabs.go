// Package tabs holds the tools about tabs.
//
// It guarantees that the numbers it tells are those that the page tools take,
// and that a number is never used for another tab.
package tabs

import (
	"context"
	_ "embed"
	"fmt"
	"strings"

	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

// Driver lists the tabs of all browsers; host/browser/act is it.
type Driver interface {
	// List marks the tab that the run works in; home is the one that it was
	// started with, 0 if none.
	List(ctx context.Context, run chat.RunID, home int) ([]Tab, error)
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
}

//go:embed list_tabs.md
var listWords string

// most bounds the list.
const most = 200

type noArgs struct{}

// Tools are all tools of this family on one driver.
func Tools(d Driver) []tools.Tool {
	spec := tools.Spec{Name: "list_tabs", Description: listWords, ReadOnly: true, Parallel: true, Untrusted: true}
	return []tools.Tool{tools.Func(spec, func(ctx context.Context, _ noArgs, call tools.Call) (tools.Result, error) {
		list, err := d.List(ctx, call.Scope.Run, call.Scope.Tab)
		if err != nil {
			return tools.Result{}, err
		}
		return tools.Result{Text: lines(list)}, nil
	})}
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
