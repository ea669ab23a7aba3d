// Package cli is the program margay as a person, a script or a browser starts
// it: it reads arguments and decides what the process is.
//
// It guarantees the exit codes (0 done, 1 failed, 2 usage, 3 needs an answer;
// a bridge has its own, see package bridge), that standard output carries only
// what was asked for (the answer, JSON lines, frames) and everything else goes
// to standard error, and that text from models and pages reaches a terminal
// without control characters.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/margay/margay/host/bridge"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/version"
	"github.com/margay/margay/protocol"
)

// The exit codes of commands.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2
	ExitNeedsAnswer = 3
)

// Program is what the commands are made of.
type Program struct {
	// Open opens what the daemon serves.
	Open func(ctx context.Context, info daemon.Info) (daemon.Service, error)
	// ForgetKeys removes what outlives the data directory; nil where nothing does.
	ForgetKeys func(ctx context.Context, dirs config.Dirs) error
	// Origins are those of our extension.
	Origins []string
	// Version and Build are those of the binary where they are empty.
	Version string
	Build   string
}

// command is one start of the program.
type command struct {
	Program
	stdin  io.Reader
	stdout io.Writer
	stderr io.Writer
	data   string
	code   int
}

// Run runs the program with its arguments (without its name) and returns the
// exit code.
func (p Program) Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	if p.Version == "" {
		p.Version = version.Version()
	}
	if p.Build == "" {
		p.Build = version.Build()
	}
	c := &command{Program: p, stdin: stdin, stdout: stdout, stderr: stderr}
	// Before anything else: a bridge is started for every port that is opened.
	if origin, ok := bridge.Origin(args); ok {
		return c.bridge(origin)
	}
	root := c.root()
	root.SetArgs(args)
	if err := root.Execute(); err != nil {
		_, _ = fmt.Fprintf(stderr, "margay: %v\nRun \"margay --help\" for usage.\n", err)
		return ExitUsage
	}
	return c.code
}

func (c *command) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "margay",
		Short:         "Margay is an AI agent for the browser",
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.NoArgs,
		// A variable that is not set, in "--data "$DIR"", must not lead to the usual
		// data: what is asked for may be their removal.
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("data") && c.data == "" {
				return errors.New("--data is empty: name a folder, or leave it out")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return cmd.Help()
		},
	}
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetIn(c.stdin)
	root.SetOut(c.stdout)
	root.SetErr(c.stderr)
	root.PersistentFlags().StringVar(&c.data, "data", "", "data directory (default: MARGAY_DATA, else the one in whose bin the program lies, else that of the system)")
	root.AddCommand(c.serveCommand(), c.installCommand(), c.uninstallCommand(), c.runCommand(), c.doctorCommand(), c.stopCommand(), c.versionCommand(), c.readPDFCommand(), c.fitImageCommand())
	return root
}

// dirs finds the data directory of a command.
func (c *command) dirs() (config.Dirs, error) {
	return config.Find(config.Place{Flag: c.data, Command: true})
}

// fail says what happened and what to do next, and returns the exit code.
func (c *command) fail(err error) int {
	_, _ = fmt.Fprintf(c.stderr, "margay: %s\n", clean(err.Error()))
	var fault *protocol.Fault
	if errors.As(err, &fault) && fault.Data != nil && fault.Data.Next != "" {
		_, _ = fmt.Fprintln(c.stderr, clean(fault.Data.Next))
	} else if next := config.Scarce(err); next != "" {
		_, _ = fmt.Fprintln(c.stderr, next)
	}
	return ExitFailed
}

// interrupts are the signals by which a person ends a command.
func interrupts() (<-chan os.Signal, func()) {
	ch := make(chan os.Signal, 2)
	signal.Notify(ch, os.Interrupt, syscall.SIGTERM)
	return ch, func() { signal.Stop(ch) }
}

// clean takes out control characters, so that text of a model or a page cannot
// steer a terminal. Line ends and tabs stay.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		// C0 and C1 controls, and the marks that turn the direction of text.
		if r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			return -1
		}
		return r
	}, s)
}
