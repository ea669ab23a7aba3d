package install

import (
	"bytes"
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
	if same(from, to) {
		return nil
	}
	made, err := copyBeside(from, to)
	if err != nil {
		return err
	}
	if err := os.Rename(made, to); err != nil {
		_ = os.Remove(made)
		return fmt.Errorf("copy the program: %w", err)
	}
	return nil
}

// asideMark stands in the name of a program that made way for a newer one.
const asideMark = ".old-"

// programAside is [Program] for Windows, which lets a program that runs be
// renamed, but not replaced: the old one makes way under another name, and is
// removed by the next install that finds it idle.
// It renames by the given function.
func programAside(from, to string, rename func(from, to string) error) error {
	if same(from, to) {
		return nil
	}
	removeAsides(to)
	made, err := copyBeside(from, to)
	if err != nil {
		return err
	}
	aside, err := makeWay(to, rename)
	if err == nil {
		if err = rename(made, to); err == nil {
			removeAsides(to) // nobody runs it, as a rule
			return nil
		}
		if aside != "" {
			err = errors.Join(err, rename(aside, to))
		}
	}
	_ = os.Remove(made)
	return fmt.Errorf("copy the program: %w; end the browsers that use it, or run \"margay stop\", and try again", err)
}

// makeWay renames what stands at path; "" where nothing does.
func makeWay(path string, rename func(from, to string) error) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+asideMark+"*")
	if err != nil {
		return "", err
	}
	aside := f.Name()
	if err := errors.Join(f.Close(), os.Remove(aside)); err != nil {
		return "", err
	}
	if err := rename(path, aside); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil
		}
		return "", err
	}
	return aside, nil
}

// removeAsides removes programs that made way, where nothing holds them.
func removeAsides(path string) {
	old, _ := filepath.Glob(globQuote(path) + asideMark + "*") // the pattern is sound
	for _, p := range old {
		_ = os.Remove(p) // one that still runs is left for the next time
	}
}

// globQuote keeps a path from being read as a pattern. On Windows a backslash
// parts folders and cannot quote, so there the brackets are put in brackets.
func globQuote(path string) string {
	var b []byte
	for i := range len(path) {
		switch c := path[i]; c {
		case '*', '?', '[':
			b = append(b, '[', c, ']')
		case '\\':
			if filepath.Separator != '\\' {
				b = append(b, '\\')
			}
			b = append(b, c)
		default:
			b = append(b, c)
		}
	}
	return string(b)
}

// copyBeside copies a program into a new file in the folder where it goes.
func copyBeside(from, to string) (string, error) {
	src, err := os.Open(from)
	if err != nil {
		return "", fmt.Errorf("copy the program: %w", err)
	}
	defer src.Close() //nolint:errcheck // only read
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return "", fmt.Errorf("copy the program: %w", err)
	}
	dst, err := os.CreateTemp(filepath.Dir(to), "."+filepath.Base(to)+".*")
	if err != nil {
		return "", fmt.Errorf("copy the program: %w", err)
	}
	_, err = io.Copy(dst, src)
	if err := errors.Join(err, dst.Chmod(0o700), dst.Sync(), dst.Close()); err != nil {
		_ = os.Remove(dst.Name())
		return "", fmt.Errorf("copy the program: %w", err)
	}
	return dst.Name(), nil
}

func same(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(ia, ib)
}

// sameContent reports whether two programs are alike and can be started.
func sameContent(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	if errA != nil || errB != nil || ia.Size() != ib.Size() || ib.Mode().Perm()&0o100 == 0 {
		return false
	}
	da, errA := os.ReadFile(a)
	db, errB := os.ReadFile(b)
	return errA == nil && errB == nil && bytes.Equal(da, db)
}
