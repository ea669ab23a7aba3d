package attach

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// reading is a way to read bytes, and how likely a text is that comes of it: from 0
// to 1, by what it has beside ASCII.
type reading struct {
	is     encoding.Encoding
	likely func(text string) float64
	// usual is more than 1 where texts of that kind are attached more often than others,
	// and less where bytes of others are easily taken for it; 0 means 1.
	usual float64
	// least is how likely a text has to be; 0 means [atLeast].
	least float64
}

// readings are the encodings that are told apart; the first of equals counts.
func readings() []reading {
	return []reading{
		{is: charmap.Windows1254, likely: latin(turkish).likely, least: surely}, // first, since Icelandic has more letters than those
		{is: charmap.Windows1252, likely: latin(western...).likely, least: surely},
		{is: charmap.Windows1250, likely: latin(central...).likely, least: surely},
		{is: charmap.ISO8859_2, likely: latin(central...).likely, least: surely},
		{is: charmap.Windows1257, likely: latin(baltic...).likely, least: surely},
		{is: simplifiedchinese.GB18030, likely: ideographic(commonSimplified, simplifiedchinese.GB18030, 0xD7).likely, usual: 1.05},
		{is: traditionalchinese.Big5, likely: ideographic(commonTraditional, traditionalchinese.Big5, 0xC6).likely},
		{is: japanese.ShiftJIS, likely: ideographic(commonKanji, japanese.EUCJP, 0xCF).withKana().likely},
		{is: japanese.EUCJP, likely: ideographic(commonKanji, japanese.EUCJP, 0xCF).withKana().likely},
		{is: korean.EUCKR, likely: ideographic(commonSyllables, korean.EUCKR, 0xC8).likely},
		{is: charmap.Windows1251, likely: script(commonRussian, commonUkrainian, commonBulgarian).likely},
		{is: charmap.KOI8R, likely: script(commonRussian).likely},
		{is: charmap.Windows1253, likely: script(commonGreek).likely},
		{is: charmap.Windows1255, likely: script(commonHebrew).likely},
		{is: charmap.Windows1256, likely: script(commonArabic).likely, usual: 0.95},
		{is: charmap.Windows874, likely: script(commonThai).withVowels(vowelsThai).likely, usual: 0.95},
	}
}

// A text is read as what is likeliest, if that is likely at all. Texts that two
// readings make of the same bytes are as likely as each other below narrow.
const (
	atLeast = 0.55
	surely  = 0.75 // of letters that all languages share
	narrow  = 0.015
)

// legacy reads text of an encoding that is not Unicode's, as the likeliest one makes
// it, with the name of that encoding, and nothing where none is likely.
func legacy(data []byte) (text []byte, name string) {
	if hasControls(data) {
		return nil, ""
	}
	var best, second rated
	for _, r := range rate(sample(data)) {
		switch {
		case r.score < r.least:
		case r.score > best.score+narrow:
			best, second = r, best
		case r.score > second.score:
			second = r
		}
	}
	for _, r := range []rated{best, second} { // what was looked at does not say it all
		if r.is == nil {
			break
		}
		if text = decodedToEnd(r.is, data); text != nil {
			return text, fmt.Sprint(r.is)
		}
	}
	return nil, ""
}

// rated is a text that bytes may stand for.
type rated struct {
	is           encoding.Encoding
	text         string
	score, least float64
}

// rate gives the texts that bytes may stand for. What several readings come to is as
// likely as the likeliest of them says.
func rate(data []byte) (list []rated) {
	for _, r := range readings() {
		text := string(decodedToEnd(r.is, data))
		if text == "" {
			continue
		}
		fresh := rated{r.is, text, r.likely(text) * cmp.Or(r.usual, 1), cmp.Or(r.least, atLeast)}
		known := slices.IndexFunc(list, func(k rated) bool { return k.text == text })
		switch {
		case known < 0:
			list = append(list, fresh)
		case list[known].score < fresh.score:
			list[known] = fresh
		}
	}
	return list
}

// sample is the lines that hold more than ASCII, up to enough of them. Of a long line
// it is the part where that begins: a file may be one line.
func sample(data []byte) []byte {
	const enough = 16 << 10
	var some []byte
	for line := range bytes.Lines(data) {
		first := bytes.IndexFunc(line, func(r rune) bool { return r >= utf8.RuneSelf })
		if first < 0 {
			continue
		}
		line = line[max(0, first-enough/2):] // what goes before is ASCII, so no character is cut
		line = line[:min(len(line), enough)]
		if len(some) > 0 && len(some)+len(line) > enough {
			continue
		}
		some = append(some, line...)
		if len(some) >= enough {
			break
		}
	}
	return some
}

// decodedToEnd is decoded, and of text that was cut within a character what is whole.
func decodedToEnd(e encoding.Encoding, data []byte) []byte {
	text := decoded(e, data)
	if last := len(data) - 1; text == nil && last > 0 {
		if text = decoded(e, data[:last]); text != nil {
			text = utf8.AppendRune(text, utf8.RuneError)
		}
	}
	return text
}

// decoded is text in UTF-8, nothing where it is no such text.
func decoded(e encoding.Encoding, data []byte) []byte {
	text := converted(e, data)
	if bytes.ContainsFunc(text, isNoText) {
		return nil
	}
	return text
}

// converted is all of the data in UTF-8, nothing where a part of it cannot be read.
func converted(e encoding.Encoding, data []byte) []byte {
	text, err := e.NewDecoder().Bytes(data)
	if err != nil || bytes.ContainsRune(text, utf8.RuneError) {
		return nil
	}
	return text
}

// isNoText tells what no text holds: what could not be read, controls of an age of
// terminals, characters that mean what a vendor wants.
func isNoText(r rune) bool {
	return r == utf8.RuneError || r >= 0x7F && r < 0xA0 || r >= 0xE000 && r < 0xF900
}

// hasControls reports whether there are bytes that no text has.
func hasControls(data []byte) bool {
	for _, b := range data {
		if b < ' ' && b != '\t' && b != '\n' && b != '\r' && b != '\f' || b == 0x7F {
			return true
		}
	}
	return false
}
