package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// extension looks which browsers have come, and whether they have the extension
// that belongs to this program.
func (d Daemon) extension(ctx context.Context) finding {
	lies, errLies := d.unpacked()
	now := series{between: "; "}
	var away []string
	var other *text
	for _, c := range d.Connected(ctx) {
		if !c.Now {
			away = append(away, c.Name)
			continue
		}
		now.add(says("%s, extension %s", strings.TrimSpace(c.Name+" "+c.Version), c.Extension))
		if errLies == nil && other == nil {
			other = lies.differs(c)
		}
	}
	switch {
	case errLies == nil && lies.lacks != "":
		return broken("The extension is not whole: %s is missing, cut or changed.", lies.lacks).
			mendedBy(d.command("install")).then("Then open chrome://extensions and press the round arrow at Margay.")
	case len(now.items) > 0 && other != nil:
		return shaky("The browser runs %s, and %s lies in %s.", *other, lies.words(), d.Dirs.Extension()).
			then("Reload it: open chrome://extensions and press the round arrow at Margay. If that is no help, it was loaded from another folder: remove it there and load this one.").
			seen("%s", now)
	case len(now.items) > 0:
		if dir := d.stranger(); dir != "" {
			now.add(says("one runs with the data directory %s and does not find Margay; to use it there, run: %s", dir, d.command("install", "--user-data-dir", dir)))
		}
		return fine("%s", now)
	case errLies != nil:
		return broken("The extension was not unpacked: %v.", errLies).mendedBy(d.command("install")).then("Unpack it, then load it as the command says.")
	case len(away) > 0:
		return broken("%s was connected and has gone.", away[0]).then(
			"Start the browser. If it runs, click Margay's icon there, which wakes the extension. If there is no icon, it is switched off or was removed: "+
				"open chrome://extensions and switch Margay on, or load it again from %s", d.Dirs.Extension())
	}
	if dir := d.stranger(); dir != "" {
		return broken("No browser with the extension is connected. One runs with the data directory %s, with which Margay is not registered.", dir).
			mendedBy(d.command("install", "--user-data-dir", dir)).then("Then load the extension there as the command says. If it is another browser that you use, start that one.")
	}
	return broken("No browser with the extension is connected.").then(
		"Start the browser. If it runs, click Margay's icon there, which wakes the extension. If there is no icon: open chrome://extensions, "+
			"switch on Developer mode, press “Load unpacked” and choose %s", d.Dirs.Extension())
}

// stranger is the data directory of a browser that runs and would not find us; "" where there is none.
func (d Daemon) stranger() string {
	found, err := d.Browsers() // where that is not known, a check of its own says so
	if err != nil || len(found.Strangers) == 0 {
		return ""
	}
	return found.Strangers[0]
}

// manifestFile is what a browser reads first of an extension.
const manifestFile = "manifest.json"

// unpacked is the extension in the data directory.
type unpacked struct {
	version, build string
	// lacks is a file of it that is not there whole.
	lacks string
}

func (u unpacked) words() text {
	if u.build == "" {
		return says("version %s", u.version)
	}
	return says("version %s (%s)", u.version, u.build)
}

// differs says which other one a browser runs; nil where it is the same.
func (u unpacked) differs(c Connected) *text {
	var other text
	switch {
	case c.Extension != "" && c.Extension != u.version:
		other = says("version %s of the extension", c.Extension)
	case c.ExtensionBuild != c.Extension && u.build != "" && c.ExtensionBuild != u.build: // one without a name says its version
		other = says("another build of the extension (%s)", c.ExtensionBuild)
	default:
		return nil
	}
	return &other
}

func (d Daemon) unpacked() (unpacked, error) {
	path := filepath.Join(d.Dirs.Extension(), manifestFile)
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return unpacked{}, fmt.Errorf("there is no %s", path)
	case err != nil:
		return unpacked{}, err
	}
	var m struct {
		Version string `json:"version"`
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return unpacked{}, fmt.Errorf("%s is damaged: %w", path, err)
	}
	u := unpacked{version: m.Version}
	if d.ExtensionBuild != "" {
		build, _ := os.ReadFile(filepath.Join(d.Dirs.Extension(), d.ExtensionBuild)) // one without a name is any
		u.build = strings.TrimSpace(string(build))
	}
	u.lacks = d.lacking(u)
	return u, nil
}

// lacking is the first file of the extension that belongs to this program which is
// not there as it was packed; "" where another build was unpacked, whose files nobody knows.
func (d Daemon) lacking(u unpacked) (lacks string) {
	if d.Extension == nil || u.build == "" {
		return ""
	}
	for _, name := range []string{manifestFile, d.ExtensionBuild} {
		is, errIs := os.ReadFile(filepath.Join(d.Dirs.Extension(), name))
		ours, errOurs := fs.ReadFile(d.Extension, name)
		if errIs != nil || errOurs != nil || !bytes.Equal(is, ours) {
			return ""
		}
	}
	_ = fs.WalkDir(d.Extension, ".", func(name string, e fs.DirEntry, err error) error { // it is in memory
		if err != nil || e.IsDir() || strings.HasPrefix(e.Name(), ".") {
			return err
		}
		want, err := fs.ReadFile(d.Extension, name)
		if err != nil {
			return err
		}
		path := filepath.Join(d.Dirs.Extension(), filepath.FromSlash(name))
		if is, err := os.ReadFile(path); err != nil || !bytes.Equal(is, want) {
			lacks = path
			return fs.SkipAll
		}
		return nil
	})
	return lacks
}
