// Package keys reads the names of keys as people write them (Enter, Control+A,
// F5, é) and knows what a browser's input wants to be told of each: the key, its
// place on a keyboard of the United States, its Windows code and what it types.
//
// It guarantees that every name that [Parse] takes comes out of [Chord.String]
// in one form, and that this form is taken again and means the same.
package keys

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/margay/margay/tools"
)

// Modifiers are keys that are held, as bits of the debugging protocol.
type Modifiers int64

// The modifiers.
const (
	Alt Modifiers = 1 << iota
	Control
	Meta
	Shift
)

// Chord is a key that is pressed while modifiers are held.
type Chord struct {
	Modifiers Modifiers
	Key
}

// Key is a key as a browser's input wants it.
type Key struct {
	// Name is KeyboardEvent.key: with Shift the character that it then types.
	Name string
	// Code is its place, empty for a character that the keyboard does not have.
	Code string
	// Virtual is its code on Windows.
	Virtual int64
	// Text is what it types, empty where it types nothing.
	Text string
}

// most bounds the chords of one call.
const most = 20

// Parse reads chords, separated by white space. Its error is a [tools.Mistake].
func Parse(text string) ([]Chord, error) {
	if text == " " {
		text = "Space"
	}
	words := together(strings.Fields(text))
	switch {
	case len(words) == 0:
		return nil, tools.Mistake("No key is named. %s", hint)
	case len(words) > most:
		return nil, tools.Mistake("These are %d keys; at most %d are pressed at a time. To write text, use fill.", len(words), most)
	}
	chords := make([]Chord, len(words))
	for i, word := range words {
		var err error
		if chords[i], err = parse(word); err != nil {
			return nil, err
		}
	}
	return chords, nil
}

// together puts chords together that were written with blanks: “Control + A”.
// A plus after a key that cannot be held is a key of its own.
func together(words []string) []string {
	var out []string
	for i, word := range words {
		last := len(out) - 1
		switch {
		case last >= 0 && open(out[last]),
			last >= 0 && strings.HasPrefix(word, "+") && holds(out[last]) && (word != "+" || i < len(words)-1):
			out[last] += word
		default:
			out = append(out, word)
		}
	}
	return out
}

// open reports whether a word waits for the rest of a chord: “Control+”.
func open(word string) bool {
	rest, ok := strings.CutSuffix(word, "+")
	return ok && holds(rest)
}

// holds reports whether a word names nothing but keys that are held.
func holds(word string) bool {
	for name := range strings.SplitSeq(word, "+") {
		if _, ok := modifiers[strings.ToLower(name)]; !ok {
			return false
		}
	}
	return true
}

const hint = "Name keys such as Enter, Escape, Tab, Space, ArrowDown, PageDown, F2, Control+A, or one character. To write text, use fill."

func parse(word string) (Chord, error) {
	held, name := split(word)
	var c Chord
	for _, m := range held {
		bit, ok := modifiers[strings.ToLower(m)]
		if !ok {
			return c, tools.Mistake("%q in %q is no key that is held; Control, Shift, Alt and Meta are. %s", m, word, hint)
		}
		c.Modifiers |= bit
	}
	key, shifted, ok := find(name)
	if !ok {
		return c, tools.Mistake("%q is no key. %s", name, hint)
	}
	if shifted && (c.Modifiers&^Shift == 0 || !key.letter()) {
		c.Modifiers |= Shift // as for a capital by itself, or Control++; in Control+A a capital is only how people write
	}
	if bit, ok := modifiers[strings.ToLower(key.Name)]; ok {
		c.Modifiers &^= bit // it holds itself
	}
	c.Key = key.with(c.Modifiers)
	return c, nil
}

// split takes a chord apart at its plus signs; a plus at the end is the key.
func split(word string) (held []string, name string) {
	if word == "+" {
		return nil, "+"
	}
	if rest, ok := strings.CutSuffix(word, "++"); ok {
		return strings.Split(rest, "+"), "+"
	}
	parts := strings.Split(word, "+")
	return parts[:len(parts)-1], parts[len(parts)-1]
}

// find looks a key up by its name or its character; shifted says that the
// character is the one that Shift gives.
func find(name string) (key Key, shifted, ok bool) {
	if key, ok := named[strings.ToLower(name)]; ok {
		return key, false, true
	}
	if character, ok := spelled[strings.ToLower(name)]; ok {
		name = character
	}
	r, size := utf8.DecodeRuneInString(name)
	if size != len(name) || r == utf8.RuneError || !unicode.IsGraphic(r) || unicode.IsSpace(r) {
		return key, false, false
	}
	if place, ok := onKeyboard(r); ok {
		return place.Key, place.shift == r && place.plain != r, true
	}
	return Key{Name: name, Text: name}, false, true
}

// with is the key as it is while modifiers are held.
func (k Key) with(m Modifiers) Key {
	if p, ok := byCode[k.Code]; ok && m&Shift != 0 {
		k.Name, k.Text = string(p.shift), string(p.shift)
	}
	if m&(Alt|Control|Meta) != 0 {
		k.Text = "" // a short cut types nothing
	}
	return k
}

// letter reports whether the key is one of a letter.
func (k Key) letter() bool { return unicode.IsLetter(byCode[k.Code].plain) }

// String is the name of the chord in the form that all names of it are brought to.
func (c Chord) String() string {
	name, held := c.Name, c.Modifiers
	if p, ok := byCode[c.Code]; ok {
		switch {
		case c.letter() && held != 0:
			name = string(p.shift) // Control+A, Shift+A
		case !c.letter() && held&Shift != 0:
			name, held = string(p.shift), held&^Shift // ! and not Shift+1, Control++ and not Control+Shift+=
		default:
			name = string(p.plain)
		}
	}
	if name == " " {
		name = "Space"
	}
	var b strings.Builder
	for _, m := range order {
		if held&m.bit != 0 && m.name != name {
			b.WriteString(m.name + "+")
		}
	}
	return b.String() + name
}

// Line names several chords.
func Line(chords []Chord) string {
	names := make([]string, len(chords))
	for i, c := range chords {
		names[i] = c.String()
		if i > 0 && names[i] == "+" && holds(names[i-1]) {
			names[i] = "Plus" // a plus between two keys would bind them
		}
	}
	return strings.Join(names, " ")
}
