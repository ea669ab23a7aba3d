package act

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/page"
)

// put has the page script give a control its values, and reads it back.
func (t *tab) put(ctx context.Context, target page.Target, values []string) (after pagescript.Element, err error) {
	err = t.racing(ctx, func(ctx context.Context) error {
		first, err := call(ctx, t, target.Document, pagescript.Set, pagescript.SetArgs{Ref: target.Ref, Values: values})
		if err != nil {
			return err
		}
		after = t.later(ctx, target, "", first)
		after.Meant = first.Meant
		return nil // what has taken the page away is told by settle
	})
	return after, err
}

// reactTime is how long a page may take to answer what was done to it, before
// it is told what has become of it.
const reactTime = 150 * time.Millisecond

// rested waits until the page has had its time, and reports whether it has.
func rested(ctx context.Context) bool {
	over := time.NewTimer(reactTime)
	defer over.Stop()
	select {
	case <-over.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// chosen reports whether exactly those options are selected that were meant.
func chosen(e pagescript.Element) bool { return labels(e).same(e.Meant) }

// later reads an element again once the page has had its time: what it is then is what counts, whether the page has
// changed it or has drawn it late. first is what it was at once, and stays so where the page is being left, or asks.
func (t *tab) later(ctx context.Context, target page.Target, want string, first pagescript.Element) pagescript.Element {
	if first.Gone || !t.restedDrawn(ctx) || t.moving() || t.clear() != nil {
		return first
	}
	now, err := whileHere(ctx, t, func(ctx context.Context) (pagescript.Element, error) {
		return call(ctx, t, target.Document, pagescript.Locate, pagescript.LocateArgs{Ref: target.Ref, Want: want})
	})
	if err != nil {
		return first // settle tells what has come of the page
	}
	return now
}

// choices are the options that a value names, one a line; none where it is empty.
func choices(value string) []string {
	if value == "" {
		return []string{}
	}
	return strings.Split(value, "\n")
}

// took reports whether a field holds what it was given. What is masked is compared in the page, which alone may read it.
func took(value string, e pagescript.Element) bool {
	switch {
	case !e.Masked:
		return same(value, e.Value)
	case value == "":
		return e.Value == ""
	}
	return e.Match == pagescript.MatchEqual || e.Match == pagescript.MatchFormatted
}

func held(target page.Target, e pagescript.Element) string {
	switch {
	case e.Masked && e.Match == pagescript.MatchFormatted:
		return join(fmt.Sprintf("Filled %s: it now holds %d characters, with the separators of its own way to write it.", target.Words, utf8.RuneCountInString(e.Value)), invalid(e))
	case e.Masked:
		return join(fmt.Sprintf("Filled %s: it now holds %d characters.", target.Words, utf8.RuneCountInString(e.Value)), invalid(e))
	}
	return join(fmt.Sprintf("Filled %s: it now holds %s.", target.Words, tools.Quote(e.Value)), invalid(e))
}

// notHeld never repeats what belongs into a masked field.
func notHeld(target page.Target, value string, e pagescript.Element) string {
	if e.Masked {
		return join(fmt.Sprintf("Could not fill %s: it holds %d characters, and something else than what was filled in.", target.Words, utf8.RuneCountInString(e.Value)), invalid(e))
	}
	return join(fmt.Sprintf("Could not fill %s: it holds %s and not %s.", target.Words, tools.Quote(e.Value), tools.Quote(value)), invalid(e))
}

// entered reports whether a field had taken a value by the time that it was left: what it is given on typing counts, and not
// what the page then makes of it.
func entered(value string, got *pagescript.LandedResult) bool {
	return took(value, got.Element) || got.Took != nil && took(value, pagescript.Element{Value: got.Took.Value, Masked: got.Took.Masked, Match: got.Took.Match})
}

// lookFirst is said where the page may have acted on a value: filled in again, it would act on it twice.
const lookFirst = "It may have been added, sent or refused: look before you do it again."

// takenSince says what the page has made of a value that a field took. A field that is as it was before, or empty, is ready for
// the next value; one that holds another value does not hold what it shall.
func takenSince(target page.Target, value string, before, now pagescript.Element) (did string, failed bool) {
	what := "it took " + tools.Quote(value)
	if now.Masked {
		what = "it took what was filled in"
	}
	switch {
	case value != "" && now.Value == "":
		return join(fmt.Sprintf("Filled %s: %s, and the page has emptied it since.", target.Words, what), lookFirst, invalid(now)), false
	case value != "" && now.Value == before.Value && !now.Masked:
		return join(fmt.Sprintf("Filled %s: %s, and the page has put back %s since.", target.Words, what, tools.Quote(now.Value)), lookFirst, invalid(now)), false
	case now.Masked:
		return join(fmt.Sprintf("Could not fill %s: %s, and the page has changed it since. It holds %d characters.", target.Words, what, utf8.RuneCountInString(now.Value)), invalid(now)), true
	}
	return join(fmt.Sprintf("Could not fill %s: %s, and the page has changed it since: it holds %s and not %s.", target.Words, what, tools.Quote(now.Value), tools.Quote(value)), invalid(now)), true
}

// emptiedAtOnce says of a field that got what was typed and holds nothing, that the page may have acted on it as it came: it
// sends a code with its last digit, or adds a tag at the comma. whole says that all of the value was seen to come.
func emptiedAtOnce(target page.Target, value string, whole bool, now pagescript.Element) string {
	if whole {
		did, _ := takenSince(target, value, pagescript.Element{}, now)
		return did
	}
	return join(fmt.Sprintf("Typed into %s, and it holds nothing now.", target.Words), lookFirst, invalid(now))
}

func invalid(e pagescript.Element) string {
	if e.Invalid == "" {
		return ""
	}
	return "The browser says that this is not valid: " + tools.Quote(e.Invalid)
}
