package install

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	runKey   = `HKCU\Software\Microsoft\Windows\CurrentVersion\Run`
	runValue = "Margay"
)

// loginEntry is where a system notes what it starts at login: an XDG autostart
// file on Linux, a LaunchAgent on macOS, a value of the Run key on Windows.
func (s Setup) loginEntry() Entry {
	m := s.Machine
	var path string
	switch m.goos() {
	case "windows":
		return Entry{Kind: KindLogin, Path: runKey, Value: runValue, Made: m.missingKeys(runKey)}
	case "darwin":
		path = m.join(m.Home, "Library", "LaunchAgents", s.Want.Host+".plist")
	default:
		base := m.getenv("XDG_CONFIG_HOME")
		if !strings.HasPrefix(base, "/") {
			base = m.join(m.Home, ".config")
		}
		path = m.join(base, "autostart", "margay.desktop")
	}
	e := Entry{Kind: KindLogin, Path: path, Made: m.missingDirs(m.dir(path))}
	if text, err := os.ReadFile(m.file(path)); err == nil && !s.startsUs(string(text)) {
		before := string(text)
		e.Before = &before
	}
	return e
}

// startsUs reports whether what stands at the login's place starts our
// program, be it that a person has changed it since, or by another name of it.
func (s Setup) startsUs(text string) bool {
	names := []string{s.Want.Program}
	r, _ := ReadRecord(s.Machine.file(s.record())) // one that cannot be read knows no other name
	for _, e := range r.Entries {
		if e.Kind == KindProgram && s.Machine.samePath(e.Path, s.Want.Program) {
			names = append(names, e.Path)
		}
	}
	return slices.ContainsFunc(names, func(name string) bool {
		return strings.Contains(text, name) || strings.Contains(text, s.loginArg(name))
	})
}

// loginArg writes an argument as the login's place wants it.
func (s Setup) loginArg(arg string) string {
	switch s.Machine.goos() {
	case "windows":
		return windowsArg(arg)
	case "darwin":
		var b strings.Builder
		_ = xml.EscapeText(&b, []byte(arg)) // a Builder takes everything
		return "<string>" + b.String() + "</string>"
	}
	return desktopArg(arg)
}

// loginText is what stands there.
func (s Setup) loginText() string {
	args := []string{s.Want.Program, "serve", "--data", s.Data}
	for i, a := range args {
		args[i] = s.loginArg(a)
	}
	switch s.Machine.goos() {
	case "windows":
		return strings.Join(args, " ")
	case "darwin":
		return launchAgent(s.loginArg(s.Want.Host), args)
	}
	return "[Desktop Entry]\nType=Application\nName=Margay\nComment=" + s.Description + "\nExec=" + strings.Join(args, " ") +
		"\nTerminal=false\nNoDisplay=true\n"
}

// desktopArg quotes an argument of Exec by the Desktop Entry Specification:
// first as an argument, then as text of a key file, and % opens a field code.
func desktopArg(arg string) string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "`", "\\`", `$`, `\$`).Replace(arg)
	return `"` + strings.NewReplacer(`\`, `\\`, "%", "%%", "\n", `\n`, "\t", `\t`, "\r", `\r`).Replace(quoted) + `"`
}

// windowsArg quotes an argument as programs take their command line apart:
// backslashes count only where a quotation mark follows.
func windowsArg(arg string) string {
	if arg != "" && !strings.ContainsAny(arg, " \t\"\u3000") {
		return arg
	}
	trail := len(arg) - len(strings.TrimRight(arg, `\`))
	return `"` + strings.ReplaceAll(arg, `"`, `\"`) + strings.Repeat(`\`, trail) + `"`
}

// launchAgent is a property list for launchd, which starts it once at login.
// Its arguments are written already.
func launchAgent(label string, args []string) string {
	return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>Label</key>
	` + label + `
	<key>ProgramArguments</key>
	<array>
		` + strings.Join(args, "\n\t\t") + `
	</array>
	<key>RunAtLoad</key>
	<true/>
	<key>ProcessType</key>
	<string>Background</string>
</dict>
</plist>
`
}

// login does as the person chose; what they left open stays.
func (s Setup) login(out *Outcome) {
	e := s.loginEntry()
	var err error
	switch s.Login {
	case ChoiceKeep:
		return
	case ChoiceNo:
		err = s.forget(e)
	case ChoiceYes:
		err = s.writeLogin(e)
	}
	switch {
	case err != nil:
		out.Failed = append(out.Failed, Failed{Kind: KindLogin, At: e.at(), Err: err})
	case s.Login == ChoiceYes:
		out.Written = append(out.Written, Written{Kind: KindLogin, At: e.at()})
	}
}

func (s Setup) writeLogin(e Entry) error {
	if e.Value != "" {
		return s.Machine.Registry.SetValue(e.Path, e.Value, s.loginText())
	}
	file := s.Machine.file(e.Path)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	return replaceFile(file, []byte(s.loginText()), 0o644)
}
