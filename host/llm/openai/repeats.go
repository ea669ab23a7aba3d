package openai

import (
	"slices"

	"github.com/margay/margay/host/llm"
)

// What is said again runs once. A call says another one again where both have the same
// name and equal arguments, nothing tells them apart ([call.mayBe]), and
//
//	its id or index is that of the other one alone, or
//	it stands in a row of calls that says again, in order, the row right before it.
//
// So A, B, A without ids and at one index are three calls, and A, B, A, B are two.

// judge tells the calls that begin to be kept from those that are said again, as far as
// that can be told; at the end all can.
func (cs *calls) judge(ended bool, emit func(llm.Delta)) {
	for cs.judged < len(cs.list) {
		rest := cs.list[cs.judged:]
		c, open := rest[0], len(rest) == 1 && !ended
		switch {
		case c.name == "" && !ended, open && (c.args.isEmpty() || c.args.isPlaceholder()):
			return // its name and id may grow
		case c.name == "", c.saysNothing():
			cs.judged++
			continue
		case open && cs.mayRepeat(c), !ended && cs.mayRepeat(c) && !c.isEnded():
			return
		}
		row, told := cs.repeated(rest, ended)
		if !told {
			return
		}
		for i, once := range row {
			once.take(rest[i])
		}
		cs.judged += max(1, len(row))
		if len(row) == 0 {
			cs.emit(c, emit)
		}
	}
}

// mayRepeat reports whether a call may turn out to be said again.
func (cs *calls) mayRepeat(c *call) bool {
	return slices.ContainsFunc(cs.kept, func(once *call) bool { return once.name == c.name && once.mayBe(c) })
}

// repeated gives the calls that the first of the rest, and as many behind it, say again.
// It is not told yet where a longer row may follow.
func (cs *calls) repeated(rest []*call, ended bool) (row []*call, told bool) {
	if once := cs.alone(rest[0]); once != nil && once.isSaidAgainBy(rest[0]) {
		return []*call{once}, true
	}
	for n := len(cs.kept); n > 0; n-- {
		row := cs.kept[len(cs.kept)-n:]
		same := 0
		for same < min(n, len(rest)) && row[same].isSaidAgainBy(rest[same]) {
			same++
		}
		switch {
		case same == n && (n < len(rest) || ended):
			return row, true
		case ended:
		case same > 0 && same == len(rest):
			return nil, false
		case same > 0 && same < n && row[same].mayGrowTo(rest[same], same == len(rest)-1):
			return nil, false
		}
	}
	return nil, true
}

// alone gives the call whose id or index a later one has, if no other has it, too.
func (cs *calls) alone(c *call) (found *call) {
	for _, once := range cs.kept {
		sameID := c.id != "" && once.id == c.id
		sameIndex := c.index != nil && once.index != nil
		if !once.isLike(c) || !sameID && !sameIndex {
			continue
		}
		if found != nil {
			return nil
		}
		found = once
	}
	return found
}

// isLike reports whether no two ids and no two indexes tell the calls apart.
func (c *call) isLike(later *call) bool {
	otherID := c.id != "" && later.id != "" && c.id != later.id
	otherIndex := c.index != nil && later.index != nil && *c.index != *later.index
	return !otherID && !otherIndex
}

// mayBe reports whether nothing tells a later call from this one, and something speaks
// for it: of calls without ids and indexes each counts, and so does what stands
// beside the other in one list where none has an id.
func (c *call) mayBe(later *call) bool {
	hasNone := c.id == "" && later.id == ""
	beside := hasNone && c.in == later.from
	nameless := hasNone && c.index == nil && later.index == nil
	return c.isLike(later) && !beside && !nameless
}

// isSaidAgainBy reports whether a later call is this one once more.
func (c *call) isSaidAgainBy(later *call) bool {
	return c.name == later.name && c.mayBe(later) && c.isEnded() && later.isEnded() && c.key() == later.key()
}

// mayGrowTo reports whether a later call may turn out to be this one, of which not all has come.
func (c *call) mayGrowTo(later *call, last bool) bool {
	return (last || !later.isEnded()) && c.mayBe(later)
}

// saysNothing reports whether only the name of the call before was said again.
func (c *call) saysNothing() bool {
	if c.after == nil || !c.args.isEmpty() || c.name != c.after.name || !c.after.isLike(c) {
		return false
	}
	return c.id != "" || c.after.id != "" || c.after.in != c.from
}

// isEnded reports whether nothing is missing of the arguments; none at all mean {}.
func (c *call) isEnded() bool { return c.args.isEmpty() || c.args.isWhole() }

// take keeps what only the later of two that are one call has.
func (c *call) take(later *call) {
	if c.id == "" {
		c.id = later.id
	}
	if c.extra == nil {
		c.extra = later.extra
	}
}

// key is the same for arguments that mean the same.
func (c *call) key() string {
	if c.meant == "" {
		c.meant = canonical([]byte(c.value()))
	}
	return c.meant
}
