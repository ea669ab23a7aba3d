package bridge

import (
	"errors"
	"io"

	"github.com/margay/margay/protocol"
)

// faultOf is the error as the caller is told it.
func (o Options) faultOf(err error) *protocol.Fault {
	var fault *protocol.Fault
	if errors.As(err, &fault) {
		return fault
	}
	return protocol.NewFault(protocol.ReasonNoDaemon, "The Margay daemon could not be reached: "+err.Error()+".").
		WithNext(o.diagnosis())
}

// diagnosis is the sentence that names the command which tells the cause: without
// a link, the caller cannot ask for it.
func (o Options) diagnosis() string {
	return "To see why, and what mends it, run: " + o.Run("doctor") + "."
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
	in, out := protocol.NewReader(o.Stdin), protocol.NewWriter(o.Stdout)
	for {
		body, err := in.Next()
		var skipped *protocol.SkippedError
		var reply []byte
		hello := false
		switch {
		case errors.As(err, &skipped):
			reply = protocol.AppendFault(nil, "", skipped.Fault())
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		default:
			if reply, hello = replyTo(body, fault); reply == nil {
				continue
			}
		}
		if err := out.WriteFrame(reply); err != nil || (hello && once) {
			return err
		}
	}
}

// replyTo makes the answer to a frame, nil to what is not answered.
func replyTo(body []byte, fault *protocol.Fault) (reply []byte, hello bool) {
	m, broken := protocol.ParseMessage(body)
	switch {
	case broken != nil:
		return protocol.AppendFault(nil, "", broken), false
	case m.ID == nil || m.Answer():
		return nil, false
	}
	switch m.Method {
	case protocol.HelloRoute.Name:
		return protocol.AppendFault(nil, *m.ID, fault), true
	case protocol.PingRoute.Name:
		return protocol.AppendResult(nil, *m.ID, []byte(`{"product":"`+protocol.Product+`"}`)), false
	}
	return protocol.AppendFault(nil, *m.ID, protocol.NewFault(protocol.ReasonHelloFirst, m.Method+" came before hello.").WithNext("Call hello first.")), false
}
