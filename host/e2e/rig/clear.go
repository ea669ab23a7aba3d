package rig

import (
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
)

// clearTime bounds how long what an earlier rig left may take to end; stopTime
// is that part of it in which a daemon may leave by itself.
const (
	clearTime = 20 * time.Second
	stopTime  = 10 * time.Second
)

// Clear ends what an earlier rig left running in the folder, as one does that
// was killed, and waits for its end. Nobody else may use the folder meanwhile.
func Clear(ctx context.Context, dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, clearTime)
	defer cancel()
	dirs := config.Dirs{Data: filepath.Join(dir, "data")}
	errStop := dial.Stop(ctx, dial.Options{Dirs: dirs, Exe: dirs.Bin(), Timeout: stopTime})
	left, err := leftIn(dir)
	if err != nil {
		return err
	}
	if len(left) == 0 {
		return errStop // where processes cannot be listed, it is all that is known
	}
	for _, p := range left {
		_ = kill(p.pid) // it may just have gone; one that stays is told below
	}
	return awaitNone(ctx, func() ([]string, error) {
		left, err := leftIn(dir)
		var lines []string
		for _, p := range left {
			lines = append(lines, p.line())
		}
		return lines, err
	})
}

// leftIn lists the processes of rigs in a folder: programs that lie in it, and
// what has a flag that names something in it, as every browser has for its
// profile. An editor or a pager that a person opened there is neither.
func leftIn(dir string) ([]process, error) {
	all, err := processes()
	if err != nil {
		return nil, err
	}
	inside := dir + string(filepath.Separator)
	return slices.DeleteFunc(all, func(p process) bool {
		return !strings.HasPrefix(p.args[0], inside) && !slices.ContainsFunc(p.args[1:], func(arg string) bool {
			_, value, _ := strings.Cut(arg, "=")
			return strings.HasPrefix(arg, "--") && strings.HasPrefix(value, inside)
		})
	}), nil
}
