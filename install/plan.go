package install

import (
	"fmt"
	"os"
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
// product holds and what cannot be put back. r is the record so far.
func (s Setup) plan(browsers []Browser, r Record, out *Outcome) []planned {
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
			p, err := s.planPlace(b, place, found, r)
			if err != nil {
				out.Failed = append(out.Failed, Failed{&b, at, err})
				continue
			}
			seen[at] = true
			plan = append(plan, p)
		}
	}
	if s.Machine.goos() == "windows" && len(seen) > 0 {
		file := s.manifestFile()
		plan = append([]planned{{entry: Entry{Kind: KindManifest, Path: file}, written: Written{Kind: KindManifest, At: file}}}, plan...)
	}
	return plan
}

func (s Setup) planPlace(b Browser, place Place, found Finding, r Record) (planned, error) {
	m, at := s.Machine, place.At(s.Want.Host)
	e := Entry{Kind: place.kind(), Path: at}
	if place.Key != "" {
		e.Made = m.missingKeys(place.Key)
	} else {
		e.Made = m.missingDirs(place.Folder)
	}
	w := Written{Kind: e.Kind, Browser: &b, At: at}
	another := found.State == StateFound && !m.samePath(found.Program, s.Want.Program) // a Margay of another data directory
	switch {
	case found.State == StateMissing || m.ours(found.Program) && !another:
		return planned{entry: e, written: w}, nil
	case found.State != StateForeign && !another && r.has(e):
		// We wrote there before, and what is left of it is nobody's.
		return planned{entry: e, written: w}, nil
	}
	before, err := s.before(place)
	if err != nil {
		return planned{}, fmt.Errorf("what stands there is not ours, and cannot be put back later, so it is left as it is: %w", err)
	}
	e.Before = &before
	if w.Replaced = found.Program; w.Replaced == "" {
		w.Replaced = "what no browser could read"
	}
	return planned{entry: e, written: w}, nil
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
