package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/version"
	"github.com/margay/margay/install"
	"github.com/margay/margay/protocol"
)

// recordFile is the name that install gives to its record.
const recordFile = "installed.json"

// startTime bounds how long a program may take to say its version.
const startTime = 10 * time.Second

// named is what a program says of itself (margay version --json).
type named struct {
	Product string `json:"product"`
	Version string `json:"version"`
	Build   string `json:"build"`
}

// program starts the program in the data directory, which browsers start too.
func (o Options) program(ctx context.Context) finding {
	bin := o.Dirs.Bin()
	if f, bad := o.lies(bin); bad {
		return f
	}
	v, err := versionOf(ctx, bin)
	switch {
	case err != nil:
		return o.startless(broken("The program %s does not run: %v.", bin, err), bin)
	case v.Product != protocol.Product:
		return broken("%s is another program.", bin).mendedBy(o.command("install")).then("Install from a copy of Margay that is sound.")
	}
	f := fine("%s, version %s (%s)", bin, v.Version, v.Build)
	switch {
	case version.Newer(o.Version, v.Version):
		return shaky("The program that browsers start is version %s, and this one is version %s.", v.Version, o.Version).
			mendedBy(o.command("install")).seen("%s", f.detail)
	case version.Newer(v.Version, o.Version):
		return shaky("This program is version %s, and the one that browsers start is version %s.", o.Version, v.Version).
			then("Use that one: %s", o.commandOf(bin, "doctor")).seen("%s", f.detail)
	}
	return o.recorded(f)
}

// recorded is a program that is well, if what was installed with it is on record.
func (o Options) recorded(f finding) finding {
	record := filepath.Join(o.Dirs.Data, recordFile)
	if there(record) {
		return f
	}
	return shaky("The record of what was installed (%s) is not there, so an uninstall would leave something behind.", record).mendedBy(o.command("install")).
		then("It is written anew by an installation. Name a browser with a data directory of its own once more: install --user-data-dir DIR.").seen("%s", f.detail)
}

// lies says what keeps a file from being started.
func (o Options) lies(path string) (finding, bool) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return broken("The program %s is not there: it was moved or removed.", path).mendedBy(o.command("install")), true
	case err != nil:
		return broken("The program %s cannot be looked at: %v.", path, reason(err)).mendedBy(o.command("install")), true
	case !info.Mode().IsRegular():
		return o.installable(path, broken("%s is no program.", path)), true
	case !dial.Executable(info):
		return broken("The program %s may not be executed.", path).mendedBy(makeRun(path)), true
	}
	return finding{}, false
}

// versionOf starts a program and asks it which one it is.
func versionOf(ctx context.Context, path string) (named, error) {
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "version", "--json")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	cmd.WaitDelay = time.Second
	out, err := cmd.Output()
	var v named
	switch {
	case ctx.Err() != nil:
		return v, fmt.Errorf("it did not say its version within %s", startTime)
	case err != nil && errs.Len() > 0:
		return v, fmt.Errorf("%w: %s", err, firstLine(errs.Bytes()))
	case err != nil:
		return v, err
	}
	if err := json.Unmarshal(out, &v); err != nil {
		return v, errors.New("it does not say its version as Margay does")
	}
	return v, nil
}

// firstLine is the first line of what a program printed, cut.
func firstLine(text []byte) string {
	line, _, _ := strings.Cut(strings.TrimSpace(strings.ToValidUTF8(string(text), "\uFFFD")), "\n")
	if r := []rune(line); len(r) > 200 {
		line = string(r[:200]) + "…"
	}
	return strings.TrimSuffix(line, ".")
}

// startless is a program that the system does not start: for a reason that can be
// seen, else it is to be installed anew.
func (o Options) startless(f finding, path string) finding {
	m, err := install.This()
	switch {
	case err != nil:
	case m.NoExec(filepath.Dir(path)):
		return broken("The disk of %s forbids programs (noexec).", path).
			then("Use a data directory on another disk: set MARGAY_DATA, or pass --data, and install again.")
	case m.Quarantined(path):
		return broken("macOS holds %s back because it was downloaded.", path).mendedBy(unblock(path))
	}
	return f.mendedBy(o.command("install"))
}

// unblock takes away the mark that macOS gives to what was downloaded.
func unblock(path string) string { return "xattr -d com.apple.quarantine " + dial.Quote(path) }
