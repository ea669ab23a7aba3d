package act

import (
	"bytes"
	"context"
	"image"
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

// paperTime is how long the browser may take to draw a PDF, before a picture of what it has drawn will do; sameTime for
// how long its pictures are the same when no more comes (on a machine with much to do its bars stand alone for a while).
const (
	paperTime = 5 * time.Second
	sameTime  = time.Second
)

// shootPaper takes the picture of a PDF once it is drawn. The page is there long before, and no event tells of the part
// that draws it: until then all is of one colour, and then its bars come before its pages.
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
		plain := isPlain(before)
		if !plain && time.Since(since) >= sameTime {
			return nil
		}
		if t.restedDrawn(limit) {
			continue
		}
		if plain {
			picture.Note = "The browser has drawn nothing of this PDF yet: take another in a while, or bring the tab to the front with activate_tab."
		}
		return nil
	}
}

// isPlain reports whether a picture has one colour and no other.
func isPlain(data []byte) bool {
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return false
	}
	area := picture.Bounds()
	first := picture.At(area.Min.X, area.Min.Y)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			if picture.At(x, y) != first {
				return false
			}
		}
	}
	return true
}
