package act

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"image"
	_ "image/jpeg" // the two kinds of pictures whose size is read
	_ "image/png"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/tools/page"
)

const (
	// longestSide bounds a picture, in pixels: models that see make it no larger.
	longestSide = 1568
	// tallest bounds the whole page, as a multiple of its width: what is longer
	// could not be read when it is made small.
	tallest = 3
	// largest bounds a picture in bytes; what is more is taken as JPEG.
	largest = 1 << 20
	quality = 80
)

// Shoot implements page.Driver. It changes nothing: what is out of view is
// refused with the way to bring it there.
func (p *Pages) Shoot(ctx context.Context, at page.At, ref string, whole bool) (picture page.Picture, err error) {
	var target page.Target
	if ref == "" {
		p.followed(ctx, at)
	} else if target, err = p.Locate(ctx, at, ref); err != nil {
		return picture, err
	}
	err = p.look(ctx, at, func(ctx context.Context, t *tab, frames []browser.Frame) error {
		release, err := t.claim(ctx)
		if err != nil {
			return err
		}
		defer release()
		view, err := t.view(ctx)
		if err != nil {
			return err
		}
		picture = page.Picture{Tab: int(t.ID), Words: fmt.Sprintf("tab %d", t.ID)}
		clip, paper := view.seen(), t.isPaper(ctx)
		switch {
		case whole && paper:
			return refused("This is a PDF, which the browser draws itself: there is no more than what is in view to take a picture of.",
				"Leave out full_page; or ask for the file as an attachment, whose text can be read.")
		case whole:
			clip, picture.Note = view.whole()
			picture.Words = fmt.Sprintf("the whole page in tab %d", t.ID)
		case ref != "":
			if clip, picture.Note, err = t.clip(ctx, target, frames, view); err != nil {
				return err
			}
			picture.Words = fmt.Sprintf("%s in tab %d", target.Words, t.ID)
		}
		drawing, cancel := context.WithTimeout(ctx, p.o.Look*2/3)
		defer cancel()
		shoot := t.shoot
		if paper {
			shoot = t.shootPaper
		}
		if err := shoot(drawing, &picture, view.onScreen(clip), whole); err != nil {
			return t.undrawn(ctx, err)
		}
		picture.Since = t.news()
		return nil
	})
	return picture, err
}

// view is where a page stands, in CSS pixels of the document.
type view struct {
	x, y, width, height   float64
	pageWidth, pageHeight float64
	// zoom is what a person has set for the site: the browser takes its pictures in the pixels of the screen, before
	// those are made fine.
	zoom float64
}

func (t *tab) view(ctx context.Context) (v view, err error) {
	var m struct {
		CSS struct {
			X      float64 `json:"pageX"`
			Y      float64 `json:"pageY"`
			Width  float64 `json:"clientWidth"`
			Height float64 `json:"clientHeight"`
		} `json:"cssLayoutViewport"`
		Visual struct {
			Zoom float64 `json:"zoom"`
		} `json:"cssVisualViewport"`
		Size struct {
			Width  float64 `json:"width"`
			Height float64 `json:"height"`
		} `json:"cssContentSize"`
	}
	if err := t.ask(ctx, "", &m, cmd(cdppage.GetLayoutMetrics, cdp.Empty{})); err != nil {
		return v, err
	}
	if m.CSS.Width < 1 || m.CSS.Height < 1 {
		return v, refused(fmt.Sprintf("Tab %d has no size, so there is nothing to see.", t.ID), "Take a snapshot.")
	}
	return view{
		x: m.CSS.X, y: m.CSS.Y, width: m.CSS.Width, height: m.CSS.Height,
		pageWidth: max(m.Size.Width, m.CSS.Width), pageHeight: max(m.Size.Height, m.CSS.Height),
		zoom: cmp.Or(m.Visual.Zoom, 1),
	}, nil
}

func (v view) onScreen(clip cdppage.Viewport) cdppage.Viewport {
	return cdppage.Viewport{X: clip.X * v.zoom, Y: clip.Y * v.zoom, Width: clip.Width * v.zoom, Height: clip.Height * v.zoom}
}

func (v view) seen() cdppage.Viewport {
	return cdppage.Viewport{X: v.x, Y: v.y, Width: v.width, Height: v.height}
}

func (v view) whole() (clip cdppage.Viewport, note string) {
	height := min(v.pageHeight, tallest*v.pageWidth)
	if height < v.pageHeight {
		note = fmt.Sprintf("It shows the first %s of %s px; scroll and take another for the rest.", grouped(int(height)), grouped(int(v.pageHeight)))
	}
	return cdppage.Viewport{Width: v.pageWidth, Height: height}, note
}

// shootTries is how often a picture is taken again because it is too large.
const shootTries = 4

// shoot takes the picture: as PNG, or as JPEG where that would be too large. How
// many pixels a CSS pixel has (a fine screen, a zoomed page) is seen by the first.
func (t *tab) shoot(ctx context.Context, picture *page.Picture, clip cdppage.Viewport, beyond bool) error {
	clip.Scale = min(1, longestSide/max(clip.Width, clip.Height))
	p := cdppage.CaptureScreenshotParams{Format: cdppage.CaptureScreenshotFormatPng, Clip: &clip, CaptureBeyondViewport: new(beyond)}
	for range shootTries {
		data, err := t.capture(ctx, p)
		if err != nil {
			return err
		}
		size, kind, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			return fmt.Errorf("read the browser's picture: %w", err)
		}
		picture.Data, picture.MimeType, picture.Width, picture.Height = data, "image/"+kind, size.Width, size.Height
		switch side := max(size.Width, size.Height); {
		case side > longestSide:
			clip.Scale *= (longestSide - 1) / float64(side)
		case len(data) > largest && p.Format == cdppage.CaptureScreenshotFormatPng:
			p.Format, p.Quality = cdppage.CaptureScreenshotFormatJpeg, new(int64(quality))
		default:
			return nil
		}
	}
	return refused("The picture stays too large.", "Take one of an element, with its ref.")
}

// capture asks for the picture while a screencast runs: a hidden tab that takes
// input is drawn only then. The screencast itself is kept as small as it can be.
func (t *tab) capture(ctx context.Context, p cdppage.CaptureScreenshotParams) ([]byte, error) {
	defer t.endScreencast(context.WithoutCancel(ctx))
	replies, err := t.Transport.CDP(ctx, t.Native, false,
		cmd(cdppage.Enable, cdppage.EnableParams{}),
		cast(castFor(p.Clip.Width, p.Clip.Height)),
		cmd(cdppage.CaptureScreenshot, p))
	if err == nil {
		err = firstError(replies[2:])
	}
	if err != nil {
		return nil, err
	}
	var shot struct {
		Data []byte `json:"data"`
	}
	if err := json.Unmarshal(replies[2].Result, &shot); err != nil {
		return nil, fmt.Errorf("read the browser's picture: %w", err)
	}
	return shot.Data, nil
}

// undrawn tells a page that runs and of which the browser gives no picture from
// one that does not answer.
func (t *tab) undrawn(ctx context.Context, err error) error {
	if !isFault(err, protocol.ReasonDeadline) {
		return err
	}
	if _, ok := t.itself(ctx); !ok {
		return err
	}
	return refused(fmt.Sprintf("The browser gave no picture of tab %d in time: its window may be minimised, or the page takes too long to draw.", t.ID),
		"Take a snapshot instead, or bring the tab to the front with activate_tab and try again.")
}

const castTime = 2 * time.Second

// endScreencast ends the screencast; a tab that is gone has none.
func (t *tab) endScreencast(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, castTime)
	defer cancel()
	_, _ = t.Transport.CDP(ctx, t.Native, false, driver.CDPCommand{Method: cdppage.StopScreencast.Method})
}
