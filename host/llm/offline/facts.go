package offline

import (
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// fact is something that a page says: a value under a name.
type fact struct {
	key    []string // words of the name
	label  string   // the name as it stands
	around []string // words of headings and boxes above
	value  string
	line   string // where it stands
	prior  float64
	el     *element
	// whole says that the line is not parted in name and value.
	whole bool
	// row is a cell: the whole row is about one thing.
	row bool
}

var (
	sentenceEnd = lazyregexp.New(`([.!?])\s+(["“(]?[\p{Lu}\d])|([。！？；])\s*([^\s”」』）])`)
	colonFact   = lazyregexp.New(`^(.{1,60}?)\s*(?::\s+|：\s*)(.+)$`)
	hanInline   = lazyregexp.New(`([\p{Han}A-Za-z]{2,10})：\s*([^\s：，；。]+)`)
	hanPartFact = lazyregexp.New(`^(\p{Han}{2,8})\s*[：:]?\s*([¥￥]?\d.*)$`)
	hanIsFact   = lazyregexp.New(`^([^，。：:\d]{1,20}?)(?:是|为|共计|共)\s*([^，。；]+)`)
	dashFact    = lazyregexp.New(`^(.{1,60}?)\s+(?:[–—=→|]|-{1,2}|\.{3,}|…)\s+(.+)$`)
	endFact     = lazyregexp.New(`^(\p{L}[^\d:]{1,40}?)\s+(\d[\d.,]*)$`)                                                        // “count 3”
	numberFact  = lazyregexp.New(`(?i)^(.{0,30}?\b(?:no\.?|number|nr\.?|ref\.?|reference|code|id))\s+([A-Z]{0,4}-?\d[\w/-]*)$`) // “Item no. LP-2201”
	isFact      = lazyregexp.New(`^(.{2,80}?)\s+(?:is|are|was|were|will be|costs?|comes to|amounts to)\s+(.+?)[.!]?$`)
)

// factsOf reads what a page says.
func factsOf(p *page) []fact {
	var out []fact
	var headers []string
	var before *element
	for _, e := range p.els {
		near := p.around(e)
		switch {
		case e.role == "table" || e.role == "grid":
			headers = nil
		case e.role == "row":
			if e.flags["header"] {
				headers = e.names
			} else {
				out = append(out, rowFacts(e, headers, near)...)
			}
		case textRoles[e.role] || boxRoles[e.role] || radioRoles[e.role]:
			out = append(out, p.fieldFacts(e, near)...)
			out = append(out, choiceFacts(e, near)...)
		case e.name() != "" && !quietRoles[e.role]:
			out = append(out, lineFacts(e, near)...)
			out = append(out, follows(p, before, e)...)
		}
		before = e
	}
	for _, c := range p.steppers() {
		if n := c.stepper.number; n != nil && isText(n.role) {
			out = append(out, fact{key: words(c.labels[0]), label: c.labels[0], around: c.around, value: n.name(), line: c.labels[0] + ": " + n.name(), prior: 0.1, el: n})
		}
	}
	return out
}

// quietRoles name parts of a page rather than say something.
var quietRoles = wordSet("form navigation main banner contentinfo region group radiogroup list table grid search toolbar menubar tablist")

func rowFacts(e *element, headers, near []string) []fact {
	var out []fact
	line := strings.Join(nonEmpty(e.names), " | ")
	if n := len(e.names); len(headers) == 0 && n > 2 && n%2 == 0 { // a line of names and values by turns
		for i := 0; i < n; i += 2 {
			if e.names[i] != "" && e.names[i+1] != "" {
				out = append(out, fact{key: words(e.names[i]), label: e.names[i], around: near, value: e.names[i+1], line: e.names[i] + "：" + e.names[i+1], prior: 0.14, el: e, row: true})
			}
		}
	}
	for i, cell := range e.names {
		if cell == "" || i == 0 && len(e.names) > 1 && len(headers) == 0 {
			continue
		}
		label := ""
		if i > 0 || len(headers) == 0 {
			label = e.names[0]
		}
		key := words(label)
		if i < len(headers) {
			key = append(key, words(headers[i])...)
			label = strings.TrimSpace(label + " " + headers[i])
		}
		others := append(words(strings.Join(headers, " ")), near...)
		for j, other := range e.names {
			if j != i {
				others = append(others, words(other)...)
			}
		}
		f := fact{key: key, label: label, around: others, value: cell, line: line, prior: 0.1, el: e, row: true}
		if len(e.names) == 1 {
			f.whole, f.prior = true, -0.1
		}
		out = append(out, f)
	}
	return out
}

func nonEmpty(list []string) []string {
	var out []string
	for _, s := range list {
		if s != "" {
			out = append(out, s)
		}
	}
	return out
}

func (p *page) fieldFacts(e *element, near []string) []fact {
	label := p.called(e)
	f := fact{key: words(label), label: label, around: near, el: e, prior: 0}
	switch {
	case boxRoles[e.role]:
		f.value = "not ticked"
		if e.flags["checked"] {
			f.value = "ticked"
		}
	case radioRoles[e.role]:
		if !e.flags["checked"] {
			return nil
		}
		_, group := p.radioBox(e)
		f.key, f.label, f.value = words(group), group, label
	case e.value == "":
		return nil
	default:
		f.value = e.value
	}
	f.line = f.label + ": " + f.value
	return []fact{f}
}

// choiceFacts: what can be chosen often says its price.
func choiceFacts(e *element, near []string) []fact {
	var out []fact
	names := e.options
	if radioRoles[e.role] || boxRoles[e.role] {
		names = []string{e.name()}
	}
	for _, n := range names {
		if !hasDigit(n) {
			continue
		}
		out = append(out, fact{key: words(n), label: n, around: near, value: n, line: n, prior: -0.04, el: e, whole: true})
	}
	return out
}

// lineFacts parts a line of text.
func lineFacts(e *element, near []string) []fact {
	var out []fact
	for _, s := range segments(e.name()) {
		s = strings.TrimSpace(s)
		add := func(label, value string, prior float64, whole bool) {
			if !whole && len(rawWords(value)) == 0 {
				return // a sign between two buttons says nothing
			}
			out = append(out, fact{key: words(label), label: label, around: near, value: clip(value), line: s, prior: prior, el: e, whole: whole})
		}
		if m := colonFact.FindStringSubmatch(s); m != nil {
			add(m[1], m[2], 0.12, false)
		}
		if m := dashFact.FindStringSubmatch(s); m != nil {
			add(m[1], m[2], 0.06, false)
		}
		if m := endFact.FindStringSubmatch(s); m != nil {
			add(m[1], m[2], 0.02, false)
		}
		if m := numberFact.FindStringSubmatch(s); m != nil {
			add(m[1], m[2], 0.08, false)
		}
		if m := isFact.FindStringSubmatch(s); m != nil {
			add(m[1], m[2], 0.08, false)
		}
		if m := hanIsFact.FindStringSubmatch(s); m != nil {
			add(m[1], m[2], 0.08, false)
		}
		if list := hanInline.FindAllStringSubmatch(s, -1); len(list) > 1 {
			line := append(words(s), near...)
			for _, m := range list { // “台灯 ¥35 成色：全新 地点：东区”
				out = append(out, fact{key: words(m[1]), label: m[1], around: line, value: clip(m[2]), line: s, prior: 0.13, el: e})
			}
		}
		if parts := strings.Split(s, "，"); len(parts) < 8 {
			for _, part := range parts { // “¥139，库存 3 束”
				if m := hanPartFact.FindStringSubmatch(strings.TrimSpace(part)); m != nil {
					add(m[1], m[2], 0.06, false)
				}
			}
		}
		add(s, s, -0.08, true)
	}
	return out
}

var segmentEnd = lazyregexp.New(`\s+[·•|]\s+|;\s+`)

// segments are the parts of a line that each say one thing.
func segments(s string) []string {
	var out []string
	for _, sentence := range sentences(s) {
		out = append(out, segmentEnd.Split(sentence, -1)...)
	}
	return out
}

func sentences(s string) []string {
	marked := sentenceEnd.ReplaceAllString(s, "$1$3\x00$2$4")
	var out []string
	for _, part := range strings.Split(marked, "\x00") {
		if n := len(out); n > 0 && abbreviation(strings.TrimRight(out[n-1], "."), part) && strings.HasSuffix(out[n-1], ".") {
			out[n-1] += " " + part
			continue
		}
		out = append(out, part)
	}
	return out
}

// clip takes the end of a sentence off a value.
func clip(v string) string {
	v = strings.TrimSpace(v)
	if t := strings.TrimRight(v, ".!;,。！；，"); t != "" && !strings.Contains(t, ". ") && !strings.Contains(t, "。") {
		return t
	}
	return v
}

// follows: a short line names what the next line says, as in lists of terms;
// a heading names the line under it.
func follows(p *page, before, e *element) []fact {
	if len(e.name()) > 90 || len(rawWords(e.name())) == 0 {
		return nil // a sign between two buttons says nothing
	}
	if before == nil || before.name() == "" || len(before.name()) > 60 || endsSentence(before.name()) {
		return nil
	}
	switch {
	case isText(before.role) && isText(e.role) && before.depth == e.depth && (shortLine(before.name()) || endsColon(before.name())):
	case before.role == "heading" && (isText(e.role) || e.role == "status"):
	default:
		return nil
	}
	label := strings.TrimSuffix(strings.TrimSuffix(before.name(), ":"), "：")
	prior := 0.0
	if endsColon(before.name()) {
		prior = 0.12
	}
	return []fact{{
		key: words(label), label: label, around: p.around(before), value: clip(e.name()),
		line: label + ": " + e.name(), prior: prior, el: e,
	}}
}

func endsColon(s string) bool { return strings.HasSuffix(s, ":") || strings.HasSuffix(s, "：") }

// endsSentence: a line that ends so says something itself and names nothing.
func endsSentence(s string) bool {
	for _, end := range []string{".", "!", "?", "。", "！", "？"} {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}

// shortLine: so short a line may be the name of what follows it.
func shortLine(s string) bool {
	if hasHan(s) {
		return utf8.RuneCountInString(s) <= 12
	}
	return len(strings.Fields(s)) <= 5
}
