package install

// ProgramAside is for tests that rename as Windows does.
var ProgramAside = programAside

// MoveAway is for tests of programs that run on another drive.
var MoveAway = moveAway

// ErrHeld is what a try to hold a folder says while another holds it.
var ErrHeld = errHeld

// HoldBy is for tests of waiting for another installation.
func HoldBy(s Setup, try func(dir string) (func(), error)) (func(), error) {
	return s.holdBy(try, s.Prepare)
}

// TryHold takes the lock of a folder as an installation does.
var TryHold = tryHold

// LoginText is what is noted for the login, and LoginProgram the program that
// such a text starts.
func LoginText(s Setup) string { return s.loginText() }

// LoginProgram is the program that a text at the login's place starts.
func LoginProgram(m Machine, text string) string { return m.loginProgram(text) }
