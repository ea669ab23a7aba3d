package rig

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"

	"github.com/margay/margay/tools/keys"
)

// Choose gives files to a file field, as the browser's dialogue does when a
// person has chosen them there.
func (p *Page) Choose(ctx context.Context, selector string, paths ...string) error {
	field, err := cdp.Call(ctx, p.session, runtime.Evaluate, runtime.EvaluateParams{
		Expression: fmt.Sprintf(`document.querySelector(%q)`, selector),
	})
	if err != nil {
		return err
	}
	if field.Result.ObjectID == "" {
		return fmt.Errorf("choose files: nothing in the page is %s", selector)
	}
	_, err = cdp.Call(ctx, p.session, dom.SetFileInputFiles, dom.SetFileInputFilesParams{Files: paths, ObjectID: field.Result.ObjectID})
	return err
}

// Press presses keys where the focus is, by the names that the tools know.
func (p *Page) Press(ctx context.Context, names string) error {
	chords, err := keys.Parse(names)
	if err != nil {
		return fmt.Errorf("press a key: %w", err)
	}
	for _, c := range chords {
		down := input.DispatchKeyEventParams{
			Type: input.DispatchKeyEventTypeKeyDown, Key: c.Name, Code: c.Code, WindowsVirtualKeyCode: c.Virtual,
			Modifiers: int64(c.Modifiers), Text: c.Text,
		}
		up := down
		up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
		for _, event := range []input.DispatchKeyEventParams{down, up} {
			if _, err := cdp.Call(ctx, p.session, input.DispatchKeyEvent, event); err != nil {
				return err
			}
		}
	}
	return nil
}
