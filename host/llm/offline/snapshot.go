package offline

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// element is one line of a snapshot. The grammar is in tools/README.md.
type element struct {
	index, depth, parent int // parent is -1 at the top

	role  string
	names []string
	ref   string
	level int
	flags map[string]bool
	value string
	// options are the labels that can be chosen; more counts those not told.
	options     []string
	more        int
	placeholder string
	url         string
	hint        string
	invalid     string
}

// name is what the element is called; empty if nothing calls it anything.
func (e *element) name() string {
	return strings.Join(strings.Fields(strings.Join(e.names, " ")), " ")
}

// page is what a snapshot shows.
type page struct {
	url, title string
	// text is the snapshot as it came.
	text string
	tab  int
	els  []*element
	// cut says that lines were left out.
	cut bool
	// appeared are the refs that a press has brought.
	appeared map[string]bool
	// part is what the step may mean, nil for all.
	part *part
	// tongue is the language that is spoken about it.
	tongue tongue
}

// parseSnapshot reads a result of the snapshot tool. What is no line of a
// snapshot (headers, words around it) is passed over.
func parseSnapshot(text string) *page {
	p := &page{text: afterNews(text)}
	var open []*element // the lines that may have children, outermost first
	header := true
	for _, line := range strings.Split(text, "\n") {
		body := strings.TrimLeft(line, " ")
		rest, ok := strings.CutPrefix(body, "- ")
		if !ok {
			if header {
				p.header(line)
			}
			continue
		}
		header = false
		if strings.HasPrefix(rest, "…") {
			p.cut = true
			continue
		}
		e, ok := parseLine(rest)
		if !ok {
			continue
		}
		e.depth = (len(line) - len(body)) / 2
		for len(open) > 0 && open[len(open)-1].depth >= e.depth {
			open = open[:len(open)-1]
		}
		e.index, e.parent = len(p.els), -1
		if len(open) > 0 {
			e.parent = open[len(open)-1].index
		}
		p.els = append(p.els, e)
		open = append(open, e)
	}
	return p
}

func (p *page) header(line string) {
	key, value, _ := strings.Cut(line, ": ")
	switch key {
	case "url":
		p.url = value
	case "title":
		p.title = value
	case "tab":
		p.tab, _ = strconv.Atoi(strings.TrimSpace(value))
	}
}

var (
	roleForm   = lazyregexp.New(`^[a-z]+`)
	attrForm   = lazyregexp.New(`^\[([a-z]+)=([^\]\s]*)\]`)
	keyForm    = lazyregexp.New(`^([a-z]+)=`)
	flagForm   = lazyregexp.New(`^[a-z]+`)
	spacedName = lazyregexp.New(`^\p{Han}(?: \p{Han}){1,3}$`)
	moreForm   = lazyregexp.New(`^,\+([0-9]+)`)
)

// parseLine reads a line without indent and dash. What it does not know it
// passes over, so that a line may grow.
func parseLine(s string) (*element, bool) {
	e := &element{flags: map[string]bool{}}
	e.role = roleForm.FindString(s)
	if e.role == "" {
		return nil, false
	}
	s = s[len(e.role):]
	if s != "" && s[0] != ' ' {
		return nil, false
	}
	for {
		s = strings.TrimLeft(s, " ")
		switch {
		case s == "":
			for i, n := range e.names {
				if spacedName.MatchString(n) { // 登 录
					e.names[i] = strings.ReplaceAll(n, " ", "")
				}
			}
			return e, true
		case s[0] == '"':
			name, rest, ok := quoted(s)
			if !ok {
				return nil, false
			}
			e.names = append(e.names, name)
			s = rest
		case s[0] == '[':
			m := attrForm.FindStringSubmatch(s)
			if m == nil {
				return nil, false
			}
			e.attribute(m[1], m[2])
			s = s[len(m[0]):]
		case keyForm.MatchString(s):
			m := keyForm.FindStringSubmatch(s)
			values, more, rest := list(s[len(m[0]):])
			e.take(m[1], values, more)
			s = rest
		default:
			f := flagForm.FindString(s)
			if f == "" {
				f = s[:strings.IndexAny(s+" ", " ")]
			} else {
				e.flags[f] = true
			}
			s = s[len(f):]
		}
	}
}

func (e *element) attribute(key, value string) {
	switch key {
	case "ref":
		e.ref = value
	case "level":
		e.level, _ = strconv.Atoi(value)
	}
}

func (e *element) take(key string, values []string, more int) {
	one := strings.Join(values, ", ")
	switch key {
	case "value":
		e.value = one
	case "options":
		e.options, e.more = values, more
	case "placeholder":
		e.placeholder = one
	case "url":
		e.url = one
	case "hint":
		e.hint = one
	case "invalid":
		e.invalid = one
		e.flags["invalid"] = true
	}
}

// list reads strings with commas between them. An unquoted word is taken as it
// stands.
func list(s string) (values []string, more int, rest string) {
	for {
		if s != "" && s[0] == '"' {
			v, after, ok := quoted(s)
			if !ok {
				return values, more, ""
			}
			values, s = append(values, v), after
		} else {
			end := strings.IndexAny(s+" ", " ,")
			values, s = append(values, s[:end]), s[end:]
		}
		if m := moreForm.FindStringSubmatch(s); m != nil {
			more, _ = strconv.Atoi(m[1])
			return values, more, s[len(m[0]):]
		}
		if !strings.HasPrefix(s, ",") {
			return values, more, s
		}
		s = s[1:]
	}
}

// quoted reads a JSON string at the beginning of s.
func quoted(s string) (value, rest string, ok bool) {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '"':
			if json.Unmarshal([]byte(s[:i+1]), &value) != nil {
				return "", "", false
			}
			return value, s[i+1:], true
		}
	}
	return "", "", false
}
