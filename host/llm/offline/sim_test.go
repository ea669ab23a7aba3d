package offline_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/margay/margay/protocol/chat"
)

// node is an element of a simulated page.
type node struct {
	role, name string
	names      []string // cells of a row
	value      string
	options    []string
	attrs      string // flags and the like, as they stand in a line
	level      int
	url        string
	hint       string
	invalid    string
	checked    bool
	masked     bool
	press      func(s *sim)
	kids       []*node

	ref string
}

// sim is a browser with one tab, as the page tools show it.
type sim struct {
	site  map[string]func(s *sim) *doc
	url   string
	doc   *doc
	refs  int
	since string
	// dialog is a confirm dialog that is open.
	dialog string
	answer func(s *sim, accept bool)
	tabs   []string
	// filled and pressed record acts in order.
	filled  []string
	pressed []string
	errands []string // calls of tools of the browser
	// fate decides what becomes of a call before it is carried out.
	fate func(n int, tool string) (status chat.CallStatus, lost bool)
	n    int
	// news is text that the last press caused, for its result.
	news string
	// shown bounds the lines of a snapshot that is not asked for more, 0 for all.
	shown int
	// later are changes that come while the page is waited for, one a wait.
	later []func(s *sim)
}

// doc is a page.
type doc struct {
	title string
	body  []*node
}

func newSim(start string, site map[string]func(s *sim) *doc) *sim {
	s := &sim{site: site}
	s.goTo(start)
	return s
}

func (s *sim) goTo(url string) {
	s.url = url
	make, ok := s.site[url]
	if !ok {
		s.doc = &doc{title: "Not found", body: []*node{{role: "heading", name: "404 not found", level: 1}}}
	} else {
		s.doc = make(s)
	}
	s.number(s.doc.body)
}

var actable = regexp.MustCompile(`^(button|link|textbox|searchbox|combobox|listbox|checkbox|radio|switch|slider|spinbutton|tab|menuitem|option|date|time|datetime|color|file|clickable)$`)

func (s *sim) number(list []*node) {
	for _, n := range list {
		if n.ref == "" && actable.MatchString(n.role) {
			s.refs++
			n.ref = fmt.Sprintf("e%d", s.refs)
		}
		s.number(n.kids)
	}
}

func (s *sim) each(f func(n *node, parents []*node)) {
	var walk func(list []*node, parents []*node)
	walk = func(list []*node, parents []*node) {
		for _, n := range list {
			f(n, parents)
			walk(n.kids, append(parents[:len(parents):len(parents)], n))
		}
	}
	walk(s.doc.body, nil)
}

// get finds a node by role and name.
func (s *sim) get(role, name string) *node {
	var found *node
	s.each(func(n *node, _ []*node) {
		if n.role == role && n.name == name && found == nil {
			found = n
		}
	})
	return found
}

// value is what a field holds; boxes hold true or false; a group of radio
// buttons the name of the one that is chosen.
func (s *sim) value(name string) string {
	out := "?"
	s.each(func(n *node, parents []*node) {
		switch {
		case n.role == "radio":
			for _, p := range parents {
				if p.name == name && n.checked {
					out = n.name
				}
			}
		case n.name != name && n.hint != name || !actable.MatchString(n.role) || n.role == "button" || n.role == "link":
		case n.role == "checkbox" || n.role == "switch":
			out = strconv.FormatBool(n.checked)
		default:
			out = n.value
		}
	})
	return out
}

func quote(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func (n *node) line() string {
	var b strings.Builder
	b.WriteString(n.role)
	switch {
	case n.names != nil:
		for _, c := range n.names {
			b.WriteString(" " + quote(c))
		}
	case n.name != "":
		b.WriteString(" " + quote(n.name))
	}
	if n.ref != "" {
		b.WriteString(" [ref=" + n.ref + "]")
	}
	if n.level > 0 {
		fmt.Fprintf(&b, " [level=%d]", n.level)
	}
	switch n.role {
	case "checkbox", "radio", "switch":
		if n.checked {
			b.WriteString(" checked")
		} else {
			b.WriteString(" unchecked")
		}
	}
	if n.attrs != "" {
		b.WriteString(" " + n.attrs)
	}
	if n.masked {
		b.WriteString(" masked")
	}
	if v := n.shown(); v != "" {
		b.WriteString(" value=" + quote(v))
	}
	if n.options != nil {
		var list []string
		for _, o := range n.options {
			list = append(list, quote(o))
		}
		b.WriteString(" options=" + strings.Join(list, ","))
	}
	for _, m := range [][2]string{{"url", n.url}, {"hint", n.hint}, {"invalid", n.invalid}} {
		if m[1] != "" {
			b.WriteString(" " + m[0] + "=" + quote(m[1]))
		}
	}
	return b.String()
}

func (n *node) shown() string {
	if n.masked {
		return strings.Repeat("•", len([]rune(n.value)))
	}
	return n.value
}

// call carries out one call of a tool.
func (s *sim) call(tool, arguments string) (chat.CallStatus, string) {
	s.n++
	status, lost := chat.CallCompleted, false
	if s.fate != nil {
		status, lost = s.fate(s.n, tool)
	}
	if status == chat.CallError {
		return status, "The connection to the browser was lost before the act began; nothing was done. Try again."
	}
	if status == chat.CallNotRun || status == chat.CallUnknown && !lost {
		return status, ""
	}
	got, text := s.do(tool, arguments)
	if status == chat.CallUnknown {
		return status, ""
	}
	return got, text
}

func (s *sim) do(tool, arguments string) (chat.CallStatus, string) {
	var a struct {
		Ref, Value, Text, URL, Role string
		Accept                      bool
		Wait                        int
		MaxChars                    int `json:"max_chars"`
	}
	if err := json.Unmarshal([]byte(arguments), &a); err != nil {
		return chat.CallError, "arguments: " + err.Error()
	}
	if status, text, ok := s.errand(tool, arguments); ok {
		return status, text
	}
	if s.dialog != "" && tool != "handle_dialog" && tool != "list_tabs" {
		return chat.CallError, fmt.Sprintf("A confirm dialog is open: %s. Nothing was done. Answer it with handle_dialog.", quote(s.dialog))
	}
	switch tool {
	case "snapshot":
		if a.Wait > 0 && len(s.later) > 0 {
			change := s.later[0]
			s.later = s.later[1:]
			change(s)
			s.number(s.doc.body)
		}
		text := s.snapshot()
		if lines := strings.Split(text, "\n"); s.shown > 0 && a.MaxChars == 0 && len(lines) > s.shown {
			text = strings.Join(lines[:s.shown], "\n") + "\n- … more lines left out"
		}
		return chat.CallCompleted, text
	case "get_tab_content":
		return chat.CallCompleted, s.content()
	case "find":
		return chat.CallCompleted, s.find(a.Text, a.Role)
	case "list_tabs":
		return chat.CallCompleted, strings.Join(append([]string{fmt.Sprintf("- tab 1 %s url=%s active current", quote(s.doc.title), quote(s.url))}, s.tabs...), "\n")
	case "navigate":
		if _, ok := s.site[a.URL]; !ok {
			return chat.CallError, "The page could not be loaded: net::ERR_NAME_NOT_RESOLVED. Nothing was done."
		}
		s.goTo(a.URL)
		return chat.CallCompleted, fmt.Sprintf("Tab 1 is at %s (title %s).", s.url, quote(s.doc.title))
	case "handle_dialog":
		text := fmt.Sprintf("%s the confirm dialog %s.", map[bool]string{true: "Accepted", false: "Dismissed"}[a.Accept], quote(s.dialog))
		answer := s.answer
		s.dialog, s.answer = "", nil
		answer(s, a.Accept)
		return chat.CallCompleted, text
	}
	return s.act(tool, a.Ref, a.Value)
}

func (s *sim) act(tool, ref, value string) (chat.CallStatus, string) {
	var n *node
	var parents []*node
	s.each(func(c *node, p []*node) {
		if c.ref == ref {
			n, parents = c, p
		}
	})
	if n == nil {
		return chat.CallError, fmt.Sprintf("There is no %s in this document; it may be from a page that was here before. Take a snapshot.", ref)
	}
	if strings.Contains(n.attrs, "disabled") {
		return chat.CallError, fmt.Sprintf("The %s is disabled. Nothing was done.", n.role)
	}
	if strings.Contains(n.attrs, "covered") {
		return chat.CallError, fmt.Sprintf("%s %s is covered by dialog \"Cookies\". Nothing was done.", n.role, quote(n.name))
	}
	if tool == "fill" {
		return s.fill(n, parents, value)
	}
	return s.click(n, parents)
}

func (s *sim) fill(n *node, parents []*node, value string) (chat.CallStatus, string) {
	s.filled = append(s.filled, n.name)
	if n.attrs == "leaves" { // the page takes it away once it is set
		isIt := func(c *node) bool { return c == n }
		s.doc.body = slices.DeleteFunc(s.doc.body, isIt)
		for _, p := range parents {
			p.kids = slices.DeleteFunc(p.kids, isIt)
		}
		did := "Pressed"
		if n.role == "textbox" {
			did = "Typed into"
		} else if n.options != nil {
			did = "Filled"
		}
		return chat.CallCompleted, fmt.Sprintf("%s %s %s, and it is no longer in the page: the page took it away, or put another in its place. Take a snapshot.", did, n.role, quote(n.name))
	}
	if n.attrs == "empties" { // the page acts on what comes before anybody can see it
		return chat.CallCompleted, fmt.Sprintf("Typed into %s %s, and it holds nothing now. It may have been added, sent or refused: look before you do it again.", n.role, quote(n.name))
	}
	switch n.role {
	case "checkbox", "switch", "radio":
		n.set(value == "true", parents)
		word := "unchecked"
		if n.checked {
			word = "checked"
		}
		return chat.CallCompleted, fmt.Sprintf("Filled %s %s: it is now %s.", n.role, quote(n.name), word)
	case "button", "link":
		return chat.CallError, "That is no field. Nothing was done."
	}
	if strings.Contains(n.attrs, "stale") { // drawn by the page itself
		return chat.CallError, fmt.Sprintf("%s %s is no field. Click it, or take a snapshot to find the field.", n.role, quote(n.name))
	}
	if n.options != nil {
		ok := false
		for _, v := range strings.Split(value, "\n") {
			for _, o := range n.options {
				ok = ok || o == v
			}
		}
		if !ok {
			return chat.CallError, fmt.Sprintf("%s has no choice %s. Nothing was done.", quote(n.name), quote(value))
		}
		value = strings.ReplaceAll(value, "\n", ", ")
	}
	if n.attrs == "limited" { // the page does not let it be
		return chat.CallCompleted, fmt.Sprintf("Filled %s %s: it took %s, and the page has put back %s since. It may have been added, sent or refused: look before you do it again.", n.role, quote(n.name), quote(value), quote(n.value))
	}
	if n.attrs == "entry" { // the page adds what is entered, and empties the field
		n.value = ""
		return chat.CallCompleted, fmt.Sprintf("Filled %s %s: it took %s, and the page has emptied it since. It may have been added, sent or refused: look before you do it again.", n.role, quote(n.name), quote(value))
	}
	if !strings.Contains(n.attrs, "stubborn") {
		n.value = value
	}
	invalid := ""
	if n.attrs == "objects" {
		invalid = ` The browser says that this is not valid: "Please include an '@'."`
	}
	return chat.CallCompleted, fmt.Sprintf("Filled %s %s: it now holds %s.%s", n.role, quote(n.name), quote(n.shown()), invalid)
}

func (n *node) set(on bool, parents []*node) {
	if n.role == "radio" && on && len(parents) > 0 {
		for _, k := range parents[len(parents)-1].kids {
			if k.role == "radio" {
				k.checked = false
			}
		}
	}
	n.checked = on
}

func (s *sim) click(n *node, parents []*node) (chat.CallStatus, string) {
	s.pressed = append(s.pressed, n.name)
	text := fmt.Sprintf("Clicked %s %s.", n.role, quote(n.name))
	before := s.url
	switch {
	case n.role == "checkbox" || n.role == "switch" || n.role == "radio":
		n.set(n.role == "radio" || !n.checked, parents)
		if n.checked {
			text += " It is now checked."
		}
	case n.press != nil:
		n.press(s)
	case n.url == "http://dead.example/":
		text += " It led to http://dead.example/, which could not be opened: the browser shows its own error page."
	case n.url != "":
		s.goTo(n.url)
	}
	if n.attrs == "slips" {
		text += " It was not under the pointer any more when the button was released, so no click came of it: take a snapshot."
	}
	if s.url != before {
		text += fmt.Sprintf(" The page went to %s (title %s).", s.url, quote(s.doc.title))
	}
	if s.dialog != "" {
		text += fmt.Sprintf(" A confirm dialog opened: %s. Nothing else works in this tab until handle_dialog answers it.", quote(s.dialog))
	}
	s.number(s.doc.body)
	return chat.CallCompleted, text
}

// add puts a node at the end of the page.
func (s *sim) add(n *node) { s.doc.body = append(s.doc.body, n) }
