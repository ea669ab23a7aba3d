package install_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/margay/margay/install"
)

// What others write at the login's place is read as the system reads it.
func TestLoginProgram(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct{ goos, text, want string }{
		"linux_bare":       {"linux", "[Desktop Entry]\nName=X\nExec=/opt/x/margay serve\n", "/opt/x/margay"},
		"linux_spaces":     {"linux", "Exec = \"/opt/a b/margay\" serve\r\n", "/opt/a b/margay"},
		"linux_percent":    {"linux", `Exec="/opt/100%%/margay"`, "/opt/100%/margay"},
		"linux_none":       {"linux", "[Desktop Entry]\n# Exec=/opt/x\nTryExec=/opt/y\n", ""},
		"linux_cut_off":    {"linux", `Exec="/opt/x\`, `/opt/x\`},
		"darwin_other_key": {"darwin", "<plist><dict><key>Label</key><string>x</string><key>ProgramArguments</key><array><string>/opt/A &amp; B</string><string>serve</string></array></dict></plist>", "/opt/A & B"},
		"darwin_none":      {"darwin", "<plist><dict><key>Program</key>", ""},
		"windows_bare":     {"windows", `C:\x\margay.exe serve`, `C:\x\margay.exe`},
		"windows_quoted":   {"windows", ` "C:\a b\margay.exe" serve`, `C:\a b\margay.exe`},
		"windows_empty":    {"windows", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := install.LoginProgram(install.Machine{GOOS: tc.goos}, tc.text); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

// Whatever stands there is read without harm, and what we write for a program is
// read as that program.
func FuzzLoginProgram(f *testing.F) {
	for _, seed := range []string{"/home/m/a b/100% \"sure\"\\$x`/margay", "/home/姓　名/margay", "/a\nb\tc\rd", "Exec=\"", "<key>ProgramArguments</key><string>", "/a & <b>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, goos := range []string{"linux", "darwin", "windows"} {
			m := install.Machine{GOOS: goos}
			_ = install.LoginProgram(m, text)
			odd := func(r rune) bool {
				return r < 0x20 && !strings.ContainsRune("\n\t\r", r) || r == 0x7f || r == 0xfffe || r == 0xffff || goos == "windows" && strings.ContainsRune("\"\n\t\r", r)
			}
			if text == "" || !utf8.ValidString(text) || strings.ContainsFunc(text, odd) {
				continue // no path that install would take
			}
			program := "/" + text
			got := install.LoginProgram(m, install.LoginText(install.Setup{Machine: m, Want: install.Want{Host: host, Program: program}, Data: "/data"}))
			// A backslash at the end is doubled on Windows; no program has one there.
			if got != program && strings.TrimRight(program, `\`) != strings.TrimRight(got, `\`) {
				t.Errorf("%s: what starts %q is read as %q", goos, program, got)
			}
		}
	})
}
