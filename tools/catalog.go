package tools

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Catalog is a closed set of tools: what is not in it cannot be called. It does
// not change after NewCatalog and may be shared.
type Catalog struct {
	entries []entry
	byName  map[string]int
}

type entry struct {
	tool  Tool
	spec  Spec
	check checker
}

var validName = regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`)

// NewCatalog makes a catalog in the order given. It refuses a name that models
// do not take, a name given twice and a schema that cannot be used.
func NewCatalog(tools ...Tool) (*Catalog, error) {
	c := &Catalog{byName: map[string]int{}}
	for _, t := range tools {
		spec := t.Spec()
		if !validName.MatchString(spec.Name) {
			return nil, fmt.Errorf("tool %q: a name is 1 to 64 of a-z A-Z 0-9 _ -", spec.Name)
		}
		if _, twice := c.byName[spec.Name]; twice {
			return nil, fmt.Errorf("tool %q is there twice", spec.Name)
		}
		check, err := newChecker(spec.Parameters)
		if err != nil {
			return nil, fmt.Errorf("tool %q: %w", spec.Name, err)
		}
		c.byName[spec.Name] = len(c.entries)
		c.entries = append(c.entries, entry{t, spec, check})
	}
	return c, nil
}

// Specs lists the tools in the catalog's order.
func (c *Catalog) Specs() []Spec {
	specs := make([]Spec, len(c.entries))
	for i, e := range c.entries {
		specs[i] = e.spec
	}
	return specs
}

// Names lists the names in alphabetical order.
func (c *Catalog) Names() []string {
	names := make([]string, 0, len(c.entries))
	for _, e := range c.entries {
		names = append(names, e.spec.Name)
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
