// Package bridge is the process that the browser starts: it carries frames
// between the browser's pipes and the daemon's socket.
//
// It guarantees: nothing but frames goes to the browser; the daemon learns the
// caller's origin from the argument that the browser gave, before anything
// that the caller says; an origin that is not ours reaches no daemon; when the
// browser closes its pipe the bridge ends at once, whatever is under way, and
// when the daemon goes the bridge ends, so that the caller's port disconnects;
// when no daemon can be had, each hello is answered with the fault, which says
// why and what to do; memory is bounded by two buffers however long a frame is
// and however slowly the other side reads.
package bridge

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/margay/margay/protocol"
)

// The exit codes of a bridge.
const (
	// ExitOK: the browser closed its pipe.
	ExitOK = 0
	// ExitForeign: the caller is not our extension.
	ExitForeign = 4
	// ExitNotFrames: something that is no frame came in.
	ExitNotFrames = 5
	// ExitNoDaemon: no daemon could be had; each hello was told so.
	ExitNoDaemon = 6
	// ExitDaemonGone: the daemon closed the link.
	ExitDaemonGone = 7
)

const (
	scheme = "chrome-extension://"
	// foreignWait is how long a foreign caller may take to say hello before it
	// is left without an answer.
	foreignWait = 5 * time.Second
	copyBuffer  = 64 << 10
)

// Origin finds in the arguments of the program the origin with which a browser
// starts a native-messaging host.
func Origin(args []string) (string, bool) {
	if len(args) > 0 && strings.HasPrefix(args[0], scheme) {
		return args[0], true
	}
	return "", false
}

// Options are what a bridge is given. All but Run are required.
type Options struct {
	// Preface is sent to the daemon; its Origin is the caller's.
	Preface protocol.Preface
	// Origins are those of our extension.
	Origins []string
	// Reach connects to the daemon, starting it where it must. A *protocol.Fault
	// from it is told to the caller as it is.
	Reach func(ctx context.Context) (net.Conn, error)
	// Run says how a person runs one of our commands; nil is by the name alone.
	Run func(command string) string
	// Stdin and Stdout are the browser's pipes; Stderr is for a person who
	// started the bridge by hand.
	Stdin  io.Reader
	Stdout io.Writer
	Stderr io.Writer
}

// Run carries frames until either side ends, and returns the exit code. The
// process must exit then: a read of the browser's pipe cannot be called off.
func Run(ctx context.Context, o Options) int {
	if !slices.Contains(o.Origins, o.Preface.Origin) {
		return refuse(ctx, o)
	}
	if o.Run == nil {
		o.Run = func(command string) string { return "margay " + command }
	}
	conn, err := join(ctx, o)
	if err != nil {
		_, _ = fmt.Fprintf(o.Stderr, "margay: %v\n", err)
		return answerAll(o, o.faultOf(err), ExitNoDaemon)
	}
	defer func() { _ = conn.Close() }() // the end either way
	return carry(conn, o)
}

// carry copies both ways until one way ends.
func carry(conn net.Conn, o Options) int {
	ends := make(chan int, 2)
	go func() { // ends with the browser's pipe, or with the process
		ends <- codeOf(copyFrames(conn, o.Stdin, protocol.MaxSkip), ExitOK)
	}()
	go func() { // ends when conn is closed, by the daemon or by Run
		ends <- codeOf(copyFrames(o.Stdout, conn, protocol.MaxFrame), ExitDaemonGone)
	}()
	code := <-ends
	if code == ExitNotFrames {
		_, _ = fmt.Fprintln(o.Stderr, "margay:", protocol.ErrNotFrames)
	}
	return code
}

// codeOf is the exit code of a copy whose reader ended with quiet. A writer
// that failed is the other side's end.
func codeOf(err error, quiet int) int {
	var write *writeError
	switch {
	case errors.Is(err, protocol.ErrNotFrames):
		return ExitNotFrames
	case errors.As(err, &write) && quiet == ExitOK:
		return ExitDaemonGone
	case errors.As(err, &write):
		return ExitOK
	}
	return quiet
}

// refuse tells a foreign caller, and whoever reads standard error, that it is
// not served. No daemon is started or told.
func refuse(ctx context.Context, o Options) int {
	message := fmt.Sprintf("The caller %q is not the Margay extension and is not served.", o.Preface.Origin)
	_, _ = fmt.Fprintln(o.Stderr, "margay:", message)
	fault := protocol.NewFault(protocol.ReasonNotAllowed, message).
		WithNext("Install the Margay extension that belongs to this program.")
	ctx, cancel := context.WithTimeout(ctx, foreignWait)
	defer cancel()
	done := make(chan struct{})
	go func() { // ends with the browser's pipe, or with the process
		defer close(done)
		_ = answer(o, fault, true)
	}()
	select {
	case <-done:
	case <-ctx.Done():
	}
	return ExitForeign
}
