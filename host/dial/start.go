package dial

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/protocol"
)

// process is a daemon that this process started and what it said of its start.
type process struct {
	said  daemon.Announcement
	ended <-chan struct{}
}

// maxAnnounce bounds what a start may print before it says how it went.
const maxAnnounce = 64 << 10

// start starts a daemon that outlives us: a session of its own, nothing
// inherited but the pipe on which it says how its start went and which it then
// closes. It is reaped when it ends while we still run.
func start(ctx context.Context, o Options) (*process, error) {
	if err := checkProgram(o); err != nil {
		return nil, err
	}
	if err := o.Dirs.Prepare(); err != nil {
		return nil, unprepared(o, err)
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, unstarted(o, "The daemon could not be started: ", err)
	}
	defer func() { _ = r.Close() }() // only read
	cmd, err := startDetached(func() *exec.Cmd {
		// It outlives us, and so ends with no context of ours.
		cmd := exec.CommandContext(context.WithoutCancel(ctx), o.Exe, "serve", "--announce", "--data", o.Dirs.Data)
		cmd.Env = config.ServeEnv(o.Environ)
		cmd.Dir = o.Dirs.Data // not the browser's folder, which it would hold on to
		cmd.Stdout, cmd.Stderr = w, w
		return cmd
	})
	_ = w.Close()
	if err != nil {
		return nil, unstarted(o, "The daemon could not be started: ", err)
	}
	ended := make(chan struct{})
	go func() { // ends with the daemon or with this process, whichever is first
		_ = cmd.Wait() // how it ended is in its log
		close(ended)
	}()
	said, err := announcement(ctx, r)
	if err != nil {
		return nil, noDaemon(o, "The daemon did not start: "+err.Error()+".")
	}
	return &process{said: said, ended: ended}, nil
}

// announcement reads until the daemon says how its start went. What else it
// prints (a loader's complaint, the trace of a crash) is the error's text
// where it ends without a word.
func announcement(ctx context.Context, r *os.File) (daemon.Announcement, error) {
	type answer struct {
		said daemon.Announcement
		err  error
	}
	got := make(chan answer, 1)
	go func() { // ends when start closes the pipe, at the latest
		said, err := readAnnouncement(r)
		got <- answer{said, err}
	}()
	select {
	case a := <-got:
		return a.said, a.err
	case <-ctx.Done():
		return daemon.Announcement{}, errors.New("it did not say within the time given how its start went")
	}
}

func readAnnouncement(r io.Reader) (daemon.Announcement, error) {
	var other []string
	lines := bufio.NewScanner(io.LimitReader(r, maxAnnounce))
	lines.Buffer(nil, maxAnnounce)
	for lines.Scan() {
		var said daemon.Announcement
		if json.Unmarshal(lines.Bytes(), &said) == nil && said.State != "" {
			return said, nil
		}
		if len(other) < 3 { // the first lines say what; a trace follows
			other = append(other, strings.TrimSpace(lines.Text()))
		}
	}
	switch {
	case len(other) == 0 && lines.Err() != nil:
		return daemon.Announcement{}, fmt.Errorf("what it prints cannot be read: %w", lines.Err())
	case len(other) == 0:
		return daemon.Announcement{}, errors.New("it ended at once without a word")
	}
	return daemon.Announcement{}, errors.New(strings.Join(other, " "))
}

// unprepared is the fault of a data directory that cannot be made. Where something stands
// in its way, no log lies there.
func unprepared(o Options, err error) *protocol.Fault {
	if is, ok := errors.AsType[*config.Obstacle](err); ok {
		next := strings.ToUpper(is.Next()[:1]) + is.Next()[1:]
		return protocol.NewFault(protocol.ReasonNoDaemon, "The data directory cannot be used: "+is.Cause()+".").WithNext(next + ". " + diagnosis(o))
	}
	return unstarted(o, "The data directory cannot be used: ", err)
}

// unstarted is the fault of a daemon that an error of the system keeps from being started.
// Where the machine ran out of something, what helps is said first.
func unstarted(o Options, what string, err error) *protocol.Fault {
	return withFirst(noDaemon(o, what+err.Error()+"."), config.Scarce(err))
}

// withFirst puts a step before the others of a fault.
func withFirst(fault *protocol.Fault, next string) *protocol.Fault {
	if next == "" {
		return fault
	}
	return fault.WithNext(next + " " + fault.Data.Next)
}
