package act

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/tools"
)

// noteKind sorts what a tab has told.
type noteKind int

// What a tab can tell.
const (
	noteWent    noteKind = iota // another document
	noteFailed                  // an address that could not be opened
	noteAddress                 // the same document under another address
	noteDialog
	noteBeside // a dialog in a tab that came from this one
	noteOpened // another tab came from this one
	noteClosed
	noteBack // a run works here again, whose tab has closed
	noteDownload
)

// note is something that happened in a tab and has not been reported yet.
type note struct {
	kind   noteKind
	url    string
	dialog dialog
	tab    driver.Tab
	id     browser.TabID // that the dialog is in, where it is another
	file   string
	said   string
}

// notes are in order. A page that changes its address all the time must not
// fill memory: of two in a row only the last is kept.
type notes []note

const mostNotes = 32

func (n *notes) add(one note) {
	last := len(*n) - 1
	document := one.kind == noteWent || one.kind == noteFailed
	if last >= 0 && (document || one.kind == noteAddress) &&
		((*n)[last].kind == one.kind || document && (*n)[last].kind == noteAddress) {
		(*n)[last] = one
		return
	}
	if len(*n) < mostNotes {
		*n = append(*n, one)
	}
}

func (n notes) without(kinds ...noteKind) notes {
	return slices.DeleteFunc(slices.Clone(n), func(one note) bool { return slices.Contains(kinds, one.kind) })
}

func (n notes) have(kind noteKind) bool {
	return slices.ContainsFunc(n, func(one note) bool { return one.kind == kind })
}

// update brings a tab that came up to date, and reports whether it is one of these.
func (n notes) update(tab driver.Tab) bool {
	for i := range n {
		if n[i].kind == noteOpened && n[i].tab.ID == tab.ID {
			n[i].tab = tab
			return true
		}
	}
	return false
}

// nameless reports whether a tab that came has no address yet.
func (n notes) nameless() bool {
	return slices.ContainsFunc(n, func(one note) bool {
		return one.kind == noteOpened && (one.tab.URL == "" || one.tab.URL == "about:blank")
	})
}

// take returns the notes that have not been reported.
func (t *tab) take() notes {
	t.mu.Lock()
	defer t.mu.Unlock()
	taken := t.notes
	t.notes = nil
	return taken
}

// told drops the notes of a kind that have been reported otherwise.
func (t *tab) told(kind noteKind) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.notes = t.notes.without(kind)
}

// news says what happened since the last report.
func (t *tab) news() string {
	taken := t.take()
	parts := make([]string, 0, len(taken))
	for _, n := range taken {
		switch n.kind {
		case noteWent:
			parts = append(parts, "the page went to "+shorten(n.url, longestURL))
		case noteFailed:
			parts = append(parts, "it went to "+shorten(n.url, longestURL)+", which could not be opened")
		case noteAddress:
			parts = append(parts, "the address became "+shorten(n.url, longestURL))
		case noteDialog:
			parts = append(parts, fmt.Sprintf("a %s dialog opened: %s", n.dialog.kind, n.dialog.said()))
		case noteBeside:
			parts = append(parts, fmt.Sprintf("a %s dialog opened in tab %d: %s", n.dialog.kind, n.id, n.dialog.said()))
		case noteOpened:
			parts = append(parts, "it opened another tab (see list_tabs)")
		case noteClosed:
			parts = append(parts, "the tab was closed")
		case noteBack:
			parts = append(parts, n.said)
		case noteDownload:
			parts = append(parts, "a download began: "+fileName(n.file))
		}
	}
	t.mu.Lock()
	if t.nav.phase == announced {
		parts = append(parts, fmt.Sprintf("it is still loading %s, so what can be read now is the page before; what has sent it has been done", shorten(t.nav.url, longestURL)))
	}
	t.mu.Unlock()
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, "; ") + "."
}

// sentences says what an act caused.
func (p *Pages) sentences(ctx context.Context, t *tab, run chat.RunID, caused notes) string {
	var parts, beside []string // a tab is named before what is in it
	for _, n := range caused {
		switch n.kind {
		case noteWent:
			parts = append(parts, t.went(ctx, n.url))
		case noteFailed:
			parts = append(parts, "It led to "+shorten(n.url, longestURL)+", which could not be opened: the browser shows its own error page.")
		case noteAddress:
			parts = append(parts, "The address is now "+shorten(n.url, longestURL)+".")
		case noteDialog:
			parts = append(parts, n.dialog.sentence())
		case noteBeside:
			beside = append(beside, fmt.Sprintf("A%s opened in tab %d: %s. Nothing else works there until handle_dialog answers it.", n.dialog.named()[1:], n.id, n.dialog.said()))
		case noteOpened:
			parts = append(parts, p.opened(t, run, n.tab))
		case noteClosed:
			parts = append(parts, join("The tab was closed.", p.backFrom(t, run)))
		case noteDownload:
			parts = append(parts, "A download began: "+fileName(n.file)+".")
		}
	}
	return strings.Join(append(parts, beside...), " ")
}

// went says where the page went: to what the browser says now, because the
// address may have changed again.
func (t *tab) went(ctx context.Context, url string) string {
	now := t.whereabouts(ctx)
	if now.url == "" {
		now.url = url
	}
	return join(fmt.Sprintf("The page went to %s (title %s).", shorten(now.url, longestURL), tools.Quote(shorten(now.title, longestTitle))), now.refusal())
}

func (d dialog) sentence() string {
	return fmt.Sprintf("A%s opened: %s. Nothing else works in this tab until handle_dialog answers it.", d.named()[1:], d.said())
}

// said is what a dialog says, and what stands in its field.
func (d dialog) said() string {
	if d.preset == "" {
		return tools.Quote(d.message)
	}
	return tools.Quote(d.message) + ", with " + tools.Quote(d.preset) + " in its field"
}

// named is the dialog with its article: "a confirm dialog", "an alert dialog".
func (d dialog) named() string {
	if d.kind == "alert" {
		return "an alert dialog"
	}
	return "a " + d.kind + " dialog"
}

// opened names a tab that an act of the run has opened, which makes it the run's own.
func (p *Pages) opened(t *tab, run chat.RunID, tab driver.Tab) string {
	url := tab.URL
	if url == "" {
		url = "about:blank"
	}
	id := p.o.Registry.ID(t.Transport, tab)
	p.o.Registry.SetOpened(string(run), id)
	p.o.Registry.SetOpener(id, t.ID)
	return fmt.Sprintf("It opened tab %d (%s).", id, shorten(url, longestURL))
}

// join puts sentences after each other.
func join(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), " ")
}

// fileName is the name that the site and the browser gave a download.
func fileName(name string) string { return tools.Quote(shorten(name, longestTitle)) }

// How much of a title and of an address a result repeats, in characters.
const (
	longestTitle = 200
	longestURL   = 500
)

// shorten puts text that a page chose on one line of bounded length.
func shorten(text string, most int) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}
