package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/rs/zerolog"
	"github.com/spf13/cobra"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/provider"
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
		PreRunE: func(*cobra.Command, []string) error { return checkModel(f.model) },
		Run:     func(cmd *cobra.Command, args []string) { c.code = c.run(cmd.Context(), f, strings.Join(args, " ")) },
	}
	cmd.Flags().BoolVar(&f.headless, "headless", false, "use a browser of the daemon's own, without a window; MARGAY_CHROMIUM names its program")
	cmd.Flags().StringVar(&f.url, "url", "", "page to open first")
	cmd.Flags().StringVar(&f.model, "model", "", "model: offline, or provider:name (default: MARGAY_MODEL, LLM_PROVIDER with LLM_MODEL, else the default of the options page)")
	cmd.Flags().BoolVar(&f.json, "json", false, "print each event as a line of JSON")
	return cmd
}

// checkModel refuses a name that no model can have: that is wrong usage, as a
// flag is that there is not. What else keeps a model from being used (a key
// that is missing, an address that is none) fails the run.
func checkModel(spec string) error {
	err := provider.Check(spec)
	if e, ok := errors.AsType[*llm.Error](err); ok && e.Next != "" {
		return fmt.Errorf("run: --model: %w\n%s", err, e.Next)
	}
	return err
}

// checkPage refuses a page that is a file of the data directory: what a page shows goes
// to the model, and keys lie there.
func checkPage(data, page string) error {
	plain, isFile := plainFile(page)
	if !isFile {
		return nil
	}
	u, err := url.Parse(plain)
	if err != nil {
		return fmt.Errorf("run: --url: %w", err)
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.Replace(strings.TrimPrefix(path, "/"), "|", ":", 1) // file:///C:/…, file:///C|/…
	}
	inside := func(path, dir string) bool {
		below, err := filepath.Rel(dir, filepath.Clean(filepath.FromSlash(path)))
		return err == nil && filepath.IsLocal(below)
	}
	if inside(path, data) || inside(behind(path), behind(data)) {
		return fmt.Errorf("run: --url: %s lies in Margay's data directory, whose files are shown to no model", path)
	}
	return nil
}

// plainFile is the address of a file in the form file://HOST/PATH, as browsers read it:
// they see no blanks or control characters around an address and no tabs or line ends
// in it, take a backslash for a slash, and begin at the root where no slash does.
func plainFile(page string) (string, bool) {
	const unseen = "\t\n\r"
	page = strings.TrimFunc(page, func(r rune) bool { return r <= ' ' })
	page = strings.Map(func(r rune) rune {
		if strings.ContainsRune(unseen, r) {
			return -1
		}
		return r
	}, page)
	scheme, rest, _ := strings.Cut(page, ":")
	for strings.EqualFold(scheme, "view-source") {
		scheme, rest, _ = strings.Cut(strings.TrimLeft(rest, " "), ":")
	}
	if !strings.EqualFold(scheme, "file") {
		return "", false
	}
	if end := strings.IndexAny(rest, "?#"); end >= 0 {
		rest = rest[:end]
	}
	rest = strings.ReplaceAll(rest, "\\", "/")
	if !strings.HasPrefix(rest, "//") {
		rest = "///" + rest
	}
	return "file:" + rest, true
}

// behind is where links lead; a path that leads nowhere is itself.
func behind(path string) string {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		return to
	}
	return path
}

// run does one task as a client of the daemon and says why where it could not.
func (c *command) run(ctx context.Context, f runFlags, task string) int {
	w := &watch{show: c.screen(f)}
	began := time.Now()
	code, err := c.perform(ctx, w, f, task)
	if err != nil {
		c.fail(err)
		if f.json { // whoever reads lines is told the end in a line
			w.show.end(w.failed(err, time.Since(began)))
		}
	}
	return code
}

// perform reads the task, sends it and follows its run.
func (c *command) perform(ctx context.Context, w *watch, f runFlags, task string) (int, error) {
	if task == "-" {
		text, err := io.ReadAll(io.LimitReader(c.stdin, protocol.MaxMessage))
		if err != nil {
			return ExitFailed, fmt.Errorf("read the task from standard input: %w", err)
		}
		task = string(text)
	}
	dirs, err := c.dirs()
	if err != nil {
		return ExitFailed, err
	}
	if err := checkPage(dirs.Data, f.url); err != nil {
		return ExitUsage, err
	}
	exe, err := os.Executable()
	if err != nil {
		return ExitFailed, fmt.Errorf("find this program: %w", err)
	}
	signals, stop := interrupts()
	defer stop()
	w.signals = signals
	w.dial = func(ctx context.Context, mux *rpc.Mux) (link, error) {
		if w.run != "" {
			if err := dataGone(dirs.Data, exe); err != nil {
				return nil, err
			}
		}
		return dial.Dial(ctx, dial.Options{
			Dirs: dirs, Kind: protocol.KindCLI, Start: true, Mux: mux, Log: zerolog.Nop(), Version: c.Version, Build: c.Build,
		})
	}
	w.note = func(text string) { _, _ = fmt.Fprintln(c.stderr, text) }
	w.env = config.ModelEnv(os.Environ())
	return w.do(ctx, request(f, task, w.env))
}

// dataGone refuses to look for a run where its data directory was: a daemon that is
// started there would make an empty one, in which nobody knows of it. exe is where this
// program lay when the run began.
func dataGone(dir, exe string) error {
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	program, folder := movedTo(exe)
	line := func(command string) string { return dial.CommandLine(program, command, "--data", folder) }
	return protocol.NewFault(protocol.ReasonNoDaemon, dir+" is gone: it was moved or removed while the run was under way.").
		WithNext("Where it was moved, to " + folder + ", the chat is kept with all that was done: " + line("doctor") + " starts a daemon there, which goes on with the run. " +
			"One whose model has its key from this terminal stays interrupted there; give what is left of it as a new task: " + line("run") + ".")
}

// movedTo is where a data directory is now, and the program that is there, by the place
// in which this one was started: where that lay in the data directory it went along, and
// a link in PATH leads to where it was. Linux tells the new place, unless that is on
// another disk.
func movedTo(exe string) (program, folder string) {
	now, err := os.Executable()
	if around, ok := config.Around(now); err == nil && ok && now != exe {
		return now, around.Data
	}
	if _, err := os.Stat(exe); err != nil {
		exe = filepath.Join("FOLDER", "bin", filepath.Base(exe))
	}
	return exe, "FOLDER"
}

// request is the task as the daemon is asked it.
func request(f runFlags, task string, env map[string]string) client.Send {
	s := client.Send{Model: f.model, Attach: &client.AttachOptions{}, Nonce: rand.Text(), Env: env}
	if s.Model == "" {
		s.Model = env["MARGAY_MODEL"]
	}
	if f.headless {
		s.Headless = &client.Headless{URL: f.url, Program: program(os.Getenv("MARGAY_CHROMIUM"))}
	} else if f.url != "" {
		// There is a browser with tabs of its own; the model opens one.
		task = "Open " + f.url + "\n\n" + task
	}
	s.Content = []chat.Block{{Type: chat.BlockText, Text: strings.ToValidUTF8(task, "\uFFFD")}}
	return s
}

// program is the browser that a person's variable names, as the daemon finds it too:
// it runs in another folder, and with another PATH.
func program(name string) string {
	if found, err := exec.LookPath(name); err == nil {
		name = found
	}
	if name == "" || name == filepath.Base(name) {
		return name // not found: the daemon says what is wrong with it
	}
	if whole, err := filepath.Abs(name); err == nil {
		return whole
	}
	return name
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
