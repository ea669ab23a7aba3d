package offline

import (
	"slices"
	"strings"
	"sync"
	"unicode"
)

// lexicon is the tables of words.go, made ready.
type lexicon struct {
	same   map[string]string // phrase of words to the word that stands for it
	length int               // words of the longest phrase
	no     map[string]bool
	weight map[string]float64
	fields map[string]bool
	submit map[string]bool
	count  map[string]string // number words to digits
}

var lex = sync.OnceValue(func() *lexicon {
	l := &lexicon{
		same: map[string]string{}, weight: map[string]float64{}, no: wordSet(noWords), fields: map[string]bool{},
		submit: map[string]bool{}, count: map[string]string{},
	}
	for _, line := range strings.Split(strings.TrimSpace(sameWords), "\n") {
		head, _, _ := strings.Cut(line, ",")
		for _, phrase := range strings.Split(line, ",") {
			words := rawWords(phrase)
			for i := range words {
				words[i] = stem(words[i])
			}
			l.same[strings.Join(words, " ")] = strings.TrimSpace(head)
			l.length = max(l.length, len(words))
		}
	}
	for w := range wordSet(weakWords) {
		l.weight[stem(w)] = 0.25
	}
	for w := range wordSet(halfWords) {
		l.weight[stem(w)] = 0.4
	}
	for i, w := range strings.Fields(numberWords) {
		l.count[w] = string([]byte("0123456789")[min(i, 9)])
		if i > 9 {
			l.count[w] = "1" + string(rune('0'+i-10))
		}
	}
	for _, w := range strings.Fields(fieldWords) {
		l.fields[stem(w)] = true
	}
	for _, w := range strings.Fields(submitWords) {
		l.submit[stem(w)] = true
	}
	return l
})

// fold lowers a text and takes the marks off Latin letters, for comparing only.
func fold(s string) string {
	return strings.Map(func(r rune) rune {
		r = unicode.ToLower(r)
		if r < 0x80 {
			return r
		}
		if i := strings.IndexRune(markedLetters, r); i >= 0 {
			return plainLetters[len([]rune(markedLetters[:i]))]
		}
		return narrowSign(r)
	}, s)
}

const markedLetters = "àáâãäåāçćčďèéêëēěìíîïīłñńňòóôõöøōřśšťùúûüūůýÿžźż’‘"

var plainLetters = []rune("aaaaaaacccdeeeeeeiiiiilnnnooooooorsstuuuuuuyyzzz''")

// rawWords are the words of a text in lower case, marks gone.
func rawWords(s string) []string {
	list := strings.FieldsFunc(fold(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '&' && r != '№'
	})
	if !hasHan(s) {
		return list
	}
	var out []string
	for _, w := range list {
		out = append(out, splitHan(w)...)
	}
	return out
}

// stem takes off a plural.
func stem(w string) string {
	w = strings.Trim(strings.TrimSuffix(w, "'s"), "'")
	for _, end := range []string{"'m", "'ve", "'d", "'ll", "'re"} { // “I'm over 18” is I am over 18
		w = strings.TrimSuffix(w, end)
	}
	switch {
	case len(w) < 4 || w == "news" || strings.HasSuffix(w, "ss") || strings.HasSuffix(w, "us") || strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"), strings.HasSuffix(w, "sses"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "s"):
		return w[:len(w)-1]
	}
	return w
}

// words are the words of a text ready for matching: words of the same meaning
// are one word, those that say nothing are gone (unless nothing else is left).
func words(s string) []string {
	l := lex()
	all := joined(rawWords(splitCamel(s)))
	kept := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return l.no[w] })
	if len(kept) == 0 {
		return all
	}
	return kept
}

// joined replaces phrases by the word that stands for them.
func joined(raw []string) []string {
	l := lex()
	for i := range raw {
		raw[i] = stem(raw[i])
	}
	var out []string
	for i := 0; i < len(raw); {
		n := min(l.length, len(raw)-i)
		for ; n > 0; n-- {
			if w, ok := l.same[strings.Join(raw[i:i+n], " ")]; ok {
				out = append(out, w)
				break
			}
		}
		if n == 0 {
			n = 1
			if raw[i] != "" {
				out = append(out, raw[i])
			}
		}
		i += n
	}
	return out
}

// splitCamel parts firstName and first_name, as names in markup are written.
func splitCamel(s string) string {
	if strings.ContainsAny(s, " \n") {
		return s
	}
	var b strings.Builder
	var before rune
	for _, r := range s {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

func weight(w string) float64 {
	if v, ok := lex().weight[w]; ok {
		return v
	}
	return 1
}

// alike says how much two words are one, from 0 to 1.
func alike(a, b string) float64 {
	if a == b {
		return 1
	}
	if hasDigit(a) || hasDigit(b) {
		if lex().count[a] == b || lex().count[b] == a {
			return 1
		}
		return 0
	}
	if hasHan(a) || hasHan(b) {
		return alikeHan(a, b)
	}
	short, long := a, b
	if len(short) > len(long) {
		short, long = long, short
	}
	switch {
	case len(long) > 5 && strings.HasSuffix(short, "e") && strings.TrimSuffix(short, "e")+"ing" == long: // share, sharing
		return 0.9
	case len(short) >= 4 && strings.HasPrefix(long, short) && len(long)-len(short) <= 4:
		return 0.8
	case len(short) >= 5 && len(long)-len(short) <= 1 && oneApart(short, long):
		return 0.8
	}
	return 0
}

func hasDigit(s string) bool { return strings.ContainsFunc(s, unicode.IsDigit) }

// oneApart reports whether one change (a letter more, another letter, two
// letters swapped) makes one word of the other.
func oneApart(short, long string) bool {
	a, b := []rune(short), []rune(long)
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	j := 0
	for j < len(a)-i && j < len(b)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	restA, restB := len(a)-i-j, len(b)-i-j
	if restA <= 1 && restB <= 1 {
		return true
	}
	return restA == 2 && restB == 2 && a[i] == b[i+1] && a[i+1] == b[i]
}

// same reports whether two texts are equal but for case, marks and spaces.
func same(a, b string) bool {
	return strings.Join(strings.Fields(fold(a)), " ") == strings.Join(strings.Fields(fold(b)), " ")
}

// overlap is how far a query and a label agree.
type overlap struct {
	query float64 // part of the query that the label or its surroundings have
	label float64 // part of the label that the query has
	own   float64 // part of the query that the label itself has
}

func (o overlap) score() float64 { return 0.65*o.query + 0.35*o.label }

// compare compares words; around are words that stand near the label.
func compare(query, label, around []string) overlap {
	var total, own, ctx, hit, all float64
	used := make([]bool, len(label))
	for _, q := range query {
		w := weight(q)
		total += w
		best, at := 0.0, -1
		for i, l := range label {
			if s := alike(q, l); s > best && !used[i] {
				best, at = s, i
			}
		}
		if at >= 0 {
			used[at] = true
			own += w * best
			continue
		}
		for _, c := range around {
			best = max(best, alike(q, c))
		}
		ctx += w * best * 0.9
	}
	for i, l := range label {
		all += weight(l)
		if used[i] {
			hit += weight(l)
		}
	}
	if total == 0 || all == 0 {
		return overlap{}
	}
	return overlap{query: (own + ctx) / total, label: hit / all, own: own / total}
}

// lowered puts the letters A to Z in lower case and leaves every byte in its
// place, so that what is found in it is found in s. strings.ToLower does not:
// İ grows, and so does a byte that is no UTF-8.
func lowered(s string) string {
	b := []byte(s)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] = c + ('a' - 'A')
		}
	}
	return string(b)
}
