package install

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Kind says what an entry of the record is.
type Kind string

// What install writes.
const (
	KindData      Kind = "data"      // the data directory
	KindProgram   Kind = "program"   // the copy of the program
	KindExtension Kind = "extension" // the folder of the unpacked extension
	KindManifest  Kind = "manifest"  // a manifest, in a browser's folder or beside our data
	KindKey       Kind = "key"       // a registry key that names the manifest
	KindLink      Kind = "link"      // the person's command: a link to the program
	KindLogin     Kind = "login"     // what starts the daemon at login: a file, or a value of a registry key
)

// KindForeignLink is said of a command of the person's that is not ours and was
// left; it is in no record.
const KindForeignLink Kind = "foreign link"

// KindForeignLogin is the same of what is started at login.
const KindForeignLogin Kind = "foreign login"

// Entry is one thing that install wrote.
type Entry struct {
	Kind Kind `json:"kind"`
	// Path is the file, folder or registry key; Value the name of its value
	// where that is not the default one.
	Path  string `json:"path"`
	Value string `json:"value,omitempty"`
	// Made are the folders or keys above it that were not there before,
	// deepest first. They go with it where nothing else lies in them.
	Made []string `json:"made,omitempty"`
	// Files are what was written into the folder of an extension, with slashes.
	Files []string `json:"files,omitempty"`
	// Mode are the permissions of a data directory that was there before; they
	// are given back with it.
	Mode fs.FileMode `json:"mode,omitempty"`
	// Before is what another had there, put back by uninstall: another product,
	// else another Margay.
	Before *string `json:"before,omitempty"`
}

// at says to a person where it is: a value is no key.
func (e Entry) at() string {
	if e.Value == "" {
		return e.Path
	}
	return e.Path + " (value " + e.Value + ")"
}

// Record is what install wrote: DATA/installed.json. It is on disk before
// anything that it names, so that what an interrupted install left can be
// taken back too.
//
// Its entries tell the paths at the time of writing. The one of KindData is the
// folder for which it was written, and Home was the person's home folder then:
// where either is another now, [Setup.known] says what holds.
type Record struct {
	Version int    `json:"version"`
	Home    string `json:"home,omitempty"`
	// Earlier are the paths at which this data directory lay before, or by which
	// it is known too. CopyOf are those that it was copied from.
	Earlier []string `json:"earlier,omitempty"`
	CopyOf  []string `json:"copy_of,omitempty"`
	Entries []Entry  `json:"entries"`
}

const recordVersion = 1

// errDamaged says that a record is no record.
var errDamaged = errors.New("the record of what was installed is damaged; \"margay install\" takes over what is ours and writes a new one")

// errNoRecord says that what has the record's name is not ours.
var errNoRecord = errors.New("a file of that name, which is no record of an installation, is there already and is left: choose another folder with --data, or move it away")

// ReadRecord reads a record; an empty one where there is none.
func ReadRecord(path string) (Record, error) {
	data, err := os.ReadFile(path)
	if absent(err) {
		return Record{Version: recordVersion}, nil
	}
	if err != nil {
		return Record{}, fmt.Errorf("read the record of what was installed: %w", err)
	}
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return Record{}, fmt.Errorf("%s: %w (%w)", path, errDamaged, err)
	}
	if r.Version != recordVersion {
		return Record{}, fmt.Errorf("%s was written by another version of Margay (form %d, this one knows %d): use that one", path, r.Version, recordVersion)
	}
	return r, nil
}

// add notes an entry. What an earlier install knew of the same thing stays
// known: what it made, and what was there before it.
func (r *Record) add(e Entry) {
	i := slices.IndexFunc(r.Entries, e.same)
	if i < 0 {
		r.Entries = append(r.Entries, e)
		return
	}
	old := &r.Entries[i]
	for _, made := range e.Made {
		if !slices.Contains(old.Made, made) {
			old.Made = append(old.Made, made)
		}
	}
	for _, file := range e.Files {
		if !slices.Contains(old.Files, file) {
			old.Files = append(old.Files, file)
		}
	}
	if old.Mode == 0 {
		old.Mode = e.Mode
	}
	if e.Before != nil { // only what is another's now; keepsBefore has judged it
		old.Before = e.Before
	}
}

// has reports whether the place of an entry is on record.
func (r Record) has(e Entry) bool { return slices.ContainsFunc(r.Entries, e.same) }

// same reports whether two entries are of one place.
func (e Entry) same(o Entry) bool { return o.Kind == e.Kind && o.Path == e.Path && o.Value == e.Value }

// tellsOfData reports whether a record tells of anything that lies in the data
// directory; one that was found may know only what leads there.
func (r Record) tellsOfData() bool {
	return slices.ContainsFunc(r.Entries, func(e Entry) bool {
		return e.Kind == KindData || e.Kind == KindProgram || e.Kind == KindExtension
	})
}

// data is the folder that a record was written for, "" where it tells of none.
func (r Record) data() string {
	e, _ := r.find(KindData)
	return e.Path
}

// files are those of the extension that are on record.
func (r Record) files() []string {
	e, _ := r.find(KindExtension)
	return e.Files
}

func (r Record) find(k Kind) (Entry, bool) {
	i := slices.IndexFunc(r.Entries, func(e Entry) bool { return e.Kind == k })
	if i < 0 {
		return Entry{}, false
	}
	return r.Entries[i], true
}

func (r Record) write(path string) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return fmt.Errorf("note what is installed: %w", err)
	}
	// What it names is written next: it has to be on the disk before, also where
	// the power fails, and not as a name for an empty file.
	if err := replaceFile(path, append(data, '\n'), 0o600, (*os.File).Sync); err != nil {
		return fmt.Errorf("note what is installed: %w", err)
	}
	if err := syncFolder(filepath.Dir(path)); err != nil {
		return fmt.Errorf("note what is installed: %w", err)
	}
	return nil
}

// replaceFile writes a file by rename; its folder is there. What is given last
// is done with the file before it has its name.
func replaceFile(path string, data []byte, mode os.FileMode, before ...func(*os.File) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(mode)
	}
	for _, do := range before {
		if err == nil {
			err = do(f)
		}
	}
	if errClose := f.Close(); err == nil {
		err = errClose
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}
