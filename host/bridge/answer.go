package bridge

import (
	"encoding/json"
	"errors"
	"io"

	"github.com/margay/margay/protocol"
)

// faultOf is the error as the caller is told it.
func faultOf(err error) *protocol.Fault {
	var fault *protocol.Fault
	if errors.As(err, &fault) {
		return fault
	}
	return protocol.NewFault(protocol.ReasonNoDaemon, "The Margay daemon could not be reached: "+err.Error()+".").
		WithNext("Run: margay serve")
}

// answerAll answers as a daemon would that cannot greet anybody, until the
// browser closes its pipe.
func answerAll(o Options, fault *protocol.Fault, code int) int {
	if err := answer(o, fault, false); errors.Is(err, protocol.ErrNotFrames) {
		return ExitNotFrames
	}
	return code
}

// answer answers each hello with the fault, each ping, and every other call
// with hello_first, until the pipe ends or, with once, a hello was answered.
func answer(o Options, fault *protocol.Fault, once bool) error {
	in, out := protocol.NewReader(o.Stdin), o.Stdout
	for {
		body, err := in.Next()
		var skipped *protocol.SkippedError
		var reply protocol.Message
		hello := false
		switch {
		case errors.As(err, &skipped):
			reply.Error = skipped.Fault()
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		default:
			var ok bool
			if reply, hello, ok = replyTo(body, fault); !ok {
				continue
			}
		}
		if err := write(out, reply); err != nil || (hello && once) {
			return err
		}
	}
}

// replyTo makes the answer to a frame; ok is false for what is not answered.
func replyTo(body []byte, fault *protocol.Fault) (reply protocol.Message, hello, ok bool) {
	var m protocol.Message
	if err := protocol.Unmarshal(body, &m); err != nil {
		return protocol.Message{Error: protocol.NewFault(protocol.ReasonParse, err.Error())}, false, true
	}
	if m.ID == nil || m.Method == "" {
		return reply, false, false
	}
	reply.ID = m.ID
	switch m.Method {
	case protocol.HelloRoute.Name:
		reply.Error, hello = fault, true
	case protocol.PingRoute.Name:
		reply.Result = json.RawMessage(`{"product":"` + protocol.Product + `"}`)
	default:
		reply.Error = protocol.NewFault(protocol.ReasonHelloFirst, "Say hello first.")
	}
	return reply, hello, true
}

// write sends an answer as one frame in one write. Without an id it is null,
// as JSON-RPC wants it of an answer to what could not be read.
func write(w io.Writer, m protocol.Message) error {
	if m.ID == nil {
		null := protocol.ID("null")
		m.ID = &null
	}
	m.JSONRPC = "2.0"
	frame, err := appendFrame(nil, m)
	if err != nil {
		return err
	}
	_, err = w.Write(frame)
	return err
}
