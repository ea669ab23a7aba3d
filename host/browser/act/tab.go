package act

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/inspector"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/driver"
)

// tab is what is kept of a tab: who acts on it, what its events have told, and
// which refs have been given out.
type tab struct {
	browser.Place
	// acting holds one token: acts wait for each other.
	acting chan struct{}
	cancel func() // ends the listening
	// opens is told of a tab that the page has opened while an act was in progress.
	opens func(driver.Tab)
	// beyond finds another tab of the browser that has a dialog open, nil where there is none. It is not called with mu held.
	beyond func() (browser.TabID, *dialog)

	mu sync.Mutex // guards the rest; taken by event handlers, so nothing waits with it held
	// changed is closed and made anew at each event that somebody may wait for.
	changed chan struct{}
	// armed says that the tab reports to us and takes input while hidden.
	armed bool
	gone  bool
	// top is the browser's id of the top frame, empty while it is not known.
	top string
	nav navigation
	// crashed says that the page has ended by a fault; the next document takes it back.
	crashed bool
	// fruitless says that the last document announced has not come.
	fruitless bool
	// window says that another tab has been announced and has not come.
	window bool
	// stray is a tab that came during the act in progress and has not been announced.
	stray   *driver.Tab
	dialog  *dialog
	dialogs int64 // counts dialogs, to tell one from the next
	// opener is the tab whose page has opened this one, where it was seen to.
	opener *tab
	// beside counts the dialogs that are open in tabs that came from this one.
	beside int
	// sent says that the act in progress is on its way to the page, unread that its page gave no answer then.
	sent, unread bool
	// waiting is a press that a dialog has come before: the browser keeps it
	// until the dialog is answered.
	waiting *heldPress
	// closing says that the tab was to be closed, and the page asks first.
	closing bool
	// interrupts end what is in progress when a dialog opens.
	interrupts map[*context.CancelCauseFunc]struct{}
	notes      notes
	// shown is the top document whose refs each run has been given.
	shown map[chat.RunID]shown
	// documents are those that the last look found, the top one first.
	documents []string
	// numbers gives child documents their prefix: f1, f2, … and never again.
	numbers map[string]int
}

// shown is a document whose refs a run has been given, and the round of the look that gave them first.
type shown struct {
	document string
	round    int
}

// mostShown bounds shown: runs end without telling us when the daemon is killed.
const mostShown = 256

// navigation is how far a new document of the tab has come.
type navigation struct {
	phase phase
	url   string
}

type phase int

// The phases of a navigation. A document that is whole is at rest again.
const (
	atRest phase = iota
	announced
	committed
)

// leaveDialog is the kind of the dialog with which a page asks whether one may leave it.
const leaveDialog = "beforeunload"

// dialog is an alert, confirm, prompt or beforeunload that is open.
type dialog struct {
	number  int64
	kind    string
	message string
	// preset is what the field of a prompt holds at first.
	preset string
	url    string
}

func newTab(place browser.Place, opens func(opener *tab, came driver.Tab), beyond func(*tab) (browser.TabID, *dialog)) *tab {
	t := &tab{
		Place: place, acting: make(chan struct{}, 1), changed: make(chan struct{}),
		shown: map[chat.RunID]shown{}, numbers: map[string]int{}, interrupts: map[*context.CancelCauseFunc]struct{}{},
	}
	t.opens = func(came driver.Tab) { opens(t, came) }
	t.beyond = func() (browser.TabID, *dialog) { return beyond(t) }
	events := place.Transport.Events(place.Native, t.event)
	changes := place.Transport.Changes(t.tabChanged)
	t.cancel = func() { events(); changes() }
	return t
}

// claim waits for the tab's token.
func (t *tab) claim(ctx context.Context) (release func(), err error) {
	select {
	case t.acting <- struct{}{}:
		return func() { <-t.acting }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// own claims the tab for what sends it elsewhere, and says what has happened in it since the last report.
func (t *tab) own(ctx context.Context) (since string, release func(), err error) {
	if release, err = t.claim(ctx); err != nil {
		return "", nil, err
	}
	if err := t.clear(); err != nil {
		release()
		return "", nil, err
	}
	return t.news(), release, nil
}

// clear refuses while a dialog is open, because nothing else works then.
func (t *tab) clear() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.dialog == nil {
		return nil
	}
	return protocol.NewFault(protocol.ReasonNotStarted,
		fmt.Sprintf("Tab %d has %s open: %s. Nothing else works there until it is answered.", t.ID, t.dialog.named(), t.dialog.said())).
		WithNext("Answer it with handle_dialog.")
}

// arm makes the tab report what happens in it and take input while it is
// hidden: without focus emulation a press in a hidden tab may reach nobody.
func (t *tab) arm(ctx context.Context) error {
	t.mu.Lock()
	armed := t.armed
	t.mu.Unlock()
	if armed {
		return nil
	}
	replies, err := t.Transport.CDP(ctx, t.Native, true,
		cmd(cdppage.Enable, cdppage.EnableParams{}),
		cmd(inspector.Enable, cdp.Empty{}), // it tells of a crash
		cmd(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}),
		cmd(cdppage.GetFrameTree, cdp.Empty{}),
	)
	if err != nil {
		return err
	}
	if err := firstError(replies); err != nil {
		return err
	}
	var tree struct {
		FrameTree struct {
			Frame struct {
				ID string `json:"id"`
			} `json:"frame"`
		} `json:"frameTree"`
	}
	if err := json.Unmarshal(replies[3].Result, &tree); err != nil {
		return fmt.Errorf("read the frame tree: %w", err)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.armed, t.top = true, tree.FrameTree.Frame.ID
	return nil
}

// firstError is a refusal by the browser, of commands that change nothing, as a fault.
func firstError(replies []driver.CDPReply) error {
	for _, r := range replies {
		if r.Error != "" {
			return protocol.NewFault(protocol.ReasonNotStarted, "The browser refused: "+strings.TrimSuffix(r.Error, ".")+".")
		}
	}
	return nil
}

// actError is what the browser says of an act as a fault: a refusal only where each command is known to have done nothing.
func actError(replies []driver.CDPReply) error {
	i := slices.IndexFunc(replies, func(r driver.CDPReply) bool { return r.Error != "" })
	begun := func(r driver.CDPReply) bool { return !browser.NotBegun(r.Error) } // answered, or who knows
	if i < 0 || !slices.ContainsFunc(replies, begun) {
		return firstError(replies)
	}
	return browser.Unknown("The browser broke off: " + strings.TrimSuffix(replies[i].Error, "."))
}

// What ends an act: a dialog that has opened, because the page stands still and
// will not answer before somebody answers it, and a page that has crashed.
var (
	errDialog = errors.New("a dialog opened")
	errCrash  = errors.New("the page has crashed")
)

func isDialog(err error) bool { return errors.Is(err, errDialog) }

// racing runs fn and ends it when a dialog opens; errDialog then says so. It
// ends too when the page crashes.
func (t *tab) racing(ctx context.Context, fn func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	t.mu.Lock()
	t.interrupts[&cancel] = struct{}{}
	t.mu.Unlock()
	err := fn(ctx)
	t.mu.Lock()
	delete(t.interrupts, &cancel)
	t.mu.Unlock()
	switch {
	case err != nil && isDialog(context.Cause(ctx)):
		return errDialog
	case err != nil && errors.Is(context.Cause(ctx), errCrash):
		return t.broken()
	}
	return err
}

// looking is racing for a look: a dialog that opens meanwhile is why there is
// no answer.
func (t *tab) looking(ctx context.Context, fn func(context.Context) error) error {
	err := t.racing(ctx, fn)
	if !isDialog(err) {
		return err
	}
	if refusal := t.clear(); refusal != nil {
		return refusal
	}
	return refused("A dialog opened and closed while the page was read.", "Try again.")
}

// until waits for a condition, which is looked at with mu held. It reports
// whether the condition came true before ctx ended.
func (t *tab) until(ctx context.Context, condition func() bool) bool {
	for {
		t.mu.Lock()
		met, changed := condition(), t.changed
		t.mu.Unlock()
		if met {
			return true
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return false
		}
	}
}

// titleTime bounds the question for the title: a page that is busy must not
// hold up the report of what has been done.
const titleTime = 2 * time.Second

// spot is where a tab is.
type spot struct {
	url, title string
	// status is that of the server's answer, 0 where it is not known.
	status int
}

// refusal says that a server has answered with an error, for which it may have sent a page all the same; empty where not.
func (s spot) refusal() string {
	if s.status < http.StatusBadRequest {
		return ""
	}
	return fmt.Sprintf("The server answered with status %d.", s.status)
}

// whereabouts asks for address and title: the document itself, because what
// the browser lists lags behind; where it cannot answer, the browser.
func (t *tab) whereabouts(outer context.Context) spot {
	ctx, cancel := context.WithTimeout(outer, titleTime)
	defer cancel()
	if t.clear() == nil {
		if at, ok := t.itself(ctx); ok {
			return at
		}
	}
	listed, _ := t.listed(outer)
	return spot{url: listed.URL, title: listed.Title}
}

// listed is what the browser lists of the tab; not ok where it lists it no more, or nothing.
func (t *tab) listed(ctx context.Context) (listed driver.Tab, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, titleTime)
	defer cancel()
	list, err := t.Transport.Tabs(ctx)
	if err != nil {
		return driver.Tab{}, false
	}
	i := slices.IndexFunc(list, func(one driver.Tab) bool { return one.ID == t.Native })
	if i < 0 {
		return driver.Tab{}, false
	}
	return list[i], true
}

// whereScript reads what a spot is made of. A page may have changed what tells of its own loading.
const whereScript = `[location.href, document.title, (() => { try { return String(performance.getEntriesByType("navigation")[0].responseStatus) } catch { return "" } })()]`

func (t *tab) itself(ctx context.Context) (at spot, ok bool) {
	var replies []driver.CDPReply
	err := t.racing(ctx, func(ctx context.Context) (err error) {
		replies, err = t.Transport.CDP(ctx, t.Native, false, cmd(runtime.Evaluate, runtime.EvaluateParams{
			Expression: whereScript, ReturnByValue: new(true), Silent: new(true),
		}))
		return err
	})
	var answer struct {
		Result struct {
			Value []string `json:"value"`
		} `json:"result"`
	}
	if err != nil || replies[0].Error != "" || json.Unmarshal(replies[0].Result, &answer) != nil || len(answer.Result.Value) != 3 {
		return spot{}, false
	}
	status, _ := strconv.Atoi(answer.Result.Value[2]) // what is no number is not known
	return spot{answer.Result.Value[0], answer.Result.Value[1], status}, true
}

func cmd[P, R any](c cdp.Command[P, R], params P) driver.CDPCommand {
	raw, err := json.Marshal(params)
	if err != nil {
		panic("act: " + c.Method + " has parameters that are no JSON: " + err.Error())
	}
	return driver.CDPCommand{Method: c.Method, Params: raw}
}
