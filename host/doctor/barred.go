package doctor

import (
	"os"
	"path/filepath"
	"strings"
)

// bar is what keeps this user from writing at a place: a folder, or a file, that
// is there.
type bar struct {
	path, user string
}

// bars finds what keeps this user from making or changing a file, or from reading
// it: itself, else the nearest folder above it that is there. What lies outside of
// the user's home and of the data directory is not theirs to change.
func (o Options) bars(path string, write bool) (bar, bool) {
	for at := path; within(o.getenv("HOME"), at) || within(o.Dirs.Data, at); at = filepath.Dir(at) {
		info, err := os.Stat(at)
		if err != nil {
			continue
		}
		if allowed(at, write || at != path, info.IsDir()) {
			return bar{}, false
		}
		return bar{at, foreign(info)}, true
	}
	return bar{}, false
}

// within reports whether a path lies below a folder.
func within(folder, path string) bool {
	return folder != "" && strings.HasPrefix(path, filepath.Clean(folder)+string(filepath.Separator))
}

// of adds to a failure what takes the bar away.
func (b bar) of(f finding) finding {
	if b.user != "" {
		return f.mendedBy(giveBack(b.path)).then("%s belongs to another user (number %s), since Margay or the browser was run with sudo once, perhaps. Then try again.", b.path, b.user)
	}
	return f.mendedBy(openUp(b.path)).then("You may not read or write %s, though it is yours. Then try again.", b.path)
}
