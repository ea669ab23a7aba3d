package openai

import (
	"encoding/json"

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
//	nothing                                  the call begun last
type calls struct {
	list []*call
}

type call struct {
	id, name string
	args     []byte
	index    *int
	extra    json.RawMessage
}

func (cs *calls) add(d callDelta, emit func(llm.Delta)) {
	c, n := cs.find(d)
	if c == nil {
		if d.Function.Name == "" {
			return // arguments of a call that never began
		}
		c, n = &call{id: d.ID, name: d.Function.Name, index: d.Index}, len(cs.list)
		cs.list = append(cs.list, c)
		emit(llm.Delta{Index: n, Start: &llm.CallStart{ModelID: c.id, Name: c.name}})
	}
	if len(d.Extra) > 0 && string(d.Extra) != "null" {
		c.extra = append(json.RawMessage(nil), d.Extra...)
	}
	if args := string(d.Function.Arguments); args != "" && args != "null" {
		c.args = append(c.args, args...)
		emit(llm.Delta{Index: n, Arguments: args})
	}
}

// find gives the call that a delta belongs to, or nil for a new one.
func (cs *calls) find(d callDelta) (*call, int) {
	if d.ID != "" {
		for n, c := range cs.list {
			if c.id == d.ID {
				return c, n
			}
		}
	}
	if d.Index != nil {
		c, n := cs.at(*d.Index)
		if c == nil || d.ID == "" || d.Function.Name == "" || c.id == "" {
			return c, n
		}
		if c.name == d.Function.Name && len(c.args) > 0 && !json.Valid(c.args) {
			return c, n
		}
		return nil, 0
	}
	if d.Function.Name != "" || len(cs.list) == 0 {
		return nil, 0
	}
	n := len(cs.list) - 1
	return cs.list[n], n
}

func (cs *calls) at(index int) (*call, int) {
	for n := len(cs.list) - 1; n >= 0; n-- {
		if c := cs.list[n]; c.index != nil && *c.index == index {
			return c, n
		}
	}
	return nil, 0
}

// whole gives the calls as a reply has them. No arguments at all means {}.
func (cs *calls) whole(by string) []llm.Call {
	var out []llm.Call
	for _, c := range cs.list {
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
