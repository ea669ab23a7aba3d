package doctor_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/doctor"
	"github.com/margay/margay/install"
	"github.com/margay/margay/protocol/client"
)

// TestManifest_of_two_keys: on Windows several keys name one file, which does not
// stand behind itself; what else stands there is told.
func TestManifest_of_two_keys(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at, other := filepath.Join(dir, "host.json"), filepath.Join(dir, "other.json")
	for name, tt := range map[string]struct {
		behind install.Finding
		want   string
	}{
		"one_file":  {install.Finding{State: install.StateFound, At: at, Program: "/p/margay"}, at},
		"a_missing": {install.Finding{State: install.StateMissing, At: other}, at},
		"another":   {install.Finding{State: install.StateFound, At: other, Program: "/q/margay"}, at + ": " + other + " stands behind it and is not used"},
		"a_broken":  {install.Finding{State: install.StateBroken, At: other}, at + ": " + other + " stands behind it and is not used"},
	} {
		wins := install.Finding{State: install.StateFound, At: at, Program: "/p/margay", Wins: true}
		report := install.Report{Browser: install.Browser{ID: "edge", Name: "Edge"}, Findings: []install.Finding{wins, tt.behind}}
		d := doctor.Outside(t.Context(), doctor.Options{
			Dirs: config.Dirs{Data: filepath.Join(dir, "none")}, Exe: "/p/margay",
			Browsers: func() (doctor.Browsers, error) { return doctor.Browsers{Reports: []install.Report{report}}, nil },
		}, client.Diagnose{})
		i := slices.IndexFunc(d.Checks, func(k client.Check) bool { return k.ID == "manifest.edge" })
		if i < 0 || d.Checks[i].State != client.CheckOK || d.Checks[i].Detail != tt.want {
			t.Errorf("%s: %+v, want %q", name, d.Checks, tt.want)
		}
	}
}
