package offline

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// heed is the last gate between plan and act. It knows what the person forbade from the
// text as it was typed, and stops an act on what is named there, by whatever reading the
// planner came to it.
type heed struct {
	text string
	bans []ban
	// flat is the text without spaces and quotation marks, at says where each of its
	// bytes stands in the text.
	flat string
	at   []int
	// free are the words that stand in no ban.
	free []string
	// undone are the bans that the text itself takes back: “not yet … then press it”.
	undone map[int]bool
}

func newHeed(text string) *heed {
	h := &heed{text: text, bans: bansIn(text), undone: map[int]bool{}}
	var b strings.Builder
	for i, r := range text {
		if unicode.IsSpace(r) || strings.ContainsRune("\"“”„'‘’`「」『』《》«»", r) {
			continue
		}
		s := string(narrowSign(unicode.ToLower(r)))
		b.WriteString(s)
		for range len(s) {
			h.at = append(h.at, i)
		}
	}
	h.flat = b.String()
	rest := []byte(text)
	for _, b := range h.bans {
		for i := b.at; i < b.end; i++ {
			rest[i] = ' '
		}
	}
	h.free = words(strings.ToValidUTF8(string(rest), " "))
	return h
}

// flatten writes a name as flat has the text.
func flatten(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || strings.ContainsRune("\"“”„'‘’`「」『』《》«»", r) {
			return -1
		}
		return narrowSign(unicode.ToLower(r))
	}, name)
}

// spot is where a name stands in the text.
type spot struct{ from, to int }

// spots are the places where a name stands as a whole.
func (h *heed) spots(name string) []spot {
	flat := strings.TrimRight(flatten(name), ":：*")
	if flat == "" || utf8.RuneCountInString(flat) < 2 && !isLetterAlone(flat) {
		return nil
	}
	var out []spot
	for from := 0; ; {
		i := strings.Index(h.flat[from:], flat)
		if i < 0 {
			return out
		}
		first, last := from+i, from+i+len(flat)-1
		s := spot{h.at[first], h.at[last]}
		_, size := utf8.DecodeRuneInString(h.text[s.to:])
		s.to += size
		if h.wordEnds(s) {
			out = append(out, s)
		}
		from = first + 1
		for from < len(h.flat) && !utf8.RuneStart(h.flat[from]) {
			from++
		}
	}
}

func isLetterAlone(s string) bool {
	r := []rune(s)
	return len(r) == 1 && unicode.IsLetter(r[0]) && !isHan(r[0])
}

// wordEnds reports whether no Latin word goes on at either end.
func (h *heed) wordEnds(s spot) bool {
	joins := func(a, b rune) bool {
		return unicode.IsLetter(a) && unicode.IsLetter(b) && !isHan(a) && !isHan(b)
	}
	before, _ := utf8.DecodeLastRuneInString(h.text[:s.from])
	first, _ := utf8.DecodeRuneInString(h.text[s.from:])
	last, _ := utf8.DecodeLastRuneInString(h.text[:s.to])
	after, _ := utf8.DecodeRuneInString(h.text[s.to:])
	return !joins(before, first) && !joins(last, after)
}

// bannedAt gives the ban that a place in the text falls under. A name that holds the
// forbidding word itself is only called so: “Do not disturb”.
func (h *heed) bannedAt(s spot, press bool) (int, bool) {
	for i, b := range h.bans {
		switch {
		case s.from >= b.word && s.from < b.end:
			return i, true
		case s.to <= b.at && b.behind && (s.from >= b.back || onlyLinks(h.text[s.to:b.at])):
			return i, true
		case s.to <= b.at && b.bare && press && strings.Count(stopped.ReplaceAllString(h.text[s.to:b.at], "\n"), "\n") < 2:
			return i, true
		case s.to <= b.at && b.whole && !strings.ContainsAny(h.text[s.to:b.at], ".;\n。；"):
			return i, true
		}
	}
	return 0, false
}

// onlyLinks reports whether between a name and the word behind it that forbids stands
// nothing but what joins them.
func onlyLinks(s string) bool {
	s = strings.TrimRight(s, " -–—:：?？")
	if strings.ContainsAny(s, ",.;:\n，。；：") {
		return false
	}
	s = strings.Trim(enBefore.ReplaceAllString(hanBefore.ReplaceAllString(s, ""), ""), " \"”'’」』》~-–—?？")
	return s == "" || linkNouns.MatchString(s)
}

// refuses gives the words that forbid an act on what goes by these names. less says that
// it unticks or empties, press that it is a press.
func (h *heed) refuses(names, others []string, less, press bool) (ban, bool) {
	if len(h.bans) == 0 {
		return ban{}, false
	}
	var banned []int
	var free []spot
	exact := false
	for _, name := range names {
		for _, s := range h.spots(name) {
			if h.partOfAnother(s, name, others) {
				continue
			}
			if i, ok := h.bannedAt(s, press); !ok {
				free = append(free, s)
			} else if !h.contrary(h.bans[i], less) {
				banned = append(banned, i)
				exact = exact || h.bans[i].bare || h.just(h.bans[i], name)
			}
		}
	}
	switch {
	case len(banned) == 0 && len(free) > 0:
		return ban{}, false
	case len(banned) == 0:
		return h.alike(names, less)
	case len(free) == 0:
		return h.bans[banned[0]], true
	case !exact:
		return ban{}, false // “Delete for A, not Delete for B”
	}
	for _, i := range banned {
		if (h.bans[i].bare || h.just(h.bans[i], names...)) && !h.takenBack(h.bans[i], free) {
			return h.bans[i], true
		}
	}
	for _, i := range banned {
		h.undone[i] = true
	}
	return ban{}, false
}

// contrary reports whether an act does not what a ban is about: nobody who wants a box
// left unticked minds that it is unticked.
func (h *heed) contrary(b ban, less bool) bool {
	body := unpadded(h.text[b.word:b.end])
	return less != (enLess.MatchString(body) || hanLess.MatchString(body)) && (less || b.acts && (enLess.MatchString(body) || hanLess.MatchString(body)))
}

// partOfAnother reports whether a name only stands there as a part of a longer one that
// the page has, too.
func (h *heed) partOfAnother(s spot, name string, others []string) bool {
	for _, o := range others {
		if len(o) <= len(name) || !strings.Contains(flatten(o), flatten(name)) {
			continue
		}
		for _, t := range h.spots(o) {
			if t.from <= s.from && s.to <= t.to && t != s {
				return true
			}
		}
	}
	return false
}

// just reports whether a ban is about what has one of these names and nothing else.
func (h *heed) just(b ban, names ...string) bool {
	body := flatten(bareBan.ReplaceAllString(unpadded(h.text[b.word:b.end]), ""))
	for _, name := range names {
		flat := strings.TrimRight(flatten(name), ":：*")
		if rest, ok := strings.CutPrefix(body, flat); ok && (rest == "" || bareRest.MatchString(rest)) || b.behind && body == "" {
			return true
		}
		if i := strings.Index(body, flat); i > 0 && flat != "" && bareLead.MatchString(body[:i]) && bareRest.MatchString(body[i+len(flat):]) {
			return true
		}
	}
	return false
}

// takenBack reports whether the text asks for the same after all: later and in its turn,
// or before, where only a second time is forbidden.
func (h *heed) takenBack(b ban, free []spot) bool {
	if orderedBy.MatchString(tail(h.text[:b.at])) && slices.ContainsFunc(free, func(s spot) bool { return s.to <= b.at }) {
		return true // “press Leave, then do not leave”
	}
	said := h.text[b.at:b.end]
	if i := strings.LastIndexAny(h.text[:b.at], "\n.;,"); i >= 0 && b.at-i < 40 {
		said = h.text[i:b.end]
	}
	for _, s := range free {
		lead := strings.TrimRight(tail(h.text[:s.from]), " \"“「『《'‘")
		cut := pressLead.ReplaceAllString(lead, "")
		later := s.from >= b.end && (forNow.MatchString(said) || orderedBy.MatchString(cut))
		if later || s.to <= b.at && onceMore.MatchString(said) {
			return true
		}
	}
	return false
}

// alike compares by words where the text does not have the name itself: “do not send the
// invoice” and a button Send invoice.
func (h *heed) alike(names []string, less bool) (ban, bool) {
	for _, name := range names {
		own := words(name)
		if len(own) == 0 {
			continue
		}
		free := compare(h.free, own, nil).own
		for _, b := range h.bans {
			said := words(bareBan.ReplaceAllString(unpadded(h.text[b.word:b.end]), ""))
			if b.acts && len(said) == 0 {
				said = words(unpadded(h.text[b.word:b.end]))
			}
			c := compare(said, own, nil)
			if len(said) > 0 && c.own > free && (c.own > 0.95 || c.query > 0.95) && !h.contrary(b, less) {
				return b, true
			}
		}
	}
	return ban{}, false
}

// words gives a ban as the person wrote it.
func (h *heed) words(b ban) string {
	return strings.TrimSpace(h.text[b.at:b.end])
}

// stopped is where a sentence ends.
var stopped = lazyregexp.New(`[。！？；\n]|[.!?;](?:\s|$)`)
