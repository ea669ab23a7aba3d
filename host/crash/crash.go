// Package crash marks the places where a crash would hurt most.
//
// In an ordinary build [Point] compiles to nothing. Built with the tag
// crashpoints, the program kills itself with SIGKILL at the point that
// MARGAY_CRASH names: "store.close_round.before", or
// "store.close_round.before:3" for its third passing. No defer runs and nothing
// is flushed, as when the power fails between two instructions.
//
// "@FILE" arms a process that runs already: the first point that it passes
// while FILE is there takes the file's first line, a name as above, and counts
// from then on. The process that comes after it takes the next line, and so on.
// Where a process dies, FILE.hit gets its name and the number of the process as a line.
//
// Points stand before and after each commit, dispatch and event. Names are
// literal text at the call, so that searching for one finds its place; a test
// compares them with the list that crash tests walk.
package crash
