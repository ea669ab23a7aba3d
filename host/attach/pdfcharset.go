package attach

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
)

// charset is one of the tables of characters that PDFs name and need not carry.
type charset struct {
	begins string // the names of its tables
	is     encoding.Encoding
	// letters is the number that the space has in the collection of characters
	// behind the table, and from which the letters of ASCII count on: 1 for those
	// that are as wide as they are, a higher one for those half as wide as others.
	letters int
}

// The numbers of the letters half as wide, in the collections of Adobe.
const (
	halfGB     = 814
	halfJapan  = 231
	halfCNS    = 13648
	halfKorea  = 8094
	kanaBefore = 326 // the narrow kana of Japan count from the next one on
)

// charsets knows a table by its name; the first hit counts.
func charsets() []charset {
	gb, big5, sjis, uhc := simplifiedchinese.GB18030, traditionalchinese.Big5, japanese.ShiftJIS, korean.EUCKR
	return []charset{
		{"UniJIS-UCS2-HW", utf16(), halfJapan},
		{"UniGB-", utf16(), 1},
		{"UniCNS-", utf16(), 1},
		{"UniJIS", utf16(), 1},
		{"UniKS-", utf16(), 1},
		{"GB-EUC", gb, halfGB},
		{"GBK-EUC", gb, halfGB},
		{"GBK2K", gb, halfGB},
		{"GBK", gb, 1},
		{"GBpc", gb, 1},
		{"B5pc", big5, 1},
		{"ETenms", big5, 1},
		{"ETen", big5, halfCNS},
		{"HKscs", big5, halfCNS},
		{"83pv-RKSJ", sjis, 1},
		{"90ms-RKSJ", sjis, halfJapan},
		{"90msp-RKSJ", sjis, 1},
		{"90pv-RKSJ", sjis, 1},
		{"EUC-", japanese.EUCJP, halfJapan},
		{"KSC-EUC", uhc, halfKorea},
		{"KSCms-UHC-HW", uhc, halfKorea},
		{"KSC", uhc, 1},
	}
}

// charsetOf is the charset of a named table; nil for one that numbers the
// pictures of a font, and for those that are not known.
func charsetOf(table string) *charset {
	if strings.Contains(table, "UTF8") || strings.Contains(table, "UTF32") {
		return nil
	}
	for _, known := range charsets() {
		if strings.HasPrefix(table, known.begins) {
			return &known
		}
	}
	return nil
}

// utf16 is what the newer tables are made of.
func utf16() encoding.Encoding { return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM) }

func (c *charset) isUnicode() bool { return strings.HasPrefix(c.begins, "Uni") }

// length is how many bytes the code has with which raw begins.
func (c *charset) length(raw string) int {
	const two, four = 2, 4
	first := raw[0]
	switch {
	case c.isUnicode() && first >= 0xD8 && first <= 0xDB: // the first half of a pair
		return four
	case c.isUnicode():
		return two
	case first <= 0x80 || first == 0xFF, c.isNarrowKana(first):
		return 1
	case c.is == simplifiedchinese.GB18030 && len(raw) > 1 && raw[1] >= '0' && raw[1] <= '9':
		return four
	}
	return two
}

func (c *charset) isNarrowKana(code byte) bool {
	return c.is == japanese.ShiftJIS && code >= 0xA0 && code <= 0xDF
}

// number is that of a character in the collection, where it is one that may have a
// width of its own (-1 for all others), and whether it is narrow if nothing is
// said of it.
func (c *charset) number(code string) (number int, narrow bool) {
	letter := code[len(code)-1]
	short := len(code) == 1
	switch {
	case short && c.isNarrowKana(letter):
		return kanaBefore + int(letter-0xA0), true
	case (short || c.isUnicode() && len(code) == 2 && code[0] == 0) && letter >= ' ' && letter <= '~':
		return c.letters + int(letter-' '), short || c.letters > 1
	}
	return -1, false
}
