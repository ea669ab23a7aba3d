package tools

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Origin is where tools of a [Registry] come from.
type Origin struct {
	Source Source
	// Owner names the server, the skill or the script; empty for what the program has.
	Owner string
}

// Registry holds the tools that there are, beside those of a single run. It may be used from everywhere at once; a run
// works from a [Catalog] made of it, so what is put or dropped here changes no run before its next snapshot.
type Registry struct {
	mu       sync.Mutex // guards the rest
	origins  []Origin   // in the order in which they came
	tools    map[Origin][]Tool
	doubled  map[string]map[string]bool // names that servers have had in common, with those that are known still
	revision int64
}

// Put takes the tools of an origin in place of those that it had.
func (r *Registry) Put(o Origin, list ...Tool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tools == nil {
		r.tools, r.doubled = map[Origin][]Tool{}, map[string]map[string]bool{}
	}
	if _, known := r.tools[o]; !known {
		r.origins = append(r.origins, o)
	}
	r.tools[o] = slices.Clone(list)
	r.revision++
}

// Drop forgets an origin and its tools. A server that only does not answer is not dropped: the names that it shares with
// another one stay apart as long as both are known.
func (r *Registry) Drop(o Origin) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if _, known := r.tools[o]; !known {
		return
	}
	delete(r.tools, o)
	r.origins = slices.DeleteFunc(r.origins, func(other Origin) bool { return other == o })
	for name, owners := range r.doubled {
		if delete(owners, o.Owner); o.Source == SourceMCP && len(owners) < 2 {
			delete(r.doubled, name)
		}
	}
	r.revision++
}

// Revision counts the changes: where it is the same, a snapshot would be.
func (r *Registry) Revision() int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.revision
}

// Policy is what of a registry a run is given, and what it brings itself.
type Policy struct {
	// Session are the tools bound to the run, Script those of the userscript that started it.
	Session, Script []Tool
	// ScriptOwner is that userscript.
	ScriptOwner string
	// Off are names that a person has turned off, for the profile or the conversation.
	Off []string
	// Only, where it is not nil, are the names that there may be at most; Never are names that there may not be. Both
	// hold whatever the exposure is.
	Only, Never []string
}

// Snapshot makes the catalog of a run. What cannot be had is left out with a note, and never keeps the rest from being there.
func (r *Registry) Snapshot(p Policy) *Catalog {
	s := snapshot{policy: p, catalog: &Catalog{byName: map[string]int{}}}
	r.mu.Lock()
	offers := r.offers(p)
	r.noteDoubles(offers)
	s.doubled = r.doubled
	for _, o := range offers {
		s.take(o)
	}
	r.mu.Unlock()
	s.catalog.seal()
	return s.catalog
}

// Configurable lists what a person may turn on and off, in the order of a catalog. It starts nothing and changes nothing.
func (r *Registry) Configurable() []Entry {
	c := r.Snapshot(Policy{})
	return slices.DeleteFunc(c.Entries(), func(e Entry) bool { return e.exposure() != ExposureUser })
}

// offer is a tool with where it comes from.
type offer struct {
	Origin
	tool Tool
	spec Spec
}

// offers are all tools in the order of a catalog.
func (r *Registry) offers(p Policy) []offer {
	var list []offer
	add := func(o Origin, of []Tool) {
		for _, t := range of {
			list = append(list, offer{o, t, t.Spec()})
		}
	}
	for _, source := range Sources {
		switch source {
		case SourceSession:
			add(Origin{Source: SourceSession}, p.Session)
		case SourceScript:
			add(Origin{SourceScript, p.ScriptOwner}, p.Script)
		}
		for _, o := range r.origins {
			if o.Source == source {
				add(o, r.tools[o])
			}
		}
	}
	return list
}

// noteDoubles remembers which servers have a name in common.
func (r *Registry) noteDoubles(offers []offer) {
	owners := map[string]map[string]bool{}
	for _, o := range offers {
		if o.Source != SourceMCP {
			continue
		}
		if owners[o.spec.Name] == nil {
			owners[o.spec.Name] = map[string]bool{}
		}
		owners[o.spec.Name][o.Owner] = true
	}
	for name, of := range owners {
		switch {
		case r.doubled[name] != nil:
			maps.Copy(r.doubled[name], of)
		case len(of) > 1:
			r.doubled[name] = of
		}
	}
}

// snapshot is a catalog in the making.
type snapshot struct {
	policy  Policy
	doubled map[string]map[string]bool
	catalog *Catalog
}

// take adds an offer to the catalog, or notes why not.
func (s *snapshot) take(o offer) {
	e := Entry{Spec: o.spec, Source: o.Source, Owner: o.Owner}
	foreign := o.Source == SourceSkill || o.Source == SourceMCP || o.Source == SourceScript
	if o.Source == SourceMCP && s.doubled[e.Name] != nil {
		e.Name = o.Owner + "_" + e.Name
	}
	e.Name = speakable(e.Name)
	if e.Name != o.spec.Name {
		e.Original = o.spec.Name
	}
	switch {
	case e.exposure() == ExposureDiagnostic || e.exposure() == ExposureRuntime:
		return
	case s.policy.Only != nil && !slices.Contains(s.policy.Only, e.Name) || slices.Contains(s.policy.Never, e.Name):
		return
	case e.exposure() == ExposureUser && slices.Contains(s.policy.Off, e.Name):
		return
	case foreign && (Reserved(e.Name) || Reserved(o.spec.Name)):
		s.note("%s of %s is left out: the name is one of Margay's own.", o.spec.Name, o.of())
		return
	}
	if i, had := s.catalog.byName[e.Name]; had {
		s.note("%s of %s is left out: %s has a tool of that name.", o.spec.Name, o.of(), ofEntry(s.catalog.entries[i].Entry))
		return
	}
	if err := s.catalog.add(o.tool, e); err != nil {
		s.note("%s of %s is left out: its schema cannot be used (%s).", o.spec.Name, o.of(), err)
		return
	}
	if e.Original != "" {
		s.note("%s of %s is called %s here.", e.Original, o.of(), e.Name)
	}
}

func (s *snapshot) note(format string, a ...any) {
	s.catalog.notes = append(s.catalog.notes, fmt.Sprintf(format, a...))
}

func (o Origin) of() string {
	if o.Owner == "" {
		return "Margay"
	}
	return fmt.Sprintf("%s “%s”", o.Source, o.Owner)
}

func ofEntry(e Entry) string { return Origin{e.Source, e.Owner}.of() }

// longestName is what models take.
const longestName = 64

// speakable writes a name so that models take it, the same at each start: other signs become _, and a hash of the whole
// tells those apart that would then be alike.
func speakable(name string) string {
	if validName.MatchString(name) {
		return name
	}
	sum := sha256.Sum256([]byte(name))
	tail := "_" + strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
	plain := strings.Map(func(r rune) rune {
		if r < 0x80 && validName.MatchString(string(r)) {
			return r
		}
		return '_'
	}, name)
	return plain[:min(len(plain), longestName-len(tail))] + tail
}

// reserved are the names that only the program itself gives tools, whether it has them by now or will.
var reserved = strings.Fields(`
	navigate snapshot click fill select press_key scroll wait_for find get_tab_content screenshot execute_script handle_dialog
	hover drag fill_form check type_text upload_file download batch console network
	list_tabs open_tab close_tab activate_tab
	agent delegate subagent_orchestrator`)

// Reserved reports whether only the program itself may have a tool of that name.
func Reserved(name string) bool {
	return slices.Contains(reserved, name) || strings.HasPrefix(name, "tape_")
}
