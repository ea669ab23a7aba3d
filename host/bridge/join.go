package bridge

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"time"

	"github.com/margay/margay/protocol"
)

const (
	// joinTries bounds how often a daemon that was leaving is reached anew.
	joinTries = 5
	// joinWait bounds how long a daemon may take to answer the ping.
	joinWait = 10 * time.Second
)

// join reaches the daemon and introduces the caller. A daemon that closes the
// link is leaving, and is reached anew: Reach waits for the next one. One that
// does not answer in time is stuck, and trying again would only take longer.
func join(ctx context.Context, o Options) (net.Conn, error) {
	var err error
	for range joinTries {
		var conn net.Conn
		if conn, err = o.Reach(ctx); err != nil {
			return nil, err
		}
		if err = introduce(conn, o.Preface); err == nil {
			return conn, nil
		}
		_ = conn.Close()
		if errors.Is(err, os.ErrDeadlineExceeded) {
			break
		}
	}
	return nil, protocol.NewFault(protocol.ReasonNoDaemon, "The daemon is there but does not answer: "+err.Error()+".").
		WithNext("Run: " + o.Run("stop") + ". If that does not end it, it says what does. " + o.diagnosis())
}

// pingID is the id of the bridge's own call. It is answered before the caller's
// first frame is sent, so it cannot meet one of the caller's.
const pingID = protocol.ID(`"bridge"`)

// introduce sends the preface and a ping, and waits for the answer. The ping
// tells a daemon that serves from one that is leaving or hangs, while nothing
// of the caller's has been sent yet that would be lost with it.
func introduce(conn net.Conn, pre protocol.Preface) error {
	params, err := protocol.Marshal(pre)
	if err != nil {
		return err
	}
	out := protocol.AppendFrame(nil, protocol.AppendCall(nil, "", protocol.PrefaceNotice.Name, params))
	out = protocol.AppendFrame(out, protocol.AppendCall(nil, pingID, protocol.PingRoute.Name, nil))
	if err := conn.SetDeadline(time.Now().Add(joinWait)); err != nil {
		return err
	}
	if _, err := conn.Write(out); err != nil {
		return err
	}
	if err := awaitPong(conn); err != nil {
		return err
	}
	return conn.SetDeadline(time.Time{})
}

// awaitPong reads exactly one frame, so that what follows stays in the socket.
func awaitPong(conn io.Reader) error {
	var head [4]byte
	if _, err := io.ReadFull(conn, head[:]); err != nil {
		return err
	}
	size := binary.NativeEndian.Uint32(head[:])
	if size > protocol.ChunkAbove {
		return protocol.ErrNotFrames
	}
	body := make([]byte, size)
	if _, err := io.ReadFull(conn, body); err != nil {
		return err
	}
	m, fault := protocol.ParseMessage(body)
	if fault != nil {
		return fmt.Errorf("answer to ping: %w", fault)
	}
	switch {
	case m.Error != nil:
		return m.Error
	case m.ID == nil || *m.ID != pingID:
		return errors.New("it sent something else than the answer to ping")
	}
	return nil
}
