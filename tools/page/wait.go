package page

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
)

type waitForArgs struct {
	Text    string `json:"text,omitempty" jsonschema:"wait until this text is in the page"`
	Gone    string `json:"gone,omitempty" jsonschema:"wait until this text is no longer in the page"`
	Ref     string `json:"ref,omitempty" jsonschema:"wait until this element is in the state"`
	State   string `json:"state,omitempty" jsonschema:"with ref: visible, hidden, enabled, disabled, checked, unchecked or gone; left out: visible"`
	URL     string `json:"url,omitempty" jsonschema:"wait until the address has this in it"`
	Ms      int    `json:"ms,omitempty" jsonschema:"wait so many milliseconds, 30000 at most; only where nothing else tells"`
	Timeout int    `json:"timeout,omitempty" jsonschema:"most seconds to wait, up to 30; 30 if left out"`
	Tab     int    `json:"tab,omitempty" jsonschema:"the tab; left out: the tab you work in"`
}

func waitFor(d Driver) tools.Tool {
	return tools.Func(reading("wait_for"), func(ctx context.Context, a waitForArgs, call tools.Call) (tools.Result, error) {
		w, err := newWaiting(d, at(call, a.Tab), a)
		if err != nil {
			return tools.Result{}, err
		}
		return w.wait(ctx)
	})
}

// waiting is one wait. Each look is a question to the page from outside: the
// timers of a hidden tab are slow, and a page may change them.
type waiting struct {
	driver Driver
	at     At
	limit  time.Duration
	// look looks once.
	look func(ctx context.Context) (glance, error)
	// missed says what is there instead, when the time is over.
	missed func(ctx context.Context, last glance) string
	// looksAgain says that missed does so itself.
	looksAgain bool
	since      []string
	// shorter says that less was waited than was asked for, empty where it was not.
	shorter string
}

// glance is what one look saw.
type glance struct {
	since string
	met   bool
	// whole says that text is all there is to say: nothing was waited for.
	whole bool
	// never says that it cannot come any more.
	never bool
	// unread says what could not be searched, with a space after it; empty for nothing.
	unread string
	// text is, where it is met, what is so; else what is there.
	text string
}

func newWaiting(d Driver, at At, a waitForArgs) (*waiting, error) {
	w := &waiting{driver: d, at: at, limit: time.Duration(bounded(a.Timeout, mostWait, mostWait)) * time.Second}
	given := 0
	for _, is := range []bool{a.Text != "", a.Gone != "", a.Ref != "", a.URL != "", a.Ms != 0} {
		if is {
			given++
		}
	}
	switch {
	case given != 1:
		return nil, tools.Mistake("Give exactly one of text, gone, ref, url and ms.")
	case a.Ms < 0 || a.Timeout < 0:
		return nil, tools.Mistake("A time must be more than 0.")
	case a.State != "" && a.Ref == "":
		return nil, tools.Mistake("state needs the ref of an element.")
	case a.Text != "":
		w.look, w.missed = w.text(a.Text)
		w.looksAgain = true
	case a.Gone != "":
		w.look, w.missed = w.gone(a.Gone)
	case a.URL != "":
		w.look, w.missed = w.address(a.URL)
	case a.Ms != 0:
		w.limit = time.Duration(min(a.Ms, mostWait*1000)) * time.Millisecond
		if a.Ms > mostWait*1000 {
			w.shorter = ", which is the most for one call"
		}
	default:
		return w, w.element(a.Ref, a.State)
	}
	return w, nil
}

func (w *waiting) wait(ctx context.Context) (tools.Result, error) {
	began := time.Now()
	if w.look == nil {
		if !slept(ctx, w.limit) {
			return tools.Result{}, context.Cause(ctx)
		}
		return tools.Result{Text: fmt.Sprintf("Waited %s%s.%s", seconds(w.limit), w.shorter, w.asking(ctx))}, nil
	}
	var last glance
	for {
		start := time.Now()
		now, err := w.once(ctx, w.limit-time.Since(began))
		if err != nil && !passing(err) || ctx.Err() != nil {
			return tools.Result{}, errors.Join(err, context.Cause(ctx))
		}
		w.heard(now.since)
		if err == nil {
			last = now
		}
		took := time.Since(began)
		switch {
		case err == nil && last.met && last.whole:
			return w.said(last.text, false), nil
		case err == nil && last.met:
			return w.said(fmt.Sprintf("%s after %s.", last.text, seconds(took)), false), nil
		case err == nil && last.never:
			return w.said(last.text, true), nil
		case took >= w.limit:
			return w.said(w.over(ctx, last, err), true), nil
		}
		if !slept(ctx, min(w.limit-took, max(lookEvery, 4*time.Since(start)))) {
			return tools.Result{}, context.Cause(ctx)
		}
	}
}

// asking says that a dialog stands in the way now, or that the tab has closed, with a space before it; empty where
// nothing of the kind is so.
func (w *waiting) asking(ctx context.Context) string {
	d, err := w.driver.Asking(ctx, w.at)
	var f *protocol.Fault
	switch {
	case errors.As(err, &f) && f.Reason() == protocol.ReasonNoTab:
		return " " + f.Message
	case err != nil:
		return "" // none is open, or there is no tab to look at
	}
	a := "A"
	if d.Kind == "alert" {
		a = "An"
	}
	return fmt.Sprintf(" %s %s dialog is open: %s. Nothing else works in this tab until handle_dialog answers it.", a, d.Kind, tools.Quote(d.Message))
}

// leastLook is what a look is given where less than this is left of the wait: a page that is slow is read all the same.
const leastLook = 2 * time.Second

func (w *waiting) once(ctx context.Context, left time.Duration) (glance, error) {
	ctx, cancel := context.WithTimeout(ctx, max(left, leastLook))
	defer cancel()
	return w.look(ctx)
}

// over says, when the time is over, what is there instead: as it was read last where the last look failed.
func (w *waiting) over(ctx context.Context, last glance, unread error) string {
	switch {
	case unread == nil:
		return w.missed(ctx, last)
	case last.text == "":
		return fmt.Sprintf("Waited %s, and the page could not be read meanwhile. %s", seconds(w.limit), unread.Error())
	case w.looksAgain:
		return w.missed(ctx, last)
	}
	return fmt.Sprintf("%s\nSince then the page could not be read. %s", w.missed(ctx, last), unread.Error())
}

// heard keeps what a look has told besides, for the result.
func (w *waiting) heard(since string) {
	if since != "" {
		w.since = append(w.since, since)
	}
}

func (w *waiting) said(text string, failed bool) tools.Result {
	return tools.Result{Text: sentences(strings.Join(w.since, " "), text), Failed: failed}
}

// passing reports a failure that the next look may not have: the page is on its way, or busy.
func passing(err error) bool {
	var f *protocol.Fault
	return errors.As(err, &f) && (f.Reason() == protocol.ReasonNoDocument || f.Reason() == protocol.ReasonDeadline)
}

// find looks for what the page says. What a field holds, or could, is no word of the page's: it may be what was typed.
func (w *waiting) find(ctx context.Context, text string) (Found, error) {
	return w.driver.Find(ctx, w.at, pagescript.FindArgs{Text: text, Limit: 3, Said: true})
}

func (w *waiting) text(text string) (func(context.Context) (glance, error), func(context.Context, glance) string) {
	look := func(ctx context.Context) (glance, error) {
		f, err := w.find(ctx, text)
		return glance{since: f.Since, met: f.Total > 0, unread: f.unsearched(), text: fmt.Sprintf("The text %s is there", tools.Quote(text))}, err
	}
	return look, func(ctx context.Context, last glance) string {
		return fmt.Sprintf("The text %s did not come within %s. %s%s%s", tools.Quote(text), seconds(w.limit), last.unread, w.elsewhere(ctx, text), w.scene(ctx))
	}
}

// elsewhere says where a text stands that does not count, with a space after it; empty for nowhere. It may have come
// since the last look: then that is said.
func (w *waiting) elsewhere(ctx context.Context, text string) string {
	ctx, cancel := context.WithTimeout(ctx, leastLook)
	defer cancel()
	f, err := w.find(ctx, text)
	w.heard(f.Since)
	if err != nil {
		return ""
	}
	if f.Total > 0 {
		return "It is there now. "
	}
	f, err = w.driver.Find(ctx, w.at, pagescript.FindArgs{Text: text, Limit: 1})
	w.heard(f.Since)
	if err != nil || len(f.Lines) == 0 {
		return ""
	}
	return "It stands only where it does not count, in what a field holds or offers, or in an address: " + strings.TrimPrefix(f.Lines[0], "- ") + ". "
}

func (w *waiting) gone(text string) (func(context.Context) (glance, error), func(context.Context, glance) string) {
	was, blind := false, false // blind: a look did not see all of the page
	look := func(ctx context.Context) (glance, error) {
		f, err := w.find(ctx, text)
		blind = blind || err != nil || f.Unread > 0
		if err != nil || f.Total > 0 {
			was = was || err == nil
			return glance{since: f.Since, text: strings.Join(f.Lines, "\n")}, err
		}
		switch {
		case f.Unread > 0:
			return glance{since: f.Since, unread: f.unsearched(), text: "nothing"}, nil
		case !was && blind:
			return glance{since: f.Since, met: true, whole: true, text: fmt.Sprintf("The text %s is not there.", tools.Quote(text))}, nil
		case !was:
			return glance{since: f.Since, met: true, whole: true, text: fmt.Sprintf("The text %s is not there: it was not when the wait began.", tools.Quote(text))}, nil
		}
		return glance{since: f.Since, met: true, text: fmt.Sprintf("The text %s is gone", tools.Quote(text))}, nil
	}
	return look, func(_ context.Context, last glance) string {
		if last.unread != "" {
			return fmt.Sprintf("Whether the text %s is gone cannot be told after %s. %sIn the rest of the page it is not.", tools.Quote(text), seconds(w.limit), last.unread)
		}
		return fmt.Sprintf("The text %s is still there after %s:\n%s", tools.Quote(text), seconds(w.limit), last.text)
	}
}

func (w *waiting) address(part string) (func(context.Context) (glance, error), func(context.Context, glance) string) {
	look := func(ctx context.Context) (glance, error) {
		r, err := w.driver.Content(ctx, w.at, pagescript.ContentArgs{MaxChars: 1})
		return glance{since: r.Since, met: err == nil && strings.Contains(r.URL, part), text: "The address is " + short(r.URL)}, err
	}
	return look, func(_ context.Context, last glance) string {
		return fmt.Sprintf("No address with %s came within %s. %s.", tools.Quote(part), seconds(w.limit), last.text)
	}
}

// states are what can be waited for of an element.
var states = []struct {
	name string
	is   func(Stand) bool
}{
	{"visible", func(s Stand) bool { return s.Visible }},
	{"hidden", func(s Stand) bool { return s.Gone || !s.Visible }},
	{"enabled", func(s Stand) bool { return !s.Gone && s.Enabled }},
	{"disabled", func(s Stand) bool { return !s.Gone && !s.Enabled }},
	{"checked", func(s Stand) bool { return s.Checked == "checked" }},
	{"unchecked", func(s Stand) bool { return s.Checked == "unchecked" }},
	{"gone", func(s Stand) bool { return s.Gone }},
}

// element waits for the state of an element. One that is gone does not come
// back under its ref.
func (w *waiting) element(ref, state string) error {
	if state == "" {
		state = "visible"
	}
	var names []string
	for _, s := range states {
		names = append(names, s.name)
		if !strings.EqualFold(s.name, strings.TrimSpace(state)) {
			continue
		}
		w.look = func(ctx context.Context) (glance, error) {
			now, err := w.driver.Look(ctx, w.at, ref)
			switch {
			case err != nil:
				return glance{}, err
			case s.is(now):
				return glance{since: now.Since, met: true, text: capital(now.Words) + " is " + s.name}, nil
			case now.Gone:
				return glance{since: now.Since, never: true, text: fmt.Sprintf("%s is no longer in the page; it was: %s. Take a snapshot to see what is there now.", ref, now.Line)}, nil
			}
			return glance{since: now.Since, text: now.Line}, nil
		}
		w.missed = func(_ context.Context, last glance) string {
			return fmt.Sprintf("%s is not %s after %s; it is: %s", ref, s.name, seconds(w.limit), last.text)
		}
		return nil
	}
	return tools.Mistake("%q is no state of an element. The states are %s.", state, strings.Join(names, ", "))
}

// scene tells what the page shows instead.
func (w *waiting) scene(ctx context.Context) string {
	const shown = 600
	ctx, cancel := context.WithTimeout(ctx, leastLook)
	defer cancel()
	r, err := w.driver.Content(ctx, w.at, pagescript.ContentArgs{MaxChars: shown})
	w.heard(r.Since)
	if err != nil {
		return "The page cannot be read now. " + err.Error()
	}
	return fmt.Sprintf("Tab %d is at %s (title %s); its text begins: %s", r.Tab, short(r.URL), tools.Quote(r.Title), tools.Quote(strings.Join(strings.Fields(r.Text), " ")))
}

// short cuts an address, which may hold a whole document.
func short(url string) string {
	const most = 500
	if runes := []rune(url); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return url
}

func seconds(d time.Duration) string {
	if d%time.Second == 0 {
		return fmt.Sprintf("%d s", d/time.Second)
	}
	return fmt.Sprintf("%.1f s", d.Seconds())
}

func capital(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}
