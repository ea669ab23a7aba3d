package attach

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
)

// asText gives text as UTF-8 without a byte order mark.
func asText(data []byte) ([]byte, bool) {
	switch order := wide(data); {
	case order != nil && len(data)%2 == 0:
		data = decoded(order, data)
	case utf8.Valid(data):
	case isChinese(data):
		data = decoded(simplifiedchinese.GB18030, data)
	case isJapanese(data):
		data = decoded(japanese.ShiftJIS, data)
	case isWestern(data):
		data = decoded(charmap.Windows1252, data)
	case isNearlyUTF8(data):
		data = bytes.ToValidUTF8(data, []byte("\uFFFD"))
	}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	return data, len(data) > 0 && utf8.Valid(data) && !bytes.ContainsRune(data, 0)
}

// decoded is text in UTF-8, nothing where it is no such text.
func decoded(e encoding.Encoding, data []byte) []byte {
	text, err := e.NewDecoder().Bytes(data)
	if err != nil || bytes.ContainsRune(text, utf8.RuneError) {
		return nil
	}
	return text
}

// wide tells UTF-16 by its mark, or, where it has none, by the empty halves of
// letters that Latin script has: nearly all of them on one side.
func wide(data []byte) encoding.Encoding {
	little := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM)
	big := unicode.UTF16(unicode.BigEndian, unicode.UseBOM)
	if bytes.HasPrefix(data, []byte("\xFF\xFE")) || bytes.HasPrefix(data, []byte("\xFE\xFF")) {
		return little
	}
	const few = 4
	var empty [2]int
	for i, b := range data {
		if b == 0 {
			empty[i%2]++
		}
	}
	pairs := len(data) / 2
	switch {
	case empty[0] == 0 && empty[1] > few && empty[1] > pairs/2:
		return little
	case empty[1] == 0 && empty[0] > few && empty[0] > pairs/2:
		return big
	}
	return nil
}

// isChinese tells GB 18030 from other encodings of bytes: there nearly all pairs
// are signs or the common characters of its first level.
func isChinese(data []byte) bool {
	pairs, usual := 0, 0
	for i := 0; i < len(data); i++ {
		if data[i] < utf8.RuneSelf {
			continue
		}
		if i+1 == len(data) {
			return false
		}
		lead, trail := data[i], data[i+1]
		pairs++
		if trail >= '0' && trail <= '9' { // a rare sign, of four bytes
			i += 3
			continue
		}
		if trail >= 0xA1 && (lead >= 0xB0 && lead <= 0xD7 || lead >= 0xA1 && lead <= 0xA3) {
			usual++
		}
		i++
	}
	const nearly = 10 // of ten pairs one may be rare
	return pairs > 0 && (pairs-usual)*nearly <= pairs
}

// isJapanese tells Shift JIS: Japanese has kana everywhere, and their pairs begin
// with one of two bytes that are rare in GB 18030 and unused in Big5.
func isJapanese(data []byte) bool {
	if hasControls(data) {
		return false
	}
	pairs, kana := 0, 0
	for i := 0; i+1 < len(data); i++ {
		lead, trail := data[i], data[i+1]
		if lead < 0x81 || lead >= 0xA0 && lead <= 0xDF { // ASCII, and kana of one byte
			continue
		}
		if lead == 0x82 && trail >= 0x9F && trail <= 0xF1 || lead == 0x83 && trail >= 0x40 && trail <= 0x96 {
			kana++
		}
		pairs++
		i++
	}
	const oneOf = 5
	return kana > 0 && kana*oneOf >= pairs
}

// isWestern tells Windows-1252, and with it Latin-1: between letters of ASCII stand
// single ones with an accent, or signs, and seldom two together.
func isWestern(data []byte) bool {
	if hasControls(data) {
		return false
	}
	ascii, single, together := 0, 0, 0
	for i, b := range data {
		switch {
		case b < utf8.RuneSelf:
			if b|0x20 >= 'a' && b|0x20 <= 'z' {
				ascii++
			}
		case b == 0x81 || b == 0x8D || b == 0x8F || b == 0x90 || b == 0x9D: // no sign has these
			return false
		case i > 0 && data[i-1] >= utf8.RuneSelf:
			together++
		default:
			single++
		}
	}
	const oneOf = 5
	return single > 0 && together*oneOf <= single && single <= ascii
}

// hasControls reports whether there are bytes that no text has.
func hasControls(data []byte) bool {
	return bytes.ContainsFunc(data, func(r rune) bool {
		return r < ' ' && r != '\t' && r != '\n' && r != '\r' && r != '\f' || r == 0x7F
	})
}

// isNearlyUTF8 reports whether it is UTF-8 but for a few bytes: a file that was cut
// within a sign, a log into which somebody wrote something else.
func isNearlyUTF8(data []byte) bool {
	const oneOf = 20
	long, damaged := 0, 0
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && size == 1 && !utf8.FullRune(data): // cut at the end
			return long > 0 && damaged*oneOf <= long
		case r == utf8.RuneError && size == 1:
			damaged++
		case size > 1:
			long++
		}
		data = data[size:]
	}
	return damaged*oneOf <= long
}
