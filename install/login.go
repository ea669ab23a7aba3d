package install

import (
	"encoding/xml"
	"errors"
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
		return s.withBefore(Entry{Kind: KindLogin, Path: runKey, Value: runValue, Made: m.missingKeys(runKey)})
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
	return s.withBefore(e)
}

// withBefore adds what another starts at login there. Where that is another
// Margay, the folders that it made for it are to go with whichever goes last.
func (s Setup) withBefore(e Entry) Entry {
	text, err := s.loginNow(e)
	if err != nil || s.startsUs(text) {
		return e
	}
	e.Before = &text
	e.Made = append(e.Made, s.madeBy(s.Machine.loginProgram(text), e)...)
	return e
}

// loginIsOurs reports whether what stands at the login's place starts our program.
func (s Setup) loginIsOurs(e Entry) bool {
	text, err := s.loginNow(e)
	return err == nil && s.startsUs(text)
}

// loginIsStale reports whether it starts our program at a place from before.
func (s Setup) loginIsStale(e Entry) bool {
	text, err := s.loginNow(e)
	program := s.Machine.loginProgram(text)
	return err == nil && s.isOurs(program, s.Want.Program) && !s.Machine.samePath(program, s.Want.Program)
}

// keepsLogin is [Setup.keepsBefore] of what is started at login.
func (s Setup) keepsLogin(r Record, e Entry) bool {
	i := slices.IndexFunc(r.Entries, e.same)
	if i < 0 || e.Before == nil {
		return false
	}
	noted := r.Entries[i].Before
	return noted != nil && !s.Machine.ours(s.Machine.loginProgram(*noted)) && s.Machine.ours(s.Machine.loginProgram(*e.Before))
}

// startsUs reports whether what stands at the login's place starts our
// program, be it that a person has changed it since, or by another name of it.
func (s Setup) startsUs(text string) bool {
	program := s.Machine.loginProgram(text)
	if s.isOurs(program, s.Want.Program) {
		return true
	}
	if absolute(program) && s.Machine.ours(program) {
		return false // another Margay, whose path may end as ours
	}
	return slices.ContainsFunc(s.namesOf(s.Want.Program), func(name string) bool {
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

// login does as the person chose; what they left open stays, and is mended where
// it leads to where the program was before.
func (s Setup) login(out *Outcome) {
	e := s.loginEntry()
	var err error
	var left []Left
	switch {
	case s.Login == ChoiceNo:
		left, err = s.forget(e)
	case s.Login == ChoiceYes || s.loginIsStale(e):
		err = s.putLogin(e, s.loginText())
	default:
		return
	}
	switch {
	case err != nil:
		out.Failed = append(out.Failed, Failed{Kind: KindLogin, At: e.at(), Err: err})
	case s.Login != ChoiceNo:
		out.Written = append(out.Written, Written{Kind: KindLogin, At: e.at()})
	}
	for _, l := range left {
		out.Written = append(out.Written, Written{Kind: KindForeignLogin, At: l.At})
	}
}

// putLogin writes a text to the login's place.
func (s Setup) putLogin(e Entry, text string) error {
	if e.Value != "" {
		return s.Machine.Registry.SetValue(e.Path, e.Value, text)
	}
	file := s.Machine.file(e.Path)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	return replaceFile(file, []byte(text), 0o644)
}

// forget takes back the login entry alone, and says what stands there and is
// another's by now. The record was read and written by this install.
func (s Setup) forget(e Entry) ([]Left, error) {
	path := s.Machine.file(s.record())
	r, err := ReadRecord(path)
	if err != nil {
		return nil, err
	}
	if !r.has(e) {
		e.Before = nil // nothing of ours is there that could have replaced it
		r.Entries = append(r.Entries, e)
	}
	var t taking
	r.Entries = slices.DeleteFunc(r.Entries, func(o Entry) bool {
		if o.Kind != KindLogin {
			return false
		}
		err := s.takeLogin(o, &t.out)
		t.took(o, err)
		return err == nil
	})
	var failed []error
	for _, f := range t.out.Failed {
		failed = append(failed, f.Err)
	}
	return t.out.Left, errors.Join(append(failed, s.takeMade(t.made), r.write(path))...)
}
