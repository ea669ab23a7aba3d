package cli

import (
	"context"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/install"
)

// installFlags are what a person may say to install.
type installFlags struct {
	browsers []string
	dirs     []string // absolute
	link     string
	force    bool
	login    install.Choice
}

func (c *command) installCommand() *cobra.Command {
	var f installFlags
	var login bool
	cmd := &cobra.Command{
		Use:   "install [flags]",
		Short: "Register Margay with your browsers, and unpack the extension",
		Long: "Copy the program into the data directory, unpack the extension beside it and\n" +
			"register the program with every browser of yours: Chrome, Chromium, Edge, Brave,\n" +
			"Vivaldi and Opera. It may be run again at any time, also while Margay works.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("at-login") {
				f.login = install.ChoiceNo
				if login {
					f.login = install.ChoiceYes
				}
			}
			m, err := install.This()
			if err != nil {
				c.code = c.fail(err)
				return nil
			}
			if _, err := m.Find(f.browsers); err != nil {
				return fmt.Errorf("install: --browser: %w", err) // wrong usage
			}
			for i, dir := range f.dirs {
				if dir == "" {
					return errors.New("install: --user-data-dir is empty: name a folder, or leave it out")
				}
				if f.dirs[i], err = filepath.Abs(dir); err != nil {
					return fmt.Errorf("install: --user-data-dir: %w", err)
				}
			}
			c.code = c.done(c.install(cmd.Context(), m, f))
			return nil
		},
	}
	cmd.Flags().StringArrayVar(&f.browsers, "browser", nil, "register with this browser only, be it not started yet: chrome, chrome-beta, chromium, edge, brave, vivaldi, opera, …; may be given more than once")
	cmd.Flags().StringArrayVar(&f.dirs, "user-data-dir", nil, "register with the browser that has this data directory (the folder above its profiles); may be given more than once")
	cmd.Flags().StringVar(&f.link, "link", "", "put a link named margay into this folder, one of your PATH")
	cmd.Flags().BoolVar(&f.force, "force", false, "replace the registration of another product under Margay's name; uninstall puts it back")
	cmd.Flags().BoolVar(&login, "at-login", false, "start Margay when you log in (--at-login=false: no longer)")
	return cmd
}

// done turns the end of a command into its exit code.
func (c *command) done(err error) int {
	if err != nil {
		return c.fail(err)
	}
	return ExitDone
}

// errPartly is for a script: the words have been said.
var errPartly = errors.New("not everything was done, see above")

// install puts everything in its place and says what it wrote.
func (c *command) install(ctx context.Context, m install.Machine, f installFlags) error {
	if !extension.Built() {
		return errors.New("this program was built without its extension: run make build, then install again")
	}
	s, dirs, err := c.setup(m)
	if err != nil {
		return err
	}
	s.Force, s.Login = f.force, f.login
	m = s.Machine
	browsers, err := chosen(s, f)
	if err != nil {
		return err
	}
	if s.Source, err = os.Executable(); err != nil {
		return fmt.Errorf("find the program: %w", err)
	}
	if f.link != "" {
		if s.Link, err = filepath.Abs(f.link); err != nil {
			return fmt.Errorf("--link: %w", err)
		}
	}
	programWas, extensionWas := lies(dirs.Bin()), lies(dirs.Extension())
	out, err := s.Install(browsers)
	say := installWords{command: c, setup: s, flags: f, again: extensionWas, margay: c.calledAs(s)}
	say.outcome(out)
	if err != nil {
		return err
	}
	say.boxes(m.Boxed())
	was, err := c.replaceDaemon(ctx, dirs, programWas && !out.Same(install.KindProgram))
	say.daemon(was)
	say.next(browsers, out)
	if err != nil {
		return fmt.Errorf("%w; end it yourself: %s stop", err, say.margay)
	}
	if len(out.Skipped)+len(out.Failed) > 0 {
		return errPartly
	}
	return nil
}

// setup is what install and uninstall work on.
func (c *command) setup(m install.Machine) (install.Setup, config.Dirs, error) {
	if err := install.Sudo(os.Getenv, os.Geteuid(), ownerOf(m.Home)); err != nil {
		return install.Setup{}, config.Dirs{}, err
	}
	dirs, err := c.dirs()
	if err != nil {
		return install.Setup{}, dirs, err
	}
	if is, bad := errors.AsType[*config.Obstacle](dirs.Reachable()); bad && is.Closed != "" { // of all others, the package says more
		return install.Setup{}, dirs, is
	}
	m.Record = m.RecordIn(dirs.Data)
	usual, err := config.DefaultData(runtime.GOOS, m.Home, os.Getenv)
	return install.Setup{
		Machine: m,
		Want:    install.Want{Host: extension.HostName, Origins: c.Origins, Program: dirs.Bin()},
		Data:    dirs.Data, Extension: dirs.Extension(), DataIsOurs: err == nil && usual == dirs.Data,
		Description: "Margay: an AI agent for the browser",
		Prepare:     dirs.Prepare, Marker: config.Marker, Scaffold: config.Scaffold(), Kept: config.Kept(),
		IsMargay: isMargay,
		Files:    extension.Dist(), Last: extension.BuildFile,
	}, dirs, nil
}

// isMargay reports whether a file is this program, of whatever version: the
// compiler notes in each program what it was made from.
func isMargay(file string) bool {
	own, ok := debug.ReadBuildInfo()
	is, err := buildinfo.ReadFile(file)
	return ok && err == nil && own.Main.Path != "" && is.Main.Path == own.Main.Path
}

// chosen are the browsers that a person named, else all that they have and all that
// are on record: what an earlier install wrote may have gone, or be out of date.
func chosen(s install.Setup, f installFlags) ([]install.Browser, error) {
	m := s.Machine
	list, err := m.Find(f.browsers)
	if err != nil {
		return nil, err
	}
	for _, dir := range f.dirs {
		b, err := m.Custom(dir)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	if list != nil {
		return list, nil
	}
	for _, b := range m.Browsers() {
		if b.Here() {
			list = append(list, b)
		}
	}
	return append(list, s.Recorded(list)...), nil
}

// lies reports whether something lies at a path.
func lies(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
