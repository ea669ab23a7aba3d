package install_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/install"
)

const origin = "chrome-extension://jikhncecejclofdlljmojmfpmphieona/"

func TestManifest(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		name, path string
		origins    []string
		wrong      []string // words that the error must hold; none: it must be made
	}{
		"sound":             {"com.margay.host", "/opt/margay/bin/margay", []string{origin}, nil},
		"path_with_space":   {"com.margay.host", "/home/mira lund/bin/margay", []string{origin}, nil},
		"windows_path":      {"com.margay.host", `C:\Users\Mira Lund\margay.exe`, []string{origin}, nil},
		"windows_share":     {"com.margay.host", `\\server\home\margay.exe`, []string{origin}, nil},
		"wide_characters":   {"com.margay.host", `C:\Users\姓　名\margay.exe`, []string{origin}, nil},
		"relative_path":     {"com.margay.host", "./margay", []string{origin}, []string{"must be absolute"}},
		"drive_without_dir": {"com.margay.host", `C:margay.exe`, []string{origin}, []string{"must be absolute"}},
		"empty_path":        {"com.margay.host", "", []string{origin}, []string{"must be absolute"}},
		"capitals":          {"com.Margay.host", "/m", []string{origin}, []string{"lower case"}},
		"hyphen":            {"com.margay-host", "/m", []string{origin}, []string{"only letters"}},
		"slash_in_name":     {"../x", "/m", []string{origin}, []string{"only letters"}},
		"double_dot":        {"com..margay", "/m", []string{origin}, []string{"two in a row"}},
		"dot_at_the_end":    {"com.margay.", "/m", []string{origin}, []string{"begin or end"}},
		"no_name":           {"", "/m", []string{origin}, []string{"is empty"}},
		"no_origins":        {"com.margay.host", "/m", nil, []string{"no origin"}},
		"no_slash":          {"com.margay.host", "/m", []string{strings.TrimSuffix(origin, "/")}, []string{"final slash"}},
		"web_origin":        {"com.margay.host", "/m", []string{"https://example.com/"}, []string{"no extension"}},
		"wildcard":          {"com.margay.host", "/m", []string{"chrome-extension://*/"}, []string{"no extension id"}},
		"path_behind_id":    {"com.margay.host", "/m", []string{origin + "x/"}, []string{"no extension id"}},
		"all_at_once":       {"A", "m", []string{"http://localhost/"}, []string{"lower case", "absolute", "no extension"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			data, err := install.Manifest(tc.name, "Margay", tc.path, tc.origins)
			if (err == nil) != (len(tc.wrong) == 0) {
				t.Fatalf("error %v, want words %q", err, tc.wrong)
			}
			for _, words := range tc.wrong {
				if !strings.Contains(err.Error(), words) {
					t.Errorf("error %q does not say %q", err, words)
				}
			}
			if err == nil {
				if err := install.Check(data); err != nil {
					t.Errorf("its own manifest is refused: %v", err)
				}
			}
		})
	}
}

func TestCheck_files(t *testing.T) {
	t.Parallel()
	for file, words := range map[string][]string{
		"manifest-no-slash.json":      {"lacks the final slash"},
		"manifest-relative-path.json": {"must be absolute", "must be lower case", `"http://localhost/" is no extension`},
	} {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			data, err := os.ReadFile(filepath.Join("testdata", file))
			if err != nil {
				t.Fatal(err)
			}
			err = install.Check(data)
			if err == nil {
				t.Fatal("it was taken for sound")
			}
			for _, w := range words {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("error %q does not say %q", err, w)
				}
			}
			if n := len(strings.Split(err.Error(), "\n")); n != len(words) {
				t.Errorf("%d complaints, want %d: %v", n, len(words), err)
			}
		})
	}
}

func TestCheck_form(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"capital_key": `{"name":"a","description":"x","Path":"/m","type":"stdio","allowed_origins":["` + origin + `"]}`,
		"no_json":     "hello", "array": "[]", "empty": "", "origins_as_text": `{"allowed_origins":"x"}`, "two": `{}{}`,
		"other_type": `{"name":"a","description":"x","path":"/m","type":"pipe","allowed_origins":["` + origin + `"]}`,
	} {
		if err := install.Check([]byte(text)); err == nil {
			t.Errorf("%s: it was taken for sound", name)
		}
	}
}

func TestWrite(t *testing.T) {
	t.Parallel()
	path := install.UserDataDirManifest(filepath.Join(t.TempDir(), "profile"), "com.margay.host")
	if want := filepath.Join("profile", "NativeMessagingHosts", "com.margay.host.json"); !strings.HasSuffix(path, want) {
		t.Fatalf("path %q, want it to end in %q", path, want)
	}
	first, err := install.Manifest("com.margay.host", "Margay", "/a/margay", []string{origin})
	if err != nil {
		t.Fatal(err)
	}
	second, err := install.Manifest("com.margay.host", "Margay", "/b/margay", []string{origin})
	if err != nil {
		t.Fatal(err)
	}
	for _, data := range [][]byte{first, second} {
		if err := install.Write(path, data); err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != string(data) {
			t.Errorf("got %s, %v", got, err)
		}
	}
	if err := install.Write(path, []byte(`{}`)); err == nil {
		t.Error("an unsound manifest was written")
	}
	if got, _ := os.ReadFile(path); string(got) != string(second) {
		t.Errorf("a refused manifest changed the file: %s", got)
	}
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 1 {
		t.Errorf("left behind: %v, %v", entries, err)
	}
}

func FuzzCheck(f *testing.F) {
	for _, file := range []string{"manifest-no-slash.json", "manifest-relative-path.json"} {
		data, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	sound, err := install.Manifest("com.margay.host", "Margay", "/a/margay", []string{origin})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sound)
	f.Add(bytes.Replace(sound, []byte("{"), []byte(`{"Path":"x",`), 1))
	f.Fuzz(func(t *testing.T, data []byte) {
		if install.Check(data) != nil {
			return
		}
		// What passes can be read back by its exact keys, and names only what a
		// browser accepts.
		var members map[string]json.RawMessage
		if err := json.Unmarshal(data, &members); err != nil {
			t.Fatalf("a sound manifest cannot be read: %v", err)
		}
		var m struct {
			Name, Path     string
			AllowedOrigins []string
		}
		for key, to := range map[string]any{"name": &m.Name, "path": &m.Path, "allowed_origins": &m.AllowedOrigins} {
			if err := json.Unmarshal(members[key], to); err != nil {
				t.Fatalf("%s of a sound manifest cannot be read: %v", key, err)
			}
		}
		if _, err := install.Manifest(m.Name, "Margay", m.Path, m.AllowedOrigins); err != nil {
			t.Errorf("its parts are refused: %v", err)
		}
		for _, o := range m.AllowedOrigins {
			if len(o) != len(origin) || !strings.HasSuffix(o, "/") {
				t.Errorf("origin %q passed", o)
			}
		}
	})
}
