// Package installtest has what tests of installing need on any system.
//
// It guarantees that [Registry] behaves as Windows' does where package install
// depends on it: keys and value names know no capitals, a value makes its keys
// and those above them, and a key that holds something is never removed.
package installtest

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Registry is Windows' registry in memory. Its zero value is an empty one. It
// is not safe for concurrent use.
type Registry struct {
	keys map[string]key
}

type key struct {
	name   string
	values map[string]string
}

// Value reads a text.
func (r *Registry) Value(path, name string) (string, error) {
	if text, ok := r.keys[strings.ToLower(path)].values[strings.ToLower(name)]; ok {
		return text, nil
	}
	return "", fmt.Errorf("registry key %s: %w", path, fs.ErrNotExist)
}

// SetValue writes a text, and makes the key and those above it.
func (r *Registry) SetValue(path, name, text string) error {
	if r.keys == nil {
		r.keys = map[string]key{}
	}
	for i, c := range path + `\` {
		at := strings.ToLower(path[:min(i, len(path))])
		if _, ok := r.keys[at]; c == '\\' && !ok {
			r.keys[at] = key{name: path[:i], values: map[string]string{}}
		}
	}
	r.keys[strings.ToLower(path)].values[strings.ToLower(name)] = text
	return nil
}

// DeleteValue removes a value; it is no error where there is none.
func (r *Registry) DeleteValue(path, name string) error {
	delete(r.keys[strings.ToLower(path)].values, strings.ToLower(name))
	return nil
}

// HasKey reports whether the key is there.
func (r *Registry) HasKey(path string) bool {
	_, ok := r.keys[strings.ToLower(path)]
	return ok
}

// DeleteEmptyKey removes a key that holds neither values nor keys.
func (r *Registry) DeleteEmptyKey(path string) error {
	at := strings.ToLower(path)
	for other := range r.keys {
		if strings.HasPrefix(other, at+`\`) {
			return nil
		}
	}
	if len(r.keys[at].values) == 0 {
		delete(r.keys, at)
	}
	return nil
}

// Dump lists all that is there, a key or a value a line, in order.
func (r *Registry) Dump() []string {
	var lines []string
	for _, k := range slices.Collect(maps.Values(r.keys)) {
		if strings.Contains(k.name, `\`) { // the roots are always there
			lines = append(lines, k.name)
		}
		for name, text := range k.values {
			lines = append(lines, k.name+" ["+name+"] = "+text)
		}
	}
	slices.Sort(lines)
	return lines
}
