package offline

import (
	"errors"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	acceptForm  = lazyregexp.New(`(?i)\b(accept|confirm|ok|okay|yes|agree|continue|proceed|allow|leave)\b|确定|确认|接受|同意|继续|离开|是的|好的|允许`)
	dismissForm = lazyregexp.New(`(?i)\b(dismiss|cancel|no|decline|reject|close|deny|stay)\b|取消|关闭|拒绝|否|留下|不(?:要|想)?(?:接受|同意|确定|确认|继续|离开|允许)`)
)

// answerDialog answers a dialog that is open, where the step says how.
func (r *runner) answerDialog(st step) error {
	// “不接受” and “do not leave” hold the word for the contrary.
	dismiss := dismissForm.MatchString(st.text) || st.kind == forbid
	accept := acceptForm.MatchString(dismissForm.ReplaceAllString(st.text, " ")) && st.kind != forbid
	if accept == dismiss {
		return refuse("the page shows a dialog, “%s”, and waits for an answer. Say “accept the dialog” or “dismiss the dialog”.", r.waiting)
	}
	res, err := r.s.one("handle_dialog", r.args("accept", accept))
	if err != nil {
		return err
	}
	asked := r.waiting
	r.waiting = ""
	switch {
	case res.unknown():
		return refuse("the answer to the dialog “%s” was on its way when the connection broke; I cannot tell whether it arrived.", asked)
	case !res.ok():
		return refuse("the dialog “%s” was not answered: %s.", asked, reason(res.text))
	}
	r.note("%s the dialog “%s”.", map[bool]term{true: "Accepted", false: "Dismissed"}[accept], asked)
	r.done[len(r.done)-1].text = r.tongue.sentences(r.done[len(r.done)-1].text, r.tongue.caused(res.text))
	r.stale = true
	if err := r.look(); err != nil {
		return err
	}
	if r.before != nil {
		if news := r.news(); news != "" {
			r.done[len(r.done)-1].text = r.tongue.sentences(r.done[len(r.done)-1].text, news)
		}
	}
	return nil
}

// closeAlert closes an alert, which asks nothing: its text was told.
func (r *runner) closeAlert() error {
	res, err := r.s.one("handle_dialog", r.args("accept", true))
	if err != nil {
		return err
	}
	asked := r.waiting
	r.waiting = ""
	if !res.ok() {
		return refuse("the alert “%s” could not be closed: %s.", asked, reason(res.text))
	}
	return r.look()
}

var dialogWord = lazyregexp.New(`(?i)\b(dialog|dialogue|popup|pop-up|prompt|alert|confirmation)\b|对话框|弹窗|弹框|提示框|确认框`)

// dialogIsNext reports whether a step answers a dialog that is open. One that
// was open before this prompt shows itself when the page cannot be read.
func (r *runner) dialogIsNext(st step) bool {
	switch st.kind {
	case open, tabs, unable, login, errandKind:
		return false
	case forbid: // “do not leave” dismisses it; “do not cancel” leaves it to the person
		if !acceptForm.MatchString(st.object) && !dialogWord.MatchString(st.object) || dismissForm.MatchString(st.object) {
			return false
		}
	}
	if r.waiting == "" && r.page == nil && dialogWord.MatchString(st.text) && r.s.offered["handle_dialog"] {
		var no *refusal
		if err := r.look(); errors.As(err, &no) && dialogWord.MatchString(no.in(nil)) {
			r.waiting = no.in(r.tongue)
		}
	}
	return r.waiting != ""
}
