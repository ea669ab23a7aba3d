// Package api is what clients can ask of the daemon: the operations behind the
// routes of protocol/client, free of transport, and one file that maps routes
// onto them.
//
// It guarantees:
//
//   - What comes from a client is checked here before anything is stored or
//     started; a refusal is a fault that says what to do.
//   - A subscription belongs to the [Client] that opened it and ends with it.
//     Nothing is sent on it before the reply that names it is queued.
//   - Model variables are taken from a program of the same user, or from what
//     the bridge said of a browser; never from what a browser sends, and they
//     are never stored.
//   - The end of a link stops no run.
//
// daemon.stop is not here: the daemon answers it itself.
package api
