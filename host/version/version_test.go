package version_test

import (
	"testing"

	"github.com/margay/margay/host/version"
)

func TestNewer(t *testing.T) {
	t.Parallel()
	// Each version is strictly newer than all before it.
	order := []string{
		"broken", "0.0.1", "0.1.0-alpha", "0.1.0-alpha.1", "0.1.0-alpha.beta", "0.1.0-beta.2", "0.1.0-beta.11",
		"0.1.0", "v0.2.0", "0.10.0", "1.0.0-rc.1", "1.0.0",
	}
	for i, a := range order {
		for j, b := range order {
			if got, want := version.Newer(a, b), i > j; got != want {
				t.Errorf("Newer(%q, %q) = %v, want %v", a, b, got, want)
			}
		}
	}
}

func TestNewer_equal_is_not_newer(t *testing.T) {
	t.Parallel()
	for name, pair := range map[string][2]string{
		"leading_v":      {"v1.2.3", "1.2.3"},
		"build_metadata": {"1.2.3+abc", "1.2.3+zzz"},
		"both_broken":    {"1.2", "01.2.3"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if version.Newer(pair[0], pair[1]) || version.Newer(pair[1], pair[0]) {
				t.Errorf("%v: one is newer than the other", pair)
			}
		})
	}
}

func FuzzNewer(f *testing.F) {
	f.Add("1.0.0", "1.0.0-rc.1")
	f.Add("x", "")
	f.Fuzz(func(t *testing.T, a, b string) {
		if version.Newer(a, b) && version.Newer(b, a) {
			t.Errorf("%q and %q are each newer than the other", a, b)
		}
		if version.Newer(a, a) {
			t.Errorf("%q is newer than itself", a)
		}
	})
}

func TestVersion_is_a_version(t *testing.T) {
	t.Parallel()
	if !version.Newer(version.Version(), "0.0.0") {
		t.Errorf("Version() = %q is no version", version.Version())
	}
	if version.Build() == "" {
		t.Error("Build() is empty")
	}
}
