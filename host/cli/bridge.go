package cli

import (
	"context"
	"net"
	"os"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/bridge"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/protocol"
)

// bridgeTimeout bounds how long a browser is left without an answer to hello
// while no daemon can be had. The extension tries again after that.
const bridgeTimeout = 20 * time.Second

// bridge carries frames for the browser that started this process.
func (c *command) bridge(origin string) int {
	dirs, err := config.Find(config.Place{Bridge: true})
	environ := os.Environ()
	o := bridge.Options{
		Preface: protocol.Preface{
			Origin: origin, BrowserPid: os.Getppid(), Version: c.Version, Build: c.Build, Env: config.ModelEnv(environ),
		},
		Origins: c.Origins,
		Reach: func(ctx context.Context) (net.Conn, error) {
			if err != nil {
				return nil, err
			}
			link, err := dial.Reach(ctx, dial.Options{
				Dirs: dirs, Start: true, Environ: environ, Log: zerolog.Nop(), Timeout: bridgeTimeout, Version: c.Version, Build: c.Build,
			})
			if err != nil {
				return nil, err
			}
			return link, nil
		},
		Run:   func(command string) string { return runLine(dirs, command) },
		Stdin: c.stdin, Stdout: c.stdout, Stderr: c.stderr,
	}
	// They are files wherever a browser is at the other end.
	if in, ok := c.stdin.(*os.File); ok {
		polled, restore := bridge.Polled(in)
		defer restore()
		o.Stdin = polled
	}
	if out, ok := c.stdout.(*os.File); ok {
		polled, restore := bridge.Polled(out)
		defer restore()
		o.Stdout = polled
	}
	return bridge.Run(context.Background(), o)
}

// runLine is a command for a person's terminal, where PATH may not lead to this
// program and the data directory may be another.
func runLine(dirs config.Dirs, command string) string {
	exe, err := os.Executable()
	if err != nil || dirs.Data == "" {
		return "margay " + command
	}
	return dial.CommandLine(exe, command, "--data", dirs.Data)
}
