package doctor

// KindOf finds the type of a file system.
var KindOf = kindOf
