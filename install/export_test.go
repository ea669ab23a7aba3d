package install

// ProgramAside is for tests that rename as Windows does.
var ProgramAside = programAside

// MoveAway is for tests of programs that run on another drive.
var MoveAway = moveAway
