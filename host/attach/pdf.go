package attach

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/ledongthuc/pdf"

	"github.com/margay/margay/protocol/chat"
)

// Limits of a PDF.
const (
	maxPages = 200
	// maxPageText bounds what is read in all, in bytes.
	maxPageText = 2 << 20
	// maxReads is how often the library may go back to the file: a page tree that
	// leads back to itself makes it do that for ever.
	maxReads = 200_000
)

// Pages is the text of a PDF.
type Pages struct {
	Text string `json:"text"`
	// Total is how many pages there are, Read how many were read: the first ones.
	Total int `json:"total"`
	Read  int `json:"read"`
}

// Read reads the text of a PDF, page by page. What it is given may be made to
// harm. Known ways to make the library loop are cut off here; for the unknown ones
// the daemon has files read by a process of its own, which it ends when that
// takes too long.
func Read(data []byte) (out Pages, err error) {
	defer func() {
		if recover() != nil { // the library's way to say many things
			err = errors.New("its structure is damaged")
		}
	}()
	in := &metered{data: bytes.NewReader(data)}
	r, err := pdf.NewReader(in, int64(len(data)))
	if errors.Is(err, pdf.ErrInvalidPassword) {
		return out, errors.New("it asks for a password")
	}
	if err != nil {
		return out, errors.New("its structure is damaged")
	}
	if out.Total = r.NumPage(); out.Total < 1 {
		return out, errors.New("it has no pages")
	}
	var text strings.Builder
	failed, worded := 0, false
	for n := 1; n <= min(out.Total, maxPages) && text.Len() < maxPageText; n++ {
		page, err := pageText(r, n)
		if in.reads > maxReads {
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
		return Pages{}, errors.New("none of its pages can be read")
	}
	if worded { // pages without a word are no text
		out.Text = strings.TrimSpace(chat.Clean(text.String()))
	}
	return out, nil
}

// metered ends a reader that goes back to the file too often.
type metered struct {
	data  *bytes.Reader
	reads int
}

func (m *metered) ReadAt(b []byte, at int64) (int, error) {
	if m.reads++; m.reads > maxReads {
		panic("too many reads") // an error would be tried again
	}
	return m.data.ReadAt(b, at)
}

func pageText(r *pdf.Reader, n int) (text string, err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("damaged")
		}
	}()
	page := r.Page(n)
	if page.V.IsNull() {
		return "", errors.New("missing")
	}
	text, err = page.GetPlainText(nil)
	return strings.ReplaceAll(text, "\x00", ""), err
}
