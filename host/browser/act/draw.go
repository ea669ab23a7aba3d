package act

import (
	"context"

	cdppage "github.com/chromedp/cdproto/page"

	"github.com/margay/margay/protocol/driver"
)

// cast begins a screencast, as small as it can be: a tab in the background is drawn only while one runs.
func cast() driver.CDPCommand {
	return cmd(cdppage.StartScreencast, cdppage.StartScreencastParams{
		Format: cdppage.StartScreencastFormatJpeg, Quality: new(int64(1)), MaxWidth: 16, MaxHeight: 16, EveryNthFrame: 1000,
	})
}

// drawn has a tab drawn, wherever it is, until stop is called: a page answers much of what is done to it with its next
// frame, and a list that loads more as one scrolls sees its end in none else.
func (t *tab) drawn(ctx context.Context) (stop func()) {
	bounded, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	_, _ = t.Transport.CDP(bounded, t.Native, false, cast()) // where it does not begin the page says that it is not drawn
	return func() { t.endScreencast(context.WithoutCancel(ctx)) }
}

// restedDrawn is rested with the page drawn.
func (t *tab) restedDrawn(ctx context.Context) bool {
	defer t.drawn(ctx)()
	return rested(ctx)
}
