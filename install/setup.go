package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Setup is an installation of Margay for one person. All but Force, Link,
// Login and IsMargay is required to install; Uninstall needs neither Source nor Files.
type Setup struct {
	Machine Machine
	// Want is the manifest's content; Want.Program is where the copy goes.
	Want Want
	// Description is the manifest's.
	Description string
	// Data is the data directory, Extension the folder for the extension.
	Data, Extension string
	// DataIsOurs says that Data is a place that nobody but Margay uses, even
	// where it was there before install: the system's default for it.
	DataIsOurs bool
	// Prepare makes the data directory, and Marker is the name of the file by
	// which it is known for one.
	Prepare func() error
	Marker  string
	// Scaffold names the files in the data directory that hold nothing of the
	// person's, and so go with the program; Kept those that hold what is theirs.
	// Each is a pattern of [path.Match], below Data, with slashes. Nothing else
	// in the directory is ours to remove.
	Scaffold, Kept []string
	// IsMargay reports whether a file is a program of ours, of whatever version,
	// by what is in it; nil is never. It is asked where no record tells.
	IsMargay func(file string) bool
	// Source is the program to copy, a path of the system that we run on.
	Source string
	// Files are those of the extension; Last is written after all others.
	Files fs.FS
	Last  string
	// Force replaces the manifest of another product; uninstall puts it back.
	Force bool
	// Link is a folder of the person's PATH for a link to the program; "" is none.
	Link string
	// Login says whether to start the daemon at login.
	Login Choice

	// earlier are the data directories at which this one lay before, and copied is
	// the one that it is a copy of, by the record.
	earlier []string
	copied  string
}

// Choice is what a person said about something that they may leave open.
type Choice int

// The choices.
const (
	ChoiceKeep Choice = iota // as it is
	ChoiceYes
	ChoiceNo
)

// Written is something that stands in its place now.
type Written struct {
	Kind Kind
	// Browser is whose; nil for what is nobody's.
	Browser *Browser
	// At is the file, folder or registry key.
	At string
	// Replaced says what stood there and was not ours: the program of another
	// product, or words. Uninstall puts it back.
	Replaced string
	// Same says that it was there already and was left.
	Same bool
}

// Skipped is a place that another product holds.
type Skipped struct {
	Browser Browser
	At      string
	Program string
}

// Failed is a place that could not be written, or taken back.
type Failed struct {
	Kind    Kind
	Browser *Browser // nil for what is nobody's
	At      string
	Err     error
}

// Outcome is what an installation came to. One browser that could not be
// registered keeps no other from it, nor does a link or a login entry.
type Outcome struct {
	// From is the data directory for which an earlier install put things in place
	// here, "" where that is this one; Copied says that it is there still.
	From    string
	Copied  bool
	Written []Written
	Skipped []Skipped
	Failed  []Failed
}

// Same reports whether a thing was there already and was left.
func (o Outcome) Same(k Kind) bool {
	return slices.ContainsFunc(o.Written, func(w Written) bool { return w.Kind == k && w.Same })
}

// Registered reports whether a browser has Margay at all of its places now.
func (o Outcome) Registered(b Browser) bool {
	return !slices.ContainsFunc(o.Skipped, func(s Skipped) bool { return s.Browser.ID == b.ID && s.Browser.UserDataDir == b.UserDataDir }) &&
		!slices.ContainsFunc(o.Failed, func(f Failed) bool {
			return f.Browser != nil && f.Browser.ID == b.ID && f.Browser.UserDataDir == b.UserDataDir
		})
}

func (s Setup) record() string { return s.Machine.RecordIn(s.Data) }

// RecordIn is where the record of an installation lies in its data directory.
func (m Machine) RecordIn(data string) string { return m.join(data, "installed.json") }

// manifestFile is where the manifest lies on Windows, whose keys name it.
func (s Setup) manifestFile() string { return s.Machine.join(s.Data, s.Want.Host+".json") }

// Install puts program, extension and manifests in their places. It may be run
// again at any time; the outcome lists what was done also where it fails.
func (s Setup) Install(browsers []Browser) (Outcome, error) {
	var out Outcome
	if err := s.refuse(); err != nil {
		return out, err
	}
	data, err := Manifest(s.Want.Host, s.Description, s.Want.Program, s.Want.Origins)
	if err != nil {
		return out, err
	}
	was := s.lookBefore()
	release, err := s.hold(func() error {
		if now := s.lookBefore(); slices.Contains(now.made, s.Data) {
			for _, dir := range was.made { // what was missing at first is an install's, if not ours
				now.made = with(now.made, dir)
			}
			was = now // an uninstall has taken it away meanwhile
		}
		return s.Prepare()
	})
	switch {
	case errors.Is(err, errHeld):
		return out, err // what is there by now is the other's, which may just be writing its record
	case err != nil:
		return out, errors.Join(err, s.unprepare(was))
	}
	defer release()
	var plan []planned
	k, err := s.known()
	if err == nil {
		err = s.refuseDisk()
	}
	r := k.Record
	s, out.From, out.Copied = s.by(k), k.from, k.copied
	if err == nil {
		plan = s.plan(browsers, r, data, &out)
		err = s.note(&r, plan, Entry{Kind: KindData, Path: s.Data, Made: was.made, Mode: was.mode})
	}
	if err != nil {
		return out, errors.Join(err, s.unprepare(was))
	}
	same, err := s.Machine.copyProgram(s.Source, s.Want.Program)
	if err != nil {
		return out, err
	}
	out.Written = append(out.Written, Written{Kind: KindProgram, At: s.Want.Program, Same: same})
	if err := Unpack(s.Files, s.Machine.file(s.Extension), s.Last, r.files()); err != nil {
		return out, err
	}
	out.Written = append(out.Written, Written{Kind: KindExtension, At: s.Extension})
	s.register(plan, data, &out)
	s.links(r, &out)
	s.login(&out)
	return out, nil
}

// note writes the record.
func (s Setup) note(r *Record, plan []planned, data Entry) error {
	m := s.Machine
	files, err := unpacked(s.Files)
	if err != nil {
		files = nil // unpacking says it
	}
	if r.has(data) {
		data.Mode = 0 // ours by now
	}
	r.add(data)
	r.add(Entry{Kind: KindProgram, Path: s.Want.Program, Made: m.missingDirs(m.dir(s.Want.Program))})
	r.add(Entry{Kind: KindExtension, Path: s.Extension, Files: files})
	for _, p := range plan {
		if p.entry.Path != "" {
			r.add(p.entry)
		}
	}
	if e, ok := s.linkEntry(); ok {
		r.add(e)
	}
	if s.Login == ChoiceYes {
		e := s.loginEntry()
		if s.keepsLogin(*r, e) {
			e.Before = nil
		}
		r.add(e)
	}
	return r.write(m.file(s.record()))
}

// copyProgram puts a copy of the program in its place, unless it is there.
// What installs that were killed left of it, which may be large, goes.
func (m Machine) copyProgram(source, to string) (same bool, err error) {
	if err := removeHalves(filepath.Dir(m.file(to)), []string{filepath.Base(m.file(to))}); err != nil {
		return false, fmt.Errorf("clear what an earlier install left: %w", err)
	}
	if sameContent(source, m.file(to)) {
		return true, nil
	}
	if err := os.MkdirAll(filepath.Dir(m.file(to)), 0o700); err != nil {
		return false, fmt.Errorf("copy the program: %w", err)
	}
	if m.goos() == "windows" {
		return false, programAside(source, m.file(to), os.Rename)
	}
	return false, Program(source, m.file(to))
}

// Find picks the browsers that a person named, by id or name, here or not.
func (m Machine) Find(names []string) ([]Browser, error) {
	all := m.Browsers()
	var list []Browser
	for _, name := range names {
		i := slices.IndexFunc(all, func(b Browser) bool { return strings.EqualFold(b.ID, name) || strings.EqualFold(b.Name, name) })
		if i < 0 {
			var known []string
			for _, b := range all {
				known = append(known, b.ID)
			}
			return nil, fmt.Errorf("no browser %q is known; choose from %s, or name a data directory with --user-data-dir", name, strings.Join(known, ", "))
		}
		list = append(list, all[i])
	}
	return list, nil
}
