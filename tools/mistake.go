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

// unknown is an error that says that an act may or may not have happened.
type unknown struct{ text string }

func (u *unknown) Error() string { return u.text }

// Unknown makes an error for an act whose fate cannot be told. The text says
// what was tried and how to look.
func Unknown(format string, a ...any) error {
	return &unknown{fmt.Sprintf(format, a...)}
}

// IsUnknown reports whether the error leaves open if the act happened.
func IsUnknown(err error) bool {
	var u *unknown
	return errors.As(err, &u)
}
