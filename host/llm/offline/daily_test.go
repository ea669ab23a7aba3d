package offline_test

import (
	_ "embed"
	"maps"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/protocol/chat"
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

// TestRemark_is_told_once: what is passed over is named where its turn comes, and not
// after every step before it.
func TestRemark_is_told_once(t *testing.T) {
	t.Parallel()
	s := newSim(base+"/signup", map[string]func(*sim) *doc{base + "/signup": signup})
	answer, _ := driveOn(t, s, llm.Request{Messages: []chat.Message{llmtest.User("Plan选Pro，我家在装修，点Sign up")}, Tools: toolList(errandTools...)})
	if n := strings.Count(answer, "我家在装修"); n != 1 {
		t.Errorf("told %d times:\n%s", n, answer)
	}
}
