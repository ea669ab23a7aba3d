// Package page holds the tools that read and act on a web page.
//
// It guarantees of each of them: Prepare changes nothing in the page; Do acts
// on the very element that Prepare saw, in the same document, or refuses; a
// result says what happened and what it caused in the words that
// tools/README.md lists; text from a page is cut before it gets here.
package page

import (
	"context"
	"embed"

	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/keys"
)

// Driver does what the tools want; host/browser/act is it. Its errors are faults of package protocol,
// which tell a refusal from an act whose outcome is not known.
type Driver interface {
	// Navigate opens url in the tab; where the run has none, in a new one.
	Navigate(ctx context.Context, at At, url string) (Report, error)
	// Walk goes a step in the history of the tab.
	Walk(ctx context.Context, at At, step Step) (Report, error)
	Snapshot(ctx context.Context, at At, maxChars int) (Reading, error)
	Find(ctx context.Context, at At, q pagescript.FindArgs) (Found, error)
	Content(ctx context.Context, at At, q pagescript.ContentArgs) (Reading, error)
	// Locate looks at the element that a ref names. It changes nothing.
	Locate(ctx context.Context, at At, ref string) (Target, error)
	// Whole looks at the page as a whole, for what needs no element.
	Whole(ctx context.Context, at At) (Target, error)
	// Look tells how the element of a ref stands, also when it is gone.
	Look(ctx context.Context, at At, ref string) (Stand, error)
	// Shoot draws what a person would see; ref is empty for the page.
	Shoot(ctx context.Context, at At, ref string, whole bool) (Picture, error)
	Click(ctx context.Context, t Target) (Report, error)
	Fill(ctx context.Context, t Target, value string) (Report, error)
	// Select chooses exactly these labels or values in a native list.
	Select(ctx context.Context, t Target, values []string) (Report, error)
	// Press presses keys in an element, or where the focus is.
	Press(ctx context.Context, t Target, chords []keys.Chord) (Report, error)
	Scroll(ctx context.Context, t Target, s Scroll) (Report, error)
	// Execute runs a script in the page's own world, with the element at hand.
	Execute(ctx context.Context, t Target, code string) (Report, error)
	// Asking looks at the dialog that is open in the tab.
	Asking(ctx context.Context, at At) (Dialog, error)
	Answer(ctx context.Context, d Dialog, accept bool, text string) (Report, error)
}

// At says which tab a call means.
type At struct {
	Run chat.RunID
	// Tab is the tab that the call named, 0 for the run's own.
	Tab int
	// Home is the tab that the run was started with, 0 if none.
	Home int
	// Round is that of the call, 0 where it has none.
	Round int
}

// Reading is text of a page.
type Reading struct {
	Since string
	Tab   int
	URL   string
	Title string
	Text  string
	// Total is the length of the whole text in characters.
	Total int
	// Busy names what the page itself says is not done, empty where it says nothing of the kind.
	Busy string
}

// Found is what a search found.
type Found struct {
	Since string
	Tab   int
	URL   string
	Lines []string
	Total int
	// Unread is how many frames could not be searched: they did not answer, are
	// PDFs, or are too many.
	Unread int
}

// Target is an element as Locate saw it, or the page as a whole.
type Target struct {
	Tab      int
	Run      chat.RunID
	Document string
	// Ref is empty for the page.
	Ref string
	// Words name it for a person: button "Order", or the page.
	Words string
	// Site is the origin of the page that it is in.
	Site string
	// Seen changes when the element is no longer what it was.
	Seen string
}

// Stand is how an element stands.
type Stand struct {
	Since string
	Words string
	// Line is its snapshot line; the last one that it had where it is gone.
	Line             string
	Gone             bool
	Visible, Enabled bool
	// Checked is checked, unchecked or mixed; empty for what is not ticked.
	Checked string
}

// Scroll says how to scroll.
type Scroll struct {
	// Direction is one of those of package pagescript.
	Direction string
	// Amount is a number of pixels, 0 for nearly as much as is seen.
	Amount int
}

// Picture is what a person would see.
type Picture struct {
	Since string
	Tab   int
	// Words name what it shows: tab 1, button "Order" in tab 1.
	Words         string
	MimeType      string
	Data          []byte
	Width, Height int
	// Note is a sentence more: what it does not show, empty if nothing.
	Note string
}

// Files keeps bytes with a conversation and returns the block that refers to
// them; the store does.
type Files interface {
	PutBlob(ctx context.Context, conversation chat.ConversationID, block chat.Block, data []byte) (chat.Block, error)
}

// Dialog is a dialog of the page that waits for an answer.
type Dialog struct {
	Tab int
	Run chat.RunID
	// Home is that of the call, see At.
	Home int
	// Number tells it from the next dialog of the same tab.
	Number  int64
	Kind    string
	Message string
	// Preset is what the field of a prompt holds at first.
	Preset string
	Site   string
}

// Report is what an act did and caused, in sentences.
type Report struct {
	// Since tells what had happened in the tab before the act.
	Since string
	// Text is what was done, then what it caused.
	Text string
	// Failed says that it did not work, with the reason in Text.
	Failed bool
}

//go:embed *.md
var words embed.FS

// describe reads the words for a model that stand beside the code.
func describe(name string) string {
	text, err := words.ReadFile(name + ".md")
	if err != nil {
		panic("page: no description of " + name)
	}
	return string(text)
}

// Tools are all tools of this family on one driver. Where files is nil there is
// nothing to keep pictures in, and a screenshot says so.
func Tools(d Driver, files Files) []tools.Tool {
	return []tools.Tool{
		navigate(d), snapshot(d), click(d), fill(d), choose(d), pressKey(d), scroll(d), waitFor(d),
		find(d), content(d), screenshot(d, files), executeScript(d), dialog(d),
	}
}

func at(call tools.Call, tab int) At {
	return At{Run: call.Scope.Run, Tab: tab, Home: call.Scope.Tab, Round: call.Round}
}

// sentences puts the news of the tab before the text.
func sentences(since, text string) string {
	if since == "" {
		return text
	}
	return "Since your last action: " + since + "\n" + text
}

func (r Report) result() tools.Result {
	return tools.Result{Text: sentences(r.Since, r.Text), Failed: r.Failed}
}
