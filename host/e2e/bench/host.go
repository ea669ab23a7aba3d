package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"

	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/protocol"
)

// echoVar makes this program a bare echo host.
const echoVar = "MARGAY_BENCH_ECHO"

// echo sends every frame back: the least that a native-messaging host can do.
func echo(stdin io.Reader, stdout io.Writer) {
	in, out := protocol.NewReader(stdin), protocol.NewWriter(stdout)
	for {
		frame, err := in.Next()
		if err != nil {
			return
		}
		if err := out.WriteFrame(frame); err != nil {
			return
		}
	}
}

// host is a native-messaging host on its pipes, as a browser holds it.
type host struct {
	cmd   *exec.Cmd
	stdin io.WriteCloser
	// stdout is read by in, or by a peer that was put on the pipes.
	stdout io.Reader
	in     *protocol.Reader
	out    *protocol.Writer
}

// startHost starts a host. It ends with end.
func startHost(env []string, program string, args ...string) (*host, error) {
	// Not CommandContext: a host ends when its pipe closes, as with a browser.
	cmd := exec.Command(program, args...) //nolint:noctx // end ends it
	cmd.Env = append(os.Environ(), env...)
	stdin, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &host{cmd: cmd, stdin: stdin, stdout: stdout, in: protocol.NewReader(stdout), out: protocol.NewWriter(stdin)}, nil
}

// startEcho starts the bare echo host.
func startEcho() (*host, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return startHost([]string{echoVar + "=1"}, self)
}

// startBridge starts a bridge as a browser does for our extension.
func startBridge(program string) (*host, error) {
	return startHost([]string{"MARGAY_LINGER=1h"}, program, rig.Origin)
}

// ask sends a frame and waits for the next one.
func (h *host) ask(frame []byte) ([]byte, error) {
	if err := h.out.WriteFrame(frame); err != nil {
		return nil, err
	}
	return h.in.Next()
}

// end closes the pipe, as a browser does, and waits for the end.
func (h *host) end() error {
	_ = h.stdin.Close() // it may have been closed by its end
	err := h.cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("the host ended with exit code %d", exit.ExitCode())
	}
	return err
}

// greet says hello through a bridge.
func (h *host) greet() error {
	params, err := protocol.Marshal(protocol.Hello{
		Product: protocol.Product, Version: "0.1.0", Kind: protocol.KindPanel,
		Protocol: protocol.Versions{Min: protocol.VersionMin, Max: protocol.VersionMax},
	})
	if err != nil {
		return err
	}
	reply, err := h.ask(protocol.AppendCall(nil, protocol.ID("1"), protocol.HelloRoute.Name, params))
	if err != nil {
		return err
	}
	m, fault := protocol.ParseMessage(reply)
	if fault != nil {
		return fault
	}
	if m.Error != nil {
		return m.Error
	}
	return nil
}

// ping is a round trip of the smallest call.
func (h *host) ping() error {
	_, err := h.ask(ping)
	return err
}

var ping = protocol.AppendCall(nil, protocol.ID("2"), protocol.PingRoute.Name, nil)

// Read, Write and Close make the pipes a link for a peer.
func (h *host) Read(p []byte) (int, error)  { return h.stdout.Read(p) }
func (h *host) Write(p []byte) (int, error) { return h.stdin.Write(p) }

// Close closes the pipe towards the host.
func (h *host) Close() error { return h.stdin.Close() }
