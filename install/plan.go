package install

import (
	"fmt"
	"os"
	"slices"
	"strings"
)

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
// product holds and what cannot be put back. r is the record so far, want the manifest.
func (s Setup) plan(browsers []Browser, r Record, want []byte, out *Outcome) []planned {
	var plan []planned
	seen := map[string]bool{}
	for _, b := range browsers {
		for _, place := range b.Writes {
			at := place.At(s.Want.Host)
			if seen[at] {
				plan = append(plan, planned{written: Written{Kind: place.kind(), Browser: &b, At: at}})
				continue
			}
			found := s.Machine.look(s.Want, place)
			if found.State == StateForeign && !s.Force {
				out.Skipped = append(out.Skipped, Skipped{Browser: b, At: at, Program: found.Program})
				continue
			}
			p, err := s.planPlace(b, place, found, r, want)
			if err != nil {
				out.Failed = append(out.Failed, Failed{place.kind(), &b, at, err})
				continue
			}
			seen[at] = true
			plan = append(plan, p)
		}
	}
	plan = append(plan, s.mended(r, seen)...)
	if s.Machine.goos() == "windows" && len(plan) > 0 {
		file := s.manifestFile()
		plan = append([]planned{{entry: Entry{Kind: KindManifest, Path: file}, written: Written{Kind: KindManifest, At: file}}}, plan...)
	}
	return plan
}

// mended are the places on record that lead to where the program was before, and
// that no browser of this install has.
func (s Setup) mended(r Record, seen map[string]bool) []planned {
	var plan []planned
	for _, e := range r.Entries {
		if seen[e.Path] || e.Kind == KindKey && !s.keyIsStale(e) || e.Kind == KindManifest && !s.manifestIsStale(e) {
			continue
		}
		if e.Kind == KindKey || e.Kind == KindManifest && e.Path != s.manifestFile() {
			plan = append(plan, planned{entry: e, written: Written{Kind: e.Kind, At: e.Path}})
		}
	}
	return plan
}

func (s Setup) keyIsStale(e Entry) bool {
	named, err := s.Machine.Registry.Value(e.Path, e.Value)
	return err == nil && s.isOurs(named, s.manifestFile()) && !s.Machine.samePath(named, s.manifestFile())
}

func (s Setup) manifestIsStale(e Entry) bool {
	data, err := os.ReadFile(s.Machine.file(e.Path))
	if err != nil {
		return false
	}
	is, err := parseManifest(data)
	return err == nil && s.isOurs(is.Path, s.Want.Program) && !s.Machine.samePath(is.Path, s.Want.Program)
}

// madeBy are the folders that another Margay made for an entry, by its record.
// They are to go with whichever of the two goes last.
func (s Setup) madeBy(program string, e Entry) []string {
	m := s.Machine
	if !m.ours(program) {
		return nil
	}
	r, err := ReadRecord(m.file(m.RecordIn(m.dir(m.dir(program)))))
	i := slices.IndexFunc(r.Entries, e.same)
	if err != nil || i < 0 {
		return nil // then nothing is known of them, and they stay
	}
	return r.Entries[i].Made
}

func (s Setup) planPlace(b Browser, place Place, found Finding, r Record, want []byte) (planned, error) {
	m, at := s.Machine, place.At(s.Want.Host)
	e := Entry{Kind: place.kind(), Path: at}
	if place.Key != "" {
		e.Made = m.missingKeys(place.Key)
	} else {
		e.Made = m.missingDirs(place.Folder)
	}
	w := Written{Kind: e.Kind, Browser: &b, At: at}
	obstacle := m.obstacle(s.manifestOf(place))
	switch {
	case obstacle != nil:
		return planned{}, obstacle
	case found.State == StateMissing || s.wrote(e, found, r, want):
		return planned{entry: e, written: w}, nil
	}
	before, err := s.before(place)
	if err != nil {
		return planned{}, fmt.Errorf("what stands there is not ours, and cannot be put back later, so it is left as it is: %w", err)
	}
	if e.Kind == KindManifest && !s.serves(e.Kind, before) {
		return planned{entry: e, written: w}, nil // of a Margay that has gone
	}
	e.Made = append(e.Made, s.madeBy(found.Program, e)...)
	if !s.keepsBefore(r, e, before) {
		e.Before = &before
	}
	if w.Replaced = found.Program; w.Replaced == "" {
		w.Replaced = "what no browser could read"
	}
	return planned{entry: e, written: w}, nil
}

// wrote reports whether what was found is this installation's: it has exactly
// our content, or is on record and has not become another's. What is left of
// ours where no program can be read, or is there, is nobody's.
func (s Setup) wrote(e Entry, found Finding, r Record, want []byte) bool {
	m := s.Machine
	if e.Kind == KindKey && m.samePath(found.At, s.manifestFile()) || e.Kind == KindManifest && sameFile(m.file(e.Path), want) {
		return true
	}
	another := found.State == StateForeign || found.State == StateFound // a Margay of another data directory
	return s.onRecord(r, e) && (m.samePath(found.Program, s.Want.Program) || !another)
}

// onRecord reports whether the record knows a place, be it by another name of
// the same file.
func (s Setup) onRecord(r Record, e Entry) bool {
	return slices.ContainsFunc(r.Entries, func(o Entry) bool {
		return e.same(o) || o.Kind == KindManifest && e.Kind == KindManifest && s.Machine.samePath(o.Path, e.Path)
	})
}

// manifestOf is where the manifest lies of which a place tells.
func (s Setup) manifestOf(place Place) string {
	if place.Key != "" {
		return s.manifestFile()
	}
	return place.At(s.Want.Host)
}

// keepsBefore reports whether what the record knows to have stood at a place
// counts more than what stands there now: another Margay took the place of what
// another product had. What no browser can read is nobody's loss, and counts less.
func (s Setup) keepsBefore(r Record, e Entry, now string) bool {
	i := slices.IndexFunc(r.Entries, e.same)
	if i < 0 || r.Entries[i].Before == nil {
		return false
	}
	was, _ := s.of(e.Kind, *r.Entries[i].Before)
	is, _ := s.of(e.Kind, now)
	return was == ownerProduct && is == ownerMargay
}

// owner says whose something is that stood at a place of ours.
type owner int

const (
	ownerNobody  owner = iota // no browser can read it, or it starts nothing
	ownerMargay               // this Margay, or one of another data directory
	ownerProduct              // another product
)

// of says whose that is which stood at a place: a manifest, which is returned,
// or the name of one. Of one that is not there any more its name tells.
func (s Setup) of(k Kind, before string) (owner, manifest) {
	m := s.Machine
	if k == KindKey {
		data, err := os.ReadFile(m.file(before))
		if absent(err) && m.base(before) == s.Want.Host+".json" {
			return ownerMargay, manifest{}
		}
		if err != nil {
			return ownerNobody, manifest{}
		}
		before = string(data)
	}
	is, err := parseManifest([]byte(before))
	switch {
	case err != nil || is.Path == "":
		return ownerNobody, is
	case m.ours(is.Path) && !m.forOthers(s.Want, is):
		return ownerMargay, is
	}
	return ownerProduct, is
}

// before is what stands at a place that is not ours: the name of a manifest in
// the registry, or the manifest itself.
func (s Setup) before(place Place) (string, error) {
	at := place.At(s.Want.Host)
	if place.Key != "" {
		return s.Machine.Registry.Value(at, "")
	}
	data, err := os.ReadFile(s.Machine.file(at))
	return string(data), err
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
