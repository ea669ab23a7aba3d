package config

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"runtime"
)

// Place is what the place of the data directory follows from. Its zero value
// leads to the default of the system; tests fill it in for other systems.
type Place struct {
	// Flag is the value of --data.
	Flag string
	// Bridge says that the browser started us: then the data directory is the
	// one in whose bin folder the program lies, if it lies in one.
	Bridge bool
	// Command says that a person started us: then that data directory is the
	// default, so that the command which install put in place works on what it
	// installed, but --data and MARGAY_DATA come before it.
	Command bool
	// Exe is the path of the program; "" asks the system.
	Exe string
	// GOOS, Home and Getenv are those of the system where they are not set.
	GOOS   string
	Home   string
	Getenv func(string) string
}

// Find returns the data directory: --data, else (for a bridge) where the
// program lies, else MARGAY_DATA, else (for a command) where the program lies,
// else the default of the system. Nothing is made.
func Find(p Place) (Dirs, error) {
	p = p.complete()
	if p.Flag != "" {
		return absolute(p.Flag)
	}
	if p.Bridge {
		if d, ok := aroundProgram(p); ok {
			return d, nil
		}
	}
	if v := p.Getenv("MARGAY_DATA"); v != "" {
		return absolute(v)
	}
	data, err := DefaultData(p.GOOS, p.Home, p.Getenv)
	if d, ok := behindCommand(p); ok && !same(d.Data, data) {
		return d, nil
	}
	return Dirs{Data: data}, err
}

// behindCommand is the data directory of the program that a person's command is
// or leads to. macOS names the link by which a program was started.
func behindCommand(p Place) (Dirs, bool) {
	if !p.Command {
		return Dirs{}, false
	}
	if behind, err := filepath.EvalSymlinks(p.Exe); err == nil {
		p.Exe = behind
	}
	return aroundProgram(p)
}

// same reports whether two names, of which the second is the usual one, are of
// one folder.
func same(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(ia, ib)
}

func (p Place) complete() Place {
	if p.Getenv == nil {
		p.Getenv = os.Getenv
	}
	if p.GOOS == "" {
		p.GOOS = runtime.GOOS
	}
	if p.Home == "" {
		p.Home, _ = os.UserHomeDir() // an empty home is refused by DefaultData where it is needed
	}
	if p.Exe == "" {
		p.Exe, _ = os.Executable() // without it the program lies in no data directory
	}
	return p
}

// Around is the data directory in whose bin folder a program lies, with which it works
// when a browser starts it.
func Around(program string) (Dirs, bool) {
	return aroundProgram(Place{Exe: program, GOOS: runtime.GOOS})
}

// aroundProgram finds the data directory in whose bin folder the program lies.
func aroundProgram(p Place) (Dirs, bool) {
	if filepath.Base(p.Exe) != binary(p.GOOS) || filepath.Base(filepath.Dir(p.Exe)) != "bin" {
		return Dirs{}, false
	}
	d := Dirs{Data: filepath.Dir(filepath.Dir(p.Exe))}
	if info, err := os.Lstat(d.marker()); err != nil || !info.Mode().IsRegular() {
		return Dirs{}, false
	}
	return d, true
}

func absolute(dir string) (Dirs, error) {
	abs, err := filepath.Abs(dir)
	if err != nil {
		return Dirs{}, fmt.Errorf("find data directory: %w", err)
	}
	return Dirs{Data: abs}, nil
}

// DefaultData is where a system keeps such data when nothing else is said.
func DefaultData(goos, home string, getenv func(string) string) (string, error) {
	switch goos {
	case "windows":
		if local := getenv("LOCALAPPDATA"); local != "" {
			return local + `\Margay`, nil
		}
		if home == "" {
			return "", errNoHome
		}
		return home + `\AppData\Local\Margay`, nil
	case "darwin":
		if !path.IsAbs(home) {
			return "", errNoHome
		}
		return path.Join(home, "Library/Application Support/Margay"), nil
	}
	// The XDG specification: a relative path in the variable is ignored.
	if xdg := getenv("XDG_DATA_HOME"); len(xdg) > 0 && xdg[0] == '/' {
		return filepath.Join(xdg, "margay"), nil
	}
	if !path.IsAbs(home) {
		return "", errNoHome
	}
	return path.Join(home, ".local/share/margay"), nil
}

var errNoHome = errors.New("find data directory: the home folder is not known (HOME must be its full path); set that, or MARGAY_DATA, or pass --data")

func binary(goos string) string {
	if goos == "windows" {
		return "margay.exe"
	}
	return "margay"
}
