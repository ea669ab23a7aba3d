// Package rpc is a JSON-RPC 2.0 peer over frames: both ends may call.
//
// It guarantees: one goroutine writes, and each frame is one Write; messages
// above protocol.ChunkAbove travel as chunks between which other frames pass,
// but messages of one lane (a reply and the events of the subscription that it
// opened) keep their order; calls are taken in arrival order, so that a cancel
// is never overtaken by the call that it ends, and then forked; notices are
// handled in arrival order on the reading goroutine; when the link closes,
// every pending call fails at once; memory held for half-joined messages and
// for what waits to be written is bounded by the limits of package protocol.
package rpc
