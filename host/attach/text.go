package attach

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// asText gives text as UTF-8 without a byte order mark, and the name of its encoding
// where that was guessed.
func asText(data []byte) (text []byte, guessed string, ok bool) {
	switch order := wide(data); {
	case order != nil && len(data)%2 == 0:
		data = converted(order, data) // Word writes characters of its own
	case isISO2022JP(data):
		data = decodedToEnd(japanese.ISO2022JP, data)
	case utf8.Valid(data):
	case isNearlyUTF8(data):
		data = bytes.ToValidUTF8(data, []byte("\uFFFD"))
	default:
		data, guessed = legacy(data)
	}
	data = bytes.TrimPrefix(data, []byte("\xEF\xBB\xBF"))
	return data, guessed, len(data) > 0 && utf8.Valid(data) && !bytes.ContainsRune(data, 0)
}

// isISO2022JP tells the encoding of Japanese mail: bytes of ASCII, with marks where
// the characters of pairs begin.
func isISO2022JP(data []byte) bool {
	return (bytes.Contains(data, []byte("\x1b$B")) || bytes.Contains(data, []byte("\x1b$@"))) &&
		!bytes.ContainsFunc(data, func(r rune) bool { return r >= utf8.RuneSelf })
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
