package fetch

import (
	"fmt"
	"io"
	"strings"

	"golang.org/x/net/html/charset"
)

// Text is the body as text, in whatever it is encoded; an error says what else it is. It is sound UTF-8.
func (r Response) Text() (string, error) {
	if len(r.Body) == 0 {
		return "", nil
	}
	if media := r.Media(); !isText(media) {
		return "", fmt.Errorf("%s is no text: it is %s, of %d bytes", r.URL, media, len(r.Body))
	}
	reader, err := charset.NewReader(strings.NewReader(string(r.Body)), r.Header.Get("Content-Type"))
	if err != nil {
		return "", fmt.Errorf("%s cannot be read as text: %w", r.URL, err)
	}
	text, err := io.ReadAll(reader)
	if err != nil {
		return "", fmt.Errorf("%s cannot be read as text: %w", r.URL, err)
	}
	return strings.ToValidUTF8(strings.TrimPrefix(string(text), "\uFEFF"), "\uFFFD"), nil
}

func isText(media string) bool {
	kind, sub, _ := strings.Cut(media, "/")
	if kind == "text" || strings.HasSuffix(sub, "+json") || strings.HasSuffix(sub, "+xml") {
		return true
	}
	switch sub {
	case "json", "xml", "javascript", "ecmascript", "x-javascript", "x-ndjson", "ndjson", "yaml", "x-yaml", "toml", "graphql", "x-www-form-urlencoded":
		return kind == "application"
	}
	return false
}
