package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// Obstacle is what keeps a data directory, or a folder above it, from being reached: a
// link that leads nowhere now, to a disk that is away perhaps, or a file where a folder
// has to be. The system's own words for these, that a file exists, say neither.
type Obstacle struct {
	// Path is the link or the file, To where the link leads; "" for a file.
	Path, To string
}

func (o *Obstacle) Error() string { return o.Cause() + ": " + o.Next() }

// Cause says what it is.
func (o *Obstacle) Cause() string {
	if o.To == "" {
		return o.Path + " is a file, and Margay needs a folder there"
	}
	return fmt.Sprintf("%s is a link to %s, which cannot be reached", o.Path, o.To)
}

// Next says what a person does.
func (o *Obstacle) Next() string {
	if o.To == "" {
		return "move it aside and try again, or choose another folder with --data or MARGAY_DATA"
	}
	return "if it leads to a disk that is away, connect that and try again; else remove the link, or choose another folder with --data or MARGAY_DATA"
}

// Reachable returns the [Obstacle] in the way to the data directory, nil where there is
// none. What may not be looked at is none: whoever needs it says so.
func (d Dirs) Reachable() error {
	for dir := filepath.Clean(d.Data); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		to, errLink := os.Readlink(dir)
		switch {
		case err == nil && !info.IsDir():
			return &Obstacle{Path: dir}
		case err == nil || errors.Is(err, fs.ErrPermission):
			return nil
		case errLink == nil:
			return &Obstacle{Path: dir, To: to}
		case filepath.Dir(dir) == dir:
			return nil
		}
	}
}
