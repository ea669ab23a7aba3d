package act_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// TestPages_ended: of a script whose browser ends nobody knows what it did, and nothing is said of its page.
func TestPages_ended(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T) (b browser.Transport, end func()){
		"direct": func(t *testing.T) (browser.Transport, func()) {
			d := browsertest.Direct(t)
			return d, func() { _ = d.Close() }
		},
		"relay": func(t *testing.T) (browser.Transport, func()) {
			e := browsertest.Relay(t)
			return e.Transport, func() { e.Kill(t) }
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, end := start(t)
			w := newWorldWith(t, b, act.Options{Script: scriptTime, Look: 4 * time.Second})
			w.open("/terms.html")
			w.snapshot()
			var once sync.Once
			here := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { once.Do(end) }))
			defer here.Close()
			result, err := w.do("execute_script", map[string]any{"code": fmt.Sprintf("await fetch(%q, { mode: 'no-cors' }).catch(() => {}); await new Promise(() => {})", here.URL)})
			var fault *protocol.Fault
			if !errors.As(err, &fault) || fault.Reason() != protocol.ReasonUnknown {
				t.Fatalf("the script says %q %v", result.Text, err)
			}
			if _, err = w.do("wait_for", map[string]any{"text": "Thanks", "timeout": 1}); !errors.As(err, &fault) || fault.Reason() != protocol.ReasonNoBrowser && fault.Reason() != protocol.ReasonNoTab {
				t.Fatalf("a wait says %v", err)
			}
		})
	}
}

// cutOff is a browser whose link is lost once a script has begun to run.
type cutOff struct{ browser.Transport }

func (b cutOff) CDP(ctx context.Context, tab int64, act bool, commands ...driver.CDPCommand) ([]driver.CDPReply, error) {
	replies, err := b.Transport.CDP(ctx, tab, act, commands...)
	for _, c := range commands {
		if act && bytes.Contains(c.Params, []byte("replaceState")) {
			return nil, browser.Unknown("The link was lost")
		}
	}
	return replies, err
}

// TestPages_cut_off: a script that has only changed the address has not taken its page away: where the link is lost, it
// is not known what became of it.
func TestPages_cut_off(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, cutOff{browsertest.Direct(t)}, act.Options{})
	w.open("/terms.html")
	result, err := w.do("execute_script", map[string]any{"code": "history.replaceState(null, '', '#there')"})
	var fault *protocol.Fault
	if !errors.As(err, &fault) || fault.Reason() != protocol.ReasonUnknown {
		t.Fatalf("the script says %q %v", result.Text, err)
	}
}
