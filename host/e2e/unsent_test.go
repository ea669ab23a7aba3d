package e2e_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
)

// keepsUnsent takes the panel away while a message is being written, as an
// upgrade does: the extension starts itself anew. The panel that is opened next
// has the words and the file, and sends both.
func keepsUnsent(t *testing.T, s *surfaces) {
	ctx := patience(t)
	p := s.panel.Page
	press(t, ctx, p, "#new-chat")
	path := filepath.Join(t.TempDir(), "list.txt")
	if err := os.WriteFile(path, []byte("Seven pears."), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := p.Choose(ctx, "#attach-input", path); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, p, `document.querySelector("[data-file='list.txt']")?.dataset.state === "ready"`)
	enter(t, ctx, p, "#composer", "Buy what is on the list")
	until(t, ctx, p, `Object.values(localStorage).some(kept => kept.includes("Buy what is on the list") && kept.includes("list.txt"))`)

	restart(t, ctx, s)
	s.panel = must[*rig.Panel](t)(s.rig.Panel(ctx))
	p = s.panel.Page
	until(t, ctx, p, `document.querySelector("#composer").value === "Buy what is on the list"`)
	until(t, ctx, p, `document.querySelector("[data-file='list.txt']")?.dataset.state === "ready"`)
	answer(t, ctx, s.panel, " today")
	last := s.provider.lastRequest(t)
	told := string(last.Messages[len(last.Messages)-1].Content)
	for _, words := range []string{"Buy what is on the list today", "Seven pears."} {
		if !strings.Contains(told, words) {
			t.Errorf("the model was not told %q, but %.300s", words, told)
		}
	}

	// Sent is sent: another panel has nothing of it.
	if err := p.Reload(ctx); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, p, `document.querySelector("[data-role=assistant]") !== null`)
	if left := tell(t, ctx, p, `document.querySelector("#composer").value + document.querySelectorAll("[data-file]").length`); left != "0" {
		t.Errorf("after sending, a panel has %q", left)
	}
}

// restart ends the daemon and makes the extension start itself anew, and opens
// the pages again that went with it.
func restart(t *testing.T, ctx context.Context, s *surfaces) {
	t.Helper()
	developerMode(t, ctx, s.rig)
	w := must[*rig.Page](t)(s.rig.Worker(ctx))
	mark(t, ctx, w)
	if err := dial.Stop(ctx, dial.Options{Dirs: s.rig.Dirs, Exe: s.rig.Dirs.Bin()}); err != nil {
		t.Fatal(err)
	}
	// The answer does not come: the worker ends over it.
	if err := w.Eval(ctx, `(setTimeout(() => chrome.runtime.reload(), 0), null)`, nil); err != nil {
		t.Fatal(err)
	}
	nextWorker(t, ctx, s.rig)
	s.options = must[*rig.Page](t)(s.rig.OpenPage(ctx, rig.Origin+"options.html"))
}
