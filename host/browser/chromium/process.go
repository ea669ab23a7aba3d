// Package chromium finds a Chromium and runs it for us.
//
// It guarantees: the browser is driven by a pipe that nobody else can reach
// and ends when that pipe closes, so also when this program is killed; Close
// returns when no process of the browser's group is left and a profile folder
// of our making is gone; a browser that does not start says why in its own words.
package chromium

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"
)

// Options say how to start. The zero value is a headless browser with a fresh
// profile.
type Options struct {
	// Path is the program; empty means what Find finds.
	Path string
	// Profile is the user data folder; empty means a fresh one that is removed
	// at the end.
	Profile string
	// Windowed shows a window; it needs a display.
	Windowed bool
	// NoSandbox switches the browser's own sandbox off, which root and some
	// containers need. For root it is switched off anyway: Chromium does not
	// start otherwise.
	NoSandbox bool
	// Extension is the folder of an unpacked extension to load. Branded Chrome
	// passes it over.
	Extension string
	// Args are added at the end of the command line.
	Args []string
	// Env is the environment; nil means this program's.
	Env []string
	// Launch starts the command and returns what waits for its end. It is for
	// whoever keeps a list of children; nil starts it plainly.
	Launch func(*exec.Cmd) (wait func() error, err error)
}

// endGrace is how long a browser may take to write its profile and leave after
// its pipe is closed.
const endGrace = 5 * time.Second

// Process is a running browser. Reading and writing go through its debugging
// pipe: JSON messages, each ended by a zero byte.
type Process struct {
	cmd     *exec.Cmd
	in      *os.File // we read what the browser writes
	out     *os.File
	stderr  *tail
	profile string // to remove, empty if it is not ours
	ended   chan struct{}

	closing  sync.Once
	closeErr error
}

// Start starts a browser. The context covers the start only.
func Start(ctx context.Context, o Options) (*Process, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	path := o.Path
	if path == "" {
		var err error
		if path, err = Find("CHROMIUM", ""); err != nil {
			return nil, err
		}
	}
	p := &Process{stderr: &tail{}, ended: make(chan struct{})}
	profile := o.Profile
	if profile == "" {
		var err error
		if profile, err = os.MkdirTemp("", "margay-chromium-"); err != nil {
			return nil, fmt.Errorf("make a profile folder: %w", err)
		}
		p.profile = profile
	}
	if err := p.spawn(path, profile, o); err != nil {
		if p.profile != "" {
			_ = os.RemoveAll(p.profile)
		}
		return nil, fmt.Errorf("start %s: %w", path, err)
	}
	return p, nil
}

func (p *Process) spawn(path, profile string, o Options) error {
	theirIn, ourOut, err := os.Pipe()
	if err != nil {
		return err
	}
	ourIn, theirOut, err := os.Pipe()
	if err != nil {
		return errors.Join(err, theirIn.Close(), ourOut.Close())
	}
	// The browser holds copies of its two ends; ours would keep the pipe open
	// after it has gone.
	defer func() { _, _ = theirIn.Close(), theirOut.Close() }()

	// Not CommandContext: the start's context must not end the browser later.
	p.cmd = exec.Command(path, arguments(profile, o)...) //nolint:noctx // Close ends it
	p.cmd.Env = o.Env
	p.cmd.Stderr = p.stderr
	// A browser's grandchild may hold stderr; do not wait for it for ever.
	p.cmd.WaitDelay = endGrace
	if err := inherit(p.cmd, theirIn, theirOut); err != nil {
		return errors.Join(err, ourOut.Close(), ourIn.Close())
	}
	ownGroup(p.cmd)
	launch := o.Launch
	if launch == nil {
		launch = func(cmd *exec.Cmd) (func() error, error) { return cmd.Wait, cmd.Start() }
	}
	wait, err := launch(p.cmd)
	if err != nil {
		return errors.Join(err, ourOut.Close(), ourIn.Close())
	}
	p.in, p.out = ourIn, ourOut
	go func() { // ends with the browser; Close waits for it
		defer close(p.ended)
		_ = wait() // how it ended is told by its stderr, see Read
	}()
	return nil
}

func arguments(profile string, o Options) []string {
	args := []string{
		"--remote-debugging-pipe", "--user-data-dir=" + profile,
		"--no-first-run", "--no-default-browser-check", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-quic", "--password-store=basic", "--use-mock-keychain",
	}
	if !o.Windowed {
		args = append(args, "--headless=new", "--disable-gpu")
	}
	if o.NoSandbox || os.Geteuid() == 0 {
		args = append(args, "--no-sandbox")
	}
	if o.Extension != "" {
		// Debian's wrapper switches all extensions off but those that its own
		// variable names; saying it again here wins, being later.
		args = append(args, "--load-extension="+o.Extension, "--disable-extensions-except="+o.Extension)
	}
	return append(args, o.Args...)
}

// Pid is the process, and the process group, of the browser.
func (p *Process) Pid() int { return p.cmd.Process.Pid }

// Ended is closed when the browser has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Read reads from the browser. At the end it says what the browser last wrote
// about itself, because that tells why it did not start.
func (p *Process) Read(b []byte) (int, error) {
	n, err := p.in.Read(b)
	if !errors.Is(err, io.EOF) {
		return n, err
	}
	select {
	case <-p.ended:
	case <-time.After(endGrace): // the pipe went first; its words may still come
	}
	if said := p.stderr.String(); said != "" {
		return n, fmt.Errorf("the browser ended; it said: %s: %w", said, io.EOF)
	}
	return n, fmt.Errorf("the browser ended: %w", io.EOF)
}

// Write writes to the browser.
func (p *Process) Write(b []byte) (int, error) { return p.out.Write(b) }

// Close ends the browser and waits until it is gone.
func (p *Process) Close() error {
	p.closing.Do(func() { p.closeErr = p.end() })
	return p.closeErr
}

func (p *Process) end() error {
	_ = p.out.Close() // the browser leaves when its pipe ends
	select {
	case <-p.ended:
	case <-time.After(endGrace):
	}
	killGroup(p.cmd.Process.Pid) // helpers that outlived it, or all of it
	<-p.ended
	_ = p.in.Close()
	if p.profile == "" {
		return nil
	}
	return removeProfile(p.profile)
}

// removeProfile tries again for a moment: a helper that was just killed may
// have written while the folder was being read.
func removeProfile(dir string) error {
	var err error
	for range 20 {
		if err = os.RemoveAll(dir); err == nil {
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return fmt.Errorf("remove the browser's profile folder: %w", err)
}

// tail keeps the last of what the browser says about itself.
type tail struct {
	mu   sync.Mutex // guards text
	text string
}

const tailBytes = 2000

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text += string(b)
	if len(t.text) > tailBytes {
		t.text = t.text[len(t.text)-tailBytes:]
	}
	return len(b), nil
}

// tailLines is how many lines of it are told: it may stand in a result that a model reads.
const tailLines = 3

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	lines := strings.Split(strings.ToValidUTF8(strings.TrimSpace(t.text), ""), "\n")
	lines = slices.DeleteFunc(lines, func(line string) bool {
		return strings.Contains(line, ":dbus/") // said again and again where there is no bus, and never why it ended
	})
	return strings.Join(lines[max(len(lines)-tailLines, 0):], "\n")
}
