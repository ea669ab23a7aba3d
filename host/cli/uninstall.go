package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/install"
	"github.com/margay/margay/protocol"
)

func (c *command) uninstallCommand() *cobra.Command {
	var dataToo bool
	cmd := &cobra.Command{
		Use:   "uninstall [flags]",
		Short: "Take back what install wrote; your conversations stay",
		Long: "End the daemon and remove exactly what \"margay install\" wrote, in every browser.\n" +
			"Conversations, settings and keys stay, unless --data-too is given.",
		Args: cobra.NoArgs,
		Run: func(cmd *cobra.Command, _ []string) {
			c.code = c.done(c.uninstall(cmd.Context(), dataToo))
		},
	}
	cmd.Flags().BoolVar(&dataToo, "data-too", false, "remove the conversations, settings and keys as well; they cannot be had back")
	return cmd
}

// uninstall first keeps browsers from starting the program anew, then ends
// what runs, then removes the rest.
func (c *command) uninstall(ctx context.Context, dataToo bool) error {
	m, err := install.This()
	if err != nil {
		return err
	}
	s, dirs, err := c.setup(m)
	if err != nil {
		return err
	}
	again := c.uninstallAgain(s)
	if holds := lies(dirs.Data) && s.HoldsData(); !s.Installed() && (!dataToo || !holds) {
		_, _ = fmt.Fprintln(c.stdout, clean("Nothing is installed from "+dirs.Data+"."))
		if holds && again != "" {
			_, _ = fmt.Fprintln(c.stdout, clean("Your data is there. To remove it: "+again))
		}
		return nil
	}
	first, err := s.Unregister()
	c.removed(first)
	if err != nil {
		return fmt.Errorf("%w; mend that, then run once more: %s uninstall", err, c.calledAs(s))
	}
	if err := dial.Stop(ctx, dial.Options{Dirs: dirs, Version: c.Version, Build: c.Build}); err != nil {
		return fmt.Errorf("end the daemon: %w; end it yourself, then run once more: %s uninstall", err, c.calledAs(s))
	}
	var left error
	if dataToo {
		left = c.forgetKeys(ctx, dirs)
	}
	second, err := s.Remove(dataToo)
	c.removed(second)
	if err != nil {
		return errors.Join(left, err)
	}
	config.ClearSocketFolders(config.SocketBases()...)
	c.afterwards(dirs.Data, second.DataKept, again)
	return left
}

// keysTime bounds asking for the keys that lie outside of the data directory.
const keysTime = 30 * time.Second

// forgetKeys removes the keys that lie in the system's keyring, once no daemon
// runs. Where that fails, the rest goes on, and the person is told where they are.
func (c *command) forgetKeys(ctx context.Context, dirs config.Dirs) error {
	if c.ForgetKeys == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, keysTime)
	defer cancel()
	if err := c.ForgetKeys(ctx, dirs); err != nil {
		return protocol.NewFault(protocol.ReasonInternal, "Keys may be left in the system's keyring, under the name Margay: "+strings.ReplaceAll(err.Error(), "\n", "; ")).
			WithNext(keysByHand(runtime.GOOS))
	}
	return nil
}

// keysByHand says how a person removes what is left in the keyring.
func keysByHand(system string) string {
	switch system {
	case "darwin":
		return "To remove them by hand: open Keychain Access, look for Margay, and delete what is found."
	case "windows":
		return "To remove them by hand: open the Credential Manager, choose Windows Credentials, and remove those that begin with Margay."
	}
	return "To remove them by hand: open Passwords and Keys (or KWalletManager), look for Margay and delete what is found, or run: secret-tool clear service Margay"
}

func (c *command) removed(r install.Removed) {
	say := func(format string, a ...any) { fmt.Fprintln(c.stdout, clean(fmt.Sprintf(format, a...))) }
	for _, at := range r.Gone {
		say("Removed:  %s", at)
	}
	for _, at := range r.Restored {
		say("Restored: %s", at)
	}
	for _, l := range r.Left {
		say("Left:     %s: %s", l.At, l.Why)
	}
}

// uninstallAgain is the command that removes the data later: this program's, or
// "" where it is the one that is going.
func (c *command) uninstallAgain(s install.Setup) string {
	exe, err := os.Executable()
	if err != nil || sameFile(exe, s.Want.Program) {
		return ""
	}
	words := []string{exe, "uninstall", "--data-too"}
	if !s.DataIsOurs {
		words = append(words, "--data", s.Data)
	}
	return dial.CommandLine(words...)
}

func (c *command) afterwards(data string, kept bool, again string) {
	fmt.Fprintln(c.stdout, "\nIn each browser that has the extension, remove it on the page of extensions.")
	if !kept {
		return
	}
	how := ": " + again
	if again == "" {
		how = ", delete that folder; keys that your system's keyring holds stand there under Margay."
	}
	fmt.Fprintln(c.stdout, clean("Your conversations, settings and keys stay in "+data+". To remove them too"+how))
}
