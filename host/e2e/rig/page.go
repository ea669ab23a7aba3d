package rig

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/debugger"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"

	"github.com/margay/margay/host/browser/direct"
)

// Page is a page that the rig watches and types into.
type Page struct {
	rig     *Rig
	target  target.ID
	session cdp.Session
}

// Eval evaluates an expression, waits for its promise and decodes its value.
func (p *Page) Eval(ctx context.Context, expression string, out any) error {
	return p.eval(ctx, expression, false, out)
}

// gesture evaluates as if a person had just clicked.
func (p *Page) gesture(ctx context.Context, expression string) error {
	return p.eval(ctx, expression, true, nil)
}

func (p *Page) eval(ctx context.Context, expression string, gesture bool, out any) error {
	yes := true
	res, err := cdp.Call(ctx, p.session, runtime.Evaluate, runtime.EvaluateParams{
		Expression: expression, AwaitPromise: &yes, ReturnByValue: &yes, UserGesture: &gesture,
	})
	if err != nil {
		return err
	}
	if res.ExceptionDetails != nil {
		return fmt.Errorf("evaluate %.80s: %s", expression, thrown(res.ExceptionDetails))
	}
	return decode(res.Result.Value, out)
}

// thrown is what a script threw, in words.
func thrown(e *runtime.ExceptionDetails) string {
	if e.Exception != nil && e.Exception.Description != "" {
		return e.Exception.Description
	}
	return e.Text
}

// Await waits until an expression is true in the page.
func (p *Page) Await(ctx context.Context, condition string) error {
	// The expression stands outside of the function, whose names would hide the page's.
	const wait = `(holds => new Promise(done => {
		const look = () => { let is = false; try { is = holds() } catch {} ; is ? done(true) : setTimeout(look, 20) };
		look();
	}))(() => (%s))`
	ctx, cancel := context.WithTimeout(ctx, 60*time.Second)
	defer cancel()
	for {
		err := p.Eval(ctx, fmt.Sprintf(wait, condition), nil)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil || !betweenDocuments(err) {
			return fmt.Errorf("wait for %s: %w", condition, err)
		}
	}
}

// arriveTime bounds how long a page may take until its server answers.
const arriveTime = 20 * time.Second

// arrived waits until the page is another than the empty one with which a tab
// begins. Where that is the browser's error page, the error says so.
func (p *Page) arrived(ctx context.Context) error {
	within, cancel := context.WithTimeout(ctx, arriveTime)
	defer cancel()
	if err := p.Await(within, `location.href !== "about:blank" && document.readyState !== "loading"`); err != nil {
		if ctx.Err() == nil && within.Err() != nil {
			return fmt.Errorf("the page did not load within %s", arriveTime)
		}
		return err
	}
	var code string
	const failed = `location.protocol === "chrome-error:" ? document.querySelector(".error-code")?.textContent || "the browser does not say why" : ""`
	if err := p.Eval(ctx, failed, &code); err != nil {
		return err
	}
	if code != "" {
		return fmt.Errorf("the page could not be loaded (%s)", code)
	}
	return nil
}

// betweenDocuments reports whether the page went to its next document while it
// was asked; the next one can be asked at once.
func betweenDocuments(err error) bool {
	return strings.Contains(err.Error(), "context was destroyed") || strings.Contains(err.Error(), "navigated or closed") ||
		strings.Contains(err.Error(), "Cannot find")
}

// Type types text where the focus is.
func (p *Page) Type(ctx context.Context, text string) error {
	_, err := cdp.Call(ctx, p.session, input.InsertText, input.InsertTextParams{Text: text})
	return err
}

// clickTime bounds how long an element may take until it can be pressed.
const clickTime = 20 * time.Second

// Click presses the mouse in the middle of an element, once it stands still and
// nothing covers it there, as a dialog does that has not closed yet.
func (p *Page) Click(ctx context.Context, selector string) error {
	const middle = `new Promise(done => {
		let last = "";
		const look = () => {
			const e = document.querySelector(%q);
			if (e !== null && !e.disabled) {
				e.scrollIntoView({block: "nearest"});
				const b = e.getBoundingClientRect(), X = b.x + b.width / 2, Y = b.y + b.height / 2;
				const there = document.elementFromPoint(X, Y), now = X + " " + Y;
				if (now === last && (e.contains(there) || there?.closest("label")?.control === e)) return done({X, Y});
				last = now;
			}
			setTimeout(look, 20);
		};
		look();
	})`
	var at struct{ X, Y float64 }
	within, cancel := context.WithTimeout(ctx, clickTime)
	defer cancel()
	if err := p.Eval(within, fmt.Sprintf(middle, selector), &at); err != nil {
		if ctx.Err() == nil && within.Err() != nil {
			return fmt.Errorf("%s cannot be pressed: it is not there, moves or is covered", selector)
		}
		return err
	}
	for _, kind := range []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased} {
		_, err := cdp.Call(ctx, p.session, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: kind, X: at.X, Y: at.Y, Button: input.MouseButtonLeft, ClickCount: 1,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Screenshot saves what the page shows as a PNG.
func (p *Page) Screenshot(ctx context.Context, path string) error {
	res, err := cdp.Call(ctx, p.session, page.CaptureScreenshot, page.CaptureScreenshotParams{Format: page.CaptureScreenshotFormatPng})
	if err != nil {
		return err
	}
	return os.WriteFile(path, res.Data, 0o600)
}

// Front brings the page to the front.
func (p *Page) Front(ctx context.Context) error {
	_, err := cdp.Call(ctx, p.rig.raw.Session(""), target.ActivateTarget, target.ActivateTargetParams{TargetID: p.target})
	return err
}

// Freeze makes the page's main thread stand still, as a page does that computes
// for long, until thaw is called.
func (p *Page) Freeze(ctx context.Context) (thaw func(context.Context) error, err error) {
	paused := make(chan struct{}, 1)
	p.rig.raw.On(func(e direct.RawEvent) {
		if e.Method == "Debugger.paused" {
			select {
			case paused <- struct{}{}:
			default:
			}
		}
	})
	if _, err := cdp.Call(ctx, p.session, debugger.Enable, debugger.EnableParams{}); err != nil {
		return nil, err
	}
	ran := make(chan error, 1)
	go func() { ran <- p.Eval(ctx, "debugger", nil) }() // ends when the page goes on
	select {
	case <-paused:
	case err := <-ran:
		return nil, fmt.Errorf("the page did not stand still: %w", err)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return func(ctx context.Context) error {
		if _, err := cdp.Call(ctx, p.session, debugger.Resume, debugger.ResumeParams{}); err != nil {
			return err
		}
		if err := <-ran; err != nil {
			return err
		}
		_, err := cdp.Call(ctx, p.session, debugger.Disable, cdp.Empty{})
		return err
	}, nil
}

// Close closes the page.
func (p *Page) Close(ctx context.Context) error {
	_, err := cdp.Call(ctx, p.rig.raw.Session(""), target.CloseTarget, target.CloseTargetParams{TargetID: p.target})
	return err
}

// Reload reloads the page, which loses all that it held.
func (p *Page) Reload(ctx context.Context) error {
	_, err := cdp.Call(ctx, p.session, page.Reload, page.ReloadParams{})
	return err
}
