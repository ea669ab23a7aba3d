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
//	an id that is known                      that call
//	a new id and a name, where the call at   a new call; but the same call when it has
//	this index has an id already             the same name and its arguments are not yet whole
//	an index that is known                   the call begun last at that index
//	a name                                   a new call
//	an id, where the last call is whole      a new call, whose name follows
//	nothing                                  the call begun last
//
// A call is emitted when its arguments begin, another call does, or the answer
// ends: until then its name and id may grow.
type calls struct {
	list  []*call
	begun int
}

type call struct {
	id, name string
	args     []byte
	index    *int
	extra    json.RawMessage
	number   int // among those that were emitted, -1 before
}

func (cs *calls) add(d callDelta, emit func(llm.Delta)) {
	c := cs.find(d)
	if c == nil {
		if d.Function.Name == "" && d.ID == "" {
			return // arguments of a call that never began
		}
		c = &call{number: -1}
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
	if args := string(d.Function.Arguments); args != "" && args != "null" {
		c.args = append(c.args, args...)
		if c.number >= 0 {
			emit(llm.Delta{Index: c.number, Arguments: args})
		}
	}
	last := len(cs.list) - 1
	cs.begin(cs.list[:last], emit)
	if len(c.args) > 0 {
		cs.begin([]*call{c}, emit)
	}
}

// begin emits those of the calls that have a name and were not emitted yet.
func (cs *calls) begin(list []*call, emit func(llm.Delta)) {
	for _, c := range list {
		if c.number >= 0 || c.name == "" {
			continue
		}
		c.number, cs.begun = cs.begun, cs.begun+1
		emit(llm.Delta{Index: c.number, Start: &llm.CallStart{ModelID: c.id, Name: c.name}})
		if len(c.args) > 0 {
			emit(llm.Delta{Index: c.number, Arguments: string(c.args)})
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
	case len(c.args) == 0:
		c.name += name
	}
}

// find gives the call that a delta belongs to, or nil for a new one.
func (cs *calls) find(d callDelta) *call {
	if d.ID != "" {
		for _, c := range cs.list {
			if c.id == string(d.ID) {
				return c
			}
		}
	}
	if d.Index != nil {
		c := cs.at(int(*d.Index))
		if c == nil || d.ID == "" || d.Function.Name == "" || c.id == "" || c.name == "" {
			return c
		}
		if c.name == string(d.Function.Name) && len(c.args) > 0 && !json.Valid(c.args) {
			return c
		}
		return nil
	}
	if len(cs.list) == 0 {
		return nil
	}
	last := cs.list[len(cs.list)-1]
	if last.name == "" {
		return last
	}
	// Some give every delta another id; a whole call is not gone on with.
	if d.Function.Name == "" && (d.ID == "" || !json.Valid(last.args)) {
		return last
	}
	return nil
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
	cs.begin(cs.list, emit)
	var out []llm.Call
	for _, c := range cs.emitted() {
		args := string(c.args)
		if args == "" {
			args = "{}"
		}
		lc := llm.Call{ModelID: c.id, Name: c.name, Arguments: args}
		if c.extra != nil {
			lc.Vendor = vendorText(vendor{By: by, Extra: c.extra})
		}
		out = append(out, lc)
	}
	return out
}
