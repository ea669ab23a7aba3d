package install_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The table of the case file, as rows of columns: browser, Linux, macOS, Windows.
func locations(t *testing.T) [][]string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "locations.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for _, line := range strings.Split(string(data), "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		var row []string
		for _, column := range strings.Split(line, "|") {
			row = append(row, strings.TrimSpace(column))
		}
		if len(row) != 4 {
			t.Fatalf("line %q has %d columns", line, len(row))
		}
		rows = append(rows, row)
	}
	return rows
}

// Each row of the case file, with the places that install fills on each system.
// The file shortens some (“same”, “…”), so the test spells them out and looks
// that the file has the row.
func TestLocations(t *testing.T) {
	t.Parallel()
	const (
		mac    = "/Users/m/Library/Application Support/"
		hosts  = "/NativeMessagingHosts/com.margay.host.json"
		config = "/home/m/.config/"
		key    = `HKCU\Software\`
		end    = `\NativeMessagingHosts\com.margay.host`
	)
	tests := []struct {
		row, id             string
		linux, mac, windows []string
	}{
		{"Chrome", "chrome", []string{config + "google-chrome" + hosts}, []string{mac + "Google/Chrome" + hosts}, []string{key + `Google\Chrome` + end}},
		{"Chrome Beta", "chrome-beta", []string{config + "google-chrome-beta" + hosts}, []string{mac + "Google/Chrome Beta" + hosts}, []string{key + `Google\Chrome` + end}},
		{"Chromium", "chromium", []string{config + "chromium" + hosts}, []string{mac + "Chromium" + hosts}, []string{key + "Chromium" + end}},
		{"Edge", "edge", []string{config + "microsoft-edge" + hosts}, []string{mac + "Microsoft Edge" + hosts}, []string{key + `Microsoft\Edge` + end}},
		{
			"Brave", "brave",
			[]string{config + "BraveSoftware/Brave-Browser" + hosts},
			[]string{mac + "BraveSoftware/Brave-Browser" + hosts, mac + "Google/Chrome" + hosts},
			[]string{key + `BraveSoftware\Brave-Browser` + end, key + `Google\Chrome` + end},
		},
		{"Brave variants", "brave-beta", []string{config + "BraveSoftware/Brave-Browser-Beta" + hosts}, []string{mac + "BraveSoftware/Brave-Browser-Beta" + hosts, mac + "Google/Chrome" + hosts}, nil},
		{"Brave variants", "brave-nightly", []string{config + "BraveSoftware/Brave-Browser-Nightly" + hosts}, []string{mac + "BraveSoftware/Brave-Browser-Nightly" + hosts, mac + "Google/Chrome" + hosts}, nil},
		{"Brave variants", "brave-origin", []string{config + "BraveSoftware/Brave-Origin" + hosts}, []string{mac + "BraveSoftware/Brave-Origin" + hosts, mac + "Google/Chrome" + hosts}, nil},
		{"Vivaldi", "vivaldi", []string{config + "vivaldi" + hosts}, []string{mac + "Vivaldi" + hosts}, []string{key + `Google\Chrome` + end}},
		// Not in the file; README.md says where it is from.
		{
			"", "opera",
			[]string{config + "google-chrome" + hosts, config + "opera" + hosts},
			[]string{mac + "com.operasoftware.Opera" + hosts, mac + "Google/Chrome" + hosts},
			[]string{key + "Opera Software" + end, key + `Google\Chrome` + end},
		},
	}
	for _, tt := range tests {
		t.Run(tt.id, func(t *testing.T) {
			t.Parallel()
			if got := at(newPerson(t, "linux", "/home/m").browser(tt.id).Writes); !slices.Equal(got, tt.linux) {
				t.Errorf("Linux: %q, want %q", got, tt.linux)
			}
			if got := at(newPerson(t, "darwin", "/Users/m").browser(tt.id).Writes); !slices.Equal(got, tt.mac) {
				t.Errorf("macOS: %q, want %q", got, tt.mac)
			}
			if got := at(newPerson(t, "windows", `C:\Users\m`).browser(tt.id).Writes); tt.windows != nil && !slices.Equal(got, tt.windows) {
				t.Errorf("Windows: %q, want %q", got, tt.windows)
			}
		})
	}
	tried := map[string]bool{"own data dir": true} // TestCustom
	for _, tt := range tests {
		tried[tt.row] = true
	}
	for _, row := range locations(t) {
		if !tried[row[0]] {
			t.Errorf("row %q of the case file is not tried", row[0])
		}
	}
}

func TestBrowsers_folders_move_with_the_environment(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		env  map[string]string
		want string
	}{
		"none":              {nil, "/home/m/.config/chromium"},
		"xdg":               {map[string]string{"XDG_CONFIG_HOME": "/x"}, "/x/chromium"},
		"xdg_with_spaces":   {map[string]string{"XDG_CONFIG_HOME": "/mira lund/姓　名"}, "/mira lund/姓　名/chromium"},
		"relative_is_none":  {map[string]string{"XDG_CONFIG_HOME": "rel"}, "/home/m/.config/chromium"},
		"chrome_wins":       {map[string]string{"XDG_CONFIG_HOME": "/x", "CHROME_CONFIG_HOME": "/y/"}, "/y/chromium"},
		"chrome_is_no_path": {map[string]string{"XDG_CONFIG_HOME": "/x", "CHROME_CONFIG_HOME": "y"}, "/x/chromium"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/home/m")
			p.env = tc.env
			if got := p.browser("chromium").UserDataDir; got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
	t.Run("windows", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "windows", `C:\Users\m`)
		if got, want := p.browser("opera").UserDataDir, `C:\Users\m\AppData\Roaming\Opera Software\Opera Stable`; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		p.env = map[string]string{"LOCALAPPDATA": `D:\Local`, "APPDATA": `\\server\roam`}
		if got, want := p.browser("chrome").UserDataDir, `D:\Local\Google\Chrome\User Data`; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		if got, want := p.browser("opera").UserDataDir, `\\server\roam\Opera Software\Opera Stable`; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}

func TestBrowsers_says_which_are_here(t *testing.T) {
	t.Parallel()
	here := func(p *person) (list []string) {
		for _, b := range p.Browsers() {
			switch {
			case b.Started:
				list = append(list, b.ID+" started")
			case b.Here():
				list = append(list, b.ID+" installed")
			}
		}
		return list
	}
	for name, tc := range map[string]struct {
		goos, home string
		set        func(p *person)
		want       []string
	}{
		"nothing":       {"linux", "/home/m", func(*person) {}, nil},
		"linux_started": {"linux", "/home/m", func(p *person) { p.mkdir("/home/m/.config/vivaldi") }, []string{"vivaldi started"}},
		"linux_installed": {"linux", "/home/m", func(p *person) {
			p.env["PATH"] = "bin:/usr/bin"
			p.put("/usr/bin/google-chrome", "")
			p.put("/bin/brave", "") // a relative folder of PATH is not looked at
		}, []string{"chrome installed"}},
		"ubuntu_chromium_is_a_door_to_the_snap": {"linux", "/home/m", func(p *person) {
			p.env["PATH"] = "/usr/bin:/snap/bin"
			p.put("/usr/bin/chromium-browser", "")
			p.put("/snap/bin/chromium", "")
		}, nil},
		"linux_folder_that_cannot_be_looked_into": {"linux", "/home/m", func(p *person) {
			p.env["PATH"] = "/loop"
			if err := os.Symlink("loop", p.file("/loop")); err != nil {
				p.t.Fatal(err)
			}
		}, nil},
		"flatpak_doors_are_no_programs": {"linux", "/home/m", func(p *person) {
			p.env["PATH"] = "/var/lib/flatpak/exports/bin"
			p.put("/var/lib/flatpak/exports/bin/chromium", "")
		}, nil},
		"mac": {"darwin", "/Users/m", func(p *person) {
			p.mkdir("/Applications/Microsoft Edge.app")
			p.mkdir("/Users/m/Applications/Google Chrome Beta.app")
			p.mkdir("/Users/m/Library/Application Support/com.operasoftware.OperaGX")
		}, []string{"chrome-beta installed", "edge installed", "opera-gx started"}},
		"windows": {"windows", `C:\Users\姓　名`, func(p *person) {
			p.env["ProgramFiles"] = `C:\Program Files`
			p.put(`C:\Program Files\Google\Chrome\Application\chrome.exe`, "")
			p.mkdir(`C:\Users\姓　名\AppData\Local\BraveSoftware\Brave-Browser\User Data`)
			p.put(`C:\Users\姓　名\AppData\Local\Programs\Opera\opera.exe`, "")
		}, []string{"chrome installed", "brave started", "opera installed"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, tc.goos, tc.home)
			tc.set(p)
			if got := here(p); !slices.Equal(got, tc.want) {
				t.Errorf("here are %q, want %q", got, tc.want)
			}
		})
	}
}

// Row “own data dir” of the case file, and the profile folder of its remarks.
func TestCustom(t *testing.T) {
	t.Parallel()
	t.Run("linux", func(t *testing.T) {
		t.Parallel()
		p := newPerson(t, "linux", "/home/m")
		p.mkdir("/opt/chromium")
		b, err := p.Custom("/opt/chromium/for tests")
		if want := []string{"/opt/chromium/for tests/NativeMessagingHosts/com.margay.host.json"}; err != nil || !slices.Equal(at(b.Writes), want) {
			t.Errorf("%q, %v, want %q", at(b.Writes), err, want)
		}
	})
	t.Run("windows_reads_its_registry_all_the_same", func(t *testing.T) {
		t.Parallel()
		b, err := newPerson(t, "windows", `C:\Users\m`).Custom(`D:\data`)
		want := []string{`HKCU\Software\Chromium\NativeMessagingHosts\com.margay.host`, `HKCU\Software\Google\Chrome\NativeMessagingHosts\com.margay.host`}
		if err != nil || !slices.Equal(at(b.Writes), want) {
			t.Errorf("%q, %v, want %q", at(b.Writes), err, want)
		}
	})
	for name, tc := range map[string]struct {
		dir  string
		set  func(p *person)
		hint string // "": it is taken
	}{
		"default_by_name":       {"/data/Default", func(*person) {}, "--user-data-dir /data"},
		"numbered_by_name":      {"/my data/Profile 12", func(*person) {}, "--user-data-dir '/my data'"},
		"by_its_files":          {"/data/work", func(p *person) { p.put("/data/work/Preferences", "{}") }, "--user-data-dir /data"},
		"by_the_folder_above":   {"/data/new", func(p *person) { p.put("/data/Local State", "{}") }, "--user-data-dir /data"},
		"of_a_known_browser":    {"/home/m/.config/chromium/Default", func(*person) {}, "--user-data-dir /home/m/.config/chromium"},
		"a_data_directory":      {"/data", func(p *person) { p.put("/data/Local State", "{}"); p.put("/data/Default/Preferences", "{}") }, ""},
		"one_that_is_called_so": {"/data/Default", func(p *person) { p.put("/data/Default/Local State", "{}") }, ""},
		"one_that_is_not_there": {"/data/Profile X", func(p *person) { p.mkdir("/data") }, ""},
		"folder_above_is_not":   {"/nonexistent/x", func(*person) {}, "nor is the folder above it"},
		"home":                  {"/home/m", func(*person) {}, "is no data directory"},
		"settings":              {"/home/m/.config", func(p *person) { p.mkdir("/home/m/.config/chromium") }, "chrome://version"},
		"settings_elsewhere":    {"/settings", func(p *person) { p.env["XDG_CONFIG_HOME"] = "/settings"; p.mkdir("/settings") }, "is no data directory"},
		"settings_of_macos": {"/Users/m/Library/Application Support", func(p *person) {
			p.GOOS, p.Home = "darwin", "/Users/m"
			p.mkdir("/Users/m/Library/Application Support")
		}, "is no data directory"},
		"settings_of_windows": {`C:\Users\m\AppData\Local`, func(p *person) {
			p.GOOS, p.Home = "windows", `C:\Users\m`
			p.mkdir(`C:\Users\m\AppData\Local`)
		}, "is no data directory"},
		"other_things":        {"/srv/files", func(p *person) { p.put("/srv/files/letter", ""); p.mkdir("/srv/files/NativeMessagingHosts") }, "is no data directory"},
		"manifests_alone":     {"/data", func(p *person) { p.mkdir("/data/NativeMessagingHosts") }, ""},
		"folder_of_manifests": {"/data/NativeMessagingHosts", func(p *person) { p.mkdir("/data/NativeMessagingHosts") }, "is the folder above: --user-data-dir /data"},
		"link_to_manifests": {"/home/m/mine", func(p *person) {
			p.mkdir("/data/NativeMessagingHosts")
			if err := os.Symlink(p.file("/data/NativeMessagingHosts"), p.file("/home/m/mine")); err != nil {
				p.t.Fatal(err)
			}
		}, "is the folder above: --user-data-dir /data"},
		"named_like_that":   {"/data/NativeMessagingHosts", func(p *person) { p.put("/data/NativeMessagingHosts/Local State", "{}") }, ""},
		"just_started":      {"/data", func(p *person) { p.put("/data/First Run", ""); p.mkdir("/data/component_crx_cache") }, ""},
		"home_of_a_browser": {"/home/m", func(p *person) { p.put("/home/m/Local State", "{}") }, ""},
		"snap":              {"/home/m/snap/chromium/common/chromium", func(*person) {}, "Chromium (snap chromium) cannot start programs outside of its box"},
		"profile_in_a_snap": {"/home/m/snap/brave/1/Default", func(*person) {}, "Brave (snap brave) cannot start"},
		"unknown_snap":      {"/home/m/snap/thorium/common", func(*person) {}, "thorium (snap thorium) cannot start"},
		"flatpak":           {"/home/m/.var/app/com.google.Chrome/config/google-chrome", func(*person) {}, "Chrome (flatpak com.google.Chrome) cannot start"},
		"flatpak_by_a_link": {"/home/m/work", func(p *person) {
			p.mkdir("/home/m/.var/app/com.brave.Browser/data")
			if err := os.Symlink(p.file("/home/m/.var/app/com.brave.Browser/data"), p.file("/home/m/work")); err != nil {
				p.t.Fatal(err)
			}
		}, "Brave (flatpak com.brave.Browser) cannot start"},
		"behind_a_link": {"/home/m/mine", func(p *person) {
			p.put("/data/Local State", "{}")
			p.mkdir("/data/work")
			if err := os.Symlink(p.file("/data/work"), p.file("/home/m/mine")); err != nil {
				p.t.Fatal(err)
			}
		}, "--user-data-dir /data"},
		"no_utf8":                {"/data/\xff", func(*person) {}, "no UTF-8"},
		"windows_default_folder": {`C:\Chrome\User Data\Default`, func(p *person) { p.GOOS = "windows" }, `--user-data-dir "C:\Chrome\User Data"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPerson(t, "linux", "/home/m")
			tc.set(p)
			_, err := p.Custom(tc.dir)
			if (err == nil) != (tc.hint == "") || err != nil && !strings.Contains(err.Error(), tc.hint) {
				t.Errorf("error %v, want one with %q", err, tc.hint)
			}
		})
	}
}

// One whose browser has not written its first file yet is said to be not started.
func TestCustom_says_whether_it_was_started(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	p.mkdir("/data")
	if b, err := p.Custom("/data"); err != nil || b.Started {
		t.Errorf("an empty folder: started %v, %v", b.Started, err)
	}
	p.put("/data/Local State", "{}")
	if b, err := p.Custom("/data"); err != nil || !b.Started {
		t.Errorf("after the first start: started %v, %v", b.Started, err)
	}
}

func TestBoxed(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	if list := p.Boxed(); list != nil {
		t.Fatalf("boxes in an empty home: %v", list)
	}
	p.mkdir("/home/m/snap/chromium/common/chromium")
	p.mkdir("/home/m/.var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser")
	p.mkdir("/var/lib/flatpak/app/com.google.Chrome")
	var got []string
	for _, b := range p.Boxed() {
		got = append(got, b.Name+" "+string(b.Box))
		for _, words := range []string{b.Name, string(b.Box), b.App, "cannot start programs outside", "deb", "then run: /opt/m install"} {
			if advice := b.Advice("/opt/m install"); !strings.Contains(advice, words) || strings.Contains(advice, "headless") {
				t.Errorf("the advice %q does not say %q, or promises what such a machine may not have", advice, words)
			}
		}
	}
	if want := []string{"Chromium snap", "Chrome flatpak", "Brave flatpak"}; !slices.Equal(got, want) {
		t.Errorf("boxed are %q, want %q", got, want)
	}
	for _, b := range p.Browsers() {
		if b.Here() {
			t.Errorf("%s in its box is taken for one that works", b.Name)
		}
	}
	for _, goos := range []string{"darwin", "windows"} {
		p.GOOS = goos
		if list := p.Boxed(); list != nil {
			t.Errorf("boxes on %s: %v", goos, list)
		}
	}
}
