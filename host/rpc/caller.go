package rpc

import (
	"context"

	"github.com/margay/margay/protocol"
)

// Caller is the other side of a link, as whoever asks something of it needs it.
type Caller interface {
	// Call waits for the answer. The error is a *protocol.Fault where the other
	// side, or the end of the link, gave one; it wraps ctx's where ctx ended.
	Call(ctx context.Context, route protocol.Info, params, result any) error
	// Notify queues a notice and returns.
	Notify(notice protocol.Info, params any) error
}

// Call calls a route with its types.
func Call[P, R any](ctx context.Context, c Caller, r protocol.Route[P, R], params P) (R, error) {
	var result R
	err := c.Call(ctx, r.Info(), params, &result)
	return result, err
}

// Notify sends a notice with its type.
func Notify[P any](c Caller, n protocol.Notice[P], params P) error {
	return c.Notify(n.Info(), params)
}
