package host

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	named  = regexp.MustCompile("`([a-z][A-Za-z0-9_./-]*\\.(?:go|tsx?))`: ((?:`[^`]+`(?: → )?)+)")
	symbol = regexp.MustCompile("`([^`]+)`")
)

// TestReadme_names_what_is_there looks for each file and each name of the
// section that follows one click, so that the path does not rot.
func TestReadme_names_what_is_there(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## One click")
	section, _, _ = strings.Cut(section, "\n## ")
	steps := named.FindAllStringSubmatch(section, -1)
	if len(steps) < 25 {
		t.Fatalf("found %d steps", len(steps))
	}
	for _, step := range steps {
		text, err := os.ReadFile(filepath.Join("..", filepath.FromSlash(step[1])))
		if err != nil {
			t.Errorf("%v", err)
			continue
		}
		for _, s := range symbol.FindAllStringSubmatch(step[2], -1) {
			name := s[1][strings.LastIndexAny(s[1], ".#")+1:]
			if !regexp.MustCompile(`\b` + name + `\b`).Match(text) {
				t.Errorf("%s does not hold %s", step[1], s[1])
			}
		}
	}
}

var (
	holds    = regexp.MustCompile("(?:`([a-z0-9/]+)`: )?((?:`Test\\w+`(?:, )?)+)")
	testName = regexp.MustCompile(`Test\w+`)
)

// TestReadme_invariants_are_held looks that each line of the section on
// invariants names a test, and that the test is in the folder it names.
func TestReadme_invariants_are_held(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(readme), "\n## Invariants")
	section, _, _ = strings.Cut(section, "\n## ")
	lines := strings.Split(section, "\n- ")[1:]
	if len(lines) < 8 {
		t.Fatalf("found %d invariants", len(lines))
	}
	for _, line := range lines {
		held := holds.FindAllStringSubmatch(line, -1)
		if len(held) == 0 {
			t.Errorf("no test holds: %s", line)
		}
		for _, h := range held {
			tests := testsIn(t, h[1])
			for _, name := range testName.FindAllString(h[2], -1) {
				if !strings.Contains(tests, "\nfunc "+name+"(") {
					t.Errorf("%s is not in folder %q", name, h[1])
				}
			}
		}
	}
}

// testsIn is the text of all test files of a folder.
func testsIn(t *testing.T, folder string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(filepath.FromSlash(folder), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	return all.String()
}
