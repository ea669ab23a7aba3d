package rig

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
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

// Press presses a key where the focus is.
func (p *Page) Press(ctx context.Context, key string) error {
	code := keyCode(key)
	if code == 0 {
		return fmt.Errorf("press a key: %q is not among those that are known here", key)
	}
	down := input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: key, Code: key, WindowsVirtualKeyCode: code}
	if key == "Enter" {
		down.Text = "\r"
	}
	if _, err := cdp.Call(ctx, p.session, input.DispatchKeyEvent, down); err != nil {
		return err
	}
	up := down
	up.Type, up.Text = input.DispatchKeyEventTypeKeyUp, ""
	_, err := cdp.Call(ctx, p.session, input.DispatchKeyEvent, up)
	return err
}

// keyCode is the number by which the browser knows a key; 0 where it is none of
// those that a surface has a use for.
func keyCode(key string) int64 {
	switch key {
	case "Tab":
		return 9
	case "Enter":
		return 13
	case "Escape":
		return 27
	case "ArrowUp":
		return 38
	case "ArrowDown":
		return 40
	case "Delete":
		return 46
	case "F2":
		return 113
	}
	return 0
}
