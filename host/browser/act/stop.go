package act

import (
	"context"
	"fmt"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/debugger"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol/driver"
)

// How long after its time a script has ended by itself, and how long it may
// take to see whether a page still answers, and to stop it.
const (
	scriptGrace = 500 * time.Millisecond
	answerTime  = 500 * time.Millisecond
	stopTime    = 2 * time.Second
)

// stop ends a script that keeps its page busy, and says how far it came. One
// that waits is left waiting: nothing of it runs. An error says that the browser
// itself does not answer, so that nothing is known of either.
func (s script) stop(ctx context.Context, limit time.Duration) (string, error) {
	ended := false
	r, ok := s.logs(ctx)
	if !ok {
		ended = s.interrupt(ctx)
		r, ok = s.logs(ctx)
	}
	switch {
	case ok && ended:
		return stopped(limit) + r.console(), nil
	case ok:
		return fmt.Sprintf("The script did not end within %s: what it waits for has not come, or it was stopped on its way. The page goes on.", limit) + r.console(), nil
	}
	if away := s.tab.away(ctx); away != nil {
		return "", browser.Unknown("The browser did not answer any more while the script ran (" + away.Message + ")")
	}
	return fmt.Sprintf("The script did not end within %s, cannot be stopped, and its page does not answer while it runs. Navigate the tab, to the same address if need be, or close it: both work.", limit), nil
}

// stoppable turns the debugger of the page on, because a page that is busy takes a pause only then, and makes the
// commands that go before a script: breakpoints off, so that a “debugger” of the page holds up nobody, and on again
// what may have stopped at one meanwhile. They overtake others, so the debugger has to be on before.
func (s script) stoppable(ctx context.Context) []driver.CDPCommand {
	_, _ = s.tab.Transport.CDP(ctx, s.tab.Native, false, s.send(cmd(debugger.Enable, debugger.EnableParams{}))...) // the script says what is wrong
	return s.send(cmd(debugger.SetBreakpointsActive, debugger.SetBreakpointsActiveParams{}), cmd(debugger.Resume, debugger.ResumeParams{}))
}

// resumeTries is how often a page is told to go on that has not paused yet: the pause is taken before the page is
// reached by it.
const resumeTries = 20

// interrupt ends what the page is running, and reports whether it could. The debugger has a way that an extension
// may go too; Runtime.terminateExecution is refused to it.
func (s script) interrupt(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, stopTime)
	defer cancel()
	if !s.took(ctx, cmd(debugger.Pause, cdp.Empty{})) {
		return false
	}
	for range resumeTries {
		if s.took(ctx, cmd(debugger.Resume, debugger.ResumeParams{TerminateOnResume: new(true)})) {
			return true
		}
	}
	return false
}

func (s script) took(ctx context.Context, c driver.CDPCommand) bool {
	replies, err := s.tab.Transport.CDP(ctx, s.tab.Native, true, s.send(c)...)
	return err == nil && firstError(replies) == nil
}

// unwatched ends what stoppable began. A page that stands still in a dialog keeps it until its next script.
func (s script) unwatched(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), answerTime)
	defer cancel()
	_, _ = s.tab.Transport.CDP(ctx, s.tab.Native, false, s.send(cmd(debugger.Disable, cdp.Empty{}))...) // gone, or busy: then it takes it later
}

func (s script) send(commands ...driver.CDPCommand) []driver.CDPCommand {
	for i := range commands {
		commands[i].Session = s.session
	}
	return commands
}

func stopped(limit time.Duration) string {
	return fmt.Sprintf("The script did not end within %s and was stopped.", limit)
}

// answers reports whether the page runs anything.
func (s script) answers(ctx context.Context) bool {
	_, ok := s.logs(ctx)
	return ok
}

// logs asks for what the script has said so far; ok says that the page answers.
func (s script) logs(ctx context.Context) (r returned, ok bool) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var answer evaluated
	c := world{object: s.object}.call("function() { return this.told() }")
	if err := s.tab.ask(ctx, s.session, &answer, c); err != nil {
		return r, false
	}
	r, _ = parse(answer.Result.Value) // what cannot be read has said nothing
	return r, true
}
