package secret

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
)

// file is the file of keys. Its content is the contents type as JSON.
type file struct {
	mu   sync.Mutex // one at a time: it is read, changed and replaced
	path string
}

type contents struct {
	Version int               `json:"version"`
	Keys    map[string]string `json:"keys"`
}

const fileVersion = 1

func (f *file) put(name, key string) error {
	return f.change(func(c *contents) bool {
		c.Keys[name] = key
		return true
	})
}

func (f *file) remove(name string) error {
	return f.change(func(c *contents) bool {
		_, there := c.Keys[name]
		delete(c.Keys, name)
		return there
	})
}

func (f *file) get(name string) (string, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	c, err := f.read()
	return c.Keys[name], err
}

// change replaces the file by a changed one; with the last key the file goes.
func (f *file) change(fn func(*contents) bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	// What a crash left. The lock of the data directory keeps a second writer away.
	if err := os.Remove(f.half()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove a half-written file of keys: %w", err)
	}
	c, err := f.read()
	if err != nil || !fn(&c) {
		return err
	}
	if len(c.Keys) == 0 {
		return cmp.Or(os.Remove(f.path), f.syncFolder())
	}
	data, err := json.MarshalIndent(c, "", "\t")
	if err != nil {
		return errors.New("the keys could not be written") // what is wrong with them may show them
	}
	return f.replace(append(data, '\n'))
}

// read reads the file; none is empty.
func (f *file) read() (contents, error) {
	c := contents{Version: fileVersion, Keys: map[string]string{}}
	info, err := os.Lstat(f.path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err == nil {
		err = checkPrivate(f.path, info)
	}
	if err != nil {
		return c, err
	}
	data, err := os.ReadFile(f.path)
	if err != nil {
		return c, err
	}
	if json.Unmarshal(data, &c) != nil || c.Version != fileVersion {
		return c, fmt.Errorf("%s cannot be read as a file of keys; put it aside and save the keys again", f.path)
	}
	if c.Keys == nil {
		c.Keys = map[string]string{}
	}
	return c, nil
}

// replace writes the new content beside the file, on disk, and then in its place.
func (f *file) replace(data []byte) error {
	part, err := os.OpenFile(f.half(), os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return fmt.Errorf("store the key: %w", err)
	}
	_, err = part.Write(data)
	err = errors.Join(err, part.Sync(), part.Close())
	if err == nil {
		err = os.Rename(part.Name(), f.path)
	}
	if err != nil {
		return fmt.Errorf("store the key: %w", errors.Join(err, os.Remove(part.Name())))
	}
	return f.syncFolder()
}

// half is the name of the file while it is written.
func (f *file) half() string { return f.path + ".new" }

// syncFolder puts on disk which files there are, as the record of a key is.
func (f *file) syncFolder() error {
	if runtime.GOOS == "windows" { // there folders are not synced
		return nil
	}
	dir, err := os.Open(filepath.Dir(f.path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}
