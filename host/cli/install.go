package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/install"
)

func (c *command) installCommand() *cobra.Command {
	var dirs []string
	cmd := &cobra.Command{
		Use:   "install [flags]",
		Short: "Register Margay with Chrome and Chromium, and unpack the extension",
		Long: "Copy the program into the data directory, unpack the extension beside it and\n" +
			"register both with every Chrome and Chromium of this user, or with the browsers\n" +
			"whose data directories are given. It may be run again at any time.",
		Args: cobra.NoArgs,
		Run: func(*cobra.Command, []string) {
			if err := c.install(dirs); err != nil {
				c.code = c.fail(err)
			}
		},
	}
	cmd.Flags().StringArrayVar(&dirs, "user-data-dir", nil, "data directory of a browser (the folder above its profiles); may be given more than once")
	return cmd
}

// install puts everything in its place and says what it wrote.
func (c *command) install(given []string) error {
	if !extension.Built() {
		return errors.New("this program was built without its extension: run make build, then install again")
	}
	browsers, err := c.browsers(given)
	if err != nil {
		return err
	}
	dirs, err := c.dirs()
	if err != nil {
		return err
	}
	exe, err := os.Executable()
	if err == nil {
		err = dirs.Prepare()
	}
	if err == nil {
		err = install.Program(exe, dirs.Bin())
	}
	if err == nil {
		err = install.Unpack(extension.Dist(), dirs.Extension())
	}
	if err != nil {
		return err
	}
	manifest, err := install.Manifest(extension.HostName, "Margay", dirs.Bin(), c.Origins)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "Program:   %s\nExtension: %s\n", dirs.Bin(), dirs.Extension())
	for _, b := range browsers {
		for _, p := range b.Writes {
			path := p.At(extension.HostName)
			if err := install.Write(path, manifest); err != nil {
				return err
			}
			fmt.Fprintf(c.stdout, "%s: %s\n", b.Name, path)
		}
	}
	fmt.Fprintf(c.stdout, "\nNow load the extension: open chrome://extensions, switch on Developer mode, press\n"+
		"“Load unpacked” and choose %s\n", dirs.Extension())
	return nil
}

// browsers are those given, or those that this user has.
func (c *command) browsers(given []string) ([]install.Browser, error) {
	m, err := install.This()
	if err != nil {
		return nil, err
	}
	var list []install.Browser
	for _, dir := range given {
		abs, err := filepath.Abs(dir)
		if err != nil {
			return nil, err
		}
		b, err := m.Custom(abs)
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
	if list == nil {
		return nil, errors.New("no browser of this user was found: start the browser once, or name its data directory with --user-data-dir")
	}
	return list, nil
}
