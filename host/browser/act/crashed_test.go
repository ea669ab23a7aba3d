package act_test

import (
	"errors"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/tools/page"
)

// telling is a browser whose events the test makes up.
type telling struct {
	*held
	tell func(driver.Event)
}

func (b *telling) Events(_ int64, tell func(driver.Event)) func() {
	b.tell = tell
	return func() {}
}

// TestPages_crashed: a crash is known until another document is there, or until
// nobody would tell of one any more.
func TestPages_crashed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		then func(*testing.T, *act.Pages, *telling)
	}{
		{"debugger_is_lost", func(_ *testing.T, _ *act.Pages, b *telling) {
			b.tell(driver.Event{Method: "Inspector.detached", Params: []byte("{}")})
		}},
		{"another_address", func(t *testing.T, pages *act.Pages, _ *telling) {
			if _, err := pages.Navigate(t.Context(), page.At{Run: "run"}, "http://a.example/"); err != nil {
				t.Fatal(err)
			}
		}},
		{"step_in_the_history", func(t *testing.T, pages *act.Pages, _ *telling) {
			if _, err := pages.Walk(t.Context(), page.At{Run: "run"}, page.Back); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			b := &telling{held: &held{}}
			registry := browser.NewRegistry()
			registry.Add("browser", b)
			pages := act.New(act.Options{Registry: registry, Log: zerolog.Nop()})
			defer pages.Close()
			at := page.At{Run: "run"}
			if _, err := pages.Navigate(t.Context(), at, "http://a.example/"); err != nil {
				t.Fatal(err)
			}
			b.tell(driver.Event{Method: "Inspector.targetCrashed", Params: []byte("{}")})
			var fault *protocol.Fault
			if _, err := pages.Snapshot(t.Context(), at, 0); !errors.As(err, &fault) || fault.Reason() != protocol.ReasonNotPage {
				t.Fatalf("a tab that has crashed says %v", err)
			}
			c.then(t, pages, b)
			if _, err := pages.Snapshot(t.Context(), at, 0); !errors.Is(err, errNone) {
				t.Errorf("then it says %v", err)
			}
		})
	}
}
