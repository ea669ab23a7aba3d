package doctor

// KindOf finds the type of a file system.
var KindOf = kindOf

// OwnData reads the command line of a process.
var OwnData = ownData
