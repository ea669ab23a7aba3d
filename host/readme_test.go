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
