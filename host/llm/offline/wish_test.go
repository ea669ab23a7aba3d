package offline_test

import (
	"strings"
	"testing"
)

// wish is what a person asks for, and what shall be so then: what fields hold,
// what was pressed and in which order, a part of the answer and one that it may
// not have.
type wish struct {
	prompt  string
	held    map[string]string
	pressed string
	says    string
	never   string
}

func (w wish) check(t *testing.T, s *sim, answer string) {
	t.Helper()
	for field, want := range w.held {
		if got := s.value(field); got != want {
			t.Errorf("%s holds %q, want %q\n%s", field, got, want, answer)
		}
	}
	if got := strings.Join(s.pressed, ", "); got != w.pressed {
		t.Errorf("pressed %s, want %s\n%s", got, w.pressed, answer)
	}
	if !strings.Contains(answer, w.says) || strings.Contains(answer, w.never) {
		t.Errorf("want %q and not %q in\n%s", w.says, w.never, answer)
	}
}
