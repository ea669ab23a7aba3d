package install_test

import (
	"os"
	"strings"
	"testing"

	"github.com/margay/margay/install"
)

const (
	program = "/home/m/.local/share/margay/bin/margay"
	userAt  = "/home/m/.config/google-chrome/NativeMessagingHosts/com.margay.host.json"
	etcAt   = "/etc/opt/chrome/native-messaging-hosts/com.margay.host.json"
)

func want() install.Want {
	return install.Want{Host: host, Origins: []string{origin}, Program: program}
}

// Each state that a place can be in, as a person made it so.
func TestInspect_states(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		set   func(p *person)
		state install.State
		words []string
	}{
		"missing": {func(*person) {}, install.StateMissing, nil},
		"found":   {func(p *person) { p.put(userAt, manifestFor(p.t, program)) }, install.StateFound, nil},
		"another_margay": {func(p *person) {
			p.put("/opt/margay/bin/margay", "")
			p.put(userAt, manifestFor(p.t, "/opt/margay/bin/margay"))
		}, install.StateFound, []string{"another Margay", "/opt/margay/bin/margay"}},
		"stale_path": {func(p *person) { p.put(userAt, manifestFor(p.t, "/gone/margay")) }, install.StateStale, []string{"/gone/margay is not there"}},
		"wrong_origin": {func(p *person) {
			other := strings.ReplaceAll(manifestFor(p.t, program), origin, "chrome-extension://abcdefghijklmnopabcdefghijklmnop/")
			p.put(userAt, other)
		}, install.StateWrongOrigin, []string{"abcdefghijklmnopabcdefghijklmnop", origin}},
		"not_executable": {func(p *person) {
			p.put(userAt, manifestFor(p.t, program))
			if err := os.Chmod(p.file(program), 0o600); err != nil {
				p.t.Fatal(err)
			}
		}, install.StateNotExecutable, []string{"may not be executed"}},
		"a_folder_for_a_program": {func(p *person) {
			p.mkdir("/opt/margay")
			p.put(userAt, manifestFor(p.t, "/opt/margay"))
		}, install.StateNotExecutable, []string{"is a folder"}},
		"broken_no_slash": {func(p *person) {
			p.put(userAt, strings.ReplaceAll(manifestFor(p.t, program), origin, strings.TrimSuffix(origin, "/")))
		}, install.StateBroken, []string{"lacks the final slash"}},
		"broken_json":             {func(p *person) { p.put(userAt, "{") }, install.StateBroken, []string{"no JSON object"}},
		"broken_other_name":       {func(p *person) { p.put(userAt, strings.ReplaceAll(manifestFor(p.t, program), host, "com.margay.old")) }, install.StateBroken, []string{"com.margay.old"}},
		"a_folder_for_a_manifest": {func(p *person) { p.mkdir(userAt) }, install.StateBroken, []string{"a folder stands in the manifest's place", "move it aside first"}},
		"link_to_nowhere": {func(p *person) {
			p.mkdir("/home/m/.config/google-chrome/NativeMessagingHosts")
			if err := os.Symlink("/gone", p.file(userAt)); err != nil {
				p.t.Fatal(err)
			}
		}, install.StateBroken, []string{"cannot be read"}},
		"other_product": {func(p *person) { p.put(userAt, manifestFor(p.t, "/opt/cat/host")) }, install.StateForeign, []string{"/opt/cat/host", "not Margay"}},
		"other_product_and_broken": {func(p *person) {
			p.put(userAt, read(p.t, "testdata/manifest-no-slash.json"))
		}, install.StateForeign, []string{"/opt/cat/host"}},
		"blocked": {func(p *person) {
			p.put(userAt, manifestFor(p.t, program))
			p.Quarantined = func(path string) bool { return path == program }
		}, install.StateBlocked, []string{"com.apple.quarantine"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/home/m")
			p.put(program, "")
			tc.set(p)
			r := p.Inspect(want(), []install.Browser{p.browser("chrome")})[0]
			f := r.Findings[0]
			if f.State != tc.state || f.At != userAt {
				t.Errorf("%q at %s (%s), want %q", f.State, f.At, f.Detail, tc.state)
			}
			for _, w := range tc.words {
				if !strings.Contains(f.Detail, w) {
					t.Errorf("%q does not say %q", f.Detail, w)
				}
			}
			if missing := tc.state == install.StateMissing; f.Wins == missing || (r.Winner() == nil) != missing {
				t.Errorf("wins: %v, the winner is %v", f.Wins, r.Winner())
			}
		})
	}
}

// Line “two versions installed” of the case file: the person's wins, and one
// that is broken hides a sound one for the whole machine.
func TestInspect_says_which_of_two_wins(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		user, all string
		wins      string
	}{
		"both":             {manifestFor(t, program), manifestFor(t, "/usr/lib/margay/margay"), userAt},
		"broken_hides_all": {"{", manifestFor(t, "/usr/lib/margay/margay"), userAt},
		"only_for_all":     {"", manifestFor(t, "/usr/lib/margay/margay"), etcAt},
		"neither":          {"", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/home/m")
			p.put(program, "")
			p.put("/usr/lib/margay/margay", "")
			for path, text := range map[string]string{userAt: tc.user, etcAt: tc.all} {
				if text != "" {
					p.put(path, text)
				}
			}
			for _, id := range []string{"chrome", "chrome-beta"} {
				r := p.Inspect(want(), []install.Browser{p.browser(id)})[0]
				wins := tc.wins
				if id == "chrome-beta" && tc.all != "" {
					wins = etcAt // it has a folder of the person's own, and shares the machine's
				} else if id == "chrome-beta" {
					wins = ""
				}
				got := ""
				if f := r.Winner(); f != nil {
					got = f.At
				}
				if got != wins {
					t.Errorf("%s uses %q, want %q", id, got, wins)
				}
			}
		})
	}
}

func TestInspect_reads_the_registry_as_windows_does(t *testing.T) {
	t.Parallel()
	const (
		key  = `\Google\Chrome\NativeMessagingHosts\com.margay.host`
		exe  = `C:\Users\姓　名\AppData\Local\Margay\bin\margay.exe`
		file = `C:\Users\姓　名\AppData\Local\Margay\com.margay.host.json`
	)
	for name, tc := range map[string]struct {
		keys  map[string]string
		state install.State
		wins  string
		words string
	}{
		"none":                    {nil, install.StateMissing, "", ""},
		"the_persons":             {map[string]string{`HKCU\Software`: file, `HKLM\Software`: `C:\other.json`}, install.StateFound, `HKCU\Software` + key, ""},
		"32_bits_before_64":       {map[string]string{`HKLM\Software`: `C:\other.json`, `HKLM\Software\WOW6432Node`: file}, install.StateFound, `HKLM\Software\WOW6432Node` + key, ""},
		"key_of_a_file_not_there": {map[string]string{`HKCU\Software`: `C:\other.json`}, install.StateBroken, `HKCU\Software` + key, `C:\other.json, which is not there`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "windows", `C:\Users\姓　名`)
			p.put(exe, "")
			p.put(file, manifestFor(t, exe))
			for root, text := range tc.keys {
				if err := p.reg.SetValue(root+key, "", text); err != nil {
					t.Fatal(err)
				}
			}
			w := want()
			w.Program = strings.ToUpper(exe) // Windows does not tell capitals apart
			f := p.Inspect(w, []install.Browser{p.browser("chrome")})[0].Winner()
			if f == nil {
				if tc.wins != "" {
					t.Fatal("nothing was found")
				}
				return
			}
			if f.State != tc.state || f.Place.At(host) != tc.wins || !strings.Contains(f.Detail, tc.words) || tc.words == "" && f.Detail != "" {
				t.Errorf("%q at %s: %s", f.State, f.Place.At(host), f.Detail)
			}
		})
	}
}
