package keys_test

import (
	"strings"
	"testing"

	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/keys"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		name  string
		chord keys.Chord
	}{
		"Enter":           {"Enter", keys.Chord{Key: keys.Key{Name: "Enter", Code: "Enter", Virtual: 13, Text: "\r"}}},
		"return":          {"Enter", keys.Chord{Key: keys.Key{Name: "Enter", Code: "Enter", Virtual: 13, Text: "\r"}}},
		"esc":             {"Escape", keys.Chord{Key: keys.Key{Name: "Escape", Code: "Escape", Virtual: 27}}},
		" ":               {"Space", keys.Chord{Key: keys.Key{Name: " ", Code: "Space", Virtual: 32, Text: " "}}},
		"a":               {"a", keys.Chord{Key: keys.Key{Name: "a", Code: "KeyA", Virtual: 65, Text: "a"}}},
		"A":               {"Shift+A", keys.Chord{Modifiers: keys.Shift, Key: keys.Key{Name: "A", Code: "KeyA", Virtual: 65, Text: "A"}}},
		"Shift+a":         {"Shift+A", keys.Chord{Modifiers: keys.Shift, Key: keys.Key{Name: "A", Code: "KeyA", Virtual: 65, Text: "A"}}},
		"Ctrl+A":          {"Control+A", keys.Chord{Modifiers: keys.Control, Key: keys.Key{Name: "a", Code: "KeyA", Virtual: 65}}},
		"shift+control+z": {"Control+Shift+Z", keys.Chord{Modifiers: keys.Control | keys.Shift, Key: keys.Key{Name: "Z", Code: "KeyZ", Virtual: 90}}},
		"Cmd+Enter":       {"Meta+Enter", keys.Chord{Modifiers: keys.Meta, Key: keys.Key{Name: "Enter", Code: "Enter", Virtual: 13}}},
		"Shift+Tab":       {"Shift+Tab", keys.Chord{Modifiers: keys.Shift, Key: keys.Key{Name: "Tab", Code: "Tab", Virtual: 9}}},
		"!":               {"!", keys.Chord{Modifiers: keys.Shift, Key: keys.Key{Name: "!", Code: "Digit1", Virtual: 49, Text: "!"}}},
		"Shift+1":         {"!", keys.Chord{Modifiers: keys.Shift, Key: keys.Key{Name: "!", Code: "Digit1", Virtual: 49, Text: "!"}}},
		"+":               {"+", keys.Chord{Modifiers: keys.Shift, Key: keys.Key{Name: "+", Code: "Equal", Virtual: 187, Text: "+"}}},
		"Control++":       {"Control++", keys.Chord{Modifiers: keys.Control | keys.Shift, Key: keys.Key{Name: "+", Code: "Equal", Virtual: 187}}},
		"Control+Shift+=": {"Control++", keys.Chord{Modifiers: keys.Control | keys.Shift, Key: keys.Key{Name: "+", Code: "Equal", Virtual: 187}}},
		"Control+=":       {"Control+=", keys.Chord{Modifiers: keys.Control, Key: keys.Key{Name: "=", Code: "Equal", Virtual: 187}}},
		"f12":             {"F12", keys.Chord{Key: keys.Key{Name: "F12", Code: "F12", Virtual: 123}}},
		"é":               {"é", keys.Chord{Key: keys.Key{Name: "é", Text: "é"}}},
		"中":               {"中", keys.Chord{Key: keys.Key{Name: "中", Text: "中"}}},
		"Shift":           {"Shift", keys.Chord{Key: keys.Key{Name: "Shift", Code: "ShiftLeft", Virtual: 16}}},
	} {
		got, err := keys.Parse(text)
		if err != nil || len(got) != 1 {
			t.Errorf("%q: %v, %v", text, got, err)
			continue
		}
		if got[0] != want.chord || got[0].String() != want.name {
			t.Errorf("%q is %s %+v, want %s %+v", text, got[0], got[0], want.name, want.chord)
		}
	}
	for text, want := range map[string]string{
		"ArrowDown  down Enter":     "ArrowDown ArrowDown Enter",
		"ctrl + shift + ArrowLeft":  "Control+Shift+ArrowLeft",
		"Control +a Tab shift+ Tab": "Control+A Tab Shift+Tab",
		"a + b":                     "a + b",
		"Enter +":                   "Enter +",
		"Control +":                 "Control Plus",
		"Shift Tab":                 "Shift Tab",
		"Control plus a":            "Control Plus a",
		"Meta+meta":                 "Meta",
		"Control + + Escape":        "Control++ Escape",
		"NumpadEnter Meta + k":      "Enter Meta+K",
		"Meta alt+":                 "",
	} {
		several, err := keys.Parse(text)
		if want == "" {
			if err == nil {
				t.Errorf("%q is %s", text, keys.Line(several))
			}
			continue
		}
		if err != nil || keys.Line(several) != want {
			t.Errorf("%q is %s, want %s; %v", text, keys.Line(several), want, err)
		}
	}
}

func TestParse_refuses(t *testing.T) {
	t.Parallel()
	for text, words := range map[string]string{
		"": "No key is named", "hello": `"hello" is no key`, "Enter+A": `"Enter" in "Enter+A" is no key that is held`, "Control+": `"" is no key`,
		"\u200b": "is no key", strings.Repeat("a ", 21): "21 keys", "++": `"" in "++"`,
	} {
		_, err := keys.Parse(text)
		if err == nil || !tools.IsMistake(err) || !strings.Contains(err.Error(), words) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"Control+Shift+A", "+", "F1 é !", "Control++", "\xff", "Meta+Plus"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		chords, err := keys.Parse(text)
		if err != nil {
			return
		}
		again, err := keys.Parse(keys.Line(chords))
		if err != nil || len(again) != len(chords) {
			t.Fatalf("%q is %q, which is %v, %v", text, keys.Line(chords), again, err)
		}
		for i := range chords {
			if again[i] != chords[i] {
				t.Errorf("%q: %+v becomes %+v", text, chords[i], again[i])
			}
		}
	})
}
