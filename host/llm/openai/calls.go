package openai

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/margay/margay/host/llm"
)

// calls assembles tool calls from deltas. Providers disagree on how a delta
// names its call; the rules, first hit wins:
//
//	an id that is known        the call with it, of several the one at this index
//	an index that is known     the call begun last at that index
//	a name                     a new call
//	an id, and the last call   a new call, whose name follows
//	is whole
//	nothing                    the call begun last
//
// A delta that names a function begins a new call all the same where what it
// would go on with has a name and is another one, see [call.isAnother].
//
// What says a whole call once more is that call, see [call.isSaidAgain]; what may do
// so in pieces is a call of its own that waits until it is told, see [call.settle].
//
// A call is emitted when its arguments begin, another call does, or the answer
// ends: until then its name and id may grow.
type calls struct {
	tools offered
	list  []*call
	begun int
	lists int // that came, see [calls.addAll]
}

type call struct {
	id, name string
	args     written
	index    *int
	extra    json.RawMessage
	number   int // among those that were emitted, -1 before
	in       int // the list that the newest of its arguments came in
	// once is a call that was whole before, which this one may say again; waits says
	// that it cannot be told yet, repeats that it does.
	once           *call
	waits, repeats bool
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
	c, once := cs.find(d)
	if c == nil {
		if d.Function.Name == "" && d.ID == "" {
			return // arguments of a call that never began
		}
		c = &call{number: -1, once: once}
		if d.Index != nil {
			c.index = new(int(*d.Index))
		}
		cs.list = append(cs.list, c)
	}
	if c.id == "" {
		c.id = string(d.ID)
	}
	c.call(string(d.Function.Name))
	if len(d.Extra) > 0 && string(d.Extra) != "null" {
		c.extra = append(json.RawMessage(nil), d.Extra...)
	}
	if args := string(d.Function.Arguments); args != "" && args != "null" && !c.says(args) {
		fresh := c.args.add(args)
		c.in = cs.lists
		c.settle()
		if c.number >= 0 && fresh != "" {
			emit(llm.Delta{Index: c.number, Arguments: fresh})
		}
	}
	if emit == nil {
		return
	}
	begun := len(cs.list) - 1
	if c == cs.list[begun] && !c.args.isEmpty() && !c.args.isPlaceholder() {
		begun++
	}
	cs.begin(cs.list[:begun], emit)
}

// begin emits those of the calls that have a name and were not emitted yet, in their
// order: behind one that waits the others do.
func (cs *calls) begin(list []*call, emit func(llm.Delta)) {
	for _, c := range list {
		if c.waits {
			return
		}
		if c.number >= 0 || c.name == "" || c.repeats {
			continue
		}
		c.number, cs.begun = cs.begun, cs.begun+1
		emit(llm.Delta{Index: c.number, Start: &llm.CallStart{ModelID: c.id, Name: cs.tools.meant(c.name)}})
		if !c.args.isEmpty() {
			emit(llm.Delta{Index: c.number, Arguments: string(c.args.raw())})
		}
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

// find gives the call that a delta belongs to, or nil for a new one, and then the call
// that this one may say again.
func (cs *calls) find(d callDelta) (c, once *call) {
	c = cs.withID(d)
	if c == nil && d.Index != nil {
		c = cs.at(int(*d.Index))
	} else if c == nil {
		c = cs.last(d)
	}
	switch {
	case c == nil || !c.isAnother(d, cs.lists):
		return c, nil
	case string(d.Function.Name) == c.name && c.isToldBy(d, cs.lists) && c.args.isWhole():
		return nil, c
	}
	return nil, nil
}

// withID gives the call with the delta's id: at its index, else any.
func (cs *calls) withID(d callDelta) (found *call) {
	for _, c := range slices.Backward(cs.list) {
		if d.ID == "" || c.id != string(d.ID) {
			continue
		}
		if c.isAt(d) {
			return c
		}
		found = c
	}
	return found
}

// last gives the call begun last, where a delta without an index may go on with it.
func (cs *calls) last(d callDelta) *call {
	if len(cs.list) == 0 {
		return nil
	}
	c := cs.list[len(cs.list)-1]
	if d.ID != "" && d.Function.Name == "" && c.name != "" && c.args.isWhole() {
		return nil // some give every delta another id; a whole call is not gone on with
	}
	return c
}

// isAnother reports whether a delta that would go on with the call begins another one;
// list is the number of the one that it stands in.
func (c *call) isAnother(d callDelta, list int) bool {
	name := string(d.Function.Name)
	if name == "" || c.name == "" {
		return false
	}
	more := strings.TrimSpace(string(d.Function.Arguments))
	more = strings.TrimPrefix(more, "null")
	otherID := d.ID != "" && c.id != "" && c.id != string(d.ID)
	unnumbered := d.Index == nil && d.ID == ""
	goesOn := !c.args.isWhole() || c.args.isPlaceholder() && c.hasIDOf(d) || c.isSaidAgain(d, list)
	switch {
	case name == c.name && !c.args.isEmpty() && goesOn:
		return false // it is named again with every delta
	case otherID, !c.isAt(d), unnumbered && !c.args.isEmpty():
		return true
	}
	return c.args.isWhole() && (more != "" || name != c.name)
}

// isSaidAgain reports whether a delta is the call that is there once more, by a
// vendor that says all of it each time, or again at the end.
func (c *call) isSaidAgain(d callDelta, list int) bool {
	again := c.args.again && !c.isApart(d, list) || c.isToldBy(d, list)
	return again && c.says(string(d.Function.Arguments))
}

// isToldBy reports whether a delta names the call, by its id or its index. Another call
// has an id or an index of its own, or the vendor gives neither.
func (c *call) isToldBy(d callDelta, list int) bool {
	told := d.ID != "" || d.Index != nil && c.index != nil || c.id != ""
	return told && c.isAt(d) && !c.isApart(d, list)
}

// isApart reports whether a delta is another call for sure: by its id, or, where none
// has an id, since it stands beside this one in one list.
func (c *call) isApart(d callDelta, list int) bool {
	otherID := d.ID != "" && c.id != "" && c.id != string(d.ID)
	beside := c.in == list && c.id == "" && d.ID == ""
	return otherID || beside
}

// settle tells whether the call is one that was said before. What is not whole yet may
// become that, and nobody is shown it till then.
func (c *call) settle() {
	if c.once == nil || c.number >= 0 {
		return
	}
	whole := c.args.isWhole()
	c.repeats = whole && c.once.says(string(c.args.value()))
	c.waits = !whole
}

// hasIDOf reports whether a delta names the call by its id, and by no other index.
func (c *call) hasIDOf(d callDelta) bool {
	return d.ID != "" && c.id == string(d.ID) && c.isAt(d)
}

// says reports whether the arguments are whole and just these, in whatever order and
// with whatever blanks.
func (c *call) says(args string) bool {
	if !c.args.isWhole() {
		return false
	}
	if args == string(c.args.all) || c.args.again && args == string(c.args.last) {
		return true
	}
	var other written
	other.add(args)
	return other.isWhole() && equalJSON(other.value(), c.args.value())
}

// isAt reports whether nothing says that the call is at another index.
func (c *call) isAt(d callDelta) bool {
	return c.index == nil || d.Index == nil || *c.index == int(*d.Index)
}

// areWhole reports whether the arguments of all calls are; none at all mean {}.
func (cs *calls) areWhole() bool {
	return !slices.ContainsFunc(cs.list, func(c *call) bool { return !c.args.isEmpty() && !c.args.isWhole() })
}

func (cs *calls) at(index int) *call {
	for _, c := range slices.Backward(cs.list) {
		if c.index != nil && *c.index == index {
			return c
		}
	}
	return nil
}

// emitted are the calls with a name, in the order in which they were emitted.
func (cs *calls) emitted() []*call {
	list := slices.DeleteFunc(slices.Clone(cs.list), func(c *call) bool { return c.number < 0 })
	slices.SortFunc(list, func(a, b *call) int { return a.number - b.number })
	return list
}

// whole gives the calls as a reply has them. No arguments at all means {}.
func (cs *calls) whole(by string, emit func(llm.Delta)) []llm.Call {
	for _, c := range cs.list {
		c.waits = false // nothing more will come
	}
	cs.begin(cs.list, emit)
	var out []llm.Call
	for _, c := range cs.emitted() {
		args := string(c.args.value())
		if args == "" {
			args = "{}"
		}
		lc := llm.Call{ModelID: c.id, Name: cs.tools.meant(c.name), Arguments: args}
		if c.extra != nil {
			lc.Vendor = vendorText(vendor{By: by, Extra: c.extra})
		}
		out = append(out, lc)
	}
	return out
}
