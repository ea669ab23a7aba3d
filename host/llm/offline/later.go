package offline

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

var hanComing = lazyregexp.New(hanWaits)

// How many seconds the planner waits, at most, for what a page says is on its
// way, for a press that shows nothing yet, and for something that is missing
// after an act.
const (
	announcedWait = 5
	silentWait    = 1
	missingWait   = 2
	mostWaits     = 3 // after one act
)

// wait looks at the page when it shows something else than before, at the
// latest after so many seconds, and reports whether it does.
func (r *runner) wait(seconds int) (bool, error) {
	before := r.page
	if err := r.lookWith(r.args("wait", seconds)); err != nil {
		return false, err
	}
	return before.text != r.page.text, nil
}

// arrive waits for what an act on the page before has set going: while the page
// says that it is on its way, and once where it shows nothing at all.
func (r *runner) arrive(before *page, silent bool) error {
	for n := range mostWaits {
		seconds := 0
		switch {
		case comes(before, r.page):
			seconds = announcedWait
		case n == 0 && silent && unchanged(before, r.page):
			seconds = silentWait
		}
		if seconds == 0 {
			return nil
		}
		if changed, err := r.wait(seconds); err != nil || !changed {
			return err
		}
	}
	return nil
}

// settled makes sure that the page is as the fields that were set make it: many
// pages filter and count some time after.
func (r *runner) settled() error {
	before := r.page
	filled := before != nil && r.touched
	if err := r.fresh(); err != nil || !filled {
		return err
	}
	if len(added(before, r.page))+len(added(r.page, before)) > 0 {
		return nil
	}
	_, err := r.wait(silentWait)
	return err
}

// comes reports whether a page says, as the one before it did not, that more
// is on its way.
func comes(before, now *page) bool {
	for _, e := range added(before, now) {
		said := sentences(e.name())
		if e.role == "progressbar" || len(said) > 0 && announcesMore(said[len(said)-1]) && !textRoles[e.role] && !tickable(e) && e.role != "link" {
			return true
		}
	}
	return false
}

// announcesMore reports whether a line says no more than that something is
// being done: “Loading”, “Saving your changes …”, “Please wait”.
func announcesMore(line string) bool {
	bare := strings.TrimRight(line, " .…")
	open := strings.HasSuffix(line, "…") || strings.HasSuffix(line, "..")
	if size := utf8.RuneCountInString(bare); open && strings.HasSuffix(bare, "中") && size >= 2 && size <= 8 {
		return true // 校验中…
	}
	if hanComing.MatchString(bare) && utf8.RuneCountInString(bare) <= 20 {
		return true
	}
	list := rawWords(bare)
	if len(list) == 0 || len(list) > 8 {
		return false
	}
	for n := 2; n <= min(len(list), longestWait); n++ {
		if waitPhrases[strings.Join(list[:n], " ")] {
			return true // “Please wait while we send it”
		}
	}
	for _, w := range list {
		if open && (strings.HasSuffix(w, "ing") && len(w) > 5 || waitWords[w]) {
			return true
		}
	}
	return len(list) == 1 && comingWords[list[0]]
}

// more waits for what is missing after an act, and reports whether it is worth
// while to look for it again.
func (r *runner) more() (bool, error) {
	if !r.acted || r.waits == mostWaits {
		return false, nil
	}
	r.waits++
	changed, err := r.wait(missingWait)
	if !changed {
		r.waits = mostWaits
	}
	return changed, err
}

func unchanged(before, now *page) bool {
	return before.url == now.url && before.title == now.title && len(added(before, now))+len(added(now, before))+len(changed(before, now)) == 0
}

// retried runs f, and again on a new look where it found nothing: pages add
// things some time after an act.
func (r *runner) retried(f func() error) error {
	here := func() error {
		err := f()
		if isMissing(err) && r.widen() {
			err = f()
		}
		return err
	}
	err := here()
	if isMissing(err) && r.page != nil && r.page.cut && !r.wide {
		r.wide = true
		if lookErr := r.look(); lookErr != nil {
			return lookErr
		}
		err = here()
	}
	if isMissing(err) && !r.acted {
		if lookErr := r.look(); lookErr != nil {
			return lookErr
		}
		return here()
	}
	for comesLater(err) {
		if more, lookErr := r.more(); lookErr != nil || !more {
			return cmp.Or(lookErr, err)
		}
		err = here()
	}
	return err
}
