package extension_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/extension"
)

// manifest is what the tests read of static/manifest.json.
type manifest struct {
	Key             string   `json:"key"`
	Permissions     []string `json:"permissions"`
	HostPermissions []string `json:"host_permissions"`
	Policy          struct {
		Pages string `json:"extension_pages"`
	} `json:"content_security_policy"`
}

func readManifest(t *testing.T) manifest {
	t.Helper()
	b, err := os.ReadFile("static/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	if err := json.Unmarshal(b, &m); err != nil {
		t.Fatal(err)
	}
	return m
}

// Chrome's rule: the first 16 bytes of the key's SHA-256, each half byte a
// letter from a to p.
func TestID_is_what_the_manifest_key_gives(t *testing.T) {
	t.Parallel()
	der, err := base64.StdEncoding.DecodeString(readManifest(t).Key)
	if err != nil {
		t.Fatalf("the key is no base64: %v", err)
	}
	sum := sha256.Sum256(der)
	id := make([]byte, 0, 32)
	for _, b := range sum[:16] {
		id = append(id, 'a'+b>>4, 'a'+b&15)
	}
	if string(id) != extension.ID {
		t.Errorf("the manifest's key gives %s, extension.ID is %s", id, extension.ID)
	}
}

// Each permission has its reason in the README, which names no other, and the
// pages may load nothing but what is the extension's own, and images that they
// read from the daemon themselves (blob:).
func TestPermissions_have_their_reasons(t *testing.T) {
	t.Parallel()
	m := readManifest(t)
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(readme), "## Permissions\n")
	table, _, _ := strings.Cut(rest, "\n## ")
	var reasoned []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([^`]+)` \\| \\S").FindAllStringSubmatch(table, -1) {
		reasoned = append(reasoned, row[1])
	}
	if asked := append(m.Permissions, m.HostPermissions...); !slices.Equal(sorted(asked), sorted(reasoned)) {
		t.Errorf("the manifest asks for %v, README.md gives reasons for %v", asked, reasoned)
	}
	const own = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; form-action 'none'; base-uri 'none'"
	if m.Policy.Pages != own {
		t.Errorf("the pages' policy is %q, want %q", m.Policy.Pages, own)
	}
}

func sorted(list []string) []string {
	list = slices.Clone(list)
	slices.Sort(list)
	return list
}

// The worker connects by its own copy of the name; the two must agree.
func TestHostName_is_the_one_the_extension_asks_for(t *testing.T) {
	t.Parallel()
	src, err := os.ReadFile("src/wire/host.ts")
	if err != nil {
		t.Fatal(err)
	}
	m := regexp.MustCompile(`hostName = "([^"]+)"`).FindSubmatch(src)
	if m == nil {
		t.Fatal("src/wire/host.ts does not name the host")
	}
	if string(m[1]) != extension.HostName {
		t.Errorf("src/wire/host.ts asks for %s, extension.HostName is %s", m[1], extension.HostName)
	}
}

func TestDist_is_rooted_at_the_build_output(t *testing.T) {
	t.Parallel()
	if _, err := fs.Stat(extension.Dist(), ".placeholder"); err != nil {
		t.Errorf("the placeholder is missing: %v", err)
	}
	_, err := fs.Stat(extension.Dist(), "manifest.json")
	if built := err == nil; built != extension.Built() {
		t.Errorf("Built() is %v, but manifest.json is there: %v", extension.Built(), built)
	}
}
