package act

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"github.com/margay/margay/tools/page"
)

// isPaper reports whether a tab shows a PDF, whose pages the browser draws in a part of its own.
func (t *tab) isPaper(ctx context.Context) bool {
	var kind struct {
		Result struct {
			Value string `json:"value"`
		} `json:"result"`
	}
	err := t.ask(ctx, "", &kind, cmd(runtime.Evaluate, runtime.EvaluateParams{Expression: "document.contentType", Silent: new(true)}))
	return err == nil && kind.Result.Value == "application/pdf"
}

// paperTime is how long the browser may take to draw a PDF, before a picture of what it has drawn will do, with a word
// where that is no page; sameTime for how long its pictures are the same when no more comes.
const (
	paperTime = 5 * time.Second
	sameTime  = time.Second
)

// shootPaper takes the picture of a PDF once it is drawn. The page is there long before, and no event tells of the part
// that draws it: until then all is of one colour, and then its bars come before its pages, and stand alone while it loads.
func (t *tab) shootPaper(ctx context.Context, picture *page.Picture, clip cdppage.Viewport, beyond bool) error {
	limit, cancel := context.WithTimeout(ctx, paperTime)
	defer cancel()
	var before []byte
	var since time.Time
	for {
		if err := t.shoot(ctx, picture, clip, beyond); err != nil {
			return err
		}
		if !bytes.Equal(before, picture.Data) {
			before, since = picture.Data, time.Now()
		}
		drawn := showsPaper(before, clip.Width)
		if drawn && time.Since(since) >= sameTime {
			return nil
		}
		if t.restedDrawn(limit) {
			continue
		}
		if !drawn {
			picture.Note = "The browser has drawn no page of this PDF yet, and may still be loading it: take another in a while, or bring the tab to the front with activate_tab."
		}
		return nil
	}
}

// The parts of the picture of a PDF, of a view that is width CSS pixels wide: its bar above with a line that grows
// while it loads; pages, or small pictures of them and then pages, below.
const (
	barHigh  = 64.  // in CSS pixels
	pagesAt  = 0.45 // of the width, right of the small pictures
	pagesEnd = 0.97 // left of what scrolls
)

// showsPaper reports whether the picture of a PDF shows a page, and not bars around the grey on which pages lie.
func showsPaper(data []byte, width float64) bool {
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return true // nothing is known against it
	}
	area := picture.Bounds()
	if isPlain(picture, area) {
		return false
	}
	wide := float64(area.Dx())
	pages := image.Rect(area.Min.X+int(wide*pagesAt), area.Min.Y+int(barHigh*wide/max(width, 1)), area.Min.X+int(wide*pagesEnd), area.Max.Y)
	if pages = pages.Intersect(area); pages.Empty() {
		return true
	}
	return !isPlain(picture, pages) || !isDesk(picture.At(pages.Min.X, pages.Min.Y))
}

// isDesk reports whether a colour may be that on which pages lie: a grey between the white of paper and black.
func isDesk(c color.Color) bool {
	r, g, b, _ := c.RGBA()
	low, high := min(r, g, b)>>8, max(r, g, b)>>8
	return low >= 24 && high <= 120 && high-low <= 16
}

// isPlain reports whether a part of a picture has one colour and no other.
func isPlain(picture image.Image, part image.Rectangle) bool {
	first := picture.At(part.Min.X, part.Min.Y)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			if picture.At(x, y) != first {
				return false
			}
		}
	}
	return true
}
