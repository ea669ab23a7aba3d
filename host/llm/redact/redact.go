// Package redact hides the key of a model in what its provider sends.
//
// It guarantees of whatever passes it: no 12 consecutive signs of the key are
// left behind what all keys of its vendor begin with (“sk-ant-api03-”, the head of
// a JWT), whether they stand there as they are, in hexadecimal digits, in base64
// of any alphabet and alignment (so also within “Bearer KEY” or “user:KEY”), or
// in any of these once percent-escapes and the escapes of JSON are undone, up to
// three times; each such run becomes [Mark], with as much of the beginning as
// stands before it. Of what comes in pieces the same
// holds for the key as it is; its other forms are found within one piece and in
// the whole answer. Shorter remains are let be, except in the words of a failure
// (see [Key.Failure]): keys of one vendor begin alike, and a model may say so.
package redact

import (
	"encoding/base64"
	"encoding/hex"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/lazyregexp"
)

// Mark stands in place of what was hidden.
const Mark = "[key]"

// Enough is how many consecutive signs of a key are hidden wherever they stand, not
// counting its public beginning. A key that is shorter is most likely what was made up for a server that asks for
// none, and may be a word that people use.
const Enough = 12

// Key hides a key. The zero value hides nothing.
type Key struct {
	plain string
	forms []form
}

// New prepares to hide a key.
func New(key string) Key {
	k := Key{plain: key}
	if len(key) < Enough {
		return k
	}
	same := func(b byte) byte { return b }
	public := publicOf(key)
	k.forms = append(k.forms, newForm(key, public, Enough, same), newForm(hex.EncodeToString([]byte(key)), 2*public, 2*Enough, lower))
	for pad := range 3 { // what stands before the key shifts its bits
		// Of the first and last sign of base64 some bits are the neighbours'.
		text := base64.RawStdEncoding.EncodeToString([]byte(strings.Repeat("\x00", pad) + key))
		first, last := (8*pad+5)/6, 8*(pad+len(key))/6
		behind := (8*(pad+public) + 5) / 6 // the first sign that holds nothing of the beginning
		k.forms = append(k.forms, newForm(text[first:last], behind-first, least64, standard))
	}
	return k
}

// mostPublic is within how many signs the marks stand that end a vendor's beginning.
const mostPublic = 16

// vendorForm is what the keys of a vendor begin with: “sk-”, “sk-ant-api03-”,
// “github_pat_”. A mark at another place is a part of the secret: one in a UUID, or
// in what was drawn from the alphabet of addresses.
var vendorForm = lazyregexp.New(`^[a-z]{2,8}[-_](?:[a-z]{1,8}[0-9]{0,2}[-_])*`)

// publicOf is how many signs a key begins with that others have, too: the head of
// a JWT, else what has the form of a vendor's beginning. Where little would be left
// it is none: that key was made up, or is of another kind.
func publicOf(key string) int {
	n := len(vendorForm.FindString(key[:min(len(key), mostPublic)]))
	if head, _, isJWT := strings.Cut(key, "."); isJWT && strings.HasPrefix(key, "eyJ") {
		n = len(head) + 1
	}
	if len(key)-n < Enough {
		return 0
	}
	return n
}

// least64 are the signs of base64 that twelve bytes fill at least, however they lie.
const least64 = 15

func lower(b byte) byte {
	if b >= 'A' && b <= 'F' {
		return b + 'a' - 'A'
	}
	return b
}

// standard turns the alphabet of addresses into the usual one.
func standard(b byte) byte {
	switch b {
	case '-':
		return '+'
	case '_':
		return '/'
	}
	return b
}

// Text hides the key in a text.
func (k Key) Text(text string) string {
	spans := k.find(text)
	if len(spans) == 0 {
		return text
	}
	var b strings.Builder
	at := 0
	for _, s := range spans {
		b.WriteString(text[at:s.from])
		b.WriteString(Mark)
		at = s.to
	}
	b.WriteString(text[at:])
	return b.String()
}

// span is a part of a text.
type span struct{ from, to int }

// find finds all that is to be hidden, in order, none touching another.
func (k Key) find(text string) []span {
	if len(k.forms) == 0 {
		return nil
	}
	var spans []span
	for depth, level := 0, unescaped(text); ; depth++ {
		for _, f := range k.forms {
			for _, s := range f.find(level.text) {
				spans = append(spans, level.source(s))
			}
		}
		next, any := level.unescape()
		if !any || depth == mostEscapes {
			break
		}
		level = next
	}
	for i := range spans {
		spans[i] = wholeRunes(text, spans[i])
	}
	return merged(spans)
}

// wholeRunes keeps a text valid where a part of it is taken out.
func wholeRunes(text string, s span) span {
	for s.from > 0 && !utf8.RuneStart(text[s.from]) {
		s.from--
	}
	for s.to < len(text) && !utf8.RuneStart(text[s.to]) {
		s.to++
	}
	return s
}

func merged(spans []span) []span {
	slices.SortFunc(spans, func(a, b span) int { return a.from - b.from })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.from <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, s.to)
			continue
		}
		out = append(out, s)
	}
	return out
}
