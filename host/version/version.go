// Package version says which Margay this is and which of two is newer.
//
// It guarantees that Newer is a strict order: no version is newer than itself,
// and of two versions at most one is newer. Text that is no version is older
// than every version, so a broken record never keeps a sound program out.
package version

import (
	"runtime/debug"
	"strconv"
	"strings"
)

// number is overridden at build time with -ldflags "-X …/host/version.number=…".
var number = "0.1.0"

// Version is the product version, such as 0.1.0.
func Version() string { return number }

// Build tells builds of one version apart: the revision that was built, with
// "+dirty" where the tree had changes, or "dev" where that is not known.
func Build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "dev"
	}
	return buildOf(info.Settings)
}

func buildOf(settings []debug.BuildSetting) string {
	revision, dirty := "dev", false
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value[:min(12, len(s.Value))]
		case "vcs.modified":
			dirty = s.Value == "true"
		}
	}
	if dirty {
		return revision + "+dirty"
	}
	return revision
}

// Newer reports whether a is strictly newer than b by semantic versioning. A
// leading v is allowed and build metadata (after +) does not count.
func Newer(a, b string) bool {
	va, okA := parse(a)
	vb, okB := parse(b)
	if !okA || !okB {
		return okA && !okB
	}
	for i := range va.core {
		if va.core[i] != vb.core[i] {
			return va.core[i] > vb.core[i]
		}
	}
	return newerPre(va.pre, vb.pre)
}

type parsed struct {
	core [3]uint64
	pre  []string
}

func parse(s string) (parsed, bool) {
	var v parsed
	s, _, _ = strings.Cut(strings.TrimPrefix(s, "v"), "+")
	core, pre, hasPre := strings.Cut(s, "-")
	parts := strings.Split(core, ".")
	if len(parts) != len(v.core) {
		return v, false
	}
	for i, p := range parts {
		n, err := strconv.ParseUint(p, 10, 64)
		if err != nil || p != strconv.FormatUint(n, 10) {
			return v, false
		}
		v.core[i] = n
	}
	if hasPre {
		v.pre = strings.Split(pre, ".")
	}
	return v, true
}

// newerPre compares pre-releases of one version: none is newer than any; then
// part by part, numbers by value and before words, and the longer list wins.
func newerPre(a, b []string) bool {
	if len(a) == 0 || len(b) == 0 {
		return len(a) == 0 && len(b) > 0
	}
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] == b[i] {
			continue
		}
		na, errA := strconv.ParseUint(a[i], 10, 64)
		nb, errB := strconv.ParseUint(b[i], 10, 64)
		switch {
		case errA == nil && errB == nil:
			return na > nb
		case (errA == nil) != (errB == nil):
			return errB == nil
		}
		return a[i] > b[i]
	}
	return len(a) > len(b)
}
