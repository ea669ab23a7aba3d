// Package pagescript declares the functions of the page script: what the
// isolated world of a document can be asked, by both drivers.
//
// The functions are those of extension/src/page/page.ts.
//
// The page script looks and reports; it decides nothing. A ref (e1, e2, …)
// stays the same while its node lives in its document. Everything that leaves
// a page is cut in the page and is valid UTF-8.
package pagescript

import "github.com/margay/margay/protocol"

// Func names a function of the page script with the types of its argument and
// result. All of them are looks but those marked Act.
type Func[P, R any] struct {
	Name string
	// Act says that the function may change the page.
	Act bool
}

// The functions of the page script.
var (
	// Snapshot draws the document as indented lines with refs.
	Snapshot = Func[SnapshotArgs, SnapshotResult]{Name: "snapshot"}
	// Find searches controls and text.
	Find = Func[FindArgs, FindResult]{Name: "find"}
	// Content reads the document, or a part of it, as readable text.
	Content = Func[ContentArgs, ContentResult]{Name: "content"}
	// Locate resolves a ref: what it is, where it is, whether it can be acted on.
	Locate = Func[LocateArgs, Element]{Name: "locate"}
	// Shown says which part of an element is drawn, for a picture of it.
	Shown = Func[ShownArgs, ShownResult]{Name: "shown"}
	// Aim scrolls an element into view, waits until it stands still (two frames,
	// or 34 ms where frames stand still) and hit-tests the point to press.
	Aim = Func[AimArgs, AimResult]{Name: "aim", Act: true}
	// Focus focuses an element, selects what it holds, ready for typing, and
	// guards what is typed.
	Focus = Func[FocusArgs, FocusResult]{Name: "focus", Act: true}
	// Set gives a control a value that cannot be typed (select, date, colour,
	// range) through the prototype's setter, with input and change events.
	Set = Func[SetArgs, Element]{Name: "set", Act: true}
	// Guard holds back all input of a kind from this document, because it is
	// meant for another one of the tab.
	Guard = Func[GuardArgs, protocol.Empty]{Name: "guard"}
	// Landed lifts the guard of Guard, Aim or Focus, says where the input has landed and
	// what became of the element.
	Landed = Func[LandedArgs, LandedResult]{Name: "landed"}
	// Scroll scrolls the page, or what a ref names, and says how far it went and
	// what is left.
	Scroll = Func[ScrollArgs, ScrollResult]{Name: "scroll", Act: true}
	// Reveal shows an element to the page's own world: an event of a name that
	// nobody can guess is dispatched on it.
	Reveal = Func[RevealArgs, Element]{Name: "reveal"}
)

// SnapshotArgs bounds a snapshot.
type SnapshotArgs struct {
	// MaxChars bounds the text; 0 means no bound.
	MaxChars int `json:"maxChars"`
	// Root is a ref to begin at; empty means the document.
	Root string `json:"root,omitempty"`
	// Prefix is put before each ref (f1 gives f1e5), so that refs of several
	// frames do not clash.
	Prefix string `json:"prefix,omitempty"`
}

// SnapshotResult is a snapshot.
type SnapshotResult struct {
	URL   string `json:"url"`
	Title string `json:"title"`
	Text  string `json:"text"`
	// Refs counts the refs in Text.
	Refs int `json:"refs"`
	// LeftOutLines and LeftOutRefs say exactly what the bound cut away.
	LeftOutLines int `json:"leftOutLines"`
	LeftOutRefs  int `json:"leftOutRefs"`
	// Frame is the document's own path among the frames of its tab: its index
	// in its parent after the parent's path ("1.0"). It is empty for the top
	// document, and for one that its parent does not number (in a shadow root).
	Frame string `json:"frame"`
	// Frames lists the frames that Text shows, so that the snapshot of a child
	// can be nested under its line ([frame=1.0]).
	Frames []FrameSpot `json:"frames"`
	// Busy names what the document itself says is not done, as a part that is
	// marked busy or a bar without an end; empty where it says nothing of the kind.
	Busy string `json:"busy,omitempty"`
}

// FrameSpot is an iframe in a snapshot.
type FrameSpot struct {
	// Path is what the child's snapshot has in Frame; empty if it has no number.
	Path string `json:"path"`
	Ref  string `json:"ref"`
}

// FindArgs searches. Exactly one of Text and Pattern is set.
type FindArgs struct {
	// Text is compared without case and with white space folded.
	Text string `json:"text,omitempty"`
	// Pattern is a JavaScript regular expression, without case.
	Pattern string `json:"pattern,omitempty"`
	// Role narrows to one role.
	Role  string `json:"role,omitempty"`
	Limit int    `json:"limit"`
	// Said leaves out what a person does not read as text of the page: what
	// fields hold, what could be chosen in them, addresses.
	Said bool `json:"said,omitempty"`
	// Prefix is put before each ref.
	Prefix string `json:"prefix,omitempty"`
}

// FindResult lists hits as snapshot lines.
type FindResult struct {
	Lines []string `json:"lines"`
	// Total counts all hits, also those beyond the limit.
	Total int `json:"total"`
}

// ContentArgs reads text.
type ContentArgs struct {
	// Selector narrows to the first match; empty means the document.
	Selector string `json:"selector,omitempty"`
	MaxChars int    `json:"maxChars"`
	// Offset skips characters of the text, to read on.
	Offset int `json:"offset"`
}

// ContentResult is readable text, as Markdown.
type ContentResult struct {
	URL   string `json:"url"`
	Title string `json:"title"`
	Text  string `json:"text"`
	// Total is the length of the whole text in characters.
	Total int `json:"total"`
	// Missing says that the selector matched nothing.
	Missing bool `json:"missing"`
}

// LocateArgs names an element.
type LocateArgs struct {
	// Ref is a ref, with or without the prefix that it was given out with, or
	// "frame:1.0" for the iframe that holds the child with that path.
	Ref string `json:"ref"`
	// Want is what a masked field shall hold, to be compared with what it does.
	Want string `json:"want,omitempty"`
}

// How what a masked field holds compares with what it shall hold.
const (
	MatchEqual = "equal"
	// MatchFormatted: the same letters and digits, with other separators.
	MatchFormatted = "formatted"
	MatchOther     = "other"
)

// Element describes an element as it is now.
type Element struct {
	Ref string `json:"ref"`
	// Gone says that the node has left the document. Line is then the last
	// line it had.
	Gone bool `json:"gone"`
	// Line is its snapshot line without indent and dash.
	Line string `json:"line"`
	Role string `json:"role"`
	Name string `json:"name"`
	// Kind says how it is filled: text, multiline, editable, select, check,
	// set (date and the like), file, or none.
	Kind string `json:"kind"`
	// Value is what it holds; a password is never told, only its length as dots.
	Value  string `json:"value"`
	Masked bool   `json:"masked"`
	// Match is one of the constants above, of a masked field that was asked about.
	Match   string   `json:"match,omitempty"`
	Checked string   `json:"checked,omitempty"`
	Options []Option `json:"options,omitempty"`
	// Meant are, after Set, the labels of the options that were to be chosen.
	Meant    []string `json:"meant,omitempty"`
	Visible  bool     `json:"visible"`
	Enabled  bool     `json:"enabled"`
	ReadOnly bool     `json:"readOnly"`
	Focused  bool     `json:"focused"`
	// Inert says that an open modal dialog of its document keeps it from being used.
	Inert bool `json:"inert,omitempty"`
	// Invalid is the browser's validation message, empty if valid.
	Invalid string `json:"invalid,omitempty"`
	// Box is where it is. That of an iframe is the inside of its border, so a
	// point of the child plus X and Y is a point of this document.
	Box Box `json:"box"`
	// Frame is the document's own path, as in SnapshotResult.
	Frame string `json:"frame,omitempty"`
}

// Option is a choice of a select.
type Option struct {
	Value    string `json:"value"`
	Label    string `json:"label"`
	Selected bool   `json:"selected"`
	Disabled bool   `json:"disabled"`
}

// Box is a rectangle in CSS pixels of the document's own viewport.
type Box struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// ShownArgs names an element.
type ShownArgs struct {
	Ref string `json:"ref"`
	// Part is for an iframe: a part of the view of the document in it.
	Part *Part `json:"part,omitempty"`
}

// Part is a part of a document's view, and the size of that view.
type Part struct {
	Box        Box     `json:"box"`
	ViewWidth  float64 `json:"viewWidth"`
	ViewHeight float64 `json:"viewHeight"`
}

// ShownResult is what is drawn of an element, or of a part of an iframe.
type ShownResult struct {
	Element Element `json:"element"`
	// Part is what neither the view nor anything that scrolls or clips cuts off.
	Part Part `json:"part"`
	// Whole says that nothing of it is cut off.
	Whole bool `json:"whole"`
	// Turned says that an iframe is drawn turned or skewed, so that no box tells
	// where its points are.
	Turned bool `json:"turned,omitempty"`
}

// FocusArgs names an element to focus.
type FocusArgs struct {
	// Ref is empty for what has the focus already, which is then only guarded.
	Ref string `json:"ref"`
	// Keep leaves the caret and the selection as they are.
	Keep bool `json:"keep,omitempty"`
}

// FocusResult is what has been guarded.
type FocusResult struct {
	// Element has no ref where nothing in the document has the focus.
	Element Element `json:"element"`
	// Here says that keys reach this document or one that it holds.
	Here bool `json:"here"`
	// Child says that they reach one that it holds.
	Child bool `json:"child"`
}

// AimArgs names an element to press.
type AimArgs struct {
	Ref string `json:"ref"`
	// Guard asks that the next press is guarded. What guarded input (a press, or
	// after Focus what is typed) would have done to something else than the
	// element is held back from the page. A guard holds for ten seconds at most.
	Guard bool `json:"guard,omitempty"`
	// Inside is for an iframe: a point of the document in it, which is the point
	// that must be reached.
	Inside *Inside `json:"inside,omitempty"`
}

// Inside is a point of a child document, and the size of that document's view.
type Inside struct {
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
}

// InputKind is what a guard is about.
type InputKind string

// The kinds of input.
const (
	InputPress  InputKind = "press"
	InputTyping InputKind = "typing"
)

// GuardArgs says what to hold back.
type GuardArgs struct {
	Kind InputKind `json:"kind"`
}

// Where guarded input has landed.
const (
	// OnTarget: on the element, or on what acts for it.
	OnTarget = "target"
	// Elsewhere: on something else, which was not told of it.
	Elsewhere = "elsewhere"
	// Nowhere: this document has seen no input.
	Nowhere = "nowhere"
)

// LandedArgs names the element that input was meant for.
type LandedArgs struct {
	// Ref is empty where input was meant for a document in which nothing had the focus.
	Ref string `json:"ref"`
	// Want is as in LocateArgs.
	Want string `json:"want,omitempty"`
	// Focus asks where the focus is now.
	Focus bool `json:"focus,omitempty"`
}

// LandedResult is what became of guarded input.
type LandedResult struct {
	Element Element `json:"element"`
	// Landed is one of the constants above.
	Landed string `json:"landed"`
	// Slipped says that a press began on the element and ended on something
	// else, so that no click came of it.
	Slipped bool `json:"slipped,omitempty"`
	// Keys is how many keys went down in this document and were not held back,
	// without those that are only held for others.
	Keys int `json:"keys,omitempty"`
	// Focus is what has the focus now, absent where it was not asked for or nothing has it.
	Focus *Element `json:"focus,omitempty"`
	// Took is what a field that was filled in held before it was left, where it
	// holds something else now, or is gone.
	Took *Held `json:"took,omitempty"`
	// Typed is how what a field that was filled in held when its input came, and the page had not heard of it as far as can
	// be, compares with what was wanted: MatchEqual or MatchOther; empty where no input came to it.
	Typed string `json:"typed,omitempty"`
}

// Held is what a field held, as in Element.
type Held struct {
	Value  string `json:"value"`
	Masked bool   `json:"masked"`
	Match  string `json:"match,omitempty"`
}

// The ways to scroll. Into brings an element into view.
const (
	ScrollUp     = "up"
	ScrollDown   = "down"
	ScrollLeft   = "left"
	ScrollRight  = "right"
	ScrollTop    = "top"
	ScrollBottom = "bottom"
	ScrollInto   = "into"
)

// ScrollArgs says what to scroll and how far.
type ScrollArgs struct {
	// Ref is the element to bring into view, or one that scrolls or stands in
	// something that does; empty for the page.
	Ref string `json:"ref"`
	// Direction is one of the ways above.
	Direction string `json:"direction"`
	// Amount is a number of pixels; 0 means nearly as much as is seen.
	Amount int `json:"amount,omitempty"`
	// Again scrolls nothing: it says what has come of the last scrolling, once
	// the page has answered it.
	Again bool `json:"again,omitempty"`
}

// ScrollResult is what was scrolled.
type ScrollResult struct {
	// Element is what the ref names.
	Element Element `json:"element"`
	// Page says that the page itself was scrolled; else Words name the part.
	Page  bool   `json:"page"`
	Words string `json:"words"`
	// Moved and Left are pixels, in the direction asked for.
	Moved int `json:"moved"`
	Left  int `json:"left"`
	// Fixed says that nothing here can be scrolled that way.
	Fixed bool `json:"fixed"`
	// Undrawn says that the browser draws nothing of the page, so that it hears
	// of no scrolling.
	Undrawn bool `json:"undrawn,omitempty"`
}

// RevealArgs names an element.
type RevealArgs struct {
	// Ref is empty for the document's root element.
	Ref string `json:"ref"`
	// Event is the name of the event.
	Event string `json:"event"`
}

// AimResult is where to press.
type AimResult struct {
	Element Element `json:"element"`
	// X and Y are the point, in CSS pixels of the document's own viewport.
	X float64 `json:"x"`
	Y float64 `json:"y"`
	// Width and Height are the size of that viewport.
	Width  float64 `json:"width"`
	Height float64 `json:"height"`
	// Problem is why it cannot be pressed: empty, gone, hidden, disabled,
	// moving, covered, empty_middle, or turned (an iframe that is rotated).
	Problem string `json:"problem"`
	// Cover is the snapshot line of what covers it, as Element.Line.
	Cover string `json:"cover,omitempty"`
	// URL is the document's, to notice a navigation.
	URL string `json:"url"`
	// Frame is the document's path, as in SnapshotResult.
	Frame string `json:"frame"`
}

// SetArgs gives a control a value.
type SetArgs struct {
	Ref string `json:"ref"`
	// Values are the values or labels to choose, none to choose nothing; for
	// other controls the first is the value in the control's own format.
	Values []string `json:"values"`
}
