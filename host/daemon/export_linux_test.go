package daemon

// HolderIn looks in a list of locks for who holds one.
var HolderIn = holderIn
