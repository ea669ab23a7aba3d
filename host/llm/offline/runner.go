package offline

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// runner carries out the steps of one prompt. It is run anew for every reply;
// see session.
type runner struct {
	s *session
	// tongue is the language of what it says.
	tongue tongue

	// page is the newest snapshot. stale says that something may have happened
	// since, touched that only fields were filled.
	page    *page
	stale   bool
	touched bool
	// before is the page that the last press was made on, to tell what is new.
	before *page
	// acted says that this prompt has filled, pressed or opened something.
	acted bool
	// waits counts the waits for something missing since the last act.
	waits int
	// content is the page as readable text, "" until it was asked for.
	content *page
	// toldOf is what the last answer was about.
	toldOf *topic
	// spokenOf is what the last question said, of which “open it” speaks.
	spokenOf string
	// asked is the question before, nil after anything that was done.
	asked *query
	// tab is where the steps act, 0 for the run's own.
	tab int
	// wide says that the page is long and has to be read further than usual.
	wide bool
	// at is the part of the page that the step speaks of, atURL the page it is on.
	at    place
	atURL string
	// kept is the part of the page that a step before named with its field.
	kept place
	// last is the field that was set last, or what was found after it.
	last *element
	// named is the field that a value was worked out for last.
	named *element
	// subject is what “its price” is about: what was found, or pressed among others.
	subject     *topic
	asciiCommas bool // the prompt has no Chinese ones
	// hit is the line that the last answer rests on, until something is done.
	hit *fact
	// thing is what the last Chinese question named of what the page lists.
	thing *thing
	// prior is the press or tick before: “… and then a Margherita” repeats it.
	prior      step
	pressedRef string   // what it pressed
	searchedBy *element // the button that the search right before has pressed
	// unanswered is a question that found no answer. Nothing is pressed after it:
	// it may have been meant otherwise.
	unanswered string
	// waiting is the text of a dialog that is open.
	waiting string

	saying  string // words beside the calls of this reply
	done    []deed
	told    int // of done when the last answer was found
	answers []string
	failed  string // why it stopped
	next    string // what the person can do about it
	left    []step
	spared  []step // what was not to be done
	passed  []step // what tells of the person or the reason and bids nothing
}

// run carries out steps until one cannot be; the report tells.
func (r *runner) run(steps []step) error {
	if len(steps) == 0 {
		r.failed, r.next = r.tongue.say("I found nothing in this message that I can do."), r.tongue.say(abilities)
		return nil
	}
	for len(steps) > 0 {
		var err error
		if modelAsked.MatchString(steps[0].text) {
			r.answerf(abilities)
			steps = steps[1:]
			continue
		}
		if steps[0].heads {
			if steps, err = r.headless(steps); err != nil {
				return err
			}
		}
		answers := len(r.answers)
		if steps, err = r.some(steps); len(r.answers) > answers {
			r.told = len(r.done)
		}
		var no *refusal
		refused := errors.As(err, &no)
		if refused {
			if next, ok := r.pastRemark(steps); ok {
				steps = next
				continue
			}
			r.failed, r.left = no.in(r.tongue), append(no.undone, bidden(steps)...)
			if len(r.left) > 0 && (r.left[0].kind == unable || r.left[0].kind == unclear) || len(r.done)+len(r.answers) == 0 {
				r.next = r.tongue.say(abilities)
			}
			return nil
		}
		if err != nil {
			return err
		}
	}
	return r.rest()
}

// bidden are steps but those that say what must not be done.
func bidden(steps []step) []step {
	return slices.DeleteFunc(slices.Clone(steps), func(s step) bool { return s.kind == forbid })
}

// modelAsked is a question about the model itself.
var modelAsked = lazyregexp.New(`(?i)^(?:(?:how|where|can|could)\b.{0,20})?\b(?:configure|set ?up|connect|use)\b.{0,10}\b(?:real|language|AI|LLM)\b.{0,10}\bmodel\b\W*$`)

// rest waits, when a press was the last thing done, for what it may still bring:
// the report tells it, and a browser of this run's own is not closed over it.
func (r *runner) rest() error {
	n := len(r.done)
	if n == 0 || r.told == n || !r.done[n-1].press || r.waiting != "" || r.before == nil || r.before.url != r.page.url {
		return nil
	}
	_, err := r.wait(silentWait)
	var no *refusal
	if errors.As(err, &no) {
		return nil // what was done is done
	}
	if news := r.news(); err == nil && news != "" {
		r.done[n-1].shows, r.done[n-1].still = news, false
	}
	return err
}

// some carries out the next step, or the next several where they are of one
// kind, and gives those that remain: with an error, those that were not done.
func (r *runner) some(steps []step) ([]step, error) {
	st := steps[0]
	if st.optional && r.waiting == "" {
		if err := r.current(); err != nil {
			return steps, err
		}
		if r.page.modal() == nil {
			r.note("No dialog was there to answer: “%s”.", st.text)
			return steps[1:], nil
		}
	}
	if r.dialogIsNext(st) {
		return r.one(steps, r.answerDialog)
	}
	if hanInterjects(st) {
		return r.pastInterjection(steps)
	}
	if st.kind != read {
		r.asked, r.hit = nil, nil
	}
	if err := r.enter(st); err != nil {
		inField, ok := r.placeIsField(st, err)
		if opens, isButton := r.placeIsButton(st, err); isButton {
			st.place = place{}
			return append([]step{opens, st}, steps[1:]...), nil
		}
		if !ok {
			return steps, err
		}
		st = inField
		steps = append([]step{st}, steps[1:]...)
	}
	if st.zh {
		var err error
		if steps, err = r.readHan(steps); err != nil {
			return steps, err
		}
		st = steps[0]
	}
	if !st.zh && answeredForm.MatchString(st.text) && r.waiting == "" {
		if err := r.current(); err != nil {
			return steps, err
		}
		if made, remarks := r.sentences(steps); made != nil {
			r.passed = append(r.passed, remarks...)
			return made, nil
		}
	}
	if pair, err := r.labelled(st); err != nil {
		return steps, err
	} else if pair != nil {
		st = *pair
		steps = append([]step{st}, steps[1:]...)
	}
	if again, err := r.reread(st); err != nil {
		return steps, err
	} else if again.kind != st.kind || again.object != st.object {
		st = again
		steps = append([]step{st}, steps[1:]...)
	}
	if each, err := r.chosenEach(st); err != nil {
		return steps, err
	} else if each != nil {
		return append(each, steps[1:]...), nil
	}
	if handled, err := r.countedOn(st); handled || err != nil {
		return r.one(steps, func(step) error { return err })
	}
	if st.kind != press && st.kind != open && st.kind != tabs && st.kind != login && st.kind != forbid && st.kind != errandKind && r.waiting == "" {
		if err := r.current(); err != nil {
			return steps, err
		}
		if button, ok := r.namedButton(st); ok {
			return r.some(append([]step{button}, steps[1:]...))
		}
	}
	if made, err := r.parted(steps); made != nil || err != nil {
		return made, err
	}
	if st.kind != press {
		r.searchedBy = nil
	}
	if t, ok, err := r.browserTabOf(st); err != nil {
		return steps, err
	} else if ok {
		return r.one(steps, func(step) error { return r.goToTab(t) })
	}
	switch st.kind {
	case fill, choose, tick, untick, unclear:
		return r.set(steps)
	case press:
		if r.unanswered != "" && !r.opensOnly(st) {
			return steps, refuse("I went no further, because “%s” was not found.", r.unanswered)
		}
		steps, err := r.joined(steps)
		if err != nil {
			return steps, err
		}
		return r.one(steps, r.press)
	case open:
		return r.one(steps, r.open)
	case read:
		return r.ask(steps)
	case find:
		return r.one(steps, r.find)
	case search:
		return r.one(steps, r.search)
	case tabs:
		return r.one(steps, r.listTabs)
	case login:
		return r.one(steps, r.login)
	case forbid:
		if st.verb == "skip" || st.verb == "leave out" {
			if err := r.current(); err != nil {
				return steps, err
			}
			if r.isVerbButton(st) {
				return r.one(steps, func(step) error { return r.press(asPress(st)) })
			}
		}
		if boxed, ok, err := r.unwanted(st); err != nil || ok {
			return append([]step{boxed}, steps[1:]...), err
		}
		r.spared = append(r.spared, st)
		return steps[1:], nil
	case errandKind:
		return r.one(steps, r.errand)
	case unable:
		return r.unable(steps)
	}
	return steps, refuse("I do not understand “%s”.", st.text)
}

// one carries out the first step alone.
func (r *runner) one(steps []step, do func(step) error) ([]step, error) {
	if err := do(steps[0]); err != nil {
		return steps, err
	}
	return steps[1:], nil
}

// args adds the tab that the steps act in.
func (r *runner) args(pairs ...any) map[string]any {
	m := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		m[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	if r.tab != 0 {
		m["tab"] = r.tab
	}
	return m
}

// wideLook is how many characters of a long page are read where something is
// missing in the beginning.
const wideLook = 200_000

// look takes a snapshot.
func (r *runner) look() error { return r.lookWith(r.args()) }

func (r *runner) lookWith(args map[string]any) error {
	if r.waiting != "" {
		return refuse("the page shows a dialog, “%s”, and waits for an answer. Say “accept the dialog” or “dismiss the dialog”.", r.waiting)
	}
	r.saying = ""
	if r.wide {
		args["max_chars"] = wideLook
	}
	res, err := r.s.look("snapshot", args)
	if err != nil {
		return err
	}
	if !res.ok() {
		return refuse("I could not read the page: %s.", reason(res.text))
	}
	r.page, r.stale, r.touched, r.content = parseSnapshot(res.text), false, false, nil
	r.page.tongue = r.tongue
	r.markAppeared()
	r.narrow()
	return nil
}

// markAppeared notes what is new in the same document since the last press.
func (r *runner) markAppeared() {
	if r.before == nil || r.before.url != r.page.url {
		return
	}
	had := map[string]bool{}
	for _, e := range r.before.els {
		had[e.ref] = true
	}
	r.page.appeared = map[string]bool{}
	for _, e := range r.page.els {
		if e.ref != "" && !had[e.ref] {
			r.page.appeared[e.ref] = true
		}
	}
}

// current makes sure that there is a page, not older than the last thing that
// can have changed it.
func (r *runner) current() error {
	if r.page == nil || r.stale {
		return r.look()
	}
	return nil
}

// fresh makes sure that the page is as it is now, filled fields and what they
// set going included.
func (r *runner) fresh() error {
	if r.page == nil || r.stale || r.touched {
		before := r.page
		if err := r.look(); err != nil || before == nil {
			return err
		}
		return r.arrive(before, false)
	}
	return nil
}

// deed is something that was done, and what the page showed after it.
type deed struct {
	text, shows string
	press       bool
	// still says that the page showed no change, which is always told.
	still bool
}

func (r *runner) note(format string, a ...any) {
	r.done = append(r.done, deed{text: r.tongue.say(format, a...)})
}

func enumerate(parts []string) string {
	switch len(parts) {
	case 0:
		return ""
	case 1:
		return parts[0]
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1]
}
