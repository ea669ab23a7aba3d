package browsertest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

func TestMain(m *testing.M) { browsertest.Main(m) }

// env is what an ability is tested with: a fresh tab in a browser.
type env struct {
	*testing.T
	b    browser.Transport
	site *browsertest.Site
	tab  int64
}

// abilities is the shared suite: what each driver must be able to do.
var abilities = []struct {
	name string
	test func(env)
}{
	{"list_tabs", listTabs},
	{"open_in_the_background", openInBackground},
	{"close_tab", closeTab},
	{"activate_tab", activateTab},
	{"navigate_to_a_ready_page", navigateReady},
	{"navigation_that_fails", navigateFails},
	{"navigation_to_what_is_on_its_way", navigateAgain},
	{"back_forward_reload", history},
	{"page_call", pageCall},
	{"page_error_is_told", pageError},
	{"document_that_is_gone", documentGone},
	{"closed_shadow_root", closedShadowRoot},
	{"frames_of_all_processes", frames},
	{"session_of_another_process", sessionOf},
	{"batch_in_order", batchInOrder},
	{"batch_error_stands_in_its_place", batchError},
	{"input_in_a_hidden_tab", hiddenInput},
	{"keys_with_their_codes", keyCodes},
	{"picture_of_a_tab_that_takes_input", picture},
	{"evaluation_that_is_ended", endedEvaluation},
	{"object_of_a_document_in_a_frame", frameObject},
	{"page_asks_before_it_closes", asksBeforeClosing},
	{"events_before_the_answer", eventsFirst},
	{"dialog_is_announced", dialogAnnounced},
	{"busy_page_meets_the_deadline", busyPage},
	{"cancel_ends_a_look", cancelLook},
	{"closed_tab_ends_its_calls", closedTab},
	{"changes_are_told", changes},
	{"browsers_own_page_is_refused", ownPage},
	{"unknown_tab_is_refused", unknownTab},
}

// TestTransports runs the suite over both drivers and prints what each can do.
func TestTransports(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex // guards matrix
	matrix := map[string]map[string]string{}
	t.Cleanup(func() { t.Log("\n" + table(matrix, []string{"direct", "relay"})) })
	browsertest.Each(t, func(t *testing.T, b browser.Transport) {
		driver := t.Name()[strings.LastIndexByte(t.Name(), '/')+1:]
		site := browsertest.NewSite(t)
		for _, a := range abilities {
			t.Run(a.name, func(t *testing.T) {
				defer func() {
					mu.Lock()
					defer mu.Unlock()
					if matrix[a.name] == nil {
						matrix[a.name] = map[string]string{}
					}
					matrix[a.name][driver] = verdict(t)
				}()
				tab, err := b.OpenTab(browsertest.Deadline(t), "about:blank", false)
				if err != nil {
					t.Fatal(err)
				}
				a.test(env{t, b, site, tab.ID})
			})
		}
	})
}

func verdict(t *testing.T) string {
	switch {
	case t.Failed():
		return "FAIL"
	case t.Skipped():
		return "unsupported"
	}
	return "ok"
}

func table(matrix map[string]map[string]string, drivers []string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-34s", "ability")
	for _, d := range drivers {
		fmt.Fprintf(&b, "%-14s", d)
	}
	for _, a := range abilities {
		fmt.Fprintf(&b, "\n%-34s", a.name)
		for _, d := range drivers {
			fmt.Fprintf(&b, "%-14s", matrix[a.name][d])
		}
	}
	return b.String()
}

// ok ends the test on an error.
func (e env) ok(err error) {
	e.Helper()
	if err != nil {
		e.Fatal(err)
	}
}

// fault ends the test unless err is a fault of that reason.
func (e env) fault(err error, want ...protocol.Reason) {
	e.Helper()
	var f *protocol.Fault
	if !errors.As(err, &f) {
		e.Fatalf("got %v, want a fault %v", err, want)
	}
	for _, w := range want {
		if f.Reason() == w {
			return
		}
	}
	e.Fatalf("got %s (%v), want %v", f.Reason(), f, want)
}

func (e env) open(path string) driver.Tab {
	e.Helper()
	tab, err := e.b.Navigate(e.ctx(), e.tab, e.site.URL+path, "")
	e.ok(err)
	return tab
}

func (e env) ctx() context.Context { return browsertest.Deadline(e) }

func (e env) top() string {
	e.Helper()
	list, err := e.b.Frames(e.ctx(), e.tab)
	e.ok(err)
	return list[0].Document
}

// text is the text of a document, by a page call.
func (e env) text(document string) (string, error) {
	raw, err := e.b.Page(e.ctx(), e.tab, document, "content", map[string]any{"maxChars": 1000, "offset": 0}, false)
	if err != nil {
		return "", err
	}
	var c struct {
		Text string `json:"text"`
	}
	return c.Text, json.Unmarshal(raw, &c)
}

func (e env) evaluate(expression string) string {
	e.Helper()
	replies, err := e.b.CDP(e.ctx(), e.tab, false, evaluation(expression))
	e.ok(err)
	return value(e, replies[0])
}

func evaluation(expression string) driver.CDPCommand {
	params, _ := json.Marshal(map[string]any{"expression": expression, "returnByValue": true})
	return driver.CDPCommand{Method: "Runtime.evaluate", Params: params}
}

func value(e env, r driver.CDPReply) string {
	e.Helper()
	var result struct {
		Result struct {
			Value any `json:"value"`
		} `json:"result"`
	}
	if r.Error != "" {
		e.Fatal(r.Error)
	}
	e.ok(json.Unmarshal(r.Result, &result))
	return fmt.Sprint(result.Result.Value)
}

func raw(method, params string) driver.CDPCommand {
	return driver.CDPCommand{Method: method, Params: json.RawMessage(params)}
}

// eventually waits for what the browser will do in its own time.
func (e env) eventually(what string, condition func() bool) {
	e.Helper()
	for deadline := time.Now().Add(20 * time.Second); !condition(); {
		if time.Now().After(deadline) {
			e.Fatalf("never: %s", what)
		}
	}
}
