package openai

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/margay/margay/host/llm"
)

// calls assembles tool calls from deltas, in two passes. Which call a piece belongs to
// is asked when it comes ([calls.find]), and goes by its id, its index and its name. Which
// call says again what another one said is asked when calls are whole (repeats.go).
//
// A call is emitted when its arguments begin, another call does, or the answer
// ends: until then its name and id may grow. One that may turn out to be said again, and those
// behind it, are emitted when that is told.
type calls struct {
	tools offered
	begun []*call // all
	list  []*call // those that said more than a name that was said before
	kept  []*call // those that run, as they are numbered
	// judged is how many of the list are told to be kept or not.
	judged  int
	lists   int // that came, see [calls.addAll]
	touches int
}

type call struct {
	id, name string
	args     written
	index    *int
	extra    json.RawMessage
	number   int // among those that were emitted, -1 before
	// from and in are the lists that it began in and that the newest of its arguments came in.
	from, in int
	touched  int
	counts   bool // it is in the list
	// after is the one that was whole when the name of both began this one.
	after *call
	meant string // see [call.key]
}

// addAll takes the pieces of one list: what stands in it twice is meant twice.
func (cs *calls) addAll(list []callDelta, emit func(llm.Delta)) {
	cs.lists++
	for _, d := range list {
		cs.add(d, emit)
	}
}

// add takes a piece of a call; emit may be nil where nobody is to see it yet.
func (cs *calls) add(d callDelta, emit func(llm.Delta)) {
	c := cs.find(d)
	if c == nil || cs.isAnother(c, d) {
		if d.Function.Name == "" && d.ID == "" {
			return // arguments of a call that never began
		}
		c = &call{number: -1, after: c, from: cs.lists, in: cs.lists}
		if d.Index != nil {
			c.index = new(int(*d.Index))
		}
		cs.begun = append(cs.begun, c)
	}
	cs.touches++
	c.touched = cs.touches
	if c.id == "" {
		c.id = string(d.ID)
	}
	c.call(string(d.Function.Name))
	if len(d.Extra) > 0 && string(d.Extra) != "null" {
		c.extra = append(json.RawMessage(nil), d.Extra...)
	}
	if args := string(d.Function.Arguments); args != "" && args != "null" && !c.isSaidBy(args) {
		fresh := c.args.add(args)
		c.in, c.meant = cs.lists, ""
		if c.number >= 0 && fresh != "" {
			emit(llm.Delta{Index: c.number, Arguments: fresh})
		}
	}
	if !c.counts && !c.saysNothing() {
		c.counts = true
		cs.list = append(cs.list, c)
	} else if cs.judged == len(cs.list) || c != cs.list[cs.judged] {
		return // nothing is told by it
	}
	if emit != nil {
		cs.judge(false, emit)
	}
}

// emit numbers a call and shows what there is of it.
func (cs *calls) emit(c *call, emit func(llm.Delta)) {
	c.number = len(cs.kept)
	cs.kept = append(cs.kept, c)
	emit(llm.Delta{Index: c.number, Start: &llm.CallStart{ModelID: c.id, Name: cs.tools.meant(c.name)}})
	if !c.args.isEmpty() {
		emit(llm.Delta{Index: c.number, Arguments: string(c.args.raw())})
	}
}

// call names the call. A name may be said again with every delta, grow, or come
// in pieces as long as no argument has come.
func (c *call) call(name string) {
	switch {
	case name == "" || name == c.name:
	case c.name == "" || strings.HasPrefix(name, c.name):
		c.name = name
	case c.args.isEmpty():
		c.name += name
	}
}

// find gives the call that a delta speaks of, of several the one that was spoken of last:
// the one with its id, at its index if there is one there; else the one at its
// index; else any.
func (cs *calls) find(d callDelta) *call {
	hasID := func(c *call) bool { return d.ID != "" && c.id == string(d.ID) }
	if c := cs.latest(func(c *call) bool { return hasID(c) && c.isAt(d) }); c != nil {
		return c
	}
	if c := cs.latest(hasID); c != nil {
		return c
	}
	if d.Index != nil {
		return cs.latest(func(c *call) bool { return c.index != nil && *c.index == int(*d.Index) })
	}
	c := cs.latest(func(*call) bool { return true })
	if c != nil && d.ID != "" && d.Function.Name == "" && c.name != "" && c.args.isWhole() {
		return nil // some give every delta another id; a whole call is not gone on with
	}
	return c
}

func (cs *calls) latest(fits func(*call) bool) (found *call) {
	for _, c := range cs.begun {
		if fits(c) && (found == nil || c.touched > found.touched) {
			found = c
		}
	}
	return found
}

// isAnother reports whether a delta that names a function begins another call than the
// one that it speaks of. A name alone may be said with every piece.
func (cs *calls) isAnother(c *call, d callDelta) bool {
	name := string(d.Function.Name)
	grows := strings.HasPrefix(name, c.name)
	switch {
	case name == "" || c.name == "":
		return false
	case d.ID != "" && c.id != "" && c.id != string(d.ID):
		return true
	case c.args.isEmpty():
		beside := c.from == cs.lists && c.id == "" && d.saysNothing()
		bare := !c.counts && c.index != nil && d.ID == "" && d.Index == nil
		return !c.isAt(d) || beside || bare || !grows && cs.isNoPiece(c, name)
	case !grows && !c.hasIDOf(d) && cs.tools.meant(name) != cs.tools.meant(c.name):
		return true
	case c.args.isPlaceholder() && c.hasIDOf(d) && name == c.name:
		return false
	}
	return c.args.isWhole()
}

// isNoPiece reports whether a name does not go on with that of the call: that one is said
// again, or is a tool's, and this one is another tool's, or how that one begins.
func (cs *calls) isNoPiece(c *call, name string) bool {
	isAgain := c.after != nil && c.after.name == c.name
	return isAgain || cs.tools.has(c.name) && (cs.tools.has(name) || strings.HasPrefix(c.name, name))
}

// saysNothing reports whether there is no more than a name in it.
func (d callDelta) saysNothing() bool {
	args := strings.TrimSpace(string(d.Function.Arguments))
	return d.ID == "" && (args == "" || args == "null")
}

// isAt reports whether nothing says that the call is at another index.
func (c *call) isAt(d callDelta) bool {
	return c.index == nil || d.Index == nil || *c.index == int(*d.Index)
}

// hasIDOf reports whether a delta names the call by its id, and by no other index.
func (c *call) hasIDOf(d callDelta) bool {
	return d.ID != "" && c.id == string(d.ID) && c.isAt(d)
}

// isSaidBy reports whether one piece says all of the arguments once more, in whatever
// order and with whatever blanks.
func (c *call) isSaidBy(piece string) bool {
	piece = strings.TrimSpace(piece)
	if !strings.HasPrefix(piece, "{") || !c.args.isJust() {
		return false
	}
	return isObject([]byte(piece)) && canonical([]byte(piece)) == c.key()
}

// areWhole reports whether the arguments of all calls are; none at all mean {}.
func (cs *calls) areWhole() bool {
	return !slices.ContainsFunc(cs.list, func(c *call) bool { return !c.args.isEmpty() && !c.args.isWhole() })
}

// whole gives the calls as a reply has them. No arguments at all means {}.
func (cs *calls) whole(by string, emit func(llm.Delta)) []llm.Call {
	cs.judge(true, emit)
	for _, c := range cs.begun {
		if !c.counts {
			c.after.take(c)
		}
	}
	var out []llm.Call
	for _, c := range cs.kept {
		lc := llm.Call{ModelID: c.id, Name: cs.tools.meant(c.name), Arguments: c.value()}
		if c.extra != nil {
			lc.Vendor = vendorText(vendor{By: by, Extra: c.extra})
		}
		out = append(out, lc)
	}
	return out
}

// value are the arguments as the tool gets them.
func (c *call) value() string {
	if c.args.isEmpty() {
		return "{}"
	}
	return string(c.args.value())
}
