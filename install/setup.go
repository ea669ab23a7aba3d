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

// Setup is an installation of Margay for one person. All but Force, Link
// and Login is required to install; Uninstall needs neither Source nor Files.
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
	// Prepare makes the data directory; Scaffold is what it makes that holds
	// nothing of the person's, and so goes where nothing else is left.
	Prepare  func() error
	Scaffold []string
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
	// Replaced is the program of another product that stood there.
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

// Failed is a place that could not be written.
type Failed struct {
	Browser *Browser // nil for what is nobody's
	At      string
	Err     error
}

// Outcome is what an installation came to. One browser that could not be
// registered keeps no other from it.
type Outcome struct {
	Written []Written
	Skipped []Skipped
	Failed  []Failed
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
	plan := s.plan(browsers, &out)
	if err := s.note(plan); err != nil {
		return out, err
	}
	same, err := s.Machine.copyProgram(s.Source, s.Want.Program)
	if err != nil {
		return out, err
	}
	out.Written = append(out.Written, Written{Kind: KindProgram, At: s.Want.Program, Same: same})
	if err := Unpack(s.Files, s.Machine.file(s.Extension), s.Last); err != nil {
		return out, err
	}
	out.Written = append(out.Written, Written{Kind: KindExtension, At: s.Extension})
	failed := map[string]bool{}
	for _, p := range plan {
		err := s.put(p.entry, data)
		if failed[p.written.At] && err == nil { // the same place once more, for another browser
			err = errors.New("it could not be written")
		}
		if err != nil {
			failed[p.written.At] = true
			out.Failed = append(out.Failed, Failed{p.written.Browser, p.written.At, err})
			continue
		}
		out.Written = append(out.Written, p.written)
	}
	if err := s.link(&out); err != nil {
		return out, err
	}
	return out, s.login(&out)
}

// refuse says what cannot work before anything is written.
func (s Setup) refuse() error {
	share := func(path string) bool { return strings.HasPrefix(path, `\\`) || strings.HasPrefix(path, "//") }
	if s.Machine.goos() == "windows" && s.Link != "" {
		return errors.New("links to programs are not made on Windows: leave --link out, and add the program's folder to Path")
	}
	if s.Machine.goos() == "windows" && share(s.Data) {
		return fmt.Errorf("%s lies on a network share, from where Windows does not start a browser's program (its command shell cannot "+
			"work in such a folder) and where the database cannot be locked: choose a local folder with --data", s.Data)
	}
	return nil
}

func (p Place) kind() Kind {
	if p.Key != "" {
		return KindKey
	}
	return KindManifest
}

// planned is an entry with what is said of it once it is written.
type planned struct {
	entry   Entry
	written Written
}

// plan says what goes where, each place once, and leaves out what another
// product holds.
func (s Setup) plan(browsers []Browser, out *Outcome) []planned {
	m := s.Machine
	var plan []planned
	seen := map[string]bool{}
	for _, b := range browsers {
		for _, place := range b.Writes {
			at := place.At(s.Want.Host)
			if seen[at] {
				plan = append(plan, planned{written: Written{Kind: place.kind(), Browser: &b, At: at}})
				continue
			}
			found := m.look(s.Want, place)
			if found.State == StateForeign && !s.Force {
				out.Skipped = append(out.Skipped, Skipped{Browser: b, At: at, Program: found.Program})
				continue
			}
			seen[at] = true
			plan = append(plan, s.planPlace(b, place, found))
		}
	}
	if s.Machine.goos() == "windows" && len(seen) > 0 {
		file := s.manifestFile()
		plan = append([]planned{{entry: Entry{Kind: KindManifest, Path: file}, written: Written{Kind: KindManifest, At: file}}}, plan...)
	}
	return plan
}

func (s Setup) planPlace(b Browser, place Place, found Finding) planned {
	m, at := s.Machine, place.At(s.Want.Host)
	e := Entry{Kind: place.kind(), Path: at}
	if place.Key != "" {
		e.Made = m.missingKeys(place.Key)
	} else {
		e.Made = m.missingDirs(place.Folder)
	}
	w := Written{Kind: e.Kind, Browser: &b, At: at}
	if found.State == StateForeign {
		w.Replaced = found.Program
		e.Before = s.before(place, found)
	}
	return planned{entry: e, written: w}
}

// before is what another product has at a place: the name of its manifest in
// the registry, or the manifest itself.
func (s Setup) before(place Place, found Finding) *string {
	if place.Key != "" {
		return &found.At
	}
	data, err := os.ReadFile(s.Machine.file(found.At))
	if err != nil {
		return nil // it has just been read; it went in between
	}
	text := string(data)
	return &text
}

// note writes the record, with the data directory that it lies in.
func (s Setup) note(plan []planned) error {
	m := s.Machine
	made := m.missingDirs(s.Data)
	if err := s.Prepare(); err != nil {
		return err
	}
	r, err := readRecord(m.file(s.record()))
	if err != nil {
		return err
	}
	r.add(Entry{Kind: KindData, Path: s.Data, Made: made})
	r.add(Entry{Kind: KindProgram, Path: s.Want.Program, Made: m.missingDirs(m.dir(s.Want.Program))})
	r.add(Entry{Kind: KindExtension, Path: s.Extension})
	for _, p := range plan {
		if p.entry.Path != "" {
			r.add(p.entry)
		}
	}
	if e, ok := s.linkEntry(); ok {
		r.add(e)
	}
	if s.Login == ChoiceYes {
		r.add(s.loginEntry())
	}
	return r.write(m.file(s.record()))
}

// put writes a manifest or a key; a plan's repeated places have neither.
func (s Setup) put(e Entry, data []byte) error {
	switch e.Kind {
	case KindKey:
		return s.Machine.Registry.SetValue(e.Path, e.Value, s.manifestFile())
	case KindManifest:
		return Write(s.Machine.file(e.Path), data)
	}
	return nil
}

// missingDirs lists the folders down to dir that are not there, deepest first.
func (m Machine) missingDirs(dir string) []string {
	var list []string
	for !m.isThere(dir) {
		list = append(list, dir)
		up := m.dir(dir)
		if up == dir {
			break
		}
		dir = up
	}
	return list
}

// missingKeys lists the keys down to key that are not there, deepest first.
func (m Machine) missingKeys(key string) []string {
	var list []string
	for strings.Contains(key, `\`) && !m.Registry.HasKey(key) {
		list = append(list, key)
		key = key[:strings.LastIndex(key, `\`)]
	}
	return list
}

// copyProgram puts a copy of the program in its place, unless it is there.
func (m Machine) copyProgram(source, to string) (same bool, err error) {
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
