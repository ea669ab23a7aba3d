package act

// Read turns what a page returned of a script into words.
var Read = read
