package page

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
)

// Bounds of what one call may bring into a conversation, in characters and hits.
const (
	defaultChars = 20000
	mostChars    = 200000
	defaultHits  = 20
	mostHits     = 200
)

// bounded is what was asked for within what may be.
func bounded(asked, usual, most int) int {
	if asked <= 0 {
		return usual
	}
	return min(asked, most)
}

type snapshotArgs struct {
	Tab      int `json:"tab,omitempty" jsonschema:"the tab to read; left out: the tab you work in"`
	MaxChars int `json:"max_chars,omitempty" jsonschema:"most characters of text, 20000 if left out"`
	Wait     int `json:"wait,omitempty" jsonschema:"most seconds to wait, up to 30, until the page shows something else than your last snapshot of it; left out: read it as it is"`
}

func reading(name string) tools.Spec {
	return tools.Spec{Name: name, Description: describe(name), ReadOnly: true, Parallel: true, Untrusted: true}
}

func snapshot(d Driver) tools.Tool {
	w := newWatch(d)
	return tools.Func(reading("snapshot"), func(ctx context.Context, a snapshotArgs, call tools.Call) (tools.Result, error) {
		if a.Wait < 0 {
			return tools.Result{}, tools.Mistake("wait must be 0 or more seconds.")
		}
		r, err := w.read(ctx, at(call, a.Tab), bounded(a.MaxChars, defaultChars, mostChars), min(a.Wait, mostWait))
		if err != nil {
			return tools.Result{}, err
		}
		head := fmt.Sprintf("url: %s\ntitle: %s\ntab: %d", r.URL, r.Title, r.Tab)
		if r.Busy != "" {
			head += fmt.Sprintf("\nbusy: after %d s the page still says so with %s", min(a.Wait, mostWait), r.Busy)
		}
		text := head + "\n\n" + cmp.Or(r.Text, "The page shows nothing.")
		return tools.Result{Text: sentences(r.Since, text)}, nil
	})
}

type contentArgs struct {
	Tab      int    `json:"tab,omitempty" jsonschema:"the tab to read; left out: the tab you work in"`
	Selector string `json:"selector,omitempty" jsonschema:"CSS selector of the part to read; left out: the whole page"`
	MaxChars int    `json:"max_chars,omitempty" jsonschema:"most characters of text, 20000 if left out"`
	Offset   int    `json:"offset,omitempty" jsonschema:"how many characters to skip, to read on"`
}

func content(d Driver) tools.Tool {
	return tools.Func(reading("get_tab_content"), func(ctx context.Context, a contentArgs, call tools.Call) (tools.Result, error) {
		if a.Offset < 0 {
			return tools.Result{}, tools.Mistake("offset must be 0 or more.")
		}
		r, err := d.Content(ctx, at(call, a.Tab), pagescript.ContentArgs{
			Selector: a.Selector, MaxChars: bounded(a.MaxChars, defaultChars, mostChars), Offset: a.Offset,
		})
		if err != nil {
			return tools.Result{}, err
		}
		from := min(a.Offset, r.Total)
		text := fmt.Sprintf("url: %s\ntitle: %s\ntab: %d\ntext: %d-%d of %d characters\n\n%s",
			r.URL, r.Title, r.Tab, from, min(from+utf8.RuneCountInString(r.Text), r.Total), r.Total, r.Text)
		return tools.Result{Text: sentences(r.Since, text)}, nil
	})
}

type findArgs struct {
	Tab     int    `json:"tab,omitempty" jsonschema:"the tab to search; left out: the tab you work in"`
	Text    string `json:"text,omitempty" jsonschema:"text to look for, without regard to case and white space"`
	Pattern string `json:"pattern,omitempty" jsonschema:"JavaScript regular expression to look for, without regard to case; instead of text"`
	Role    string `json:"role,omitempty" jsonschema:"only elements of this role, such as button or textbox"`
	Limit   int    `json:"limit,omitempty" jsonschema:"most hits, 20 if left out"`
}

func find(d Driver) tools.Tool {
	return tools.Func(reading("find"), func(ctx context.Context, a findArgs, call tools.Call) (tools.Result, error) {
		switch {
		case a.Text != "" && a.Pattern != "":
			return tools.Result{}, tools.Mistake("Give either text or pattern, and not both.")
		case a.Text == "" && a.Pattern == "" && strings.TrimSpace(a.Role) == "":
			return tools.Result{}, tools.Mistake("Give a text, a pattern or a role to look for.")
		}
		f, err := d.Find(ctx, at(call, a.Tab), pagescript.FindArgs{
			Text: a.Text, Pattern: a.Pattern, Role: a.Role, Limit: bounded(a.Limit, defaultHits, mostHits),
		})
		if err != nil {
			return tools.Result{}, err
		}
		head := fmt.Sprintf("url: %s\ntab: %d\nfound: %d", f.URL, f.Tab, f.Total)
		if f.Total > len(f.Lines) {
			head += fmt.Sprintf(", shown: %d", len(f.Lines))
		}
		if f.Unread > 0 {
			head += "\n" + f.unread() + "."
		}
		return tools.Result{Text: sentences(f.Since, head+"\n\n"+strings.Join(f.Lines, "\n"))}, nil
	})
}

// unread says that frames were not searched: they did not answer, are PDFs, or are too many.
func (f Found) unread() string {
	if f.Unread == 1 {
		return "1 frame of the page was not searched"
	}
	return fmt.Sprintf("%d frames of the page were not searched", f.Unread)
}

// unsearched is unread as a sentence with a space after it; empty where all was searched.
func (f Found) unsearched() string {
	if f.Unread == 0 {
		return ""
	}
	return capital(f.unread()) + " and may hold it. "
}
