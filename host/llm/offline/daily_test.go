package offline_test

import (
	_ "embed"
	"maps"
	"strings"
	"testing"
)

//go:embed testdata/daily.txt
var dailyPrompts string

// TestDaily: what people type on a working day, in both languages, with values that have
// spaces and punctuation. Each line of the file is a page, a prompt, what the fields hold
// then, what was pressed, a part of the answer and one that it may not have.
func TestDaily(t *testing.T) {
	t.Parallel()
	site := world()
	for _, more := range []map[string]func(*sim) *doc{strangers(), trades(), moreTrades(), {base + "/signup": signup}} {
		maps.Copy(site, more)
	}
	var cases []asked
	for line := range strings.Lines(dailyPrompts) {
		part := strings.Split(strings.TrimSpace(line), " | ")
		if len(part) != 6 {
			t.Fatalf("%q has %d parts", line, len(part))
		}
		cases = append(cases, asked{part[0], wish{part[1], heldIn(part[2]), strings.Trim(part[3], "-"), part[4], part[5]}})
	}
	askOn(t, site, cases)
}

// heldIn reads what fields shall hold: Name = Tom; Seats = 5.
func heldIn(list string) holds {
	held := holds{}
	for pair := range strings.SplitSeq(list, "; ") {
		if name, value, ok := strings.Cut(pair, " = "); ok {
			held[name] = value
		}
	}
	return held
}
