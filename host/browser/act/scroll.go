package act

import (
	"context"
	"fmt"
	"strconv"

	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools/page"
)

// Scroll implements page.Driver.
func (p *Pages) Scroll(ctx context.Context, target page.Target, s page.Scroll) (page.Report, error) {
	return p.act(ctx, target, func(ctx context.Context, t *tab) (did string, failed bool, err error) {
		if err := t.scrollable(ctx, target, s); err != nil {
			return "", false, err
		}
		var r moved
		defer t.drawn(ctx)()
		err = t.racing(ctx, func(ctx context.Context) (err error) {
			r, err = t.scroll(ctx, target, s)
			return err
		})
		switch {
		case isDialog(err):
			return "Scrolled; how far could not be read back.", false, nil
		case err != nil:
			return "", false, err
		}
		did, failed = scrolled(target, s.Direction, r)
		return did, failed, nil
	})
}

// moved is what was scrolled. grown says that it stood at its end, and more has come since.
type moved struct {
	pagescript.ScrollResult

	grown bool
}

// scroll has the page script scroll, and says what has come of it once the page has had its time.
func (t *tab) scroll(ctx context.Context, target page.Target, s page.Scroll) (moved, error) {
	r, err := call(ctx, t, target.Document, pagescript.Scroll, pagescript.ScrollArgs{Ref: target.Ref, Direction: s.Direction, Amount: s.Amount})
	if err != nil || r.Fixed || r.Moved == 0 && s.Direction == pagescript.ScrollInto || !rested(ctx) {
		return moved{ScrollResult: r}, err
	}
	// What was scrolled may have taken the element away, or the document: it has been scrolled all the same.
	again := pagescript.ScrollArgs{Ref: target.Ref, Direction: s.Direction, Again: true}
	now, err := whileHere(ctx, t, func(ctx context.Context) (pagescript.ScrollResult, error) {
		return call(ctx, t, target.Document, pagescript.Scroll, again)
	})
	if err == nil && !now.Element.Gone {
		now.Undrawn = r.Undrawn
		return moved{now, r.Moved == 0 && r.Left == 0 && now.Left > 0}, nil
	}
	return moved{ScrollResult: r}, nil
}

// scrollable refuses an element that is not the one that was looked at, or that
// no scrolling brings into view.
func (t *tab) scrollable(ctx context.Context, target page.Target, s page.Scroll) error {
	if target.Ref == "" {
		return nil
	}
	e, err := call(ctx, t, target.Document, pagescript.Locate, pagescript.LocateArgs{Ref: target.Ref})
	if err != nil {
		return err
	}
	if err := still(target, e); err != nil {
		return err
	}
	if s.Direction == pagescript.ScrollInto && !e.Visible {
		return refused(target.Words+" is hidden, so it cannot be brought into view.", "Something may have to be opened first: take a snapshot.")
	}
	return nil
}

// ways are the words for a direction: where it goes, which side that is, and
// the end there.
var ways = map[string]struct{ toward, side, end string }{
	pagescript.ScrollUp:     {"up", "above", "beginning"},
	pagescript.ScrollTop:    {"up", "above", "beginning"},
	pagescript.ScrollDown:   {"down", "below", "end"},
	pagescript.ScrollBottom: {"down", "below", "end"},
	pagescript.ScrollLeft:   {"left", "on the left", "left edge"},
	pagescript.ScrollRight:  {"right", "on the right", "right edge"},
}

func scrolled(target page.Target, direction string, r moved) (did string, failed bool) {
	if direction == pagescript.ScrollInto {
		return brought(target, r.ScrollResult)
	}
	way, what := ways[direction], r.Words
	switch {
	case r.Page && r.Element.Frame != "":
		what = "the frame"
	case r.Page:
		what = "the page"
	}
	switch {
	case r.Fixed:
		return fmt.Sprintf("Nothing was scrolled: nothing there goes %s.", way.toward), false
	case r.Moved == 0 && r.Left == 0:
		return join(fmt.Sprintf("%s is at its %s already; nothing was scrolled.", capital(what), way.end), r.unseen()), false
	case r.grown:
		return fmt.Sprintf("%s was at its %s, and more has come since: %s px are left %s now. Nothing was scrolled.", capital(what), way.end, grouped(r.Left), way.side), false
	case r.Moved == 0:
		return fmt.Sprintf("%s did not scroll %s, although %s px are left %s.", capital(what), way.toward, grouped(r.Left), way.side), true
	case r.Left == 0:
		return join(fmt.Sprintf("Scrolled %s %s by %s px, to its %s.", what, way.toward, grouped(r.Moved), way.end), r.unseen()), false
	}
	return fmt.Sprintf("Scrolled %s %s by %s px; %s px are left %s.", what, way.toward, grouped(r.Moved), grouped(r.Left), way.side), false
}

// unseen says of a page that is not drawn why no more may have come at its end.
func (r moved) unseen() string {
	if !r.Undrawn {
		return ""
	}
	return "If it loads more as one scrolls, nothing more came while the page was not drawn; if the tab is in the background, activate_tab lets it draw."
}

func brought(target page.Target, r pagescript.ScrollResult) (did string, failed bool) {
	switch {
	case r.Fixed:
		return fmt.Sprintf("%s could not be brought into view: what is around it does not scroll.", capital(target.Words)), true
	case r.Moved == 0:
		return capital(target.Words) + " is in view already; nothing was scrolled.", false
	}
	return fmt.Sprintf("Scrolled %s into view.", target.Words), false
}

// grouped writes a number as people read it: 1,840.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
