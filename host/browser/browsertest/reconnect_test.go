package browsertest_test

import (
	"strings"
	"testing"

	"github.com/margay/margay/host/browser/browsertest"
)

// TestReconnect: the extension's port is lost, or its worker ended, and work
// goes on in the same documents, with nothing done twice.
func TestReconnect(t *testing.T) {
	t.Parallel()
	x := browsertest.Relay(t)
	site := browsertest.NewSite(t)
	losses := []struct {
		name string
		lose func(testing.TB)
	}{
		{"port_is_closed", func(testing.TB) { x.Drop() }},
		{"worker_is_killed", x.KillWorker},
		{"worker_is_killed_again", x.KillWorker},
	}
	for _, loss := range losses {
		t.Run(loss.name, func(t *testing.T) {
			tab, err := x.Transport.OpenTab(browsertest.Deadline(t), "about:blank", false)
			if err != nil {
				t.Fatal(err)
			}
			e := env{t, x.Transport, site, tab.ID}
			e.open("/order.html")
			document := e.top()
			if _, err := e.text(document); err != nil {
				t.Fatal(err)
			}
			e.evaluate("window.count = 0")
			loss.lose(t)
			text, err := e.text(document)
			if err != nil || !strings.Contains(text, "Order") {
				t.Errorf("after the loss the same document gave %q, %v", text, err)
			}
			if got := e.evaluate("++window.count"); got != "1" {
				t.Errorf("the act was done %s times", got)
			}
			if n := len(x.Hub.Browsers()); n != 1 {
				t.Errorf("the hub knows %d browsers, want the same one", n)
			}
		})
	}
}

// TestReconnectInTheMiddle: the port is lost while an act is under way; what
// became of it is asked for and told.
func TestReconnectInTheMiddle(t *testing.T) {
	t.Parallel()
	x := browsertest.Relay(t)
	tab, err := x.Transport.OpenTab(browsertest.Deadline(t), "about:blank", false)
	if err != nil {
		t.Fatal(err)
	}
	e := env{t, x.Transport, browsertest.NewSite(t), tab.ID}
	e.open("/order.html")
	e.evaluate("window.count = 0")
	done := make(chan error, 1)
	go func() {
		_, err := e.b.CDP(e.ctx(), e.tab, true,
			raw("Runtime.evaluate", `{"expression":"window.count++; new Promise(r => window.finish = r)","awaitPromise":true}`))
		done <- err
	}()
	e.eventually("the act has begun", func() bool { return e.evaluate("window.count") == "1" })
	x.Drop()
	e.evaluate("window.finish(1); 1")
	if err := <-done; err != nil {
		t.Errorf("the act that was done is told as %v", err)
	}
	if got := e.evaluate("window.count"); got != "1" {
		t.Errorf("the act was done %s times", got)
	}
}
