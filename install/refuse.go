package install

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"
	"unicode/utf8"
)

// refuse says what cannot work before anything is written.
func (s Setup) refuse() error {
	if !utf8.ValidString(s.Machine.Home) {
		return fmt.Errorf("the name of the home folder %q is no UTF-8, and what is noted of what was installed can hold nothing else: rename it", s.Machine.Home)
	}
	for option, path := range map[string]string{"--data": s.Data, "--link": s.Link} {
		if !utf8.ValidString(path) {
			return fmt.Errorf("the name of the folder %q is no UTF-8, and a browser's manifest can hold nothing else: choose another with %s", path, option)
		}
	}
	if err := s.Reachable(); err != nil {
		return err
	}
	if s.Login == ChoiceYes && strings.ContainsFunc(s.Want.Program+s.Data, unspeakable) {
		return fmt.Errorf("the name of the folder %q holds a control character, which what is started at login cannot: "+
			"leave --at-login out, or choose another folder with --data", s.Data)
	}
	if s.Machine.goos() == "windows" {
		if err := s.refuseOnWindows(); err != nil {
			return err
		}
	}
	return s.taken()
}

// Reachable says what keeps the data directory, or a folder above it, from being
// reached: a file in a folder's place, or a link that leads nowhere now. What lies
// behind the link is not gone.
func (s Setup) Reachable() error {
	m := s.Machine
	for dir := s.Data; ; dir = m.dir(dir) {
		info, err := os.Stat(m.file(dir))
		to, errLink := os.Readlink(m.file(dir))
		switch {
		case err == nil && !info.IsDir():
			return m.inTheWay(dir, dir+" is a file where a folder has to be")
		case (absent(err) || errors.Is(err, syscall.ELOOP)) && errLink == nil:
			return fmt.Errorf("%s is a link to %s, which cannot be reached: if it leads to a disk that is away, connect that and try again; "+
				"else remove the link and try again: %s", dir, to, m.removal(dir))
		case !absent(err) || m.dir(dir) == dir:
			return nil // a folder, or what others say more of
		}
	}
}

// removal is the command that removes a link.
func (m Machine) removal(link string) string {
	if m.goos() == "windows" {
		return "rmdir " + m.quote(link)
	}
	return "rm " + m.quote(link)
}

// refuseDisk refuses a data directory from which the system starts no program.
// It has been made by now, and with it what lies behind links.
func (s Setup) refuseDisk() error {
	m := s.Machine
	if m.NoExec == nil || !m.NoExec(m.file(s.Data)) {
		return nil
	}
	return fmt.Errorf("the disk that %s lies on is mounted so that no program is started from it (noexec), and browsers would start Margay there: "+
		"choose a folder on another disk with --data", s.Data)
}

// unspeakable reports whether a character can stand neither in an autostart
// file nor in a property list, whatever is done to quote it.
func unspeakable(r rune) bool {
	return r < 0x20 && r != '\t' && r != '\n' && r != '\r' || r == 0x7f
}

func (s Setup) refuseOnWindows() error {
	switch {
	case s.Link != "":
		return errors.New("links to programs are not made on Windows: leave --link out, and add the program's folder to Path")
	case strings.HasPrefix(s.Data, `\\.\`):
		return fmt.Errorf("%s is the name of a device on Windows (such as con, nul or com1), and no folder can have it: choose another with --data", s.Data)
	case strings.HasPrefix(s.Data, `\\`) || strings.HasPrefix(s.Data, "//"):
		return fmt.Errorf("%s lies on a network share, from where Windows does not start a browser's program (its command shell cannot "+
			"work in such a folder) and where the database cannot be locked: choose a local folder with --data", s.Data)
	}
	return nil
}
