package tools

import (
	"errors"
	"fmt"
)

// mistake is an error that the model can mend: its text is for the model.
type mistake struct{ text string }

func (m *mistake) Error() string { return m.text }

// Mistake makes an error that the model can mend. The text says what is wrong
// and what to try next.
func Mistake(format string, a ...any) error {
	return &mistake{fmt.Sprintf(format, a...)}
}

// IsMistake reports whether the model can mend the error.
func IsMistake(err error) bool {
	var m *mistake
	return errors.As(err, &m)
}
