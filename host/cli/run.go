package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// runFlags are the flags of run.
type runFlags struct {
	headless bool
	url      string
	model    string
	json     bool
}

func (c *command) runCommand() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run [flags] TASK",
		Short: "Do one task and print what happens",
		Long: "Do one task and print what happens: the answer on standard output, progress on\n" +
			"standard error. A TASK of - is read from standard input.\n\n" +
			"Ctrl-C stops the run and waits for its end; a second one quits at once.\n\n" +
			"Exit codes: 0 done, 1 failed or stopped, 2 wrong usage, 3 needs an answer.",
		Example: "  margay run \"which tabs are open?\"\n" +
			"  margay run --headless --url https://example.com \"what is the heading of this page?\"",
		Args: func(_ *cobra.Command, args []string) error {
			if strings.TrimSpace(strings.Join(args, " ")) == "" {
				return errors.New("run: say what is to be done, as in: margay run \"list the open tabs\"")
			}
			return nil
		},
		Run: func(cmd *cobra.Command, args []string) { c.code = c.run(cmd.Context(), f, strings.Join(args, " ")) },
	}
	cmd.Flags().BoolVar(&f.headless, "headless", false, "use a browser of the daemon's own, without a window")
	cmd.Flags().StringVar(&f.url, "url", "", "page to open first")
	cmd.Flags().StringVar(&f.model, "model", "", "model: offline, or provider:name (default: MARGAY_MODEL, else what is configured)")
	cmd.Flags().BoolVar(&f.json, "json", false, "print each event as a line of JSON")
	return cmd
}

// run does one task as a client of the daemon.
func (c *command) run(ctx context.Context, f runFlags, task string) int {
	if task == "-" {
		text, err := io.ReadAll(io.LimitReader(c.stdin, protocol.MaxMessage))
		if err != nil {
			return c.fail(fmt.Errorf("read the task from standard input: %w", err))
		}
		task = string(text)
	}
	dirs, err := c.dirs()
	if err != nil {
		return c.fail(err)
	}
	signals, stop := interrupts()
	defer stop()
	w := &watch{
		dial: func(ctx context.Context, mux *rpc.Mux) (link, error) {
			return dial.Dial(ctx, dial.Options{
				Dirs: dirs, Kind: protocol.KindCLI, Start: true, Mux: mux, Log: zerolog.Nop(), Version: c.Version, Build: c.Build,
			})
		},
		signals: signals,
		show:    c.screen(f),
		note:    func(text string) { _, _ = fmt.Fprintln(c.stderr, text) },
		env:     config.ModelEnv(os.Environ()),
	}
	code, err := w.do(ctx, request(f, task, w.env))
	if err != nil {
		c.fail(err)
		if f.json { // whoever reads lines is told the end in a line
			w.show.end(chat.Event{Type: chat.EventError, Message: err.Error()})
		}
	}
	return code
}

// request is the task as the daemon is asked it.
func request(f runFlags, task string, env map[string]string) client.Send {
	s := client.Send{Model: f.model, Attach: &client.AttachOptions{}, Nonce: rand.Text(), Env: env}
	if s.Model == "" {
		s.Model = env["MARGAY_MODEL"]
	}
	if f.headless {
		s.Headless = &client.Headless{URL: f.url}
	} else if f.url != "" {
		// There is a browser with tabs of its own; the model opens one.
		task = "Open " + f.url + "\n\n" + task
	}
	s.Content = []chat.Block{{Type: chat.BlockText, Text: strings.ToValidUTF8(task, "\uFFFD")}}
	return s
}

// screen is what shows the run.
func (c *command) screen(f runFlags) screen {
	if f.json {
		return &jsonLines{out: c.stdout}
	}
	return newTranscript(c.stdout, c.stderr, isTerminal(c.stdout))
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && isatty.IsTerminal(f.Fd())
}
