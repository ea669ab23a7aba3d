package protocol_test

import (
	"maps"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/margay/margay/protocol"
)

// TestFaultsAreThoseOfTheReadme holds the table for readers to the list for
// programs. The list is append-only, so a code never gets another meaning.
func TestFaultsAreThoseOfTheReadme(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	table := map[protocol.Reason]int{}
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| −(\\d+) \\|").FindAllStringSubmatch(string(readme), -1) {
		code, err := strconv.Atoi(row[2])
		if err != nil {
			t.Fatal(err)
		}
		table[protocol.Reason(row[1])] = -code
	}
	if list := protocol.Reasons(); !maps.Equal(table, list) {
		t.Errorf("README.md has\n%v\nthe list is\n%v", table, list)
	}
}

// TestFaultsAreKnownByTheirCode: an older side may not know the name.
func TestFaultsAreKnownByTheirCode(t *testing.T) {
	t.Parallel()
	for reason, code := range protocol.Reasons() {
		if got := (&protocol.Fault{Code: code}).Reason(); got != reason {
			t.Errorf("code %d of %s is read as %s", code, reason, got)
		}
	}
	if got := (&protocol.Fault{Code: 5}).Reason(); got != protocol.ReasonInternal {
		t.Errorf("an unknown code is read as %s", got)
	}
}
