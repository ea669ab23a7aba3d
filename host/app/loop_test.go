package app

import (
	"fmt"
	"testing"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/run"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
	"github.com/margay/margay/protocol/driver"
)

// The tab that a person looks at is found in their browser, or not at all: a
// tab of the same number in another browser is never driven instead.
func TestFind(t *testing.T) {
	t.Parallel()
	at := func(id browser.TabID, name string, native int64) browser.Tab {
		return browser.Tab{ID: id, Browser: name, Tab: driver.Tab{ID: native}}
	}
	one := []browser.Tab{at(1, "", 70), at(2, "", 71)}
	two := []browser.Tab{at(1, "chrome", 70), at(2, "chromium", 70), at(3, "chromium", 71)}
	tests := []struct {
		name string
		list []browser.Tab
		at   client.PageContext
		want browser.TabID
	}{
		{"only_browser", one, client.PageContext{BrowserTab: 71}, 2},
		{"only_browser_named", one, client.PageContext{BrowserTab: 71, Instance: "chrome"}, 2},
		{"named", two, client.PageContext{BrowserTab: 70, Instance: "chromium"}, 2},
		{"number_tells", two, client.PageContext{BrowserTab: 71}, 3},
		{"ambiguous", two, client.PageContext{BrowserTab: 70}, 0},
		{"gone", two, client.PageContext{BrowserTab: 72}, 0},
		{"in_the_other_browser", two, client.PageContext{BrowserTab: 71, Instance: "chrome"}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, _ := find(tt.list, tt.at); got.ID != tt.want {
				t.Errorf("found tab %d, want %d", got.ID, tt.want)
			}
		})
	}
}

func TestFails_keeps_code_and_next_step(t *testing.T) {
	t.Parallel()
	tests := []struct {
		err  error
		text string
		code chat.ErrorCode
	}{
		{&llm.Error{Code: chat.ErrorAuth, Message: "the key is wrong", Next: "Set OPENAI_API_KEY."}, "the key is wrong. Set OPENAI_API_KEY.", chat.ErrorAuth},
		{fmt.Errorf("open x: %w", protocol.NewFault(protocol.ReasonNotFound, "no such host").WithNext("Check the address.")), "open x: no such host. Check the address.", chat.ErrorInternal},
		{fmt.Errorf("odd"), "odd", chat.ErrorInternal},
	}
	for _, tt := range tests {
		out := fails(run.Input{}, tt.err)
		if out.State != chat.RunFailed || out.Run.Error != tt.text || out.Run.ErrorCode != tt.code {
			t.Errorf("got %s %q %s, want %q %s", out.State, out.Run.Error, out.Run.ErrorCode, tt.text, tt.code)
		}
	}
}
