package offline

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// section gives the first lines that stand under a heading.
func (r *runner) section(h *element) []string {
	from := r.page
	if h.index >= len(from.els) || from.els[h.index] != h {
		from = r.content
	}
	var out []string
	for _, e := range from.els[h.index+1:] {
		if e.role == "heading" && e.level <= h.level || len(out) == 12 {
			break
		}
		if t := strings.Join(nonEmpty(e.names), " | "); t != "" && !quietRoles[e.role] && !pressRoles[e.role] && !textRoles[e.role] && !tickable(e) {
			out = append(out, t)
		}
	}
	return out
}

// showNews tells what the page shows: what is new since the last press, else
// its heading and messages.
func (r *runner) showNews() error {
	if r.before != nil {
		if news := r.news(); news != "" {
			r.answers = append(r.answers, news)
			return nil
		}
		r.answers = append(r.answers, r.tongue.say("I see nothing new on the page since the last press.")+r.page.wanting())
		return nil
	}
	return r.readAll()
}

var wholeForm = lazyregexp.New(`(?i)^((the |this |out |aloud |me |what is |whole |entire |main |current |all |of )*(page|article|text|content|contents|site|website|story|document|body)|what (is|does|do|it|the page|this page)( the| this)?( page)?( now)? ?(say|says|show|shows|on it|on the page|on this page|there|happens|happened)?|what happen(s|ed).*|it|everything)( (text|content|contents|aloud|out|on (the|this) page|of (the|this) page))*$`)

func (r *runner) wholePage(st step) bool {
	text := leadNoise.ReplaceAllString(strings.TrimRight(st.object, "?.! "), "")
	if strings.HasPrefix(st.verb, "what") {
		text = "what " + text
	}
	return wholeForm.MatchString(strings.TrimSpace(text))
}

// readAll gives the beginning of the page's text.
func (r *runner) readAll() error {
	if r.before != nil {
		if news := r.news(); news != "" {
			r.answers = append(r.answers, news)
		}
	}
	if err := r.readContent(); err != nil {
		return err
	}
	const most = 1500
	var b strings.Builder
	for _, e := range r.content.els {
		line := strings.Join(nonEmpty(e.names), " | ")
		if line == "" {
			continue
		}
		if b.Len()+len(line) > most {
			b.WriteString("…")
			break
		}
		b.WriteString(line + "\n")
	}
	body := strings.TrimSpace(b.String())
	if body == "" {
		r.answerf("The page %s (title “%s”) has no text that I can read.", r.page.url, r.page.title)
		return nil
	}
	r.answerf("The page %s (title “%s”) says:\n%s", r.page.url, r.page.title, body)
	return nil
}

// readContent reads the page as text, once.
func (r *runner) readContent() error {
	if r.content != nil {
		return nil
	}
	if !r.s.offered["get_tab_content"] {
		r.content = r.page
		return nil
	}
	res, err := r.s.look("get_tab_content", r.args())
	if err != nil {
		return err
	}
	if !res.ok() {
		r.content = r.page
		return nil
	}
	r.content = parseMarkdown(res.text)
	return nil
}
