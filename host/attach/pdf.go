package attach

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/ledongthuc/pdf"

	"github.com/margay/margay/host/lazyregexp"
	"github.com/margay/margay/protocol/chat"
)

// Limits of a PDF.
const (
	maxPages = 200
	// maxPageText bounds what is read in all, in bytes.
	maxPageText = 2 << 20
	// fewReads and a read for each bytesRead bytes are how often the library may go
	// back to the file: a page tree that leads back to itself makes it do that for
	// ever. A document as browsers print it takes some 25 a page.
	fewReads  = 100_000
	bytesRead = 64
)

// Pages is the text of a PDF.
type Pages struct {
	Text string `json:"text"`
	// Total is how many pages there are, Read how many were read: the first ones.
	Total int `json:"total"`
	Read  int `json:"read"`
	// Damaged says that the file had to be mended, so that parts of it may be missing,
	// Gaps that some of what was read has no text.
	Damaged bool `json:"damaged,omitempty"`
	Gaps    bool `json:"gaps,omitempty"`
}

// Read reads the text of a PDF, page by page. What it is given may be made to
// harm. Known ways to make the library loop are cut off here; for the unknown ones
// the daemon has files read by a process of its own, which it ends when that
// takes too long.
func Read(data []byte) (Pages, error) {
	cut := isCut(data)
	data = tolerant(data)
	out, err := readAs(data)
	out.Damaged = cut && err == nil
	if err == nil || !errors.Is(err, errDamaged) || bytes.Contains(data, []byte("/Encrypt")) {
		return out, err
	}
	if mended := repaired(data); mended != nil {
		if again, errAgain := readAs(mended); errAgain == nil {
			again.Damaged = true
			return again, nil
		}
	}
	return out, err
}

// begun is the beginning of an object.
var begun = lazyregexp.New(`\d+\s+\d+\s+obj\b`)

// isCut reports whether a file goes on behind its last end mark with objects: it was
// changed by what was put behind, whose end is lost, and reads as it was before.
func isCut(data []byte) bool {
	at := bytes.LastIndex(data, []byte(endMark))
	return at >= 0 && begun.Match(data[at:])
}

// unknowns are characters that the file does not tell, several in a row.
var unknowns = lazyregexp.New(`\x{FFFD}(?:[ ]*\x{FFFD}){2,}`)

var errDamaged = errors.New("its structure is damaged")

// damage is one that a new table of objects may mend.
func damage(words string) error { return damaged{words} }

type damaged struct{ words string }

func (d damaged) Error() string        { return d.words }
func (d damaged) Is(target error) bool { return target == errDamaged }

// readAs reads a file as it is.
func readAs(data []byte) (out Pages, err error) {
	defer func() {
		if recover() != nil { // the library's way to say many things
			out, err = Pages{}, errDamaged
		}
	}()
	if overclaims(data) {
		return out, errDamaged
	}
	in := &metered{data: bytes.NewReader(data), left: fewReads + len(data)/bytesRead}
	r, err := pdf.NewReader(in, int64(len(data)))
	if errors.Is(err, pdf.ErrInvalidPassword) {
		return out, errors.New("it asks for a password")
	}
	if err != nil && strings.Contains(err.Error(), "encryption") {
		return out, errors.New("it is encrypted in a way that cannot be read here")
	}
	if err != nil {
		return out, errDamaged
	}
	if out.Total = r.NumPage(); out.Total < 1 {
		return out, damage("it has no pages")
	}
	var text strings.Builder
	failed, worded := 0, false
	shared := &fonts{}
	for n := 1; n <= min(out.Total, maxPages) && text.Len() < maxPageText; n++ {
		page, err := pageText(r, n, shared)
		if in.left < 0 {
			return Pages{}, errors.New("it takes too long to read")
		}
		if err != nil {
			failed++
			page = "(This page cannot be read.)"
		}
		_, _ = fmt.Fprintf(&text, "[Page %d]\n%s\n\n", n, strings.TrimSpace(page))
		worded = worded || err == nil && strings.TrimSpace(page) != ""
		out.Read = n
	}
	if failed == out.Read {
		return Pages{}, damage("none of its pages can be read")
	}
	if worded { // pages without a word are no text
		whole := strings.TrimSpace(ideographs(chat.Clean(text.String())))
		out.Text = unknowns.ReplaceAllString(whole, "(unreadable)")
		out.Gaps = failed > 0 || out.Text != whole
	}
	return out, nil
}

// endMark ends a file, and each part that was put behind it since.
const endMark = "%%EOF"

// tolerant brings a file to what the library insists on and other readers do
// not: nothing before the head, a version 1.x, a line end after it, nothing
// after the last end mark.
func tolerant(data []byte) []byte {
	const head, lineEnd = "%PDF-1.7", 8
	if at := bytes.Index(data, []byte("%PDF-")); at > 0 {
		data = data[at:]
	}
	if at := bytes.LastIndex(data, []byte(endMark)); at >= 0 {
		data = data[:at+len(endMark)]
	}
	if len(data) <= lineEnd {
		return data
	}
	data = bytes.Clone(data)
	if data[5] != '1' || data[6] != '.' {
		copy(data, head)
	}
	if data[lineEnd] != '\r' {
		data[lineEnd] = '\n'
	}
	return data
}

// metered ends a reader that goes back to the file too often.
type metered struct {
	data *bytes.Reader
	left int
}

func (m *metered) ReadAt(b []byte, at int64) (int, error) {
	if m.left--; m.left < 0 {
		panic("too many reads") // an error would be tried again
	}
	return m.data.ReadAt(b, at)
}

func pageText(r *pdf.Reader, n int, shared *fonts) (text string, err error) {
	w := &writer{left: maxPageText, fonts: shared, look: look{page: at(0, 0), wide: 1}, text: at(0, 0), line: at(0, 0)}
	defer func() {
		switch recover() {
		case nil:
		case full{}:
			w.endLine()
			text, err = w.out.String(), nil
		default:
			err = errors.New("damaged")
		}
	}()
	page := r.Page(n)
	if page.V.IsNull() {
		return "", errors.New("missing")
	}
	if program := page.V.Key("Contents"); !program.IsNull() {
		w.run(program, page.Resources(), 0)
	}
	if w.unread() {
		return "", errors.New("its fonts do not tell their characters")
	}
	w.endLine()
	return w.out.String(), nil
}
