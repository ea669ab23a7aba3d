package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Source says where a tool comes from. The order of [Sources] decides between two of one name.
type Source string

// The sources.
const (
	SourceSession Source = "session" // bound to one run
	SourceBuiltin Source = "builtin" // what the program has
	SourceSkill   Source = "skill"
	SourceMCP     Source = "mcp"
	SourceScript  Source = "script" // given by a userscript
)

// Sources is the order in which sources come in a catalog; a later one never covers an earlier.
var Sources = []Source{SourceSession, SourceBuiltin, SourceSkill, SourceMCP, SourceScript}

// Exposure says who decides whether a model is shown a tool.
type Exposure string

// The exposures. The empty one is ExposureUser.
const (
	ExposureUser       Exposure = "user-configurable"
	ExposureModel      Exposure = "system-model" // the run decides; a person's list is passed over
	ExposureDiagnostic Exposure = "diagnostic"   // never shown to a model
	ExposureRuntime    Exposure = "runtime-only" // only the host calls it
)

// Entry is a tool as a catalog has it.
type Entry struct {
	Spec
	Source Source
	// Owner is the server, the skill or the script that it comes from, empty for what the program has.
	Owner string
	// Original is the tool's own name, where the catalog calls it otherwise.
	Original string
}

// Catalog is a closed set of tools: what is not in it cannot be called. It does
// not change after it was made and may be shared.
type Catalog struct {
	entries     []entry
	byName      map[string]int
	notes       []string
	fingerprint string
}

type entry struct {
	Entry
	tool  Tool
	check checker
}

var validName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// NewCatalog makes a catalog of tools of the program in the order given. It refuses a name that models
// do not take, a name given twice and a schema that cannot be used.
func NewCatalog(list ...Tool) (*Catalog, error) {
	c := &Catalog{byName: map[string]int{}}
	for _, t := range list {
		spec := t.Spec()
		if !validName.MatchString(spec.Name) {
			return nil, fmt.Errorf("tool %q: a name is 1 to 64 of a-z A-Z 0-9 _ -", spec.Name)
		}
		if _, twice := c.byName[spec.Name]; twice {
			return nil, fmt.Errorf("tool %q is there twice", spec.Name)
		}
		if err := c.add(t, Entry{Spec: spec, Source: SourceBuiltin}); err != nil {
			return nil, err
		}
	}
	c.seal()
	return c, nil
}

// add puts a tool under the name of its entry, which is free.
func (c *Catalog) add(t Tool, e Entry) error {
	check, err := newChecker(e.Parameters)
	if err != nil {
		return fmt.Errorf("tool %q: %w", e.Name, err)
	}
	c.byName[e.Name] = len(c.entries)
	c.entries = append(c.entries, entry{e, t, check})
	return nil
}

// seal makes the fingerprint.
func (c *Catalog) seal() {
	h := sha256.New()
	enc := json.NewEncoder(h)
	for _, e := range c.entries {
		// Errors cannot be: a hash takes all, and these members are text.
		_ = enc.Encode([]any{e.Name, e.Source, e.Owner, e.Original, e.exposure(), e.ReadOnly, e.Parallel, e.Class, e.Untrusted, e.Description, string(e.Parameters)})
	}
	c.fingerprint = hex.EncodeToString(h.Sum(nil))
}

// Fingerprint is the same for two catalogs exactly where a model and a run find the same in both: names, sources, effects,
// schemas and words, in order.
func (c *Catalog) Fingerprint() string { return c.fingerprint }

// Notes say what was left out or is called otherwise, and why, for a person and a model.
func (c *Catalog) Notes() []string { return slices.Clone(c.notes) }

// Entries lists the tools in the catalog's order.
func (c *Catalog) Entries() []Entry {
	list := make([]Entry, len(c.entries))
	for i, e := range c.entries {
		list[i] = e.Entry
	}
	return list
}

// Specs lists the tools in the catalog's order.
func (c *Catalog) Specs() []Spec {
	specs := make([]Spec, len(c.entries))
	for i, e := range c.entries {
		specs[i] = e.Spec
	}
	return specs
}

// Has reports whether there is a tool of that name.
func (c *Catalog) Has(name string) bool {
	_, ok := c.byName[name]
	return ok
}

// Names lists the names in alphabetical order.
func (c *Catalog) Names() []string {
	names := make([]string, 0, len(c.entries))
	for _, e := range c.entries {
		names = append(names, e.Name)
	}
	slices.Sort(names)
	return names
}

func (c *Catalog) lookup(name string) (entry, error) {
	i, ok := c.byName[name]
	if !ok {
		return entry{}, Mistake("There is no tool %q. The tools are: %s.", name, strings.Join(c.Names(), ", "))
	}
	return c.entries[i], nil
}

// exposure is the one that an empty one means.
func (s Spec) exposure() Exposure {
	if s.Exposure == "" {
		return ExposureUser
	}
	return s.Exposure
}
