package act

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/page"
)

// Select implements page.Driver. It shares with Fill all but its words.
func (p *Pages) Select(ctx context.Context, target page.Target, values []string) (page.Report, error) {
	return p.act(ctx, target, func(ctx context.Context, t *tab) (string, bool, error) {
		before, err := call(ctx, t, target.Document, pagescript.Locate, pagescript.LocateArgs{Ref: target.Ref})
		if err != nil {
			return "", false, err
		}
		if err := selectable(target, before); err != nil {
			return "", false, err
		}
		after, err := t.put(ctx, target, append([]string{}, values...))
		if err != nil && !isDialog(err) {
			return "", false, err
		}
		did, failed := selected(target, before, after, isDialog(err))
		return did, failed, nil
	})
}

// selectable refuses what is no native list, with the way that works.
func selectable(target page.Target, e pagescript.Element) error {
	what := target.Words
	switch {
	case e.Gone || seen(target.Document, e) != target.Seen || e.Kind == "select":
		return fillable(target, e)
	case e.Kind == "check":
		return refused(what+" is ticked, not chosen from a list.", "Click it, or fill it with true or false.")
	}
	switch e.Role {
	case "combobox", "listbox", "option", "menuitem", "menuitemradio", "treeitem":
		return refused(what+" belongs to a list that the page draws itself, so nothing was chosen.",
			"Click it, take a snapshot, and click the option; where one can type in it, fill it and press Enter.")
	case "textbox", "searchbox", "spinbutton", "slider":
		return refused(what+" is a field and no list, so nothing was chosen.", "Fill it.")
	}
	return refused(what+" is no native list, so nothing was chosen.",
		"If it opens a list that the page draws, click it, take a snapshot, and click the option.")
}

// selected says what the list has become.
func selected(target page.Target, before, after pagescript.Element, unread bool) (did string, failed bool) {
	now := labels(after)
	switch {
	case unread:
		return fmt.Sprintf("Chose in %s; it could not be read back.", target.Words), false
	case after.Gone:
		return fmt.Sprintf("Chose in %s, and it is no longer in the page: the page took it away, or put another in its place. Take a snapshot.", target.Words), false
	case !chosen(after) && !offers(before, after):
		return fmt.Sprintf("Chose in %s, and the page has put other options in it since: %s. Take a snapshot.", target.Words, now.are()), true
	case !chosen(after) && len(after.Meant) > 0 && labels(before).same(now):
		return join(fmt.Sprintf("Selected %s in %s, and the page has put it back since: %s.", choice(after.Meant), target.Words, now.are()), lookFirst, invalid(after)), false
	case !chosen(after):
		return join(fmt.Sprintf("Could not select in %s: %s.", target.Words, now.are()), invalid(after)), true
	case len(now) > 0 && labels(before).same(now):
		return fmt.Sprintf("%s selected already in %s; nothing was done.", now.verb(), target.Words), false
	case len(now) == 0:
		return join(fmt.Sprintf("Selected nothing in %s.", target.Words), answered(before, after)), false
	}
	return join(fmt.Sprintf("Selected %s in %s.", now, target.Words), answered(before, after), invalid(after)), false
}

// answered says what the page has made of the list itself once something was chosen.
func answered(before, after pagescript.Element) string {
	other, off := "", ""
	if !offers(before, after) {
		other = "The page has changed its options since: take a snapshot before choosing in it again."
	}
	if before.Enabled && !after.Enabled {
		off = "The list is disabled now."
	}
	return join(other, off)
}

// offers reports whether a list still has the options that it had.
func offers(before, after pagescript.Element) bool {
	return slices.EqualFunc(before.Options, after.Options, func(a, b pagescript.Option) bool {
		return a.Label == b.Label && a.Value == b.Value && a.Disabled == b.Disabled
	})
}

// choice is the labels that are chosen.
type choice []string

func labels(e pagescript.Element) choice {
	var list choice
	for _, o := range e.Options {
		switch {
		case o.Selected && o.Label != "":
			list = append(list, o.Label)
		case o.Selected:
			list = append(list, o.Value)
		}
	}
	return list
}

func (c choice) String() string {
	quoted := make([]string, len(c))
	for i, label := range c {
		quoted[i] = tools.Quote(label)
	}
	return strings.Join(quoted, ", ")
}

func (c choice) verb() string {
	if len(c) == 1 {
		return c.String() + " is"
	}
	return c.String() + " are"
}

func (c choice) are() string {
	if len(c) == 0 {
		return "nothing is selected"
	}
	return c.verb() + " selected"
}

func (c choice) same(other choice) bool { return c.String() == other.String() }
