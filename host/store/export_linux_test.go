package store

// HolderIn reads the kernel's list of locks.
var HolderIn = holderIn
