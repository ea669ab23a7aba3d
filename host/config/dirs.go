// Package config knows the data directory and what may be known before the
// database opens: every path in it, where it lies, the record of the running
// daemon, the settings file, and the environment that may pass.
//
// It guarantees that files are replaced by rename (a reader sees the old or
// the new content, never half of one), that what it makes is private to the
// user, and that a program which does not lie in a data directory is never
// taken to lie in one.
package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Dirs is a data directory: the one thing on which all processes agree. Data
// is absolute.
type Dirs struct {
	Data string
}

// The paths in a data directory.
func (d Dirs) Lock() string      { return filepath.Join(d.Data, "daemon.lock") }
func (d Dirs) Beacon() string    { return filepath.Join(d.Data, "daemon.json") }
func (d Dirs) Children() string  { return filepath.Join(d.Data, "children") }
func (d Dirs) LogDir() string    { return filepath.Join(d.Data, "log") }
func (d Dirs) Log() string       { return filepath.Join(d.Data, "log", "margay.log") }
func (d Dirs) Settings() string  { return filepath.Join(d.Data, "settings.json") }
func (d Dirs) Extension() string { return filepath.Join(d.Data, "extension") }
func (d Dirs) Tabs() string      { return filepath.Join(d.Data, "tabs.json") }
func (d Dirs) Keys() string      { return filepath.Join(d.Data, "keys") }
func (d Dirs) Bin() string       { return filepath.Join(d.Data, "bin", binary(runtime.GOOS)) }

// Database is the file in which package store keeps everything.
func (d Dirs) Database() string { return filepath.Join(d.Data, "margay.db") }

// Stray is where whatever a library prints to standard output or error of the
// daemon ends up, and the trace of a crash.
func (d Dirs) Stray() string { return filepath.Join(d.Data, "log", "stray.log") }

// Marker is the name of the file that makes a folder a data directory, so that
// a program in /usr/local/bin does not take /usr/local for one.
const Marker = "margay.data"

func (d Dirs) marker() string { return filepath.Join(d.Data, Marker) }

// Prepare makes the data directory where it is missing, private to the user,
// and marks it. It is called by whatever first needs it. Its error is an [Obstacle] where
// one stands in the way.
func (d Dirs) Prepare() error {
	if !filepath.IsAbs(d.Data) {
		return fmt.Errorf("prepare data directory: %q is no absolute path", d.Data)
	}
	if err := d.Reachable(); err != nil {
		return err
	}
	for _, dir := range []string{d.Data, d.LogDir()} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			if is, bad := errors.AsType[*Obstacle]((Dirs{Data: dir}).Reachable()); bad {
				return is
			}
			return fmt.Errorf("prepare data directory: %w; mend that, or choose another folder with --data or MARGAY_DATA", err)
		}
		if err := private(dir); err != nil {
			return fmt.Errorf("prepare data directory: %w", err)
		}
	}
	if _, err := os.Stat(d.marker()); err == nil {
		return nil
	}
	text := "This folder holds the data of Margay. The file marks it; margay needs it to find its data.\n"
	return WriteFile(d.marker(), []byte(text), 0o600)
}

// WriteFile replaces a file by rename.
func WriteFile(path string, data []byte, mode os.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	name := f.Name()
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	if errClose := f.Close(); err == nil {
		err = errClose
	}
	if err == nil {
		err = os.Rename(name, path)
	}
	if err != nil {
		_ = os.Remove(name)
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
