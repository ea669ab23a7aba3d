package install_test

import (
	"os"
	"strings"
	"testing"
)

// A plain install renews what is on record by a data directory: what went missing,
// and what lets another extension in.
func TestSetup_renews_what_is_on_record(t *testing.T) {
	t.Parallel()
	const dir, at = "/home/m/u1", "/home/m/u1/NativeMessagingHosts/com.margay.host.json"
	for name, tc := range map[string]struct {
		spoil func(p *person)
		there bool
	}{
		"missing":        {spoil: func(p *person) { remove(p, at) }, there: true},
		"its_folder_too": {spoil: func(p *person) { remove(p, dir+"/NativeMessagingHosts") }, there: true},
		"other_extension": {spoil: func(p *person) {
			p.put(at, strings.ReplaceAll(p.read(at), origin, "chrome-extension://"+strings.Repeat("a", 32)+"/"))
		}, there: true},
		"browser_is_gone": {spoil: func(p *person) { remove(p, dir) }},
		"copy_of_data":    {spoil: func(p *person) { remove(p, at); p.copyOf(linuxData, "/home/m/copy") }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/home/m")
			p.mkdir("/home/m/.config/chromium")
			p.mkdir(dir)
			s := p.setup(linuxData)
			own, err := s.Machine.Custom(dir)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := s.Install(append(here(s), own)); err != nil {
				t.Fatal(err)
			}
			want := p.read(at)
			tc.spoil(p)
			if name == "copy_of_data" {
				s = p.setup("/home/m/copy")
			}
			if _, err := s.Install(append(here(s), s.Recorded(here(s))...)); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(p.file(at))
			if tc.there != (err == nil) || tc.there && string(data) != want {
				t.Errorf("%q, %v, want it there: %v", data, err, tc.there)
			}
		})
	}
}

func remove(p *person, path string) {
	p.t.Helper()
	if err := os.RemoveAll(p.file(path)); err != nil {
		p.t.Fatal(err)
	}
}
