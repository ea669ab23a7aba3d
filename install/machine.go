package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// Machine is a computer with one person's browsers on it, as far as this
// package sees it. [This] is the real one. Paths are those of its own system,
// whatever system this program runs on, so that each system's rules can be
// tried on any other: Root is then the folder that holds its files.
type Machine struct {
	// GOOS is its system; "" means the one that we run on.
	GOOS string
	// Root stands for the root of its file system; "" means the real one. A
	// path C:\Users\m lies at Root/C/Users/m.
	Root string
	// Home is the person's home folder.
	Home string
	// Getenv reads the person's environment; nil means an empty one.
	Getenv func(string) string
	// Registry is Windows'; elsewhere it is not used.
	Registry Registry
	// Record is DATA/installed.json: a browser's folder that install made is no
	// sign that the browser has run. "" is none.
	Record string
	// Quarantined says that the system will not start a program because it was
	// downloaded; nil means never.
	Quarantined func(path string) bool
	// NoExec says that the system starts no program from a folder, because its
	// disk was mounted so; nil means never.
	NoExec func(dir string) bool
}

// This is the computer that we run on, for the person who runs us.
func This() (Machine, error) {
	home, err := os.UserHomeDir()
	if err != nil || !filepath.IsAbs(home) {
		return Machine{}, fmt.Errorf("there is no telling where your browsers keep their settings: the home folder is %q; "+
			"set HOME (USERPROFILE on Windows) to its full path", home)
	}
	return Machine{GOOS: runtime.GOOS, Home: filepath.Clean(home), Getenv: os.Getenv, Registry: systemRegistry(), Quarantined: quarantined, NoExec: noExec}, nil
}

func (m Machine) goos() string {
	if m.GOOS == "" {
		return runtime.GOOS
	}
	return m.GOOS
}

func (m Machine) getenv(name string) string {
	if m.Getenv == nil {
		return ""
	}
	return m.Getenv(name)
}

// sep parts the folders of a path of the machine.
func (m Machine) sep() string {
	if m.goos() == "windows" {
		return `\`
	}
	return "/"
}

// join makes a path of the machine's system. Parts are written with slashes.
func (m Machine) join(base string, parts ...string) string {
	sep := m.sep()
	for _, p := range parts {
		base = strings.TrimSuffix(base, sep) + sep + strings.ReplaceAll(p, "/", sep)
	}
	return base
}

// dir is the folder that a path of the machine lies in.
func (m Machine) dir(path string) string {
	if i := strings.LastIndex(path, m.sep()); i > 0 {
		return path[:i]
	}
	return path
}

// base is the last part of a path of the machine. Windows takes both slashes.
func (m Machine) base(path string) string {
	if m.goos() == "windows" {
		path = strings.ReplaceAll(path, `\`, "/")
	}
	return path[strings.LastIndex(path, "/")+1:]
}

// file is where a path of the machine lies for us.
func (m Machine) file(path string) string {
	if m.Root == "" {
		return path
	}
	if m.goos() == "windows" {
		path = strings.ReplaceAll(strings.ReplaceAll(path, ":", ""), `\`, "/")
	}
	return filepath.Join(m.Root, filepath.FromSlash(path))
}

func (m Machine) isDir(path string) bool {
	info, err := os.Stat(m.file(path))
	return err == nil && info.IsDir()
}

// isThere reports whether anything lies at a path, be it a link that leads nowhere.
func (m Machine) isThere(path string) bool {
	_, err := os.Lstat(m.file(path))
	return !absent(err)
}

// absent reports that nothing is there: also where a folder above is a file.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// Registry is what this package needs of Windows' registry. A key is written
// with its root, HKCU\Software\…; the value "" is the key's default one.
type Registry interface {
	// Value reads a text; [fs.ErrNotExist] where key or value is not there.
	Value(key, name string) (string, error)
	// SetValue writes a text, and makes the key and those above it.
	SetValue(key, name, text string) error
	// DeleteValue removes a value; it is no error where there is none.
	DeleteValue(key, name string) error
	// HasKey reports whether the key is there.
	HasKey(key string) bool
	// DeleteEmptyKey removes a key that holds neither values nor keys, and
	// leaves any other as it is.
	DeleteEmptyKey(key string) error
}
