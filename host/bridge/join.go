package bridge

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"time"

	"github.com/margay/margay/protocol"
)

const (
	// joinTries bounds how often a daemon that was leaving is reached anew.
	joinTries = 5
	// joinWait bounds how long a daemon may take to answer the ping.
	joinWait = 10 * time.Second
)

// join reaches the daemon and introduces the caller.
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
	}
	return nil, protocol.NewFault(protocol.ReasonNoDaemon, "The daemon is there but does not answer: "+err.Error()+".").
		WithNext("Close Margay's panel, wait a moment and open it again.")
}

// pingID is the id of the bridge's own call. It is answered before the caller's
// first frame is sent, so it cannot meet one of the caller's.
const pingID = protocol.ID(`"bridge"`)

// introduce sends the preface and a ping, and waits for the answer. The ping
// tells a daemon that serves from one that is leaving or hangs, while nothing
// of the caller's has been sent yet that would be lost with it.
func introduce(conn net.Conn, pre protocol.Preface) error {
	out, err := appendMessage(nil, protocol.Message{Method: protocol.PrefaceNotice.Name}, pre)
	if err != nil {
		return err
	}
	id := pingID
	out, err = appendMessage(out, protocol.Message{ID: &id, Method: protocol.PingRoute.Name}, protocol.Empty{})
	if err != nil {
		return err
	}
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
	var m protocol.Message
	if err := protocol.Unmarshal(body, &m); err != nil {
		return fmt.Errorf("answer to ping: %w", err)
	}
	switch {
	case m.Error != nil:
		return m.Error
	case m.ID == nil || *m.ID != pingID:
		return errors.New("it sent something else than the answer to ping")
	}
	return nil
}

// appendMessage appends a request or notice as a frame.
func appendMessage(dst []byte, m protocol.Message, params any) ([]byte, error) {
	p, err := json.Marshal(params)
	if err != nil {
		return nil, err
	}
	m.JSONRPC, m.Params = "2.0", p
	return appendFrame(dst, m)
}

func appendFrame(dst []byte, m protocol.Message) ([]byte, error) {
	body, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	return protocol.AppendFrame(dst, body), nil
}
