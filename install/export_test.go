package install

// ProgramAside is for tests that rename as Windows does.
var ProgramAside = programAside
