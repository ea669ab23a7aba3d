package openai

import (
	"context"
	"net"
	"net/http/httptrace"
	"syscall"
	"time"
)

// looks is how often within the silence it is looked at what a connection still sends.
const looks = 6

// outgoing makes a request tell what it sends: what the connection has taken lies in
// this machine, and goes out for longer than the silence where the way is slow.
func outgoing(ctx context.Context, silence time.Duration, alive func()) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(got httptrace.GotConnInfo) {
		if conn := systems(got.Conn); conn != nil {
			go observe(ctx, conn, silence/looks, alive)
		}
	}})
}

// observe says that a connection is alive whenever less lies in it than at the look
// before: the other side has taken some of it. It ends with the context.
func observe(ctx context.Context, conn syscall.RawConn, each time.Duration, alive func()) {
	tick := time.NewTicker(max(each, time.Millisecond))
	defer tick.Stop()
	before := 0
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now, ok := unsentIn(conn)
		if !ok {
			return
		}
		if now < before {
			alive()
		}
		before = now
	}
}

// systems is the system's own connection below what runs over it; nil where there is none.
func systems(conn net.Conn) syscall.RawConn {
	for {
		over, ok := conn.(interface{ NetConn() net.Conn })
		if !ok {
			break
		}
		conn = over.NetConn()
	}
	own, ok := conn.(syscall.Conn)
	if !ok {
		return nil
	}
	raw, err := own.SyscallConn()
	if err != nil {
		return nil
	}
	return raw
}
