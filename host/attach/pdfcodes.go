package attach

import (
	"encoding/hex"
	"io"
	"strings"

	"github.com/ledongthuc/pdf"

	"github.com/margay/margay/host/lazyregexp"
)

// codes is what a PDF says of a font's codes: the text of each.
type codes struct{ texts map[string]string }

const (
	// mostCodes bounds them: a font has 65,536, and a hostile file may name more.
	mostCodes = 1 << 16
	// mostTable bounds the table's program, in bytes.
	mostTable = 4 << 20
)

// tokens of such a program: it is PostScript, of which only codes, lists of codes
// and words matter here.
var tokens = lazyregexp.New(`%[^\r\n]*|<<|>>|<[0-9A-Fa-f\s]*>|\[|\]|[A-Za-z]+`)

// readCodes reads the table of a font; nil where there is none.
func readCodes(stream pdf.Value) *codes {
	if stream.Kind() != pdf.Stream {
		return nil
	}
	program, err := io.ReadAll(io.LimitReader(stream.Reader(), mostTable))
	if err != nil && len(program) == 0 {
		return nil
	}
	c := &codes{texts: map[string]string{}}
	var args [][]string // codes, and lists of them
	listing := false
	for _, token := range tokens.FindAllString(string(program), -1) {
		switch {
		case token == "[":
			args, listing = append(args, []string{}), true
		case token == "]":
			listing = false
		case token[0] == '<' && token != "<<":
			code := unhex(token)
			if listing {
				args[len(args)-1] = append(args[len(args)-1], code)
			} else {
				args = append(args, []string{code})
			}
		case token == "endbfchar":
			for i := 0; i+1 < len(args); i += 2 {
				c.set(one(args[i]), one(args[i+1]))
			}
			args = nil
		case token == "endbfrange":
			for i := 0; i+2 < len(args); i += 3 {
				c.setRange(one(args[i]), one(args[i+1]), args[i+2])
			}
			args = nil
		case token[0] >= 'A':
			args = nil
		}
	}
	return c
}

func one(arg []string) string {
	if len(arg) == 0 {
		return ""
	}
	return arg[0]
}

// unhex gives the bytes of <…>; an odd digit at the end stands for itself and 0.
func unhex(token string) string {
	digits := strings.Join(strings.Fields(strings.Trim(token, "<>")), "")
	if len(digits)%2 == 1 {
		digits += "0"
	}
	code, err := hex.DecodeString(digits)
	if err != nil {
		return ""
	}
	return string(code)
}

func (c *codes) set(code, text string) {
	if len(c.texts) >= mostCodes || code == "" {
		return
	}
	out, err := utf16().NewDecoder().String(text)
	if err != nil || len(text)%2 != 0 {
		out = unknown
	}
	c.texts[code] = sound(out)
}

// setRange sets the codes of a range, which differ in their last byte: to what is
// listed, or to one text that counts on.
func (c *codes) setRange(first, last string, texts []string) {
	if len(first) == 0 || len(first) != len(last) || len(texts) == 0 {
		return
	}
	end := len(first) - 1
	for i := 0; int(first[end])+i <= int(last[end]) && len(c.texts) < mostCodes; i++ {
		code := first[:end] + string([]byte{first[end] + byte(i)})
		switch {
		case len(texts) == 1:
			c.set(code, plus(texts[0], i))
		case i < len(texts):
			c.set(code, texts[i])
		}
	}
}

// plus counts a number of bytes on.
func plus(number string, n int) string {
	sum := []byte(number)
	for k := len(sum) - 1; k >= 0 && n > 0; k-- {
		n += int(sum[k])
		sum[k], n = byte(n), n>>8
	}
	return string(sum)
}

// text gives the text of a code, where the file tells it.
func (c *codes) text(code string) (string, bool) {
	if c == nil {
		return "", false
	}
	text, there := c.texts[code]
	return text, there
}
