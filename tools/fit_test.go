package tools_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/margay/margay/tools"
)

func TestFit_leaves_what_is_short_enough(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", strings.Repeat("字", tools.MostFitted)} {
		if got, cut := tools.Fit(text, "results/r"); cut || got != text {
			t.Errorf("%d characters were changed", utf8.RuneCountInString(text))
		}
	}
}

// TestFit_keeps_the_shape_of_JSON: members stay in their order, digits as they are, a long list says how many it has.
func TestFit_keeps_the_shape_of_JSON(t *testing.T) {
	t.Parallel()
	var rows []string
	for i := range 3000 {
		rows = append(rows, fmt.Sprintf(`{"z":%d,"name":"row %d","a":12345678901234567890}`, i, i))
	}
	text := `{"total":3000,"rows":[` + strings.Join(rows, ",") + `],"next":null,"ok":true}`
	got, cut := tools.Fit(text, "results/r")
	body, note, _ := strings.Cut(got, "\n(")
	if !cut || !json.Valid([]byte(body)) || utf8.RuneCountInString(got) > tools.MostFitted {
		t.Fatalf("%d characters, valid %v", utf8.RuneCountInString(got), json.Valid([]byte(body)))
	}
	for _, want := range []string{`{"total":3000,"rows":{"_count":3000,"_showing":`, `{"z":0,"name":"row 0","a":12345678901234567890}`, `"next":null,"ok":true}`} {
		if !strings.Contains(body, want) {
			t.Errorf("%s is not in %.300s", want, body)
		}
	}
	if !strings.Contains(note, "results/r") || !strings.Contains(note, fmt.Sprint(utf8.RuneCountInString(text))) {
		t.Errorf("the note is %q", note)
	}
}

func TestFit_clips_long_texts_in_JSON(t *testing.T) {
	t.Parallel()
	got, _ := tools.Fit(`{"html":"`+strings.Repeat("字", 50_000)+`end","title":"T"}`, "")
	if !json.Valid([]byte(got)) || !strings.Contains(got, "characters]…") || !strings.Contains(got, `end","title":"T"}`) {
		t.Errorf("%.200s … %s", got, got[max(0, len(got)-100):])
	}
}

// TestFit_of_anything_deep: what lies too deep gives way, and nothing is too deep to be read.
func TestFit_of_anything_deep(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat(`{"a":[`, 5000) + strings.Repeat(`]}`, 5000)
	if got, cut := tools.Fit(deep, ""); !cut || !json.Valid([]byte(got)) || !strings.Contains(got, "[deep nested]") {
		t.Errorf("cut %v: %.200s", cut, got)
	}
}

// TestFit_shows_both_ends of a text, cut between lines.
func TestFit_shows_both_ends(t *testing.T) {
	t.Parallel()
	var lines []string
	for i := range 5000 {
		lines = append(lines, fmt.Sprintf("line %04d", i))
	}
	text := strings.Join(lines, "\n")
	got, cut := tools.Fit(text, "results/r")
	head, rest, ok := strings.Cut(got, "\n… ")
	if !cut || !ok || !strings.HasPrefix(text, head) || !strings.Contains(rest, "\nline 4999\n(Shortened from") || !strings.HasSuffix(head, "\n") {
		t.Errorf("head ends %q, rest begins %.60q", head[len(head)-20:], rest)
	}
	if n := utf8.RuneCountInString(got); n > tools.MostFitted || n < tools.MostFitted/2 {
		t.Errorf("%d characters", n)
	}
}

// FuzzFit: it is short enough, sound text, and JSON where it was.
func FuzzFit(f *testing.F) {
	f.Add(`{"a":[1,2,{"b":"c"}]}`, 5000)
	f.Add("plain \xff text\n", 900)
	f.Add(`["`, 9000)
	f.Fuzz(func(t *testing.T, piece string, n int) {
		if len(piece) > 2000 || n < 0 || n > 20_000 {
			t.Skip()
		}
		text := strings.Repeat(piece, n)
		if json.Valid([]byte(piece)) && n%2 == 0 {
			text = "[" + strings.TrimSuffix(strings.Repeat(piece+",", n), ",") + "]"
		}
		got, cut := tools.Fit(text, "results/r")
		if cut != (utf8.RuneCountInString(text) > tools.MostFitted) || utf8.RuneCountInString(got) > tools.MostFitted && cut {
			t.Errorf("%d characters became %d", utf8.RuneCountInString(text), utf8.RuneCountInString(got))
		}
	})
}
