// Package attach says what may be attached to a message, and what becomes of it
// on its way to a model.
//
// It guarantees: what a file is follows from its bytes; what is refused is
// refused in words, before it is stored. A model that does not read files is
// given their text under a line that names them, and where that is cut, a line
// says how much is missing. Of a message that is sent the person is told which of its
// files could be read in part only, or are text of an encoding that was guessed. Images reach models that see, the newest ones,
// within stated limits; all others are told that there is one. Foreign bytes
// are parsed by libraries that may fail in any way, and that fails the file alone.
package attach

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// MaxBytes is the largest file that may be attached.
const MaxBytes = 20 << 20

// maxName is the longest name that is kept, in bytes.
const maxName = 200

// The kinds of files beside images.
const (
	mimeText = "text/plain"
	mimePDF  = "application/pdf"
)

// ReadPDF turns a PDF into text, see [Read].
type ReadPDF func(ctx context.Context, data []byte) (Pages, error)

// Readers read what may be made to harm. Both are required.
type Readers struct {
	PDF   ReadPDF
	Image FitImage
}

// Check says what a file is, and gives the bytes to keep: text is kept as UTF-8.
// Its error is a fault for the person who attached it.
func Check(ctx context.Context, name string, data []byte, read Readers) (chat.Block, []byte, error) {
	b := chat.Block{Name: cleanName(name)}
	switch {
	case len(data) == 0:
		return b, nil, refuse(protocol.ReasonInvalidParams, b.Name+" is empty.", "Attach a file with something in it.")
	case len(data) > MaxBytes:
		return b, nil, refuse(protocol.ReasonTooLarge, fmt.Sprintf("%s has %d MiB; at most %d can be attached.", b.Name, len(data)>>20, MaxBytes>>20), "Attach a part of it.")
	}
	switch kind := http.DetectContentType(data); {
	case kind == "image/png" || kind == "image/jpeg" || kind == "image/gif" || kind == "image/webp":
		b.Type, b.MimeType = chat.BlockImage, kind
		return b, data, checkImage(ctx, b, data, read.Image)
	case isPDF(data) && !mentionsPDF(data):
		b.Type, b.MimeType = chat.BlockFile, mimePDF
		pages, err := checkPDF(ctx, b, data, read.PDF)
		b.Excerpt = excerpt(pages)
		return b, data, err
	}
	b.Type, b.MimeType = chat.BlockFile, mimeText
	text, guessed, ok := asText(data)
	if !ok {
		return b, nil, refuse(protocol.ReasonUnsupported, b.Name+" is neither an image (PNG, JPEG, GIF, WebP) nor a PDF nor text of which it can be told how it is encoded.",
			"Save it as one of these, text best as UTF-8, and attach that.")
	}
	b.Excerpt, b.Encoding = excerpt(Pages{Text: string(text)}), guessed
	return b, text, nil
}

// excerpt says how much of a file a model is given; nil where that is all.
func excerpt(p Pages) *chat.Excerpt {
	total := utf8.RuneCountInString(p.Text)
	e := &chat.Excerpt{Characters: min(total, maxFile), OfCharacters: total}
	if p.Read < p.Total {
		e.Pages, e.OfPages = p.Read, p.Total
	}
	if e.Characters == total && e.OfPages == 0 {
		return nil
	}
	return e
}

func refuse(reason protocol.Reason, what, next string) error {
	return protocol.NewFault(reason, what).WithNext(next)
}

// cleanName is the last part of a name, of a length that can be shown.
func cleanName(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F {
			return ' '
		}
		return r
	}, chat.Clean(name))
	name = path.Base(strings.ReplaceAll(strings.TrimSpace(name), "\\", "/"))
	if name == "." || name == "/" {
		return "file"
	}
	for len(name) > maxName {
		_, size := utf8.DecodeLastRuneInString(name)
		name = name[:len(name)-size]
	}
	return name
}

// isPDF finds the mark that may stand a little after the beginning.
func isPDF(data []byte) bool {
	return bytes.Contains(data[:min(len(data), 1024)], []byte("%PDF-"))
}

// mentionsPDF: text about PDFs holds the mark somewhere, and is text all through.
func mentionsPDF(data []byte) bool {
	if bytes.HasPrefix(data, []byte("%PDF-")) || bytes.Contains(data, []byte("startxref")) {
		return false
	}
	_, _, text := asText(data)
	return text
}

func checkPDF(ctx context.Context, b chat.Block, data []byte, read ReadPDF) (Pages, error) {
	pages, err := read(ctx, data)
	switch {
	case ctx.Err() != nil:
		return pages, ctx.Err()
	case errors.Is(err, ErrTooLarge):
		return pages, refuse(protocol.ReasonTooLarge, fmt.Sprintf("%s cannot be read as a PDF: %s.", b.Name, err), "Attach a part of it, or its pages as images.")
	case err != nil:
		return pages, refuse(protocol.ReasonUnsupported, fmt.Sprintf("%s cannot be read as a PDF: %s.", b.Name, err), "Save it anew, or attach its pages as images.")
	case strings.TrimSpace(pages.Text) == "":
		return pages, refuse(protocol.ReasonUnsupported, b.Name+" holds no text that can be read; it is probably scanned.", "Attach its pages as images.")
	}
	return pages, nil
}
