// Package lazyregexp is regular expressions that are compiled when they are
// first used.
//
// It guarantees that one which is never used costs a start nothing: the program
// is started for each link of a browser, and such a link reads no sentences. In
// a test each is compiled at once, so that no broken one outlives a test run.
package lazyregexp

import (
	"os"
	"regexp"
	"strings"
	"sync"
)

// inTest: the go command calls its test programs so.
var inTest = len(os.Args) > 0 && strings.HasSuffix(strings.TrimSuffix(os.Args[0], ".exe"), ".test")

// Regexp is used like one of the standard library, of which it has the methods
// that are used. It may be shared.
type Regexp struct{ compiled func() *regexp.Regexp }

// New takes a pattern. One that is broken panics when it is first used.
func New(pattern string) *Regexp {
	r := &Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })}
	if inTest {
		r.compiled()
	}
	return r
}

// String is the pattern.
func (r *Regexp) String() string { return r.compiled().String() }

// Match is that of regexp.
func (r *Regexp) Match(b []byte) bool { return r.compiled().Match(b) }

// MatchString is that of regexp.
func (r *Regexp) MatchString(s string) bool { return r.compiled().MatchString(s) }

// FindString is that of regexp.
func (r *Regexp) FindString(s string) string { return r.compiled().FindString(s) }

// FindStringIndex is that of regexp.
func (r *Regexp) FindStringIndex(s string) []int { return r.compiled().FindStringIndex(s) }

// FindStringSubmatch is that of regexp.
func (r *Regexp) FindStringSubmatch(s string) []string { return r.compiled().FindStringSubmatch(s) }

// FindStringSubmatchIndex is that of regexp.
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.compiled().FindStringSubmatchIndex(s)
}

// FindAllString is that of regexp.
func (r *Regexp) FindAllString(s string, n int) []string { return r.compiled().FindAllString(s, n) }

// FindAllStringIndex is that of regexp.
func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringIndex(s, n)
}

// FindAllStringSubmatch is that of regexp.
func (r *Regexp) FindAllStringSubmatch(s string, n int) [][]string {
	return r.compiled().FindAllStringSubmatch(s, n)
}

// FindAllStringSubmatchIndex is that of regexp.
func (r *Regexp) FindAllStringSubmatchIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringSubmatchIndex(s, n)
}

// FindAllSubmatch is that of regexp.
func (r *Regexp) FindAllSubmatch(b []byte, n int) [][][]byte {
	return r.compiled().FindAllSubmatch(b, n)
}

// FindAllSubmatchIndex is that of regexp.
func (r *Regexp) FindAllSubmatchIndex(b []byte, n int) [][]int {
	return r.compiled().FindAllSubmatchIndex(b, n)
}

// FindAll is that of regexp.
func (r *Regexp) FindAll(b []byte, n int) [][]byte { return r.compiled().FindAll(b, n) }

// ReplaceAllString is that of regexp.
func (r *Regexp) ReplaceAllString(s, by string) string { return r.compiled().ReplaceAllString(s, by) }

// ReplaceAllStringFunc is that of regexp.
func (r *Regexp) ReplaceAllStringFunc(s string, by func(string) string) string {
	return r.compiled().ReplaceAllStringFunc(s, by)
}

// Split is that of regexp.
func (r *Regexp) Split(s string, n int) []string { return r.compiled().Split(s, n) }

// SubexpNames is that of regexp.
func (r *Regexp) SubexpNames() []string { return r.compiled().SubexpNames() }

// SubexpIndex is that of regexp.
func (r *Regexp) SubexpIndex(name string) int { return r.compiled().SubexpIndex(name) }
