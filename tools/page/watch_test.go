package page_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/page"
)

// moving is a page whose text follows from the time.
type moving struct {
	fake
	text func(time.Duration) string
	from time.Time
	slow time.Duration // one look takes as long
}

func (m *moving) Snapshot(context.Context, page.At, int) (page.Reading, error) {
	time.Sleep(m.slow)
	r := page.Reading{Since: "n.", Tab: 1, URL: "http://a/", Text: m.text(time.Since(m.from))}
	if strings.Contains(r.Text, "progressbar") {
		r.Busy = "progressbar"
	}
	return r, nil
}

// TestSnapshotWaits until the page has changed and rests.
func TestSnapshotWaits(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	for name, c := range map[string]struct {
		text   func(time.Duration) string
		before time.Duration // between the first look and the one that waits
		wait   string
		want   string
		took   [2]time.Duration
		slow   time.Duration
	}{
		"for_a_result": {func(d time.Duration) string {
			return map[bool]string{true: "Loading…", false: "Done"}[d < 700*ms]
		}, 0, `{"wait":5}`, "Done", [2]time.Duration{700 * ms, 1000 * ms}, 0},
		"for_the_last_of_several": {func(d time.Duration) string {
			return strings.Repeat("x", 1+min(int(d/(90*ms)), 8))
		}, 0, `{"wait":5}`, "xxxxxxxxx", [2]time.Duration{700 * ms, 1000 * ms}, 0},
		"not_for_what_came_before": {func(d time.Duration) string {
			return map[bool]string{true: "a", false: "b"}[d < 700*ms]
		}, time.Second, `{"wait":5}`, "b", [2]time.Duration{100 * ms, 100 * ms}, 0},
		"not_for_the_focus_alone": {func(d time.Duration) string {
			return map[bool]string{true: `- button "Go"`, false: map[bool]string{true: `- button "Go" focused`, false: "Done"}[d < 700*ms]}[d < 5*ms]
		}, 10 * ms, `{"wait":5}`, "Done", [2]time.Duration{600 * ms, 1000 * ms}, 0},
		"on_while_the_page_says_that_it_is_busy": {func(d time.Duration) string {
			return map[bool]string{true: "a", false: map[bool]string{true: "- progressbar", false: "Done"}[d < 2*time.Second]}[d < 300*ms]
		}, 0, `{"wait":5}`, "Done", [2]time.Duration{2000 * ms, 2300 * ms}, 0},
		"for_a_busy_page_to_the_limit": {func(d time.Duration) string {
			return map[bool]string{true: "a", false: "- progressbar"}[d < 300*ms]
		}, 0, `{"wait":2}`, "tab: 1\nbusy: after 2 s the page still says so with progressbar\n\n- progressbar", [2]time.Duration{1900 * ms, 2000 * ms}, 0},
		"not_unasked_for_a_busy_page": {func(time.Duration) string { return "- progressbar" }, 0, `{}`, "tab: 1\n\n- progressbar", [2]time.Duration{}, 0},
		"no_longer_than_asked":        {func(time.Duration) string { return "a" }, 0, `{"wait":2}`, "a", [2]time.Duration{1900 * ms, 2000 * ms}, 0},
		"no_longer_than_it_may":       {func(time.Duration) string { return "a" }, 0, `{"wait":9000}`, "a", [2]time.Duration{29900 * ms, 30000 * ms}, 0},
		"to_the_end_where_a_look_takes_long": {func(d time.Duration) string {
			return map[bool]string{true: "a", false: "b"}[d < 1150*ms]
		}, 0, `{"wait":1}`, "b", [2]time.Duration{1000 * ms, 1500 * ms}, 210 * ms},
		"not_unasked": {func(time.Duration) string { return "a" }, 0, `{}`, "a", [2]time.Duration{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				m := &moving{text: c.text, from: time.Now(), slow: c.slow}
				var tool tools.Tool
				for _, one := range page.Tools(m, nil) {
					if one.Spec().Name == "snapshot" {
						tool = one
					}
				}
				read := func(args string) string {
					action, err := tool.Prepare(t.Context(), tools.Call{Args: json.RawMessage(args), Scope: tools.Scope{Run: "r"}})
					if err != nil {
						t.Fatal(err)
					}
					r, err := action.Do(t.Context())
					if err != nil {
						t.Fatal(err)
					}
					return r.Text
				}
				read(`{}`)
				time.Sleep(c.before)
				began := time.Now()
				got := read(c.wait)
				if took := time.Since(began); !strings.HasSuffix(got, c.want) || took < c.took[0] || took > c.took[1] {
					t.Errorf("after %v: %s", took, got)
				}
			})
		})
	}
}
