package browser_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// fake is a browser with a list of tabs.
type fake struct {
	browser.Transport // what is not used here
	tabs              []driver.Tab
	err               error
	change            func(driver.TabChange)
}

func (f *fake) Tabs(context.Context) ([]driver.Tab, error) { return f.tabs, f.err }

func (f *fake) Changes(fn func(driver.TabChange)) func() { f.change = fn; return func() {} }

func (f *fake) OpenTab(_ context.Context, url string, _ bool) (driver.Tab, error) {
	t := driver.Tab{ID: int64(len(f.tabs) + 100), URL: url}
	f.tabs = append(f.tabs, t)
	return t, nil
}

func list(t *testing.T, r *browser.Registry) []browser.Tab {
	t.Helper()
	tabs, err := r.Tabs(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return tabs
}

// gone checks that a tab is refused with these words.
func gone(t *testing.T, r *browser.Registry, id browser.TabID, words string) {
	t.Helper()
	_, err := r.Tab(id)
	var f *protocol.Fault
	if !errors.As(err, &f) || f.Reason() != protocol.ReasonNoTab || !strings.Contains(f.Message, words) {
		t.Errorf("tab %d: got %v, want no_tab with %q", id, err, words)
	}
}

func TestNumbersAreSmallAndNeverReused(t *testing.T) {
	t.Parallel()
	r := browser.NewRegistry()
	f := &fake{tabs: []driver.Tab{{ID: 5001, Title: "One"}, {ID: 5002, Title: "Two"}}}
	r.Add("chromium", f)
	if tabs := list(t, r); tabs[0].ID != 1 || tabs[1].ID != 2 || tabs[0].Browser != "" {
		t.Errorf("got %+v", tabs)
	}
	f.change(driver.TabChange{Kind: driver.TabRemoved, Tab: f.tabs[1]})
	f.tabs = f.tabs[:1]
	gone(t, r, 2, `Tab 2 ("Two") is gone: it was closed`)
	gone(t, r, 9, "There is no tab 9")
	// Even when the browser itself gives the number out again.
	f.tabs = append(f.tabs, driver.Tab{ID: 5002, Title: "New"})
	if tabs := list(t, r); tabs[0].ID != 1 || tabs[1].ID != 3 {
		t.Errorf("got %+v", tabs)
	}
	place, err := r.Open(t.Context(), 0, false)
	if err != nil || place.ID != 4 {
		t.Errorf("opened %+v, %v", place, err)
	}
}

func TestSeveralBrowsersAreNamed(t *testing.T) {
	t.Parallel()
	r := browser.NewRegistry()
	first, second := &fake{tabs: []driver.Tab{{ID: 1}}}, &fake{tabs: []driver.Tab{{ID: 1}}}
	r.Add("chrome", first)
	name, remove := r.Add("chrome", second)
	if name != "chrome-2" {
		t.Errorf("the second is called %q", name)
	}
	tabs := list(t, r)
	if len(tabs) != 2 || tabs[0].Browser != "chrome" || tabs[1].Browser != "chrome-2" || tabs[0].ID == tabs[1].ID {
		t.Errorf("got %+v", tabs)
	}
	second.err = errors.New("away")
	if tabs := list(t, r); len(tabs) != 1 {
		t.Errorf("a browser that does not answer hides the other: %+v", tabs)
	}
	if id := r.ID(second, driver.Tab{ID: 1}); id != tabs[1].ID {
		t.Errorf("the second's tab is %d by its transport, %d in the list", id, tabs[1].ID)
	}
	remove("its browser was restarted")
	gone(t, r, tabs[1].ID, "its browser was restarted")
	if tabs := list(t, r); tabs[0].Browser != "" {
		t.Errorf("the only browser is named: %+v", tabs)
	}
}

// known is a browser that can be known again.
type known struct {
	*fake
	identity string
}

func (k known) Identity() string { return k.identity }

func TestNumbersOutliveTheDaemon(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "tabs.json")
	life := func(identity string, natives ...int64) []browser.Tab {
		r := browser.NewRegistry()
		if err := r.Remember(file, unsaved(t)); err != nil {
			t.Fatal(err)
		}
		f := &fake{}
		for _, n := range natives {
			f.tabs = append(f.tabs, driver.Tab{ID: n})
		}
		r.Add("chromium", known{f, identity})
		tabs := list(t, r)
		r.SetRun("run", tabs[len(tabs)-1].ID)
		r.SetRun("ended", 1)
		r.SetRun("ended", 0)
		return tabs
	}
	ids := func(tabs []browser.Tab) string {
		var all []browser.TabID
		for _, one := range tabs {
			all = append(all, one.ID)
		}
		return fmt.Sprint(all)
	}
	if got := ids(life("a", 501, 502)); got != "[1 2]" {
		t.Errorf("first life: %s", got)
	}
	if got := ids(life("a", 503, 502)); got != "[3 2]" {
		t.Errorf("the same browser later: %s", got)
	}
	if got := ids(life("b", 501)); got != "[4]" {
		t.Errorf("the browser started anew: %s", got)
	}
	r := browser.NewRegistry()
	if err := r.Remember(file, unsaved(t)); err != nil || r.Run("run") != 4 || r.Run("ended") != 0 {
		t.Errorf("the run works in tab %d, the ended one in %d, %v", r.Run("run"), r.Run("ended"), err)
	}
	if err := os.WriteFile(file, []byte("{broken"), 0o600); err != nil {
		t.Fatal(err)
	}
	r = browser.NewRegistry()
	if err := r.Remember(file, unsaved(t)); err == nil {
		t.Error("a broken ledger was taken")
	}
	r.Add("chromium", known{&fake{tabs: []driver.Tab{{ID: 1}}}, "a"})
	if got := list(t, r)[0].ID; got <= 4 {
		t.Errorf("number %d was given out again", got)
	}
}

func unsaved(t *testing.T) func(error) { return func(err error) { t.Error(err) } }

// TestLedgerThatCannotBeWritten: numbers are given out all the same, and the
// first failure of a row is told.
func TestLedgerThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "gone")
	r := browser.NewRegistry()
	var told []error
	if err := r.Remember(filepath.Join(dir, "tabs.json"), func(err error) { told = append(told, err) }); err != nil {
		t.Fatal(err)
	}
	f := &fake{tabs: []driver.Tab{{ID: 1}, {ID: 2}}}
	r.Add("chromium", known{f, "a"})
	if got := list(t, r); len(got) != 2 || len(told) != 1 {
		t.Errorf("%d tabs, told %v", len(got), told)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	f.tabs = append(f.tabs, driver.Tab{ID: 3})
	list(t, r)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	f.tabs = append(f.tabs, driver.Tab{ID: 4})
	if list(t, r); len(told) != 2 {
		t.Errorf("told %v", told)
	}
}

// TestAwaitsTheTabsOfAnEarlierLife and no others: a run that goes on is faster
// than the browser that comes back.
func TestAwaitsTheTabsOfAnEarlierLife(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "tabs.json")
	synctest.Test(t, func(t *testing.T) {
		life := func() *browser.Registry {
			r := browser.NewRegistry()
			if err := r.Remember(file, unsaved(t)); err != nil {
				t.Fatal(err)
			}
			return r
		}
		b := known{&fake{tabs: []driver.Tab{{ID: 501}}}, "a"}
		r := life()
		r.Add("chromium", b)
		id := list(t, r)[0].ID
		r = life()
		go func() {
			time.Sleep(3 * time.Second)
			r.Add("chromium", b)
		}()
		if err := r.Await(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		if place, err := r.Tab(id); err != nil || place.Native != 501 {
			t.Errorf("the tab is %+v, %v", place, err)
		}
		began := time.Now()
		if err := r.Await(t.Context(), 99); err != nil || time.Since(began) != 0 {
			t.Errorf("waited %v for a tab that nobody has: %v", time.Since(began), err)
		}
	})
}

// TestOpensBesideAnotherTab: in the browser that has it; without one, or where it
// is gone, in the browser that came last.
func TestOpensBesideAnotherTab(t *testing.T) {
	t.Parallel()
	r := browser.NewRegistry()
	first, second := &fake{tabs: []driver.Tab{{ID: 1}}}, &fake{tabs: []driver.Tab{{ID: 1}}}
	r.Add("one", first)
	r.Add("two", second)
	tabs := list(t, r)
	for name, c := range map[string]struct {
		beside browser.TabID
		in     string
	}{"the_first": {tabs[0].ID, "one"}, "the_second": {tabs[1].ID, "two"}, "none": {0, "two"}, "unknown": {99, "two"}} {
		if place, err := r.Open(t.Context(), c.beside, false); err != nil || place.Browser != c.in {
			t.Errorf("beside %s it opened in %q, %v", name, place.Browser, err)
		}
	}
}

// TestRemembersWhatARunOpened also in the next life of the daemon, until the run
// has ended; and no more than a bounded number.
func TestRemembersWhatARunOpened(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "tabs.json")
	life := func() *browser.Registry {
		r := browser.NewRegistry()
		if err := r.Remember(file, unsaved(t)); err != nil {
			t.Fatal(err)
		}
		return r
	}
	r := life()
	r.SetRun("run", 1)
	r.SetOpened("run", 1)
	r.SetOpened("run", 2)
	r.SetOpened("run", 1)
	r.SetRun("run", 2)
	r = life()
	if got := r.Opened("run"); r.Run("run") != 2 || !slices.Equal(got, []browser.TabID{1, 2}) {
		t.Errorf("it works in tab %d and opened %v", r.Run("run"), got)
	}
	r.SetRun("run", 1) // again
	if got := r.Worked("run"); !slices.Equal(got, []browser.TabID{2, 1}) {
		t.Errorf("it worked in %v, want 2 and then 1", got)
	}
	for id := browser.TabID(300); id < 400; id++ {
		r.SetRun("run", id)
	}
	if got := life().Worked("run"); len(got) != 64 || got[63] != 399 {
		t.Errorf("it remembers to have worked in %d tabs, the last %d", len(got), got[len(got)-1])
	}
	for id := browser.TabID(3); id < 200; id++ {
		r.SetOpened("run", id)
	}
	if got := r.Opened("run"); len(got) != 64 || got[63] != 199 {
		t.Errorf("it remembers %d tabs, the last %d", len(got), got[len(got)-1])
	}
	r.SetRun("run", 0)
	if got := life().Opened("run"); len(got) != 0 {
		t.Errorf("a run that has ended is said to have opened %v", got)
	}
}

// TestAwaitsTheBrowserOfTheTab although another one is there already; for as
// long after the start of the daemon as a browser may take to come back.
func TestAwaitsTheBrowserOfTheTab(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		back time.Duration // 0: it does not come back
		want time.Duration
	}{
		"comes_back_second": {4 * time.Second, 4 * time.Second},
		"does_not_come":     {0, 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			file := filepath.Join(t.TempDir(), "tabs.json")
			synctest.Test(t, func(t *testing.T) {
				life := func() *browser.Registry {
					r := browser.NewRegistry()
					if err := r.Remember(file, unsaved(t)); err != nil {
						t.Fatal(err)
					}
					return r
				}
				first, second := known{&fake{tabs: []driver.Tab{{ID: 501}}}, "a"}, known{&fake{tabs: []driver.Tab{{ID: 601}}}, "b"}
				r := life()
				r.Add("one", first)
				r.Add("two", second)
				id := list(t, r)[1].ID
				r = life()
				r.Add("one", first)
				if tc.back != 0 {
					go func() {
						time.Sleep(time.Second)
						r.Add("three", known{&fake{}, "c"}) // no reason to give up
						time.Sleep(tc.back - time.Second)
						r.Add("two", second)
					}()
				}
				began := time.Now()
				if err := r.Await(t.Context(), id); err != nil || time.Since(began) != tc.want {
					t.Errorf("waited %v, want %v: %v", time.Since(began), tc.want, err)
				}
				if tc.back == 0 {
					gone(t, r, id, "There is no tab")
				} else if place, err := r.Tab(id); err != nil || place.Native != 601 {
					t.Errorf("the tab is %+v, %v", place, err)
				}
				began = time.Now()
				if err := r.Await(t.Context(), id); err != nil || time.Since(began) != 0 {
					t.Errorf("waited %v once more: %v", time.Since(began), err)
				}
				ended, cancel := context.WithCancel(t.Context())
				cancel()
				if err := life().Await(ended, id); !errors.Is(err, context.Canceled) {
					t.Errorf("waited on although it was called off: %v", err)
				}
			})
		})
	}
}

func TestWaitsForTheFirstBrowser(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := browser.NewRegistry()
		start := time.Now()
		_, err := r.Tabs(t.Context())
		var f *protocol.Fault
		if !errors.As(err, &f) || f.Reason() != protocol.ReasonNoBrowser || time.Since(start) != 10*time.Second {
			t.Errorf("got %v after %s", err, time.Since(start))
		}
		go func() {
			time.Sleep(3 * time.Second)
			r.Add("chromium", &fake{tabs: []driver.Tab{{ID: 1}}})
		}()
		start = time.Now()
		if tabs := list(t, r); len(tabs) != 1 || time.Since(start) != 3*time.Second {
			t.Errorf("got %+v after %s", tabs, time.Since(start))
		}
		if id := browser.TabID(1); id != list(t, r)[0].ID {
			t.Error("the number changed")
		}
	})
}
