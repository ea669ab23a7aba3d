package act

import (
	"context"
	"math"

	cdppage "github.com/chromedp/cdproto/page"

	"github.com/margay/margay/protocol/driver"
)

// castSide is the longer side of a screencast's frames, in pixels.
const castSide = 64

// castFor is the longer side of frames that show a part of a page so long and so wide. A frame that would be less than a
// pixel high or wide is never drawn, nor is the picture that waits for it (measured, both drivers: every second of them).
func castFor(width, height float64) int64 {
	long, short := max(width, height), max(min(width, height), 1)
	return max(castSide, int64(math.Ceil(2*long/short)))
}

// cast begins a screencast, as small as it can be: a tab in the background is drawn only while one runs.
func cast(side int64) driver.CDPCommand {
	return cmd(cdppage.StartScreencast, cdppage.StartScreencastParams{
		Format: cdppage.StartScreencastFormatJpeg, Quality: new(int64(1)), MaxWidth: side, MaxHeight: side, EveryNthFrame: 1000,
	})
}

// drawn has a tab drawn, wherever it is, until stop is called: a page answers much of what is done to it with its next
// frame, and a list that loads more as one scrolls sees its end in none else.
func (t *tab) drawn(ctx context.Context) (stop func()) {
	bounded, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_, _ = t.Transport.CDP(bounded, t.Native, false, cast(castSide)) // where it does not begin the page says that it is not drawn
	return func() { t.endScreencast(context.WithoutCancel(ctx)) }
}

// restedDrawn is rested with the page drawn.
func (t *tab) restedDrawn(ctx context.Context) bool {
	defer t.drawn(ctx)()
	return rested(ctx)
}
