package attach

import (
	"slices"
	"strings"

	"github.com/ledongthuc/pdf"
)

// unknown stands for a character of which the file does not tell which one it is.
const unknown = "\uFFFD"

// char is a drawn character: its text and its width, as a part of the size.
type char struct {
	text  string
	width float64
	space bool // the one to which the width of words is added
}

// font tells what the codes of a font are and how wide.
type font struct {
	codes *codes // what the file says of them
	// wide says that a code has more than one byte; charset is that of a font whose
	// codes are characters of a known table, nil where they number its pictures.
	wide    bool
	charset *charset
	simple  pdf.TextEncoding // that of a font with codes of one byte
	// missing says that the file does not hold the font at all.
	missing bool
	// widths are by code, and with a charset by the number in its collection.
	widths map[int]float64
	usual  float64 // width of all others
}

// fonts are those of a document: pages share them, and the table of a font may be
// long. The zero value has none.
type fonts struct{ byText map[string]*font }

// mostFonts bounds those that are kept, since a hostile file may have thousands.
const mostFonts = 64

// read gives a font. It is known by its dictionary as it is written: what that
// leads to is named by numbers of the document.
func (f *fonts) read(v pdf.Value) *font {
	written := v.String()
	if known := f.byText[written]; known != nil {
		return known
	}
	fresh := newFont(v)
	if f.byText == nil {
		f.byText = map[string]*font{}
	}
	if len(f.byText) < mostFonts {
		f.byText[written] = fresh
	}
	return fresh
}

// newFont reads a font of a page's resources.
func newFont(v pdf.Value) *font {
	f := &font{widths: map[int]float64{}, usual: 0.5, missing: v.Kind() != pdf.Dict, codes: readCodes(v.Key("ToUnicode"))}
	if v.Key("Subtype").Name() != "Type0" {
		f.simple = (&pdf.Font{V: v}).Encoder()
		first, list := int(v.Key("FirstChar").Int64()), v.Key("Widths")
		unit := 1000.0
		if m := v.Key("FontMatrix"); m.Len() > 0 && m.Index(0).Float64() > 0 { // of drawn fonts
			unit = 1 / m.Index(0).Float64()
		}
		for i := range min(list.Len(), 256) {
			f.widths[first+i] = list.Index(i).Float64() / unit
		}
		return f
	}
	f.wide, f.usual = true, 1
	f.charset = charsetOf(v.Key("Encoding").Name())
	below := v.Key("DescendantFonts").Index(0)
	if dw := below.Key("DW"); !dw.IsNull() {
		f.usual = dw.Float64() / 1000
	}
	f.readWidths(below.Key("W"))
	return f
}

// readWidths reads a list of “first [w w …]” and “first last w”.
func (f *font) readWidths(list pdf.Value) {
	const most = 1 << 16
	for i := 0; i+1 < list.Len(); {
		first := int(list.Index(i).Int64())
		if each := list.Index(i + 1); each.Kind() == pdf.Array {
			for k := range min(each.Len(), most) {
				f.widths[first+k] = each.Index(k).Float64() / 1000
			}
			i += 2
			continue
		}
		last := min(int(list.Index(i+1).Int64()), most)
		for code := first; code <= last && first >= 0; code++ {
			f.widths[code] = list.Index(i+2).Float64() / 1000
		}
		i += 3
	}
}

// decode gives the characters that codes stand for.
func (f *font) decode(raw string) []char {
	var list []char
	if f.missing && !isPlain(raw) { // its codes may mean anything
		return slices.Repeat([]char{{text: unknown, width: f.usual}}, len(raw))
	}
	for raw != "" {
		n := f.length(raw)
		code := raw[:n]
		raw = raw[n:]
		list = append(list, char{text: f.textOf(code), width: f.width(code), space: code == " "})
	}
	return list
}

// isPlain reports whether codes are those of letters, digits and marks in nearly all
// fonts with codes of one byte.
func isPlain(raw string) bool {
	return !strings.ContainsFunc(raw, func(r rune) bool { return r < ' ' || r > '~' })
}

// length is how many bytes the first code has.
func (f *font) length(raw string) int {
	switch {
	case !f.wide:
		return 1
	case f.charset != nil:
		return min(f.charset.length(raw), len(raw))
	}
	return min(2, len(raw))
}

func (f *font) width(code string) float64 {
	number := 0
	for i := range len(code) {
		number = number<<8 | int(code[i])
	}
	narrow := false
	if f.charset != nil {
		number, narrow = f.charset.number(code)
	}
	if width, there := f.widths[number]; there {
		return width
	}
	if narrow {
		return f.usual / 2
	}
	return f.usual
}

func (f *font) textOf(code string) string {
	if text, there := f.codes.text(code); there {
		return text
	}
	text := unknown
	switch {
	case f.charset != nil:
		if out, err := f.charset.is.NewDecoder().String(code); err == nil {
			text = out
		}
	case f.simple != nil:
		text = f.simple.Decode(code)
	}
	return sound(text)
}

// ligatures are drawn as one and read as several.
var ligatures = strings.NewReplacer("ﬀ", "ff", "ﬁ", "fi", "ﬂ", "fl", "ﬃ", "ffi", "ﬄ", "ffl", "\u00a0", " ", "\u00ad", "")

// sound is text without what is no text.
func sound(text string) string {
	text = strings.ToValidUTF8(text, unknown)
	return ligatures.Replace(strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' {
			return -1
		}
		return r
	}, text))
}
