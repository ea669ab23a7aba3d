package act_test

import (
	"context"
	"encoding/json"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/tools/page"
)

// held is a browser with one tab that counts how often it is let go of.
type held struct{ released atomic.Int32 }

var errNone = errors.New("nothing here")

func (h *held) tab() driver.Tab { return driver.Tab{ID: 7, URL: "http://a.example/", Title: "A"} }

func (h *held) Tabs(context.Context) ([]driver.Tab, error) { return []driver.Tab{h.tab()}, nil }
func (h *held) OpenTab(context.Context, string, bool) (driver.Tab, error) {
	return h.tab(), nil
}
func (h *held) CloseTab(context.Context, int64) error    { return nil }
func (h *held) ActivateTab(context.Context, int64) error { return nil }
func (h *held) Navigate(context.Context, int64, string, driver.Move) (driver.Tab, error) {
	return h.tab(), nil
}
func (h *held) Frames(context.Context, int64) ([]browser.Frame, error) { return nil, errNone }
func (h *held) Page(context.Context, int64, string, string, any, bool) (json.RawMessage, error) {
	return nil, errNone
}

func (h *held) CDP(context.Context, int64, bool, ...driver.CDPCommand) ([]driver.CDPReply, error) {
	return nil, errNone
}
func (h *held) Events(int64, func(driver.Event)) func()  { return func() {} }
func (h *held) Changes(func(driver.TabChange)) func()    { return func() {} }
func (h *held) Close() error                             { return nil }
func (h *held) Release(_ context.Context, _ int64) error { h.released.Add(1); return nil }

// A person sees the browser's bar about debugging until the tab is let go of.
func TestPages_lets_go_of_a_tab_that_no_run_works_in(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h := &held{}
		registry := browser.NewRegistry()
		registry.Add("browser", h)
		pages := act.New(act.Options{Registry: registry, Log: zerolog.Nop()})
		defer pages.Close()
		work := func(run chat.RunID, tab int) {
			t.Helper()
			if _, err := pages.Navigate(t.Context(), page.At{Run: run, Tab: tab}, "http://a.example/"); err != nil {
				t.Fatal(err)
			}
		}
		released := func(want int32) {
			t.Helper()
			synctest.Wait()
			if got := h.released.Load(); got != want {
				t.Fatalf("let go of %d times, want %d", got, want)
			}
		}
		work("one", 0)
		work("two", 1)
		pages.Forget("one")
		time.Sleep(2 * time.Minute)
		released(0) // the other run is still there
		pages.Forget("two")
		time.Sleep(59 * time.Second)
		released(0)
		work("three", 1) // somebody comes back in time
		time.Sleep(2 * time.Minute)
		released(0)
		pages.Forget("three")
		time.Sleep(61 * time.Second)
		released(1)
		pages.Forget("three")
		time.Sleep(2 * time.Minute)
		released(1)
	})
}
