package act

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/chromedp/cdproto/runtime"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/page"
)

// harness is what a script runs in; its own text stands between head and it.
//
//go:embed script.js
var harness string

// script is a script of the model's on its way through a page.
type script struct {
	tab *tab
	// box holds the element and what was said.
	box
}

// Execute implements page.Driver.
func (p *Pages) Execute(ctx context.Context, target page.Target, code string) (page.Report, error) {
	ctx, cancel := context.WithTimeout(ctx, p.o.Act+p.o.Script+p.o.Settle)
	defer cancel()
	t, since, release, err := p.begin(ctx, target)
	if err != nil {
		return page.Report{}, err
	}
	defer release()
	ready, cancel := context.WithTimeout(ctx, p.o.Act)
	defer cancel()
	s, function, wrong, err := t.script(ready, target, code)
	if isFault(err, protocol.ReasonDeadline) {
		return page.Report{}, p.silent(ctx, t)
	}
	if err != nil {
		return page.Report{}, unaimed(err)
	}
	if wrong != "" {
		return page.Report{Since: since, Text: "The script was not run: " + wrong, Failed: true}, nil
	}
	did, failed, err := s.run(ctx, function, p.o.Script)
	p.acted(target.Run, t, err)
	if err != nil {
		return page.Report{}, err
	}
	if caused := p.settle(ctx, t, target.Run); caused != "" {
		did += "\n" + caused
	}
	return page.Report{Since: since, Text: did, Failed: failed}, nil
}

// script makes everything ready for a script and changes nothing. wrong says
// why its text is none.
func (t *tab) script(ctx context.Context, target page.Target, code string) (s script, function, wrong string, err error) {
	path := ""
	if target.Ref != "" {
		e, err := call(ctx, t, target.Document, pagescript.Locate, pagescript.LocateArgs{Ref: target.Ref})
		if err == nil {
			err = still(target, e)
		}
		if err != nil {
			return s, "", "", err
		}
		path = e.Frame
	}
	if function, wrong, err = t.compile(ctx, code); err != nil || wrong != "" {
		return s, "", wrong, err
	}
	frames, err := t.Transport.Frames(ctx, t.Native)
	if err != nil {
		return s, "", "", err
	}
	w, err := t.world(ctx, frames, target.Document, path)
	if err != nil {
		return s, "", "", err
	}
	held, err := t.reveal(ctx, w, target.Document, target.Ref)
	return script{t, held}, function, "", err
}

// forms are the two ways to read a script: as one expression, or as statements
// that return a value. Its text begins on the second line of either.
var forms = []struct{ head, tail string }{
	{"async function(element, console) { { return (\n", "\n) } }"},
	{"async function(element, console) { {\n", "\n} }"},
}

// compile finds the way to read the script and puts the harness around it. The
// browser says whether it can be read: it makes the function and does not call it.
func (t *tab) compile(ctx context.Context, code string) (function, wrong string, err error) {
	var batch []driver.CDPCommand
	var texts []string
	for i, f := range forms {
		body := code
		if i == 0 {
			body = strings.TrimRight(code, "; \t\r\n")
		}
		texts = append(texts, f.head+body+f.tail)
		batch = append(batch, cmd(runtime.Evaluate, runtime.EvaluateParams{Expression: "(" + texts[i] + ")", Silent: new(true)}))
	}
	replies, err := t.Transport.CDP(ctx, t.Native, false, batch...)
	if err == nil {
		err = firstError(replies)
	}
	if err != nil {
		return "", "", err
	}
	for i, r := range replies {
		var made evaluated
		if err := json.Unmarshal(r.Result, &made); err != nil {
			return "", "", fmt.Errorf("read whether the script compiles: %w", err)
		}
		if made.ExceptionDetails == nil {
			return fmt.Sprintf("async function() { const called = %t, script = %s;\n%s", i == 0, texts[i], harness), "", nil
		}
		wrong = unread(code, made.ExceptionDetails.LineNumber, made.ExceptionDetails.Exception.Description)
	}
	return "", wrong, nil
}

// unread says why a script cannot be read. What is found behind its last line is ours: the script ends too early.
func unread(code string, line int, why string) string {
	if last := strings.Count(code, "\n") + 1; line > last {
		line, why = last, "SyntaxError: Unexpected end of input"
	}
	return fmt.Sprintf("line %d: %s.", line, tools.Quote(firstLine(why)))
}

// run runs the script and says what it gave. An error is one of ours: what
// befalls the script is in the text.
func (s script) run(ctx context.Context, function string, limit time.Duration) (text string, failed bool, err error) {
	var replies []driver.CDPReply
	began := time.Now()
	err = s.tab.racing(ctx, func(ctx context.Context) (err error) {
		ctx, cancel := context.WithTimeout(ctx, limit+scriptGrace)
		defer cancel()
		replies, err = s.tab.Transport.CDP(ctx, s.tab.Native, true, append(s.stoppable(ctx), s.take(function, limit))...)
		return err
	})
	if isDialog(err) {
		return "The script has not returned: it waits for a dialog.", false, nil
	}
	defer s.unwatched(ctx)
	late := time.Since(began) >= limit
	switch {
	case late && ctx.Err() == nil && isFault(err, protocol.ReasonUnknown, protocol.ReasonDeadline):
		text, err = s.stop(ctx, limit)
		return text, true, err
	case isFault(err, protocol.ReasonUnknown, protocol.ReasonNoDocument, protocol.ReasonNoTab) && s.tab.moving():
		text, err = s.tab.takenAway(ctx)
		return text, false, err
	case err != nil:
		return "", false, err
	}
	reply := replies[len(replies)-1]
	switch {
	case late && reply.Error != "" && s.answers(ctx):
		return stopped(limit), true, nil
	case browser.NotBegun(reply.Error):
		return "", false, firstError(replies[len(replies)-1:])
	case reply.Error != "" && !s.tab.moving():
		return "The script gave no value, but may have run: the browser says " + tools.Quote(reply.Error) + ".", true, nil
	case reply.Error != "":
		text, err = s.tab.takenAway(ctx)
		return text, false, err
	}
	return read(reply.Result)
}

// takenAway says of a script whose page has gone that it gave no value. Of one whose browser has ended nothing is known.
func (t *tab) takenAway(ctx context.Context) (string, error) {
	t.mu.Lock()
	gone := t.gone
	t.mu.Unlock()
	if !gone {
		return "The script took its page away before it returned a value.", nil
	}
	if away := t.away(ctx); away != nil {
		return "", browser.Unknown("The browser ended while the script ran (" + away.Message + ")")
	}
	return "The script had not returned when its tab went.", nil
}

// moving reports whether another document is on its way, has come, or the tab has closed. Another address alone is no
// other document.
func (t *tab) moving() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.gone || t.nav.phase != atRest || t.notes.have(noteWent) || t.notes.have(noteFailed)
}
