package act

import (
	"context"
	"math"
	"strings"

	cdppage "github.com/chromedp/cdproto/page"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools/page"
)

// clip is the part of the view that shows an element, and a note where that is
// not all of it.
func (t *tab) clip(ctx context.Context, target page.Target, frames []browser.Frame, v view) (clip cdppage.Viewport, note string, err error) {
	r, err := call(ctx, t, target.Document, pagescript.Shown, pagescript.ShownArgs{Ref: target.Ref})
	if err == nil {
		err = still(target, r.Element)
	}
	if err != nil {
		return clip, "", err
	}
	part, whole := r.Part, r.Whole
	if r.Element.Frame != "" {
		if part, whole, err = t.onTop(ctx, r, frames, target.Document); err != nil {
			return clip, "", err
		}
	}
	left, top := max(math.Floor(part.Box.X), 0), max(math.Floor(part.Box.Y), 0)
	right, bottom := min(math.Ceil(part.Box.X+part.Box.Width), v.width), min(math.Ceil(part.Box.Y+part.Box.Height), v.height)
	if right-left < 1 || bottom-top < 1 || part.Box.Width <= 0 || part.Box.Height <= 0 {
		return clip, "", refused(target.Words+" is not in view, so there is nothing to see.", "Bring it into view with scroll and its ref, then try again.")
	}
	if !whole {
		note = "It shows the part that is in view; scroll and take another for the rest."
	}
	return cdppage.Viewport{X: v.x + left, Y: v.y + top, Width: right - left, Height: bottom - top}, note, nil
}

// onTop takes what is drawn of an element of a child document out to the top
// one. Each document around it may cut off more.
func (t *tab) onTop(ctx context.Context, r pagescript.ShownResult, frames []browser.Frame, document string) (part pagescript.Part, whole bool, err error) {
	parents := map[string]string{}
	for _, f := range frames {
		parents[f.Document] = f.Parent
	}
	part, whole = r.Part, r.Whole
	for path := r.Element.Frame; path != ""; path = path[:max(strings.LastIndexByte(path, '.'), 0)] {
		if document = parents[document]; document == "" {
			return part, false, refused("The frame that holds this is gone.", "Take a snapshot.")
		}
		around, err := call(ctx, t, document, pagescript.Shown, pagescript.ShownArgs{Ref: "frame:" + path, Part: &part})
		if err != nil {
			return part, false, err
		}
		if around.Turned {
			return part, false, refused("The frame that it is in is drawn turned, where it cannot be cut out of the picture.", "Take a screenshot without a ref.")
		}
		part, whole = around.Part, whole && around.Whole
	}
	return part, whole, nil
}
