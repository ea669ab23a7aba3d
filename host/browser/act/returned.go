package act

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/tools"
)

// Bounds of what a script brings into a conversation, in characters and lines.
// The harness keeps them too, but the page may change what it is made of.
const (
	mostValue = 50_000
	mostError = 2000
	mostLine  = 1000
	mostLines = 100
)

// levels are the ways to say something to a console that are kept.
var levels = []string{"log", "info", "warn", "error", "debug"}

// returned is what the harness says of a script.
type returned struct {
	Value   string   `json:"value"`
	Cut     int      `json:"cut"`
	Void    bool     `json:"void"`
	Error   string   `json:"error"`
	Line    int      `json:"line"`
	Logs    []string `json:"logs"`
	Dropped int      `json:"dropped"`
}

// read turns what the harness returned into words.
func read(raw json.RawMessage) (text string, failed bool, err error) {
	var answer evaluated
	if err := json.Unmarshal(raw, &answer); err != nil {
		return "", false, fmt.Errorf("read what the script returned: %w", err)
	}
	if e := answer.ExceptionDetails; e != nil {
		return fmt.Sprintf("The script failed: %s.", tools.Quote(firstLine(e.Text+" "+e.Exception.Description))), true, nil
	}
	r, ok := parse(answer.Result.Value)
	if !ok {
		return "The script ran, and the page has changed what scripts are made of, so its value cannot be read.", true, nil
	}
	return r.words(), r.Error != "", nil
}

// parse reads the JSON text that the harness returns as one string.
func parse(value json.RawMessage) (r returned, ok bool) {
	var inner string
	if json.Unmarshal(value, &inner) != nil {
		return r, false
	}
	return r, json.Unmarshal([]byte(inner), &r) == nil
}

// words are what a model reads. Each text of the page is JSON, on one line, so
// that it cannot pass for one of ours.
func (r returned) words() string {
	var text string
	switch {
	case r.Error != "" && r.Line > 0:
		text = fmt.Sprintf("The script failed at line %d: %s.", r.Line, tools.Quote(clip(r.Error, mostError)))
	case r.Error != "":
		text = fmt.Sprintf("The script failed: %s.", tools.Quote(clip(r.Error, mostError)))
	case r.Void:
		text = "It returned no value. (Statements give one with return.)"
	default:
		text = "It returned:\n" + r.value()
	}
	return text + r.console()
}

func (r returned) value() string {
	text := oneLine(clip(r.Value, mostValue))
	if !beginsJSON(text) || r.Cut <= 0 && !json.Valid([]byte(text)) {
		text = tools.Quote(text) // the page has its own idea of JSON
	}
	if r.Cut > 0 {
		text += fmt.Sprintf("\n… %d characters more were cut. Return less.", r.Cut)
	}
	return text
}

// beginsJSON reports whether a text is JSON as far as it goes.
func beginsJSON(text string) bool {
	d := json.NewDecoder(strings.NewReader(text))
	for {
		switch _, err := d.Token(); {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return true
		case err != nil:
			return false
		}
	}
}

func (r returned) console() string {
	if len(r.Logs) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\nThe console said:")
	for _, line := range r.Logs[:min(len(r.Logs), mostLines)] {
		level, said, _ := strings.Cut(line, ": ")
		if !slices.Contains(levels, level) {
			level, said = "log", line
		}
		fmt.Fprintf(&b, "\n- %s %s", level, tools.Quote(clip(said, mostLine)))
	}
	if more := r.Dropped + max(len(r.Logs)-mostLines, 0); more > 0 {
		fmt.Fprintf(&b, "\n- … %d lines more", more)
	}
	return b.String()
}

// clip cuts what is longer than a page may say, and says by how much.
func clip(text string, most int) string {
	n := utf8.RuneCountInString(text)
	if n <= most {
		return text
	}
	return string([]rune(text)[:most]) + fmt.Sprintf("…+%d", n-most)
}

func oneLine(text string) string {
	return strings.NewReplacer("\r", " ", "\n", " ", "\u2028", " ", "\u2029", " ").Replace(text)
}

func firstLine(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	return shorten(text, longestURL)
}
