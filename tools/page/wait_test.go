package page_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/page"
)

// later is a page in which a text comes, or goes, after a while, and which cannot
// be read in between.
type later struct {
	fake
	began    time.Time
	comes    time.Duration
	goes     time.Duration
	unread   [2]time.Duration
	dialogAt time.Duration
	slow     time.Duration
	looks    int
	// told is what the text of the page comes with.
	told string
	// From then on the page answers nothing; hangs is from the beginning.
	hangs     bool
	hangsFrom time.Duration
}

func (l *later) Find(ctx context.Context, _ page.At, _ pagescript.FindArgs) (page.Found, error) {
	l.looks++
	time.Sleep(l.slow)
	now := time.Since(l.began)
	if l.hangs || l.hangsFrom > 0 && now >= l.hangsFrom {
		<-ctx.Done()
		return page.Found{}, protocol.NewFault(protocol.ReasonDeadline, "busy")
	}
	switch {
	case l.dialogAt > 0 && now >= l.dialogAt:
		return page.Found{}, protocol.NewFault(protocol.ReasonNotStarted, "a dialog is open")
	case now >= l.unread[0] && now < l.unread[1]:
		return page.Found{}, protocol.NewFault(protocol.ReasonNoDocument, "on its way")
	case now >= l.comes && (l.goes == 0 || now < l.goes):
		return page.Found{Total: 1, Lines: []string{`- text "a"`}}, nil
	}
	return page.Found{Since: map[bool]string{true: "the page went to http://b/."}[l.looks == 1]}, nil
}

func (l *later) Content(ctx context.Context, at page.At, q pagescript.ContentArgs) (page.Reading, error) {
	r, err := l.fake.Content(ctx, at, q)
	r.Since = l.told
	return r, err
}

func (l *later) Asking(context.Context, page.At) (page.Dialog, error) {
	if l.dialogAt > 0 && time.Since(l.began) >= l.dialogAt {
		return page.Dialog{Kind: "alert", Message: "Saved"}, nil
	}
	return page.Dialog{}, protocol.NewFault(protocol.ReasonNotStarted, "no dialog open")
}

func TestWaitFor(t *testing.T) {
	t.Parallel()
	const s = time.Second
	never := time.Hour
	for name, c := range map[string]struct {
		page   later
		args   string
		text   string
		failed bool
		took   time.Duration
	}{
		"comes":                  {later{comes: 1250 * time.Millisecond}, `{"text":"a"}`, "Since your last action: the page went to http://b/.\nThe text \"a\" is there after 1.3 s.", false, 1300 * time.Millisecond},
		"goes":                   {later{goes: 2 * s}, `{"gone":"a"}`, `The text "a" is gone after 2 s.`, false, 2 * s},
		"is_not_read_meanwhile":  {later{comes: 3 * s, unread: [2]time.Duration{s, 2 * s}}, `{"text":"a"}`, "Since your last action: the page went to http://b/.\nThe text \"a\" is there after 3 s.", false, 3 * s},
		"not_longer_than_asked":  {later{comes: never}, `{"text":"a","timeout":2}`, "Since your last action: the page went to http://b/.\nThe text \"a\" did not come within 2 s. Tab 2 is at http://b/ (title \"B\"); its text begins: \"äöü\"", true, 2 * s},
		"told_by_the_last_look":  {later{comes: never, told: "a download began."}, `{"text":"a","timeout":2}`, "Since your last action: the page went to http://b/. a download began.\nThe text \"a\" did not come within 2 s. Tab 2 is at http://b/ (title \"B\"); its text begins: \"äöü\"", true, 2 * s},
		"dialog_meanwhile":       {later{dialogAt: s}, `{"ms":1500}`, `Waited 1.5 s. An alert dialog is open: "Saved". Nothing else works in this tab until handle_dialog answers it.`, false, 1500 * time.Millisecond},
		"was_not_there":          {later{comes: never}, `{"gone":"a"}`, `Since your last action: the page went to http://b/.` + "\n" + `The text "a" is not there: it was not when the wait began.`, false, 0},
		"was_perhaps_there":      {later{comes: never, unread: [2]time.Duration{0, s}}, `{"gone":"a"}`, `The text "a" is not there.`, false, s},
		"comes_just_too_late":    {later{comes: 2300 * time.Millisecond, slow: 200 * time.Millisecond}, `{"text":"a","timeout":2}`, "Since your last action: the page went to http://b/.\nThe text \"a\" did not come within 2 s. It is there now. Tab 2 is at http://b/ (title \"B\"); its text begins: \"äöü\"", true, 2400 * time.Millisecond},
		"not_longer_than_it_may": {later{goes: never}, `{"gone":"a","timeout":9000}`, "The text \"a\" is still there after 30 s:\n- text \"a\"", true, 30 * s},
		"is_not_read_at_the_end": {later{goes: never, unread: [2]time.Duration{s, never}}, `{"gone":"a","timeout":2}`, "The text \"a\" is still there after 2 s:\n- text \"a\"\nSince then the page could not be read. on its way", true, 2 * s},
		"is_never_read":          {later{unread: [2]time.Duration{0, never}}, `{"text":"a","timeout":2}`, "Waited 2 s, and the page could not be read meanwhile. on its way", true, 2 * s},
		"text_not_at_the_end":    {later{comes: never, unread: [2]time.Duration{s, never}}, `{"text":"a","timeout":2}`, "Since your last action: the page went to http://b/.\nThe text \"a\" did not come within 2 s. Tab 2 is at http://b/ (title \"B\"); its text begins: \"äöü\"", true, 2 * s},
		"page_that_hangs":        {later{hangs: true}, `{"gone":"a","timeout":3}`, "Waited 3 s, and the page could not be read meanwhile. busy", true, 3 * s},
		"page_that_hangs_late":   {later{goes: never, hangsFrom: 2900 * time.Millisecond}, `{"gone":"a","timeout":3}`, "The text \"a\" is still there after 3 s:\n- text \"a\"\nSince then the page could not be read. busy", true, 4900 * time.Millisecond},
		"milliseconds":           {later{}, `{"ms":1500}`, "Waited 1.5 s.", false, 1500 * time.Millisecond},
		"no_more_milliseconds":   {later{}, `{"ms":900000}`, "Waited 30 s, which is the most for one call.", false, 30 * s},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				c.page.began = time.Now()
				result, err := waitOn(t.Context(), t, &c.page, c.args)
				if err != nil || result.Text != c.text || result.Failed != c.failed {
					t.Errorf("said %q, failed %v, %v\nwant %q", result.Text, result.Failed, err, c.text)
				}
				if took := time.Since(c.page.began); took != c.took {
					t.Errorf("took %s, want %s", took, c.took)
				}
			})
		})
	}
}

func waitOn(ctx context.Context, t *testing.T, l *later, args string) (tools.Result, error) {
	t.Helper()
	for _, tool := range page.Tools(l, nil) {
		if tool.Spec().Name != "wait_for" {
			continue
		}
		action, err := tool.Prepare(ctx, tools.Call{Args: []byte(args)})
		if err != nil {
			t.Fatal(err)
		}
		return action.Do(ctx)
	}
	t.Fatal("no wait_for")
	return tools.Result{}, nil
}

// TestWaitFor_ends at once for a dialog, in which nothing comes, and for a stop; a
// page whose looks take long is asked the less often.
func TestWaitFor_ends(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := &later{began: time.Now(), comes: time.Hour, dialogAt: time.Second}
		_, err := waitOn(t.Context(), t, l, `{"text":"a"}`)
		var f *protocol.Fault
		if !errors.As(err, &f) || time.Since(l.began) != time.Second {
			t.Errorf("a dialog gave %v after %s", err, time.Since(l.began))
		}

		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(2500*time.Millisecond, cancel)
		l = &later{began: time.Now(), comes: time.Hour}
		if _, err := waitOn(ctx, t, l, `{"text":"a"}`); !errors.Is(err, context.Canceled) || time.Since(l.began) != 2500*time.Millisecond {
			t.Errorf("a stop gave %v after %s", err, time.Since(l.began))
		}

		l = &later{began: time.Now(), comes: time.Hour, slow: 200 * time.Millisecond}
		if _, err := waitOn(t.Context(), t, l, `{"text":"a","timeout":10}`); err != nil || l.looks > 13 {
			t.Errorf("a slow page was asked %d times in 10 s: %v", l.looks, err)
		}
	})
}
