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
// has to be, or a folder that this user may not enter. The system's own words for these,
// that a file exists, say none of it.
type Obstacle struct {
	// Path is the link or the file, To where the link leads; "" for a file.
	Path, To string
	// Closed is the folder that may not be entered, behind a link perhaps, and User the
	// other user's whose it is; then Path is the data directory.
	Closed, User string
}

func (o *Obstacle) Error() string { return o.Cause() + ": " + o.Next() }

// Cause says what it is.
func (o *Obstacle) Cause() string {
	switch {
	case o.User != "":
		return fmt.Sprintf("%s belongs to another user (number %s), and you may not enter it", o.Closed, o.User)
	case o.Closed != "":
		return "You may not enter " + o.Closed + ", though it is yours"
	case o.To == "":
		return o.Path + " is a file, and Margay needs a folder there"
	}
	return fmt.Sprintf("%s is a link to %s, which cannot be reached", o.Path, o.To)
}

// Next says what a person does.
func (o *Obstacle) Next() string {
	switch {
	case o.User != "":
		return "have that user let you in, or choose a folder of your own with --data or MARGAY_DATA"
	case o.Closed != "":
		return "give yourself access to it, then try again: " + openUp(o.Closed)
	case o.To == "":
		return "move it aside and try again, or choose another folder with --data or MARGAY_DATA"
	}
	return "if it leads to a disk that is away, connect that and try again; else remove the link, or choose another folder with --data or MARGAY_DATA"
}

// Reachable returns the [Obstacle] in the way to the data directory, nil where there is
// none.
func (d Dirs) Reachable() error {
	for dir := filepath.Clean(d.Data); ; dir = filepath.Dir(dir) {
		info, err := os.Stat(dir)
		to, errLink := os.Readlink(dir)
		switch {
		case errors.Is(err, fs.ErrPermission):
			return d.closed(barring(dir))
		case err == nil && !info.IsDir():
			return &Obstacle{Path: dir}
		case err == nil && dir == filepath.Clean(d.Data) && !enterable(dir): // those above need not be read
			return d.closed(dir)
		case err == nil:
			return nil
		case errLink == nil:
			return &Obstacle{Path: dir, To: to}
		case filepath.Dir(dir) == dir:
			return nil
		}
	}
}

// closed tells of a folder that may not be entered; nil where none was found, so that
// whoever needs it says what is wrong.
func (d Dirs) closed(folder string) error {
	info, err := os.Stat(folder)
	if folder == "" || err != nil {
		return nil
	}
	return &Obstacle{Path: d.Data, Closed: folder, User: foreign(info)}
}

// barring is the folder that keeps what lies at a path from being looked at: the nearest
// above it that can be, or above what links lead to.
func barring(path string) string {
	const most = 255 // as many links and folders as a path has at most
	for range most {
		if to, err := os.Readlink(path); err == nil {
			if !filepath.IsAbs(to) {
				to = filepath.Join(filepath.Dir(path), to)
			}
			path = to
			continue
		}
		path = filepath.Dir(path)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return path
		}
	}
	return ""
}
