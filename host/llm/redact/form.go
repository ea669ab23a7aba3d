package redact

// form is one way to write a key.
type form struct {
	text string
	// least is how much of it is hidden, not counting what all keys of a vendor
	// begin with, which are the first public signs.
	least, public int
	// fold makes one sign of those that mean the same.
	fold func(byte) byte
	// grams are the places of each few signs of it.
	grams map[gram][]int
}

// gram are a few signs in a row.
type gram [few]byte

// few is small enough that a text is looked at in long steps, and long enough
// that other texts rarely hold the same.
const few = 6

func newForm(text string, public, least int, fold func(byte) byte) form {
	f := form{text: text, least: least, public: public, fold: fold, grams: map[gram][]int{}}
	for i := 0; i+few <= len(text); i++ {
		g := gram([]byte(text[i : i+few]))
		f.grams[g] = append(f.grams[g], i)
	}
	return f
}

// find finds the pieces of the form in a text. Each that is long enough holds a
// gram at one of the places that are looked at, behind its beginning.
func (f form) find(text string) []span {
	var spans []span
	for i := 0; i+few <= len(text); {
		var g gram
		for n := range g {
			g[n] = f.fold(text[i+n])
		}
		next := i + f.least - few + 1
		for _, at := range f.grams[g] {
			if s, begins := f.widest(text, i, at); s.to-s.from-max(0, f.public-begins) >= f.least {
				spans = append(spans, s)
				next = max(next, s.to-few+1)
			}
		}
		i = next
	}
	return spans
}

// widest is how far text and form agree around two places where they do, and where
// in the form that begins.
func (f form) widest(text string, in, at int) (s span, begins int) {
	s = span{in, in + few}
	for end := at + few; s.to < len(text) && end < len(f.text) && f.fold(text[s.to]) == f.text[end]; end++ {
		s.to++
	}
	for ; s.from > 0 && at > 0 && f.fold(text[s.from-1]) == f.text[at-1]; at-- {
		s.from--
	}
	return s, at
}
