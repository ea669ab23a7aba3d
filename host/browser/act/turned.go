package act

import (
	"context"
	"strings"
	"time"

	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools/page"
)

// checkedNow says what became of a box that is ticked.
func checkedNow(before pagescript.Element, after *pagescript.LandedResult) string {
	if after == nil || after.Element.Checked == "" || after.Element.Checked == before.Checked {
		return ""
	}
	return "It is now " + after.Element.Checked + "."
}

// turned says what became of a button that stays down, and of what folds.
func turned(before pagescript.Element, after *pagescript.LandedResult) string {
	if after == nil || after.Element.Gone {
		return ""
	}
	was, is := flags(before), flags(after.Element)
	switch {
	case is["pressed"] && !was["pressed"]:
		return "It is now pressed."
	case was["pressed"] && !is["pressed"]:
		return "It is not pressed any more."
	case is["expanded"] && !was["expanded"]:
		return "It is now expanded."
	case is["collapsed"] && was["expanded"]:
		return "It is now collapsed."
	}
	return ""
}

// turning looks for a while whether what shows a state, and shows the same one still, turns after all: some pages draw it
// later. now is what it is then, or was before where the page is being left.
func (t *tab) turning(ctx context.Context, target page.Target, before, now pagescript.Element) pagescript.Element {
	ctx, cancel := context.WithTimeout(ctx, turnTime)
	defer cancel()
	every := time.NewTicker(turnEvery)
	defer every.Stop()
	for turns(before) && !now.Gone && state(now) == state(before) && !t.moving() && t.clear() == nil {
		select {
		case <-ctx.Done():
			return now
		case <-every.C:
		}
		e, err := call(ctx, t, target.Document, pagescript.Locate, pagescript.LocateArgs{Ref: target.Ref})
		if err != nil {
			return now
		}
		now = e
	}
	return now
}

// turns reports whether an element shows a state that a press may turn.
func turns(e pagescript.Element) bool {
	if e.Role == "radio" && e.Checked == ticked {
		return false
	}
	return state(e) != ""
}

// state is what an element shows of what a press may turn; empty where it shows nothing.
func state(e pagescript.Element) string {
	shown := []string{e.Checked}
	for _, word := range []string{"pressed", "expanded", "collapsed"} {
		if flags(e)[word] {
			shown = append(shown, word)
		}
	}
	return strings.TrimSpace(strings.Join(shown, " "))
}

// flags are the single words of an element's line: what it says of its state, and its role.
func flags(e pagescript.Element) map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.Fields(unquoted.ReplaceAllString(e.Line, "")) {
		words[word] = true
	}
	return words
}
