package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/protocol/client"
)

// fewFiles is how many a program opens at least: with a browser, a daemon and its
// store fewer end it somewhere in the middle.
const fewFiles = 64

// Below the first nothing can be worked with, below the second it soon ends.
const (
	spaceNone   = 32 << 20
	spaceLittle = 512 << 20
)

// dataDirectory looks at the folder itself, writes to it and asks for the disk.
func (o Options) dataDirectory(context.Context) finding {
	n := config.OpenFiles()
	if n < fewFiles {
		return raised(broken("Programs may open %d files only in this terminal, which is too few for Margay.", n))
	}
	is, bad := errors.AsType[*config.Obstacle](o.Dirs.Reachable())
	if bad && is.Closed == "" {
		return o.unreachable(is)
	}
	dir := o.Dirs.Data
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return broken("The folder %s is not there: Margay is not installed for this user, or it was moved.", dir).
			mendedBy(o.command("install"))
	case err != nil:
		at := dir
		if bad { // behind a link perhaps
			at = filepath.Join(is.Closed, "in")
		}
		if b, bad := o.bars(at, false); bad {
			return b.of(broken("The folder %s cannot be looked at: %v.", dir, reason(err)))
		}
		return broken("The folder %s cannot be looked at: %v.", dir, err).then("Give yourself access to it and to the folders above it.")
	}
	if user := foreign(info); user != "" {
		return broken("The folder %s belongs to another user (number %s).", dir, user).then("Run this as that user, without sudo; or use a data directory of your own: set MARGAY_DATA, or pass --data.")
	}
	for _, look := range []func() (finding, bool){o.writable, o.kinds} {
		if f, bad := look(); bad {
			return f
		}
	}
	if f := o.disk(info); f.state != client.CheckOK || n >= config.BrowserFiles {
		return f
	}
	return raised(shaky("Programs may open %d files only in this terminal: a browser of Margay's own (run --headless) may need more to start.", n))
}

// raised is a failure for few open files with what raises their number.
func raised(f finding) finding {
	return f.mendedBy("ulimit -n 1024").
		then("It was set by “ulimit -n” in this terminal or its profile, or for you in /etc/security/limits.conf. If the command is refused, use a terminal where that was not done.")
}

// unreachable tells of what stands in the way to the data directory.
func (o Options) unreachable(is *config.Obstacle) finding {
	if is.To == "" {
		return o.installable(is.Path, broken("%s is no folder.", is.Path))
	}
	return broken("%s is a link to %s, which cannot be reached.", is.Path, is.To).mendedBy(moveAside(is.Path)).
		then("If it leads to a disk that is away, connect that. Else put the link aside with this command, then install again: %s", o.command("install"))
}

// writable writes a file and takes it away again.
func (o Options) writable() (finding, bool) {
	dir := o.Dirs.Data
	f, err := os.CreateTemp(dir, ".doctor-*")
	if err == nil {
		_, err = f.Write(make([]byte, 4<<10))
		err = errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
	}
	switch {
	case err == nil:
		return finding{}, false
	case full(err):
		return o.noSpace(), true
	case errors.Is(err, fs.ErrPermission):
		return broken("Nothing can be written to %s: %v.", dir, reason(err)).mendedBy(openUp(dir)), true
	}
	return broken("Nothing can be written to %s: %v.", dir, reason(err)).
		then("See that the disk is sound and can be written to, or use another data directory: set MARGAY_DATA, or pass --data."), true
}

func (o Options) noSpace() finding {
	if d, err := diskOf(o.Dirs.Data); err == nil && d.noFiles {
		return o.noFiles()
	}
	return broken("The disk of %s is full.", o.Dirs.Data).then("Make space on it: delete what you do not need, then try again.")
}

func (o Options) noFiles() finding {
	return broken("The disk of %s takes no more files: all of its inodes are used, whatever space is free.", o.Dirs.Data).
		then("See with “df -i” which disk it is, and delete small files there that you do not need, many of them; then try again.")
}

// disk asks for the disk on which the folder lies.
func (o Options) disk(info os.FileInfo) finding {
	d, err := diskOf(o.Dirs.Data)
	if err != nil {
		return shaky("It is not known how much space is left for %s: %v.", o.Dirs.Data, err).then("Nothing needs to be done while all else is well.")
	}
	return o.judge(d, info)
}

// judge says what is wrong with a disk, or with who can look into the folder; the worst first.
func (o Options) judge(d disk, info os.FileInfo) finding {
	dir, space := o.Dirs.Data, size(d.free)
	switch {
	case d.free < spaceNone:
		return o.noSpace().seen("%s, %s free", dir, space)
	case d.noFiles:
		return o.noFiles().seen("%s, %s free", dir, space)
	case d.network:
		return shaky("%s lies on a network disk (%s), where a database can be damaged and locks may not hold.", dir, d.kind).
			then("Keep the data on a disk of this machine: set MARGAY_DATA, or pass --data.").seen("%s, %s free", dir, space)
	case open(info):
		return shaky("Others on this machine can look into %s.", dir).mendedBy(closeUp(dir)).seen("%s, %s free", dir, space)
	case d.free < spaceLittle:
		return shaky("The disk of %s is nearly full: %s are left.", dir, space).
			then("Make space on it: delete what you do not need.").seen("%s, %s free", dir, space)
	}
	return fine("%s, %s free", dir, space)
}

// disk is what the system says of a disk.
type disk struct {
	free    uint64
	kind    string
	network bool
	// noFiles says that it takes no more of them.
	noFiles bool
}

// reason leaves out of an error of a temporary file its name, which says nothing.
func reason(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// moveAside gives what stands there a name that is free, so that what was put aside
// before is not overwritten. Whoever removes Margay knows these names of keys and
// settings ([config.Kept]).
func moveAside(path string) string {
	aside := path + ".old"
	for n := 2; there(aside); n++ {
		aside = fmt.Sprintf("%s.old-%d", path, n)
	}
	return moves + " " + dial.Quote(path) + " " + dial.Quote(aside)
}

func there(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
