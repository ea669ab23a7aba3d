package cli

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/install"
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
	if !s.Installed() && !dataToo {
		_, _ = fmt.Fprintln(c.stdout, clean("Nothing is installed from "+dirs.Data+"."))
		return nil
	}
	first, err := s.Unregister()
	c.removed(first)
	if err != nil {
		return err
	}
	if err := dial.Stop(ctx, dial.Options{Dirs: dirs, Version: c.Version, Build: c.Build}); err != nil {
		return fmt.Errorf("end the daemon: %w; end it yourself and run \"margay uninstall\" again", err)
	}
	second, err := s.Remove(dataToo)
	c.removed(second)
	if err != nil {
		return err
	}
	c.afterwards(dirs.Data, second.DataKept)
	return nil
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

func (c *command) afterwards(data string, kept bool) {
	fmt.Fprintln(c.stdout, "\nIn each browser that has the extension, remove it on the page of extensions.")
	if kept {
		fmt.Fprintln(c.stdout, clean("Your conversations, settings and keys stay in "+data+". To remove them too: margay uninstall --data-too"))
	}
}
