package config_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/host/config"
)

func TestDefaultData(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		goos, home string
		env        map[string]string
		want, err  string
	}{
		"linux_xdg":            {goos: "linux", home: "/home/mira", env: map[string]string{"XDG_DATA_HOME": "/data"}, want: "/data/margay"},
		"linux_default":        {goos: "linux", home: "/home/mira", want: "/home/mira/.local/share/margay"},
		"linux_relative_xdg":   {goos: "linux", home: "/home/mira", env: map[string]string{"XDG_DATA_HOME": "data"}, want: "/home/mira/.local/share/margay"},
		"linux_slash_at_end":   {goos: "linux", home: "/home/mira//", want: "/home/mira/.local/share/margay"},
		"linux_relative_home":  {goos: "linux", home: "mira", err: "full path"},
		"darwin_relative_home": {goos: "darwin", home: "mira", err: "full path"},
		"linux_no_home":        {goos: "linux", err: "MARGAY_DATA"},
		"linux_home_and_space": {goos: "linux", home: "/home/mira lund", want: "/home/mira lund/.local/share/margay"},
		"darwin":               {goos: "darwin", home: "/Users/mira", env: map[string]string{"XDG_DATA_HOME": "/data"}, want: "/Users/mira/Library/Application Support/Margay"},
		"darwin_no_home":       {goos: "darwin", err: "MARGAY_DATA"},
		"windows":              {goos: "windows", home: `C:\Users\mira`, env: map[string]string{"LOCALAPPDATA": `D:\Local`}, want: `D:\Local\Margay`},
		"windows_no_variable":  {goos: "windows", home: `C:\Users\Mira Lund`, want: `C:\Users\Mira Lund\AppData\Local\Margay`},
		"windows_no_home":      {goos: "windows", err: "MARGAY_DATA"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := config.DefaultData(tc.goos, tc.home, func(k string) string { return tc.env[k] })
			if got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
			if (err != nil) != (tc.err != "") || (err != nil && !strings.Contains(err.Error(), tc.err)) {
				t.Errorf("error %v, want one with %q", err, tc.err)
			}
		})
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	marked := config.Dirs{Data: filepath.Join(t.TempDir(), "data")}
	if err := marked.Prepare(); err != nil {
		t.Fatal(err)
	}
	unmarked := t.TempDir()
	env := map[string]string{"MARGAY_DATA": "/from/env"}
	none := func(string) string { return "" }
	for name, tc := range map[string]struct {
		place config.Place
		want  string
	}{
		"flag_wins":                      {config.Place{Flag: "/from/flag", Bridge: true, Exe: marked.Bin()}, "/from/flag"},
		"bridge_in_data_directory":       {config.Place{Bridge: true, Exe: marked.Bin()}, marked.Data},
		"bridge_in_usr_local_bin":        {config.Place{Bridge: true, Exe: filepath.Join(unmarked, "bin", "margay")}, "/from/env"},
		"bridge_under_another_name":      {config.Place{Bridge: true, Exe: filepath.Join(marked.Data, "bin", "other")}, "/from/env"},
		"command_in_data_directory":      {config.Place{Command: true, Exe: marked.Bin(), Getenv: none}, marked.Data},
		"flag_beats_the_program":         {config.Place{Flag: "/from/flag", Command: true, Exe: marked.Bin(), Getenv: none}, "/from/flag"},
		"environment_beats_the_program":  {config.Place{Command: true, Exe: marked.Bin()}, "/from/env"},
		"command_in_usr_local_bin":       {config.Place{Command: true, Exe: filepath.Join(unmarked, "bin", "margay"), Getenv: none}, "/home/mira/.local/share/margay"},
		"nothing_said_leads_to_default":  {config.Place{Getenv: func(string) string { return "" }}, "/home/mira/.local/share/margay"},
		"bridge_alone_leads_to_default":  {config.Place{Bridge: true, Exe: "/opt/x/margay", Getenv: func(string) string { return "" }}, "/home/mira/.local/share/margay"},
		"bridge_beats_environment_again": {config.Place{Bridge: true, Exe: filepath.Join(marked.Data, "bin", "margay")}, marked.Data},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			tc.place.GOOS, tc.place.Home = "linux", "/home/mira"
			if tc.place.Getenv == nil {
				tc.place.Getenv = func(k string) string { return env[k] }
			}
			got, err := config.Find(tc.place)
			if err != nil || got.Data != tc.want {
				t.Errorf("got %q, %v, want %q", got.Data, err, tc.want)
			}
		})
	}
}

func TestSocket(t *testing.T) {
	t.Parallel()
	short := t.TempDir()
	long := config.Dirs{Data: "/" + strings.Repeat("d", config.MaxSocketPath)}

	t.Run("short_data_directory", func(t *testing.T) {
		t.Parallel()
		got, err := config.Dirs{Data: "/data"}.Socket(short)
		if err != nil || got != filepath.Join("/data", "s") {
			t.Errorf("got %q, %v", got, err)
		}
	})
	t.Run("longest_that_fits_and_one_more", func(t *testing.T) {
		t.Parallel()
		fits := config.Dirs{Data: "/" + strings.Repeat("d", config.MaxSocketPath-len("//s"))}
		if got, err := fits.Socket(short); err != nil || len(got) != config.MaxSocketPath {
			t.Errorf("got %q (%d bytes), %v", got, len(got), err)
		}
		over := config.Dirs{Data: fits.Data + "d"}
		if got, err := over.Socket(short); err != nil || !strings.HasPrefix(got, short) {
			t.Errorf("got %q, %v, want a path under %q", got, err, short)
		}
	})
	t.Run("long_is_hashed_private_and_stable", func(t *testing.T) {
		t.Parallel()
		a, err := long.Socket("", "relative", short)
		if err != nil {
			t.Fatal(err)
		}
		b, err := long.Socket(short)
		if err != nil || a != b {
			t.Errorf("%q and %q, %v: not the same", a, b, err)
		}
		info, err := os.Stat(filepath.Dir(a))
		if err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("folder: %v, %v, want 0700", info.Mode(), err)
		}
		other := config.Dirs{Data: long.Data + "x"}
		if c, _ := other.Socket(short); c == a {
			t.Error("two data directories share a socket")
		}
	})
	t.Run("long_and_nowhere_to_go", func(t *testing.T) {
		t.Parallel()
		if got, err := long.Socket("/" + strings.Repeat("t", config.MaxSocketPath)); err == nil || !strings.Contains(err.Error(), "MARGAY_DATA") {
			t.Errorf("got %q, %v, want advice", got, err)
		}
	})
	t.Run("a_file_in_place_of_the_folder", func(t *testing.T) {
		t.Parallel()
		base := t.TempDir()
		path, err := long.Socket(base)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Dir(path)
		if err := os.Remove(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := long.Socket(base); err == nil {
			t.Errorf("got %q, want a refusal", got)
		}
	})
}

func TestPrepare(t *testing.T) {
	t.Parallel()
	d := config.Dirs{Data: filepath.Join(t.TempDir(), "a", "b")}
	for range 2 { // the second time finds everything there
		if err := d.Prepare(); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{d.Data, d.LogDir()} {
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v, want 0700", dir, info, err)
		}
	}
	if err := os.Chmod(d.Data, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := d.Prepare(); err != nil {
		t.Fatal(err)
	}
	if info, _ := os.Stat(d.Data); info.Mode().Perm() != 0o700 {
		t.Errorf("an open data directory was left open: %v", info.Mode())
	}
	if err := (config.Dirs{Data: "relative"}).Prepare(); err == nil {
		t.Error("a relative path was taken")
	}
}
