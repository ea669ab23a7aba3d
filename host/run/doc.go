// Package run owns the runs: it lets them in, works them, lets clients watch
// them and brings them over a restart.
//
// It guarantees:
//
//   - A conversation has one run at a time. The person's message and the run
//     are on disk before the loop starts and before [Manager.Start] returns.
//   - A run belongs to the manager and not to who asked for it: the end of a
//     call, a link or a client does not touch it.
//   - Exactly one terminal event ends a run that ends, also when the loop
//     panics and when the end cannot be stored; it comes after the commit of
//     the end. A run that is parked says so by a state event and goes on in the
//     next daemon.
//   - A stop that was answered holds, over a crash and over parking too.
//   - A loop is given closed rounds only, without the messages that report an
//     error.
//   - Who attaches to a run gets its state and all that follows; for 30 s after
//     its end from memory, later from the store.
//   - After [Manager.Close] no goroutine of a run is left and nothing of it is
//     written any more; what was cut off is found as interrupted by the next
//     [Manager.Recover].
//
// The table of states is in host/README.md, "A run".
package run
