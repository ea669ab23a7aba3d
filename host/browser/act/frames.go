package act

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
)

// mostFrames bounds the child documents that one look goes through, framesAtOnce how many of them are asked together,
// childTime the time for each: an advertisement that hangs must hold up neither the page nor the other frames.
const (
	mostFrames   = 24
	framesAtOnce = 8
	childTime    = 2 * time.Second
)

// child is the snapshot of a child document.
type child struct {
	path string
	url  string
	text string
	busy string
}

// nest puts the snapshots of child documents under the lines of their frames. busy names what one of them says is not done.
func (t *tab) nest(ctx context.Context, text string, frames []browser.Frame, maxChars int) (nested, busy string) {
	left := maxChars - len(text)
	read := frames[:min(len(frames), mostFrames)]
	if maxChars > 0 && left <= 0 {
		read = nil
	}
	answers := t.children(ctx, read, max(left, 0))
	var children []child
	unread, silent := len(frames)-len(read), 0
	var closed []browser.Frame
	for i, a := range answers {
		if maxChars > 0 && left <= 0 {
			unread += len(answers) - i
			break
		}
		if maxChars > 0 && len(a.text) > left {
			a.child, a.err = t.child(ctx, read[i], left) // what the others took is not left for this one
		}
		switch {
		case isFault(a.err, protocol.ReasonDeadline):
			silent++
		case missed(a.err):
			closed = append(closed, read[i])
		}
		if a.err != nil || a.text == "" {
			continue // gone by now, empty, or hidden
		}
		left -= len(a.text)
		busy = cmp.Or(busy, a.busy)
		children = append(children, a.child)
	}
	// A frame's line must be there before its child's is looked for in it.
	sort.SliceStable(children, func(i, j int) bool { return len(children[i].path) < len(children[j].path) })
	for _, c := range children {
		text = insert(text, c)
	}
	if unread > 0 {
		text += fmt.Sprintf("\n- … %s not read: the limit was reached", framesWere(unread))
	}
	if silent > 0 {
		text += fmt.Sprintf("\n- … %s did not answer: what is in there is not shown", frameCount(silent))
	}
	if len(closed) > 0 {
		text += "\n- … " + elsewhere(closed)
	}
	return text, busy
}

// mostAddresses is how many frames that cannot be read are told with their address.
const mostAddresses = 3

// elsewhere says of frames that cannot be read where they can be seen: a tab has a picture of all of a PDF's view.
func elsewhere(closed []browser.Frame) string {
	var addresses []string
	for _, f := range closed {
		if strings.HasPrefix(f.URL, "http") && len(addresses) < mostAddresses {
			addresses = append(addresses, tools.Quote(shorten(f.URL, longestURL)))
		}
	}
	said := frameCount(len(closed)) + " could not be read, as a PDF cannot: take a screenshot to see what is in there"
	if len(addresses) == 0 {
		return said
	}
	return said + ", or open its address in a tab and take one of that: " + strings.Join(addresses, ", ")
}

// answer is the snapshot of a child document, or why there is none.
type answer struct {
	child
	err error
}

// children asks child documents for their snapshots; the answers are in order.
func (t *tab) children(ctx context.Context, frames []browser.Frame, maxChars int) []answer {
	answers := make([]answer, len(frames))
	t.inOrder(frames)
	together(len(frames), func(i int) { answers[i].child, answers[i].err = t.child(ctx, frames[i], maxChars) })
	return answers
}

// inOrder gives documents their prefixes in the order in which they are listed, before they are asked together.
func (t *tab) inOrder(frames []browser.Frame) {
	for _, f := range frames {
		if !f.Silent {
			t.prefix(f.Document)
		}
	}
}

// together runs fn for the numbers below n, a few at once, and waits.
func together(n int, fn func(i int)) {
	var wg sync.WaitGroup
	free := make(chan struct{}, framesAtOnce)
	for i := range n {
		free <- struct{}{}
		wg.Go(func() {
			defer func() { <-free }()
			fn(i)
		})
	}
	wg.Wait()
}

func (t *tab) child(ctx context.Context, f browser.Frame, maxChars int) (child, error) {
	s, err := within(ctx, f, func(ctx context.Context) (pagescript.SnapshotResult, error) {
		return call(ctx, t, f.Document, pagescript.Snapshot, pagescript.SnapshotArgs{MaxChars: maxChars, Prefix: t.prefix(f.Document)})
	})
	return child{path: s.Frame, url: s.URL, text: s.Text, busy: s.Busy}, err
}

// within asks a child document, which may take its time and no more of the look's; one that takes longer is silent.
func within[R any](ctx context.Context, f browser.Frame, ask func(context.Context) (R, error)) (result R, err error) {
	if f.Silent {
		return result, newSilentFrame()
	}
	ctx, cancel := context.WithTimeout(ctx, childTime)
	defer cancel()
	if result, err = ask(ctx); isFault(err, protocol.ReasonDeadline) {
		err = newSilentFrame()
	}
	return result, err
}

// missed reports whether a child document is there and was not read. One that is gone has nothing to read.
func missed(err error) bool {
	return err != nil && !isFault(err, protocol.ReasonNoDocument, protocol.ReasonNoTab)
}

// cutShort is what ended a look while child documents were read: a dialog, a crash or a stop is no fault of theirs. Where
// its time is over, what has been read is worth telling.
func cutShort(ctx context.Context) error {
	if cause := context.Cause(ctx); !errors.Is(cause, context.DeadlineExceeded) {
		return cause
	}
	return nil
}

// insert nests a child's lines under the line of its frame, or puts them at
// the end where its parent shows no such line.
func insert(text string, c child) string {
	lines := strings.Split(text, "\n")
	mark := "[frame=" + c.path + "]"
	for i, line := range lines {
		if c.path != "" && isFrameLine(line, mark) {
			indent := line[:len(line)-len(strings.TrimLeft(line, " "))] + "  "
			nested := indented(c.text, indent)
			if inertFrame.MatchString(unquoted.ReplaceAllString(line, "")) {
				nested = inert(nested)
			}
			return strings.Join(append(lines[:i+1:i+1], append(nested, lines[i+1:]...)...), "\n")
		}
	}
	tail := append([]string{"- iframe url=" + tools.Quote(c.url)}, indented(c.text, "  ")...)
	return strings.Join(append(lines, tail...), "\n")
}

// isFrameLine looks for the mark outside of the quoted name, which a page chooses.
func isFrameLine(line, mark string) bool {
	line = strings.TrimLeft(line, " ")
	if !strings.HasPrefix(line, "- iframe") {
		return false
	}
	return strings.Contains(unquoted.ReplaceAllString(line, ""), mark)
}

// A frame that a dialog in front of it keeps from being used.
var inertFrame = regexp.MustCompile(`\] inert\b`)

// What can be acted on: the line up to its states.
var actedOn = regexp.MustCompile(`^( *- \S+(?: "(?:[^"\\]|\\.)*")* \[ref=[^\]]*\](?: \[[^\]]*\])*)( inert\b)?`)

// inert marks what is in a frame that is inert: its document cannot tell.
func inert(lines []string) []string {
	for i, line := range lines {
		lines[i] = actedOn.ReplaceAllString(line, "$1 inert")
	}
	return lines
}

var unquoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)

func indented(text, indent string) []string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = indent + lines[i]
	}
	return lines
}

// search searches child documents; hits and errors are in their order.
func (t *tab) search(ctx context.Context, frames []browser.Frame, q pagescript.FindArgs) ([]pagescript.FindResult, []error) {
	hits, errs := make([]pagescript.FindResult, len(frames)), make([]error, len(frames))
	t.inOrder(frames)
	together(len(frames), func(i int) {
		f, q := frames[i], q
		hits[i], errs[i] = within(ctx, f, func(ctx context.Context) (pagescript.FindResult, error) {
			q.Prefix = t.prefix(f.Document)
			return call(ctx, t, f.Document, pagescript.Find, q)
		})
	})
	return hits, errs
}

// silentFrame says of a frame that it does not answer, where a fault of the same reason would blame the whole page.
type silentFrame struct{ *protocol.Fault }

func (s *silentFrame) Unwrap() error { return s.Fault }

func newSilentFrame() *silentFrame {
	return &silentFrame{protocol.NewFault(protocol.ReasonDeadline, "A frame of the page does not answer: it is busy, perhaps with a script that does not end.").
		WithNext("Go on with the rest of the page, or navigate.")}
}

func frameCount(n int) string {
	if n == 1 {
		return "1 frame"
	}
	return fmt.Sprintf("%d frames", n)
}

func framesWere(n int) string {
	if n == 1 {
		return "1 frame was"
	}
	return fmt.Sprintf("%d frames were", n)
}

func anySilent(frames []browser.Frame) bool {
	return slices.ContainsFunc(frames, func(f browser.Frame) bool { return f.Silent })
}
