package lazyregexp_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/lazyregexp"
)

func TestNew_of_a_broken_pattern(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("it was not noticed in a test")
		}
	}()
	lazyregexp.New("(")
}

func TestRegexp_is_as_the_standard_library_has_it(t *testing.T) {
	const pattern, text = `(\w)(\d+)`, "a1 and b23, c"
	ours, theirs := lazyregexp.New(pattern), regexp.MustCompile(pattern)
	upper := strings.ToUpper
	for name, same := range map[string]bool{
		"String":               ours.String() == theirs.String(),
		"MatchString":          ours.MatchString(text) && !ours.MatchString("c"),
		"FindStringSubmatch":   slices.Equal(ours.FindStringSubmatch(text), theirs.FindStringSubmatch(text)),
		"ReplaceAllString":     ours.ReplaceAllString(text, "$2") == theirs.ReplaceAllString(text, "$2"),
		"FindStringIndex":      slices.Equal(ours.FindStringIndex(text), theirs.FindStringIndex(text)),
		"ReplaceAllStringFunc": ours.ReplaceAllStringFunc(text, upper) == theirs.ReplaceAllStringFunc(text, upper),
		"Split":                slices.Equal(ours.Split(text, -1), theirs.Split(text, -1)),
	} {
		if !same {
			t.Error(name)
		}
	}
}
