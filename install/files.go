package install

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Program copies the running program to its place by rename, so that copies
// that still run keep the file they were started from.
func Program(from, to string) error {
	src, err := os.Open(from)
	if err != nil {
		return fmt.Errorf("copy the program: %w", err)
	}
	defer src.Close() //nolint:errcheck // only read
	if same(from, to) {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return fmt.Errorf("copy the program: %w", err)
	}
	dst, err := os.CreateTemp(filepath.Dir(to), "."+filepath.Base(to)+".*")
	if err != nil {
		return fmt.Errorf("copy the program: %w", err)
	}
	_, err = io.Copy(dst, src)
	err = errors.Join(err, dst.Chmod(0o700), dst.Close())
	if err == nil {
		err = os.Rename(dst.Name(), to)
	}
	if err != nil {
		_ = os.Remove(dst.Name())
		return fmt.Errorf("copy the program: %w", err)
	}
	return nil
}

func same(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(ia, ib)
}

// Unpack writes the files of the extension into a folder. Files of an earlier
// version that are no longer part of it are removed, because the browser loads
// whatever lies there.
func Unpack(files fs.FS, dir string) error {
	keep := map[string]bool{}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		to := filepath.Join(dir, filepath.FromSlash(name))
		keep[to] = true
		return unpackFile(files, name, to)
	})
	if err != nil {
		return fmt.Errorf("unpack the extension: %w", err)
	}
	err = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || keep[path] {
			return err
		}
		return os.Remove(path)
	})
	if err != nil {
		return fmt.Errorf("clear old files of the extension: %w", err)
	}
	return nil
}

func unpackFile(files fs.FS, name, to string) error {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o600)
}
