package doctor

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"strings"

	"github.com/margay/margay/host/config"
)

// settings reads the settings file, then the variables that win over it.
func (o Options) settings(context.Context) finding {
	path := o.Dirs.Settings()
	_, err := os.Stat(path)
	if b, bad := o.bars(path, false); bad && err == nil || errors.Is(err, fs.ErrPermission) {
		f := shaky("The settings file %s may not be read, so the defaults hold.", path)
		if !bad {
			return f.then("Give yourself access to it and to the folders above it.")
		}
		return b.of(f)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return o.settingsOf(says("none, so the defaults hold"))
	}
	if _, err := o.Dirs.ReadSettings(func(string) string { return "" }); err != nil {
		return shaky("The settings file is not understood, so the defaults hold: %v.", err).
			mendedBy(moveAside(path)).then("Correct it, or put it aside with this command.")
	}
	return o.settingsOf(plain(path))
}

func (o Options) settingsOf(detail text) finding {
	if _, err := o.Dirs.ReadSettings(o.getenv); err != nil {
		name := o.badVariable()
		return shaky("The variable %s is not understood, so the default holds: %v.", name, err).then("Correct %s, or unset it.", name)
	}
	// A daemon that runs was started with variables of its own.
	f := fine("%s; a daemon started with these variables keeps %s in its log", detail, o.logLevel())
	if v := o.getenv("LOG_LEVEL"); v != "" { // it is many programs' variable, so this is no fault
		if _, ok := config.Level(v); !ok {
			return f.seen("%s; LOG_LEVEL is passed over, because it names no level", f.detail)
		}
	}
	return f
}

// badVariable is the first variable that the settings are not understood with.
func (o Options) badVariable() string {
	for _, name := range []string{"MARGAY_LOG", "MARGAY_LINGER"} { // LOG_LEVEL counts where it is a level only
		alone := func(n string) string {
			if n != name {
				return ""
			}
			return o.getenv(n)
		}
		if _, err := o.Dirs.ReadSettings(alone); err != nil {
			return name
		}
	}
	return "MARGAY_LOG" // both were well a moment ago
}

// logLevel is what the log of a daemon keeps that is started from here, and who
// decided it.
func (o Options) logLevel() text {
	all, _ := o.Dirs.ReadSettings(o.getenv) // what is wrong with them was told before
	level := all.LogLevel.String()
	for _, name := range []string{"MARGAY_LOG", "LOG_LEVEL"} { // the first that is set wins
		if named, ok := config.Level(o.getenv(name)); ok && named == all.LogLevel {
			return says("%s (by %s)", level, name)
		}
	}
	none, _ := o.Dirs.ReadSettings(func(string) string { return "" })
	text, err := os.ReadFile(o.Dirs.Settings())
	if err == nil && none.LogLevel == all.LogLevel && strings.Contains(string(text), "logLevel") {
		return says("%s (by the settings file)", level)
	}
	return says("%s (the default)", level)
}
