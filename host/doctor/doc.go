// Package doctor tries every link of the chain from the data directory to the
// model for real, and says of each that is broken why, and what mends it.
//
// It guarantees: a check tries the thing itself (it writes to the disk, starts
// the registered program as a browser does, calls into a page) and nothing that
// stands for it; what is tried leaves nothing behind and changes nothing that a
// person sees; a check that needs another one which failed is skipped and names
// it, so that a cause is told once; whatever failed or warns has a cause, and a
// command or a next step in words; every check ends, at the latest when its
// time is over; all words of its own are told in the language that was asked
// for, English or Simplified Chinese.
//
// A program outside of the daemon uses [Outside], which asks the daemon for
// the rest by its route; the daemon answers with [Inside].
package doctor
