package cli

import (
	"strings"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/install"
)

// byHand are the commands of a system that remove what uninstall could not, for
// whom the program is not there any more to try again. Where no data was kept,
// the record of it goes too, and the data directory, if it is empty then.
func byHand(system string, s install.Setup, r install.Removed) string {
	if system == "windows" {
		return byHandOnWindows(s, r)
	}
	var files, folders []string
	for _, f := range r.Failed {
		if f.Kind == install.KindExtension {
			folders = append(folders, f.At)
			continue
		}
		files = append(files, f.At)
	}
	if !r.DataKept {
		files = append(files, s.Machine.RecordIn(s.Data))
	}
	var commands []string
	if len(files) > 0 {
		commands = append(commands, dial.CommandLine(append([]string{"rm", "-f"}, files...)...))
	}
	if len(folders) > 0 {
		commands = append(commands, dial.CommandLine(append([]string{"rm", "-rf"}, folders...)...))
	}
	if !r.DataKept {
		commands = append(commands, dial.CommandLine("rmdir", s.Data))
	}
	return strings.Join(commands, "; ")
}

func byHandOnWindows(s install.Setup, r install.Removed) string {
	quote := func(text string) string { return `"` + text + `"` }
	var commands []string
	for _, f := range r.Failed {
		switch f.Kind {
		case install.KindKey:
			commands = append(commands, "reg delete "+quote(f.At)+" /f")
		case install.KindLogin:
			key, value, _ := strings.Cut(strings.TrimSuffix(f.At, ")"), " (value ")
			commands = append(commands, "reg delete "+quote(key)+" /v "+quote(value)+" /f")
		case install.KindExtension:
			commands = append(commands, "cmd /c rmdir /s /q "+quote(f.At))
		default:
			commands = append(commands, "del "+quote(f.At))
		}
	}
	if !r.DataKept {
		commands = append(commands, "del "+quote(s.Machine.RecordIn(s.Data)), "rmdir "+quote(s.Data))
	}
	return strings.Join(commands, "\n") // PowerShell knows no & between commands
}
