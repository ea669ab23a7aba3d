package attach

import (
	"strings"

	"github.com/ledongthuc/pdf"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
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
	// wide says that a code has two bytes; charset decodes those of a known table,
	// in which mixed ones have one or two.
	wide, mixed bool
	charset     encoding.Encoding
	simple      pdf.TextEncoding // that of a font with codes of one byte
	widths      map[int]float64
	usual       float64 // width of all others
}

// newFont reads a font of a page's resources.
func newFont(v pdf.Value) *font {
	f := &font{widths: map[int]float64{}, usual: 0.5, codes: readCodes(v.Key("ToUnicode"))}
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
	f.charset, f.mixed = charsetOf(v.Key("Encoding").Name())
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

// charsetOf is the encoding behind the tables of characters that PDFs need not
// carry with them; nil for one that numbers the pictures of a font.
func charsetOf(table string) (is encoding.Encoding, mixed bool) {
	for _, known := range []struct {
		begins string
		is     encoding.Encoding
	}{
		{"UniGB-UTF16", utf16()},
		{"UniGB-UCS2", utf16()},
		{"UniCNS-", utf16()},
		{"UniJIS-", utf16()},
		{"UniKS-", utf16()},
		{"UniJIS2004-UTF16", utf16()},
		{"GB-EUC", simplifiedchinese.GB18030},
		{"GBK", simplifiedchinese.GB18030},
		{"GBpc", simplifiedchinese.GB18030},
		{"B5pc", traditionalchinese.Big5},
		{"ETen", traditionalchinese.Big5},
		{"HKscs", traditionalchinese.Big5},
		{"83pv-RKSJ", japanese.ShiftJIS},
		{"90ms-RKSJ", japanese.ShiftJIS},
		{"90msp-RKSJ", japanese.ShiftJIS},
		{"90pv-RKSJ", japanese.ShiftJIS},
		{"EUC-", japanese.EUCJP},
		{"KSC", korean.EUCKR},
	} {
		if strings.HasPrefix(table, known.begins) && !strings.Contains(table, "UTF8") && !strings.Contains(table, "UTF32") {
			return known.is, !strings.HasPrefix(known.begins, "Uni")
		}
	}
	return nil, false
}

// utf16 is what the newer tables are made of.
func utf16() encoding.Encoding { return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM) }

// decode gives the characters that codes stand for.
func (f *font) decode(raw string) []char {
	var list []char
	for raw != "" {
		n := f.length(raw)
		code := raw[:n]
		raw = raw[n:]
		number := 0
		for i := range len(code) {
			number = number<<8 | int(code[i])
		}
		c := char{text: f.textOf(code), width: f.usual, space: code == " "}
		if width, there := f.widths[number]; there {
			c.width = width
		} else if f.mixed && n == 1 {
			c.width = f.usual / 2
		}
		list = append(list, c)
	}
	return list
}

// length is how many bytes the first code has.
func (f *font) length(raw string) int {
	if !f.wide || f.mixed && raw[0] < 0x80 {
		return 1
	}
	return min(2, len(raw))
}

func (f *font) textOf(code string) string {
	if text, there := f.codes.text(code); there {
		return text
	}
	text := unknown
	switch {
	case f.charset != nil:
		if out, err := f.charset.NewDecoder().String(code); err == nil {
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
