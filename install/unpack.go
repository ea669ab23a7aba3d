package install

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Unpack writes the files of the extension into a folder, each by rename, and
// last after all others: whoever sees that one new finds all new. Of the files
// that were unpacked earlier, named with slashes, those that are no longer part
// of it are removed. What others put there stays.
func Unpack(files fs.FS, dir, last string, earlier []string) error {
	names, err := unpacked(files)
	if err != nil {
		return fmt.Errorf("unpack the extension: %w", err)
	}
	if i := slices.Index(names, last); i >= 0 {
		names = append(slices.Delete(names, i, i+1), last)
	}
	for _, name := range names {
		if err := unpackFile(files, name, filepath.Join(dir, filepath.FromSlash(name))); err != nil {
			return fmt.Errorf("unpack the extension: %w", err)
		}
	}
	gone := slices.DeleteFunc(slices.Clone(earlier), func(name string) bool { return slices.Contains(names, name) })
	if err := errors.Join(removeNames(dir, gone), removeHalves(dir, names)); err != nil {
		return fmt.Errorf("clear old files of the extension: %w", err)
	}
	return nil
}

// unpacked lists the files that belong into the folder of the extension. A dot
// marks what only the build needs.
func unpacked(files fs.FS) ([]string, error) {
	var names []string
	if files == nil {
		return nil, nil
	}
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && !strings.HasPrefix(d.Name(), ".") {
			names = append(names, name)
		}
		return err
	})
	return names, err
}

func unpackFile(files fs.FS, name, to string) error {
	data, err := fs.ReadFile(files, name)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return replaceFile(to, data, 0o600)
}

// removeNames removes files of a folder, what was only half written of them,
// and the folders between that are empty afterwards.
func removeNames(dir string, names []string) error {
	failed := []error{removeHalves(dir, names)}
	folders := map[string]bool{}
	for _, name := range names {
		err := os.Remove(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil && !absent(err) {
			failed = append(failed, err)
		}
		for up := path.Dir(name); up != "."; up = path.Dir(up) {
			folders[up] = true
		}
	}
	removeEmpty(dir, folders)
	return errors.Join(failed...)
}

// removeEmpty removes folders in dir, deepest first, where nothing is in them.
func removeEmpty(dir string, folders map[string]bool) {
	var list []string
	for f := range folders {
		list = append(list, f)
	}
	slices.SortFunc(list, func(a, b string) int { return len(b) - len(a) })
	for _, f := range list {
		at := filepath.Join(dir, filepath.FromSlash(f))
		if info, err := os.Lstat(at); err == nil && info.IsDir() { // no link of the person's
			_ = os.Remove(at) // a folder that is not empty is somebody's by now
		}
	}
}

// removeHalves removes what [replaceFile] leaves of files where it is killed.
func removeHalves(dir string, names []string) error {
	var failed []error
	listed := map[string][]fs.DirEntry{}
	for _, name := range names {
		folder := filepath.Join(dir, filepath.FromSlash(path.Dir(name)))
		entries, ok := listed[folder]
		if !ok {
			entries, _ = os.ReadDir(folder) // one that is not there has none
			listed[folder] = entries
		}
		for _, e := range entries {
			if e.Type().IsRegular() && halfOf(e.Name(), path.Base(name)) {
				if err := os.Remove(filepath.Join(folder, e.Name())); err != nil && !absent(err) {
					failed = append(failed, err)
				}
			}
		}
	}
	return errors.Join(failed...)
}

// halfOf reports whether a name is that of a file while it is written: a dot,
// its name, a dot and digits.
func halfOf(name, of string) bool {
	rest, ok := strings.CutPrefix(name, "."+of+".")
	return ok && rest != "" && !strings.ContainsFunc(rest, func(r rune) bool { return r < '0' || r > '9' })
}

// sameFile reports whether a file has that content.
func sameFile(at string, data []byte) bool {
	info, err := os.Lstat(at)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(data)) {
		return false
	}
	is, err := os.ReadFile(at)
	return err == nil && bytes.Equal(is, data)
}
