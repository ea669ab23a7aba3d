package dial

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/version"
	"github.com/margay/margay/protocol"
)

// Link is an open link to the daemon on which nothing has been said.
type Link struct {
	net.Conn
	// Beacon is what the daemon said of itself.
	Beacon config.Beacon
	// Ended is closed when the daemon ends, where this process started it;
	// else it is nil.
	Ended <-chan struct{}
}

// The waits of Reach: between tries to connect, and between starts while
// another process holds the lock.
const (
	connectEvery = 10 * time.Millisecond
	startEvery   = 50 * time.Millisecond
	startAtMost  = time.Second
)

// maxUnreached is how many daemons may be started that cannot be reached.
const maxUnreached = 3

// Reach connects to the daemon of the data directory. Where none answers, or
// only one of a strictly older version, it starts one if o.Start is set. Its
// errors are faults that say what to do next.
func Reach(ctx context.Context, o Options) (*Link, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()
	link, err := connect(ctx, o.Dirs)
	if err == nil && daemon.Look(link.Beacon.Pid).Stopped {
		_ = link.Close() // nothing was said on it
		return nil, heldFault(o, daemon.Look(link.Beacon.Pid))
	}
	if err == nil && o.Start && version.Newer(o.Version, link.Beacon.Version) {
		link, err = takeOver(ctx, link, o)
	}
	if err == nil {
		return link, nil
	}
	if !o.Start {
		return nil, protocol.NewFault(protocol.ReasonNoDaemon, "No Margay daemon runs for "+o.Dirs.Data+".").
			WithNext("Run: " + CommandLine(o.Exe, "serve", "--data", o.Dirs.Data))
	}
	return startAndConnect(ctx, o)
}

// connect reads the beacon and connects to its socket.
func connect(ctx context.Context, d config.Dirs) (*Link, error) {
	b, err := d.ReadBeacon()
	if err != nil {
		return nil, err
	}
	if d.Foreign(b) {
		return nil, fmt.Errorf("%s is of another data directory, with the socket %s", d.Beacon(), b.Socket)
	}
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, "unix", b.Socket)
	if err != nil {
		return nil, err
	}
	return &Link{Conn: conn, Beacon: b}, nil
}

// startAndConnect starts daemons until one serves. While another process holds
// the lock, that process is about to serve, or about to leave: both are waited for.
func startAndConnect(ctx context.Context, o Options) (*Link, error) {
	again, held, unreached := startEvery, false, 0
	for {
		p, err := start(ctx, o)
		if err != nil && held && ctx.Err() != nil {
			return nil, heldFault(o, daemon.Holder(o.Dirs))
		}
		if err != nil {
			return nil, err
		}
		switch p.said.State {
		case daemon.StateServing, daemon.StateRefusing:
			link, err := connect(ctx, o.Dirs)
			if unreached++; err != nil && unreached < maxUnreached {
				continue // it has served somebody else and left again
			}
			if err != nil {
				return nil, noDaemon(o, fmt.Sprintf("The daemon (process %d) started and then could not be reached: %v.", p.said.Pid, err))
			}
			link.Ended = p.ended
			return link, nil
		case daemon.StateHeld:
			held = true
			if holder := daemon.Holder(o.Dirs); holder.Stopped { // no waiting helps
				return nil, heldFault(o, holder)
			}
			if link := connectWithin(ctx, o.Dirs, again); link != nil {
				return link, nil
			}
		default:
			return nil, withFirst(noDaemon(o, "The daemon could not start: "+p.said.Message+"."), p.said.Next)
		}
		if ctx.Err() != nil {
			return nil, heldFault(o, daemon.Holder(o.Dirs))
		}
		again = min(2*again, startAtMost)
	}
}

// connectWithin tries to connect for a while; nil if nobody answers.
func connectWithin(ctx context.Context, d config.Dirs, limit time.Duration) *Link {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	tick := time.NewTicker(connectEvery)
	defer tick.Stop()
	for {
		if link, err := connect(ctx, d); err == nil {
			return link
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}

// noDaemon is the fault of a daemon that cannot be had.
func noDaemon(o Options, message string) *protocol.Fault {
	return protocol.NewFault(protocol.ReasonNoDaemon, message).WithNext(diagnosis(o) + " The log is " + o.Dirs.Log() + ".")
}

// SeeWhy begins the sentence that names the diagnosis, at the end of what is to be done.
const SeeWhy = "To see why, and what mends it, run: "

// diagnosis is the sentence that names the command which tells the cause: where
// there is no link, nobody else can.
func diagnosis(o Options) string {
	return SeeWhy + CommandLine(o.Exe, "doctor", "--data", o.Dirs.Data) + "."
}

// HeldError is the fault of a lock whose holder answers nobody. Of all that keep a
// daemon from being had, it alone is mended by ending that process.
type HeldError struct{ *protocol.Fault }

func (e *HeldError) Unwrap() error { return e.Fault }

// heldFault tells of a process that holds the lock and answers nobody.
func heldFault(o Options, p daemon.Process) *HeldError {
	who, next := "Another process", "Wait a moment and try again."
	if p.Pid > 0 {
		who = fmt.Sprintf("Process %d", p.Pid)
		next = fmt.Sprintf("Wait a moment and try again; if it does not end by itself, run: %s %d.", killCommand, p.Pid)
	}
	if p.Name != "" {
		who += " (" + p.Name + ")"
	}
	what := fmt.Sprintf("%s holds %s but does not answer; it is starting, leaving or stuck.", who, o.Dirs.Lock())
	if p.Stopped {
		what = fmt.Sprintf("%s holds %s and was stopped (by SIGSTOP, or Ctrl+Z in a terminal), so no daemon answers.", who, o.Dirs.Lock())
		next = fmt.Sprintf("Run: %s %d. Runs under way are interrupted and can be resumed. To let it go on instead, run: kill -CONT %d.", killCommand, p.Pid, p.Pid)
	}
	return &HeldError{protocol.NewFault(protocol.ReasonNoDaemon, what).WithNext(next + " " + diagnosis(o))}
}

// checkProgram says in words what keeps a program from being started.
func checkProgram(o Options) error {
	info, err := os.Stat(o.Exe)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return protocol.NewFault(protocol.ReasonNoDaemon, "The program "+o.Exe+" is not there; it was moved or removed.").
			WithNext("Install Margay again, then try again.")
	case err != nil:
		return protocol.NewFault(protocol.ReasonNoDaemon, "The program cannot be looked at: "+err.Error()+".").
			WithNext("Install Margay again, then try again.")
	case info.IsDir():
		return protocol.NewFault(protocol.ReasonNoDaemon, o.Exe+" is a folder, not the program.").
			WithNext("Install Margay again, then try again.")
	case !Executable(info):
		return protocol.NewFault(protocol.ReasonNoDaemon, "The program "+o.Exe+" may not be executed.").
			WithNext("Run: " + CommandLine("chmod", "u+x", o.Exe))
	}
	return nil
}
