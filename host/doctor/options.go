package doctor

import (
	"io/fs"
	"os"
	"strings"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/protocol/client"
)

// Options are what the checks stand on that can be tried from any process.
type Options struct {
	Dirs config.Dirs
	// Exe is the program that commands name.
	Exe string
	// Version and Build are this program's.
	Version string
	Build   string
	// Origin is that of our extension.
	Origin string
	// Browsers looks at what the browsers of this user find under our name.
	Browsers func() (Browsers, error)
	// ExtensionBuild is the file of the extension that names its build; without it
	// only versions are compared.
	ExtensionBuild string
	// Extension holds the files of the extension that belongs to this program; without
	// it they are not compared with the unpacked ones.
	Extension fs.FS
	// Environ is the environment; nil means that of the process.
	Environ []string
	// Tell is told each check as soon as it is known.
	Tell func(client.Check)
}

func (o Options) complete() Options {
	if o.Environ == nil {
		o.Environ = os.Environ()
	}
	return o
}

// getenv reads a variable; the last one of a name counts, as for the system.
func (o Options) getenv(name string) string {
	value := ""
	for _, pair := range o.Environ {
		if n, v, ok := strings.Cut(pair, "="); ok && n == name {
			value = v
		}
	}
	return value
}

// command is the command line that starts this program with arguments on this
// data directory, to be pasted into a terminal. MARGAY_DATA may not be set there.
func (o Options) command(args ...string) string { return o.commandOf(o.Exe, args...) }

func (o Options) commandOf(exe string, args ...string) string {
	words := append([]string{exe}, args...)
	plain := func(name string) string {
		if name == "MARGAY_DATA" {
			return ""
		}
		return o.getenv(name)
	}
	if usual, err := config.Find(config.Place{Home: o.getenv("HOME"), Getenv: plain}); err != nil || usual.Data != o.Dirs.Data {
		words = append(words, "--data", o.Dirs.Data)
	}
	for i, w := range words {
		words[i] = dial.Quote(w)
	}
	return strings.Join(words, " ")
}

// base are the checks of what lies in the data directory.
func (o Options) base() []check {
	return []check{
		{id: idData, title: says("Data directory"), try: o.dataDirectory},
		{id: idSettings, title: says("Settings file"), needs: []string{idData}, try: o.settings},
		{id: idProgram, title: says("Program"), needs: []string{idData}, try: o.program},
	}
}
