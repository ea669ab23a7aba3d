package act

// Read turns what a page returned of a script into words.
var Read = read

// SameSet compares what a field was given with what it holds.
var SameSet = sameSet

// Same compares what a field was given as text with what it holds.
var Same = same
