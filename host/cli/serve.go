package cli

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/dial"
)

// firstClient is how long a daemon that a client started waits for it.
const firstClient = 10 * time.Second

func (c *command) serveCommand() *cobra.Command {
	var announce bool
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve the data directory: the process that runs the agent",
		Long: "Serve the data directory until nothing needs it any more.\n\n" +
			"Browsers and other commands start it by themselves; there is no need to.",
		Args: cobra.NoArgs,
		Run:  func(cmd *cobra.Command, _ []string) { c.code = c.serve(cmd.Context(), announce) },
	}
	cmd.Flags().BoolVar(&announce, "announce", false, "say on standard output, as a line of JSON, how the start went")
	_ = cmd.Flags().MarkHidden("announce")
	return cmd
}

// serve is the daemon.
func (c *command) serve(ctx context.Context, announce bool) int {
	keepEnvironment(config.ServeEnv(os.Environ()))
	dirs, err := c.dirs()
	if err != nil {
		return c.fail(err)
	}
	say, err := c.announcer(announce, dirs)
	if err != nil {
		return c.fail(err)
	}
	if err := cmp.Or(dirs.Reachable(), config.Dirs{Data: dirs.LogDir()}.Reachable()); err != nil { // nor can a log be kept there
		say(daemon.Announcement{State: daemon.StateFailed, Message: err.Error()})
		return ExitFailed
	}
	settings, errSettings := dirs.ReadSettings(os.Getenv)
	log, file := daemon.OpenLog(dirs, settings.LogLevel)
	defer func() { _ = file.Close() }() // nobody is left to be told
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	o := daemon.Options{
		Dirs: dirs, Log: log, Open: c.Open, Origins: c.Origins, Version: c.Version, Build: c.Build,
		Linger: settings.Linger, Shell: os.Getenv("SHELL"), TakeOutput: true, Ready: say,
		ExtensionBuild: func() string { return extensionBuild(dirs) },
	}
	if exe, err := os.Executable(); err == nil { // else it is not watched
		o.Program = exe
	}
	if announce {
		o.Patience = firstClient
	}
	open := o.Open
	o.Open = func(ctx context.Context, info daemon.Info) (daemon.Service, error) {
		if errSettings != nil { // not before the lock is held: the log belongs to its holder
			log.Warn().Err(errSettings).Msg("settings left at their defaults")
		}
		return open(ctx, info)
	}
	return served(daemon.Serve(ctx, o), log)
}

// extensionBuild reads which build of the extension lies unpacked beside the
// data. Whatever else stands in the file names none.
func extensionBuild(dirs config.Dirs) string {
	data, err := os.ReadFile(filepath.Join(dirs.Extension(), extension.BuildFile))
	build := strings.TrimSpace(string(data))
	if err != nil || len(build) > 64 || strings.Trim(build, "0123456789abcdef") != "" {
		return ""
	}
	return build
}

func served(err error, log zerolog.Logger) int {
	var held *daemon.HeldError
	switch {
	case err == nil, errors.As(err, &held):
		return ExitDone
	}
	log.Error().Err(err).Msg("ended with an error")
	return ExitFailed
}

// announcer says how the start went, to the client that started us or to a
// person. It keeps a copy of the stream, because the daemon takes the stream
// itself; the copy is closed once it is said, so that nobody waits for more.
func (c *command) announcer(announce bool, dirs config.Dirs) (func(daemon.Announcement), error) {
	stream := c.stderr
	if announce {
		stream = c.stdout
	}
	var out io.WriteCloser = nopCloser{stream}
	if std, ok := stream.(*os.File); ok {
		kept, err := daemon.KeepOutput(std)
		if err != nil {
			return nil, fmt.Errorf("serve: %w", err)
		}
		out = kept
	}
	return func(a daemon.Announcement) {
		defer func() { _ = out.Close() }() // whoever reads sees the end either way
		if announce {
			_ = json.NewEncoder(out).Encode(a) // a client that has gone needs no answer
			return
		}
		switch a.State {
		case daemon.StateServing:
			_, _ = fmt.Fprintf(out, "Serving %s (process %d). The log is %s.\n", dirs.Data, a.Pid, dirs.Log())
		default:
			_, _ = fmt.Fprintf(out, "margay: %s\n", clean(a.Message))
			if a.Next != "" {
				_, _ = fmt.Fprintln(out, a.Next)
			}
		}
	}, nil
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// keepEnvironment leaves this process, and with it all that it starts, only
// the variables of the list.
func keepEnvironment(environ []string) {
	os.Clearenv()
	for _, pair := range environ {
		for i := range pair {
			if pair[i] == '=' {
				_ = os.Setenv(pair[:i], pair[i+1:]) // it came from the environment
				break
			}
		}
	}
}

func (c *command) stopCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "stop",
		Short: "End the daemon: runs are parked and go on with the next start",
		Args:  cobra.NoArgs,
		Run: func(cmd *cobra.Command, _ []string) {
			dirs, err := c.dirs()
			if err == nil {
				err = c.stop(cmd.Context(), dirs)
			}
			if err != nil {
				c.code = c.fail(err)
			}
		},
	}
}

// stop ends the daemon and says so: whoever is about to exchange its files must
// know that nobody holds them.
func (c *command) stop(ctx context.Context, dirs config.Dirs) error {
	if err := dirs.Reachable(); err != nil {
		return err
	}
	pid, err := dial.End(ctx, dial.Options{Dirs: dirs, Version: c.Version, Build: c.Build})
	if err != nil {
		return err
	}
	told := fmt.Sprintf("The daemon of %s (process %d) has ended.", dirs.Data, pid)
	if pid == 0 {
		told = fmt.Sprintf("No Margay daemon runs for %s.", dirs.Data)
	}
	_, err = fmt.Fprintln(c.stderr, told)
	return err
}
