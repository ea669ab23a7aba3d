package act_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/pagescript"
)

// TestPages_left: once input has gone to a page, what cannot be read back is told as done or as not known, and never as
// failed: whoever is told that does it again.
func TestPages_left(t *testing.T) {
	t.Parallel()
	acts := []struct {
		name, line, tool string
		args             map[string]any
		said, heard      string
	}{
		{"click", `button "Pay now"`, "click", nil, `Clicked button "Pay now".`, "order"},
		{"fill", `textbox "Code"`, "fill", map[string]any{"value": "7"}, `textbox "Code"`, "code"},
		{"tick", `checkbox "Terms"`, "fill", map[string]any{"value": "true"}, `checkbox "Terms"`, "terms"},
		{"select", `combobox "Way"`, "select", map[string]any{"values": []string{"Bill"}}, `combobox "Way"`, "way"},
		{"press_key", `button "Keys"`, "press_key", map[string]any{"keys": "x"}, `Pressed x in button "Keys".`, "key"},
	}
	busy := []struct {
		name, line, tool string
		args             map[string]any
	}{
		{"click_and_busy_after", `button "Busy after"`, "click", nil},
		{"click_and_busy_at_once", `button "Busy at once"`, "click", nil},
		{"fill_and_busy_after", `textbox "Busy"`, "fill", map[string]any{"value": "7"}},
		{"press_key_and_busy_after", `button "Busy by key"`, "press_key", map[string]any{"keys": "x"}},
	}
	browsertest.Each(t, func(t *testing.T, b browser.Transport) {
		w := newWorldWith(t, slowly{b}, act.Options{Look: 4 * time.Second, Act: 4 * time.Second, Settle: 2 * time.Second, Alive: 700 * time.Millisecond})
		for _, c := range acts {
			t.Run(c.name, func(t *testing.T) {
				w := w.sub(t)
				till, window := w.till()
				text := w.must(c.tool, w.at(window, c.line, c.args))
				contains(t, text, c.said, tillWaits(till, c.heard))
				w.tillHeard(till, c.heard)
			})
		}
		t.Run("handle_dialog", func(t *testing.T) {
			w := w.sub(t)
			till, window := w.till()
			w.must("click", w.at(window, `button "Ask"`, nil))
			contains(t, w.must("handle_dialog", map[string]any{"accept": true, "tab": window}), `Accepted the confirm dialog "Sure?".`, tillWaits(till, "sure"))
			w.tillHeard(till, "sure")
		})
		for _, c := range busy {
			t.Run(c.name, func(t *testing.T) {
				w := w.sub(t)
				_, window := w.till()
				text, err := w.try(c.tool, w.at(window, c.line, c.args))
				var fault *protocol.Fault
				if !errors.As(err, &fault) || fault.Reason() != protocol.ReasonUnknown {
					t.Errorf("it is told as %q, %v, and not as unknown", text, err)
				}
			})
		}
	})
}

// slowly is a browser in which a page is asked what became of input a while after it: by then others have heard of it.
type slowly struct{ browser.Transport }

func (s slowly) Page(ctx context.Context, tab int64, document, function string, args any, act bool) (json.RawMessage, error) {
	if function == pagescript.Landed.Name {
		select {
		case <-time.After(400 * time.Millisecond):
		case <-ctx.Done():
		}
	}
	return s.Transport.Page(ctx, tab, document, function, args, act)
}

// tillWaits is what is said of a window that its till holds back.
func tillWaits(till browser.TabID, heard string) string {
	return fmt.Sprintf(`Its page does not answer now: it may wait for tab %d, which has an alert dialog open: "Thanks for %s". Answer it with handle_dialog in tab %d`, till, heard, till)
}

// till opens a till and the window that it pays in; what the window tells the till, the till answers with a dialog.
func (w *world) till() (till, window browser.TabID) {
	w.Helper()
	w.must("open_tab", map[string]any{"url": w.site.URL + "/till.html"})
	till = w.pages.Current(w.run)
	_, text, _ := strings.Cut(w.click(`button "Pay"`), "It opened tab ")
	if _, err := fmt.Sscanf(text, "%d", &window); err != nil {
		w.Fatalf("no tab was opened: %q", text)
	}
	return till, window
}

// at are the arguments of an act on what a line of a tab names.
func (w *world) at(tab browser.TabID, words string, more map[string]any) map[string]any {
	w.Helper()
	args := map[string]any{"tab": tab}
	for name, value := range more {
		args[name] = value
	}
	text := w.must("snapshot", map[string]any{"tab": tab})
	_, after, _ := strings.Cut(text, "- "+words)
	m := refOf.FindStringSubmatch(after)
	if m == nil {
		w.Fatalf("no line %s with a ref in:\n%s", words, text)
	}
	args["ref"] = m[1]
	return args
}

// tillHeard answers the dialog of a till, which was told so once.
func (w *world) tillHeard(till browser.TabID, what string) {
	w.Helper()
	for range 50 { // it may open after the report
		if _, err := w.try("handle_dialog", map[string]any{"accept": true, "tab": till}); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	contains(w.T, w.must("snapshot", map[string]any{"tab": till}), `status "`+what+`"`)
}
