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
	if err := s.Reachable(); err != nil {
		return err
	}
	again := c.uninstallAgain(s)
	if holds := lies(dirs.Data) && s.HoldsData(); !s.Installed() && (!dataToo || !holds) {
		_, _ = fmt.Fprintln(c.stdout, clean("Nothing is installed from "+dirs.Data+"."))
		if holds && again != "" {
			_, _ = fmt.Fprintln(c.stdout, clean("Your data is there. To remove it: "+again))
		}
		if !lies(dirs.Data) {
			c.say("If that folder was removed by hand: a browser that was named with --user-data-dir may keep a file in its folder NativeMessagingHosts.")
		}
		return nil
	}
	copyOf := s.CopyOf() // the record tells, and goes
	first, err := s.Unregister()
	c.removed(first)
	if err != nil {
		return fmt.Errorf("%w; mend that, then run once more: %s", err, c.uninstallOnce(s, dataToo))
	}
	if err := c.endDaemon(ctx, s, dirs, dataToo); err != nil {
		first.DataKept = true // and so is the record, until the rest is done
		return errors.Join(c.notRemoved(s, first, dataToo), err)
	}
	var left error
	if dataToo {
		left = c.forgetKeys(ctx, dirs, copyOf)
	}
	second, err := s.Remove(dataToo)
	c.removed(second)
	left = errors.Join(left, c.notRemoved(s, second, dataToo))
	if err != nil {
		return errors.Join(left, err)
	}
	config.ClearSocketFolders(config.SocketBases()...)
	c.afterwards(dirs.Data, second.DataKept, again)
	return left
}

// endDaemon ends what runs, and says before that a task is under way.
func (c *command) endDaemon(ctx context.Context, s install.Setup, dirs config.Dirs, dataToo bool) error {
	o := dial.Options{Dirs: dirs, Version: c.Version, Build: c.Build}
	if was, err := askDaemon(ctx, o); err == nil && was != nil {
		switch {
		case was.LiveRuns > 0:
			c.say("A task is running, and is ended now.")
		case was.Mute != nil:
			c.say("The daemon does not answer; waiting for its end …")
		}
	}
	if err := dial.Stop(ctx, o); err != nil {
		return fmt.Errorf("end the daemon: %w\nWhen it has ended, run once more: %s", err, c.uninstallOnce(s, dataToo))
	}
	return nil
}

// uninstallOnce is the command that was given, to be run once more: with this
// program, unless it has gone.
func (c *command) uninstallOnce(s install.Setup, dataToo bool) string {
	exe, err := os.Executable()
	switch {
	case err != nil || !lies(exe):
		return uninstallWords("margay", s, dataToo) + ", with the program you install from"
	case sameFile(exe, s.Want.Program):
		exe = called(s)
	}
	return uninstallWords(exe, s, dataToo)
}

// uninstallWords is the command by which a program uninstalls, as a terminal takes it.
func uninstallWords(program string, s install.Setup, dataToo bool) string {
	words := []string{program, "uninstall"}
	if dataToo {
		words = append(words, "--data-too")
	}
	if !s.DataIsOurs {
		words = append(words, "--data", s.Data)
	}
	return dial.CommandLine(words...)
}

// notRemoved says what could not be removed, and the command that finishes it:
// this one once more, or where its program has gone, the removal itself.
func (c *command) notRemoved(s install.Setup, r install.Removed, dataToo bool) error {
	if len(r.Failed) == 0 {
		return nil
	}
	for _, f := range r.Failed {
		c.say("NOT removed: %s: %v", f.At, f.Err)
	}
	exe, err := os.Executable()
	if err != nil || sameFile(exe, s.Want.Program) || !lies(exe) {
		c.say("When that is mended, finish it by hand:\n%s", byHand(runtime.GOOS, s, r))
		return errPartly
	}
	c.say("When that is mended, finish it: %s", uninstallWords(exe, s, dataToo))
	return errPartly
}

// keysTime bounds asking for the keys that lie outside of the data directory.
const keysTime = 30 * time.Second

// forgetKeys removes the keys that lie in the system's keyring, once no daemon
// runs. Where that fails, the rest goes on, and the person is told where they are.
// Those of a copy are known to the data directory that it was copied from, too.
func (c *command) forgetKeys(ctx context.Context, dirs config.Dirs, copyOf string) error {
	if c.ForgetKeys == nil {
		return nil
	}
	if copyOf != "" {
		c.say("Left:     keys in the system's keyring, under the name Margay: %s, of which this is a copy, may use them", copyOf)
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

func (c *command) say(format string, a ...any) {
	fmt.Fprintln(c.stdout, clean(fmt.Sprintf(format, a...)))
}

func (c *command) removed(r install.Removed) {
	for _, at := range r.Gone {
		c.say("Removed:  %s", at)
	}
	for _, at := range r.Restored {
		c.say("Restored: %s", at)
	}
	for _, l := range r.Left {
		c.say("Left:     %s: %s", l.At, l.Why)
	}
	for _, note := range r.Notes {
		c.say("%s", note)
	}
}

// uninstallAgain is the command that removes the data later: this program's, or
// "" where it is the one that is going.
func (c *command) uninstallAgain(s install.Setup) string {
	exe, err := os.Executable()
	if err != nil || sameFile(exe, s.Want.Program) {
		return ""
	}
	return uninstallWords(exe, s, true)
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
