package tools

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// MostFitted is how many characters of a result a model is given; of a longer one it gets what [Fit] makes of it.
const MostFitted = 12_000

// Fit makes a result that is too long short enough for a model: JSON by its structure, so that it stays JSON and shows what
// there is of each kind, anything else as its beginning and its end. whole names where all of it is to be read. ok says
// that it was too long. The same text always gives the same.
func Fit(text, whole string) (fitted string, ok bool) {
	if utf8.RuneCountInString(text) <= MostFitted {
		return text, false
	}
	note := ""
	if whole != "" {
		note = fmt.Sprintf("\n(Shortened from %d characters. Read the rest in %s.)", utf8.RuneCountInString(text), whole)
	}
	room := MostFitted - utf8.RuneCountInString(note)
	if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, "{") || strings.HasPrefix(trimmed, "[") {
		for _, l := range fittings {
			short, err := l.json([]byte(trimmed))
			if err != nil {
				break // it only begins like JSON
			}
			if utf8.RuneCountInString(short) <= room {
				return short + note, true
			}
		}
	}
	return ends(text, room) + note, true
}

// fittings are tried one after the other: ever less of long lists and texts, and at last of what lies deep.
var fittings = []fitting{
	{items: 1 << 30, text: 2000, depth: 32},
	{items: 100, text: 1000, depth: 16},
	{items: 50, text: 500, depth: 12},
	{items: 20, text: 300, depth: 8},
	{items: 10, text: 150, depth: 6},
	{items: 5, text: 100, depth: 5},
	{items: 3, text: 50, depth: 4},
}

// fitting is how much of JSON is kept: items of a list, characters of a text, and how deep.
type fitting struct{ items, text, depth int }

// What stands in the place of what was left out. The names are those that agents know.
const deepNested = `"[deep nested]"`

func (l fitting) json(text []byte) (string, error) {
	d := jsontext.NewDecoder(bytes.NewReader(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	var b bytes.Buffer
	if err := l.value(d, &b, 0); err != nil {
		return "", err
	}
	if _, err := d.ReadToken(); !errors.Is(err, io.EOF) {
		return "", errors.New("there is more behind the value")
	}
	return b.String(), nil
}

func (l fitting) value(d *jsontext.Decoder, b *bytes.Buffer, depth int) error {
	switch kind := d.PeekKind(); {
	case (kind == '{' || kind == '[') && depth >= l.depth:
		b.WriteString(deepNested)
		return d.SkipValue()
	case kind == '{':
		return l.object(d, b, depth)
	case kind == '[':
		return l.list(d, b, depth)
	case kind == '"':
		token, err := d.ReadToken()
		if err != nil {
			return err
		}
		return writeText(b, clipped(token.String(), l.text))
	default:
		v, err := d.ReadValue()
		if err != nil {
			return err
		}
		b.Write(v)
		return nil
	}
}

func (l fitting) object(d *jsontext.Decoder, b *bytes.Buffer, depth int) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	b.WriteByte('{')
	for first := true; d.PeekKind() != '}'; first = false {
		name, err := d.ReadToken()
		if err != nil {
			return err
		}
		if !first {
			b.WriteByte(',')
		}
		if err := writeText(b, name.String()); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := l.value(d, b, depth+1); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	b.WriteByte('}')
	return err
}

// list keeps the first items of a long list, and says how many there are.
func (l fitting) list(d *jsontext.Decoder, b *bytes.Buffer, depth int) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	var items bytes.Buffer
	n := 0
	for ; d.PeekKind() != ']'; n++ {
		if n >= l.items {
			if err := d.SkipValue(); err != nil {
				return err
			}
			continue
		}
		if n > 0 {
			items.WriteByte(',')
		}
		if err := l.value(d, &items, depth+1); err != nil {
			return err
		}
	}
	if n > l.items {
		fmt.Fprintf(b, `{"_count":%d,"_showing":%d,"items":[%s]}`, n, l.items, items.Bytes())
	} else {
		fmt.Fprintf(b, "[%s]", items.Bytes())
	}
	_, err := d.ReadToken()
	return err
}

func writeText(b *bytes.Buffer, s string) error {
	quoted, err := jsontext.AppendQuote(nil, strings.ToValidUTF8(s, "\uFFFD"))
	b.Write(quoted)
	return err
}

// clipped keeps two thirds of the room for the beginning of a text and the rest for its end.
func clipped(s string, most int) string {
	n := utf8.RuneCountInString(s)
	if n <= most {
		return s
	}
	r := []rune(s)
	head := most * 2 / 3
	tail := most - head
	return string(r[:head]) + fmt.Sprintf("…[%d characters]…", n-most) + string(r[n-tail:])
}

// ends are the beginning and the end of a text, cut between lines where they are near.
func ends(text string, room int) string {
	const mark = "\n… %d characters left out …\n"
	r := []rune(text)
	room -= len(mark) + 20
	head, tail := room*2/3, len(r)-room/3
	for i := head; i > head-200; i-- {
		if r[i-1] == '\n' {
			head = i
			break
		}
	}
	for i := tail; i < tail+200; i++ {
		if r[i-1] == '\n' {
			tail = i
			break
		}
	}
	return string(r[:head]) + fmt.Sprintf(mark, tail-head) + string(r[tail:])
}
