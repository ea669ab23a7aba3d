package doctor

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
)

const (
	// answerTime bounds how long a started program may take to greet; a bridge
	// gives up on a daemon after 20 s and says so.
	answerTime = 25 * time.Second
	// endTime bounds how long it may take to end when its pipe is closed.
	endTime = 2 * time.Second
)

// start starts the registered program as the browser does and greets the
// daemon through it.
func (o Options) start(ctx context.Context, path string) finding {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	began := time.Now()
	p, err := o.begin(ctx, path)
	if err != nil {
		return o.startless(broken("The browser cannot start %s: %v.", path, reason(err)), path)
	}
	reply, err := rpc.Call(ctx, p.peer, protocol.HelloRoute, o.hello())
	took := time.Since(began)
	broke := p.peer.Err()
	ended := p.end()
	if err != nil {
		return o.unanswered(ctx, path, err, broke, ended)
	}
	f := fine("the daemon answered after %d ms, by version %s", took.Milliseconds(), reply.Version)
	if !same(reply.DataDir, o.Dirs.Data) {
		return broken("The program %s works with another data directory: %s, and not %s.", path, reply.DataDir, o.Dirs.Data).
			mendedBy(o.command("install")).seen("%s", f.detail)
	}
	return f
}

func (o Options) hello() protocol.Hello {
	return protocol.Hello{
		Product: protocol.Product, Version: o.Version, Build: o.Build, Kind: protocol.KindCLI, Protocol: protocol.Supported(),
	}
}

// unanswered says why the greeting had no answer: what the program said, what
// it printed instead, or how it ended.
func (o Options) unanswered(ctx context.Context, path string, err, broke error, ended text) finding {
	var fault *protocol.Fault
	switch {
	case ctx.Err() != nil:
		return broken("%s did not answer within %s.", path, answerTime).mendedBy(o.command("stop")).
			then("Stop the daemon and try again; if it is no better, install again: %s", o.command("install"))
	case errors.Is(broke, protocol.ErrNotFrames):
		return broken("%s prints something else than frames on its standard output, so the browser ends it.", path).
			mendedBy(o.command("install"))
	case errors.As(err, &fault) && fault.Reason() == protocol.ReasonNotAllowed:
		return broken("%s serves another extension than this one: %s", path, quote(fault.Message)).mendedBy(o.command("install"))
	case errors.As(err, &fault) && fault.Reason() != protocol.ReasonClosed:
		return faulty(fault)
	}
	return broken("%s ended before it answered: %s.", path, ended).mendedBy(o.command("install"))
}

// started is a program with the browser's end of its pipes.
type started struct {
	cmd  *exec.Cmd
	peer *rpc.Peer
	errs *cutBuffer
}

// begin starts a program with the origin as its argument, in its own folder,
// with two pipes and what a browser that was started from the desktop hands on.
func (o Options) begin(ctx context.Context, path string) (*started, error) {
	cmd := exec.CommandContext(ctx, path, o.Origin)
	cmd.Dir = filepath.Dir(path)
	cmd.Env = desktop(o.Environ)
	cmd.WaitDelay = time.Second
	errs := &cutBuffer{}
	cmd.Stderr = errs
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, errors.Join(err, in.Close())
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &started{cmd: cmd, peer: rpc.New(pipes{out, in}, rpc.Options{}), errs: errs}, nil
}

// end closes the pipes, as a browser does, waits for the end and says how it was.
func (p *started) end() text {
	_ = p.peer.Close() // it has no error of its own
	late := time.AfterFunc(endTime, func() { _ = p.cmd.Process.Kill() })
	defer late.Stop()
	err := p.cmd.Wait()
	how := says("it said nothing")
	if err != nil {
		how = says("%s", err)
	}
	if words := p.errs.String(); words != "" {
		how = says("%s: %s", how, words)
	}
	return how
}

// pipes are the browser's ends.
type pipes struct {
	io.ReadCloser
	io.WriteCloser
}

func (p pipes) Close() error { return errors.Join(p.WriteCloser.Close(), p.ReadCloser.Close()) }

// desktop is the environment of a browser that a person starts from the
// desktop: what the daemon may have, without our own variables, which are
// mostly set in a terminal.
func desktop(environ []string) []string {
	env := []string{}
	for _, pair := range config.ServeEnv(environ) {
		if !strings.HasPrefix(pair, "MARGAY_") {
			env = append(env, pair)
		}
	}
	return env
}

// same reports whether two paths name one folder.
func same(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	return a == b || errA == nil && errB == nil && os.SameFile(ia, ib)
}

// cutBuffer keeps the beginning of what is written to it.
type cutBuffer struct {
	mu  sync.Mutex // guards buf
	buf []byte
}

func (b *cutBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.buf = append(b.buf, p[:min(len(p), 4<<10-len(b.buf))]...)
	return len(p), nil
}

func (b *cutBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return firstLine(b.buf)
}

// faulty is a fault as a finding. Its next step often begins with a command, and
// ends by naming the diagnosis, which is what this is.
func faulty(fault *protocol.Fault) finding {
	f := broken("%s", quote(fault.Message))
	if fault.Data == nil {
		return f.then("Try again.")
	}
	next, _, _ := strings.Cut(fault.Data.Next, dial.SeeWhy)
	next = strings.TrimSpace(next)
	if rest, ok := strings.CutPrefix(next, "Run: "); ok {
		f.command, next = cutCommand(rest)
		f.command = strings.TrimSuffix(f.command, ".")
		if next == "" {
			return f
		}
	}
	if next == "" {
		return f.then("Try again.")
	}
	return f.then("%s", quote(next))
}

// cutCommand cuts a command from what is said after it: at a full stop that stands
// in no quotes, because a path may hold one.
func cutCommand(words string) (command, rest string) {
	mark := byte(0)
	for i := 0; i < len(words); i++ {
		switch c := words[i]; {
		case mark != 0:
			if c == mark {
				mark = 0
			}
		case c == '\'' || c == '"':
			mark = c
		case c == '\\': // a quotation mark behind it is one of the path
			i++
		case strings.HasPrefix(words[i:], ". "):
			return words[:i], words[i+2:]
		}
	}
	return words, ""
}
