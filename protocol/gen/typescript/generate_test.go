package typescript_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/protocol/gen/typescript"
)

const root = "../../.."

// TestCommittedFilesAreFresh regenerates in memory and compares.
func TestCommittedFilesAreFresh(t *testing.T) {
	t.Parallel()
	files, err := typescript.Generate(typescript.Protocol(root))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(root, filepath.FromSlash(typescript.OutputDir))
	for name, want := range files {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Errorf("%v; run: go run ./protocol/gen", err)
			continue
		}
		if string(got) != string(want) {
			t.Errorf("%s is stale; run: go run ./protocol/gen", name)
		}
	}
	committed, err := filepath.Glob(filepath.Join(dir, "*.gen.ts"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range committed {
		if _, ok := files[filepath.Base(path)]; !ok {
			t.Errorf("%s is generated from nothing; delete it", path)
		}
	}
}

// TestRoutesFunctionsListEverything: what a package declares, its Routes lists,
// because guards and tests go by that list.
func TestRoutesFunctionsListEverything(t *testing.T) {
	t.Parallel()
	for name, listed := range map[string][]protocol.Info{
		"protocol": protocol.Routes(), "client": client.Routes(), "driver": driver.Routes(),
	} {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(typescript.OutputDir), name+".gen.ts"))
		if err != nil {
			t.Fatal(err)
		}
		declared := 0
		for _, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, `  "`) && strings.Contains(line, ": { group: ") {
				declared++
			}
		}
		if declared != len(listed) {
			t.Errorf("%s declares %d routes and notices, and lists %d", name, declared, len(listed))
		}
		for _, info := range listed {
			want := fmt.Sprintf("  %q: { group: %q, maxBytes: %d },", info.Name, info.Group, info.MaxBytes)
			if info.Notice {
				want = fmt.Sprintf("  %q: { group: %q },", info.Name, info.Group)
			}
			if !strings.Contains(string(text), want+"\n") {
				t.Errorf("%s is listed but not generated as %s", info.Name, want)
			}
		}
	}
}

// generate runs the generator over one file of source.
func generate(t *testing.T, source string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "wire"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "wire", "wire.go"), []byte(source), 0o600); err != nil {
		t.Fatal(err)
	}
	files, err := typescript.Generate(typescript.Source{Root: dir, Module: "example.test/m", Packages: []string{"wire"}})
	return string(files["wire.gen.ts"]), err
}

func TestRefusesWhatItCannotMap(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ source, want string }{
		"any_value":             {"type T struct { A any `json:\"a\"` }", "interface type any"},
		"empty_interface":       {"type T struct { A interface{} `json:\"a\"` }", "interface{}"},
		"function":              {"type T struct { A func() `json:\"a\"` }", "func()"},
		"channel":               {"type T struct { A chan int `json:\"a\"` }", "chan int"},
		"complex_number":        {"type T struct { A complex64 `json:\"a\"` }", "complex64"},
		"fixed_array":           {"type T struct { A [2]int `json:\"a\"` }", "[2]int"},
		"number_keys":           {"type T struct { A map[int]string `json:\"a\"` }", "map[int]string"},
		"nested_in_slice":       {"type T struct { A []map[string]func() `json:\"a\"` }", "func()"},
		"struct_without_tags":   {"type Own struct { X int }\ntype T struct { A Own `json:\"a\"` }", "Own is not one of the wire's"},
		"type_of_other_module":  {"import \"net/url\"\ntype T struct { A url.URL `json:\"a\"` }", "net/url.URL of another module"},
		"member_without_a_name": {"type T struct { A int `json:\"a\"`; B int }", "member B has no json name"},
		"embedded_member":       {"type U struct { X int `json:\"x\"` }\ntype T struct { U; A int `json:\"a\"` }", "needs one name"},
		"text_in_a_number":      {"type T struct { A int `json:\"a,string\"` }", `option "string"`},
		"constant_beyond_2_53":  {"const Big = 1 << 60", "constant Big has no form"},
		"fraction_constant":     {"const Half = 0.5", "constant Half has no form"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			text, err := generate(t, "package wire\n"+c.source+"\n")
			if err == nil {
				t.Fatalf("accepted:\n%s", text)
			}
			want := strings.TrimPrefix(c.want, "interface type ")
			if !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "wire.go:") {
				t.Errorf("error %q does not name %q and the place", err, want)
			}
		})
	}
}

func TestMapsWhatItKnows(t *testing.T) {
	t.Parallel()
	text, err := generate(t, `// Package wire is a test.
package wire

import ("encoding/json"; "time")

// Event hides a global. It ends */ here.
type Event struct {
	// At is a time.
	At   time.Time         `+"`json:\"at\"`"+`
	Raw  json.RawMessage   `+"`json:\"raw,omitempty\"`"+`
	Data []byte            `+"`json:\"data\"`"+`
	Next *Event            `+"`json:\"next\"`"+`
	Prev *Event            `+"`json:\"prev,omitempty\"`"+`
	List []*Event          `+"`json:\"list\"`"+`
	Env  map[string]Colour `+"`json:\"env,omitempty\"`"+`
	Skip func()            `+"`json:\"-\"`"+`
}

// Colour is a union.
type Colour string

const (
	// Red is red.
	Red  Colour = "red"
	Blue Colour = "bl\"ue"
)

// Own has no tags and is left out.
type Own struct{ x int }

const Limit = 1 << 20

// ErrOwn and what is no route stay in Go.
var ErrOwn error
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"/** Event hides a global. It ends *\\/ here. */\nexport interface WireEvent {",
		"  /** At is a time. */\n  at: string;",
		"  raw?: unknown;",
		"  data: string;",
		"  next: WireEvent | null;",
		"  prev?: WireEvent;",
		"  list: (WireEvent | null)[];",
		"  env?: Record<string, Colour>;\n}",
		`export type Colour = "red" | "bl\"ue";`,
		"export const ColourValues: readonly Colour[] = [",
		"/** Red is red. */\nexport const Red = \"red\";",
		"export const Limit = 1048576;",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("missing:\n%s\nin:\n%s", want, text)
		}
	}
	if strings.Contains(text, "Own") {
		t.Error("a type without tags was written")
	}
}
