package install

import (
	"encoding/json"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// foundRecord stands for a record that is lost or damaged: it tells what can be
// shown to be ours. That is a program which is Margay in a data directory, the
// extension with our key, and whatever leads to that program, be the program, or
// the whole directory, gone. Browsers that were named by a data directory are not
// found again.
func (s Setup) foundRecord(damaged bool) (Record, error) {
	r := Record{Version: recordVersion, Home: s.Machine.Home}
	ours := s.DataIsOurs || s.isMarked()
	if !ours && damaged {
		return r, errNoRecord
	}
	if ours {
		r.Entries = s.foundHere()
	}
	r.Entries = append(r.Entries, s.foundLeads()...)
	if r.tellsOfData() || len(r.Entries) > 0 && s.isMarked() {
		data := Entry{Kind: KindData, Path: s.Data}
		if s.DataIsOurs {
			data.Made = s.inferMade()
		}
		r.Entries = append([]Entry{data}, r.Entries...)
	}
	return r, nil
}

// withFound is a record with what leads here and is not on it: the record may
// have come back from a backup, and know less than what was written since.
func (s Setup) withFound(k known) known {
	if below, ok := s.Machine.below(s.Want.Program, s.Data); ok && k.copied && s.Machine.samePath(k.from+below, s.Want.Program) {
		return k // a copy by hard links: what leads there seems to lead here
	}
	for _, e := range s.by(k).foundLeads() {
		if !s.onRecord(k.Record, e) {
			k.add(e)
			k.older = true
		}
	}
	return k
}

// foundLeads is what leads browsers, shells and the login to our program, whether
// it is there or not. What leads to a program of another's in its place is not ours.
func (s Setup) foundLeads() []Entry {
	if s.Machine.isThere(s.Want.Program) && !s.programIsOurs() {
		return nil
	}
	list := slices.Concat(s.foundPlaces(), s.foundLinks())
	if e := s.loginEntry(); e.Before == nil && s.loginIsOurs(e) {
		e.Made = nil
		list = append(list, e)
	}
	return list
}

// foundHere is what lies in the data directory.
func (s Setup) foundHere() []Entry {
	var list []Entry
	if s.programIsOurs() {
		list = append(list, Entry{Kind: KindProgram, Path: s.Want.Program, Made: []string{s.Machine.dir(s.Want.Program)}})
	}
	if s.extensionIsOurs() {
		if files, err := unpacked(s.Files); err == nil {
			list = append(list, Entry{Kind: KindExtension, Path: s.Extension, Files: files})
		}
	}
	if file := s.manifestFile(); s.Machine.goos() == "windows" && s.startsOurs(file) {
		list = append(list, Entry{Kind: KindManifest, Path: file})
	}
	return list
}

// foundPlaces is what leads browsers here.
func (s Setup) foundPlaces() []Entry {
	var list []Entry
	for _, b := range s.Machine.Browsers() {
		for _, place := range b.Writes {
			e := Entry{Kind: place.kind(), Path: place.At(s.Want.Host)}
			ours := place.Key == "" && s.startsOurs(e.Path)
			if place.Key != "" {
				named, err := s.Machine.Registry.Value(e.Path, "")
				ours = err == nil && s.Machine.samePath(named, s.manifestFile())
			}
			if ours && !slices.ContainsFunc(list, e.same) {
				list = append(list, e)
			}
		}
	}
	return list
}

// foundLinks are the commands that lead here, in the folders of PATH and in the
// one that the scripts use.
func (s Setup) foundLinks() []Entry {
	m := s.Machine
	if m.goos() == "windows" {
		return nil
	}
	var list []Entry
	for _, dir := range append(strings.Split(m.getenv("PATH"), ":"), m.join(m.Home, ".local", "bin")) {
		if !strings.HasPrefix(dir, "/") {
			continue
		}
		e := Entry{Kind: KindLink, Path: m.join(dir, "margay")}
		if ours, _ := s.linkIsOurs(e.Path); ours && !slices.ContainsFunc(list, e.same) {
			list = append(list, e)
		}
	}
	return list
}

// programIsOurs reports whether a program of Margay lies where ours goes.
func (s Setup) programIsOurs() bool {
	file := s.Machine.file(s.Want.Program)
	return s.IsMargay != nil && isRegular(file) && s.IsMargay(file)
}

// isRegular reports whether a file is there, and no link to one of a person's.
func isRegular(file string) bool {
	info, err := os.Lstat(file)
	return err == nil && info.Mode().IsRegular()
}

// startsOurs reports whether a manifest starts our program.
func (s Setup) startsOurs(manifest string) bool {
	data, err := os.ReadFile(s.Machine.file(manifest))
	if err != nil {
		return false
	}
	is, err := parseManifest(data)
	return err == nil && s.isOurs(is.Path, s.Want.Program)
}

// extensionIsOurs reports whether the folder holds an extension with the key of ours.
func (s Setup) extensionIsOurs() bool {
	if s.Files == nil {
		return false
	}
	is, ok := keyOf(os.DirFS(s.Machine.file(s.Extension)))
	if !ok {
		return false
	}
	want, ok := keyOf(s.Files)
	return ok && is == want
}

// keyOf is the key in an extension's manifest, which makes its id.
func keyOf(files fs.FS) (string, bool) {
	data, err := fs.ReadFile(files, "manifest.json")
	if err != nil {
		return "", false
	}
	var is struct {
		Key string `json:"key"`
	}
	return is.Key, json.Unmarshal(data, &is) == nil && is.Key != ""
}
