package daemon

import "os"

// program is the file that a daemon runs, as it was at its start.
type program struct {
	path string
	was  os.FileInfo // nil where it could not be looked at: then it is never replaced
}

func watchProgram(path string) program {
	info, err := os.Stat(path)
	// Windows' numbers of a file are read when they are first compared, by its
	// path, where another file may lie by then. Compared with itself it has them
	// now; where they cannot be had, nothing can be told of it.
	if path == "" || err != nil || !os.SameFile(info, info) {
		return program{}
	}
	return program{path, info}
}

// replaced reports whether another file lies there now. Versions do not tell:
// somebody who builds Margay replaces it by one of the same version. One that
// was removed has no successor to leave for.
func (p program) replaced() bool {
	if p.was == nil {
		return false
	}
	now, err := os.Stat(p.path)
	return err == nil && !os.SameFile(p.was, now)
}
