package cli

import (
	"bytes"
	"strings"
	"testing"

	"github.com/margay/margay/protocol/chat"
)

// What was shown of an answer that broke off is void: the answer on standard
// output is the whole one alone, and a person is told where it begins anew.
func TestTranscript_of_an_answer_that_broke_off(t *testing.T) {
	t.Parallel()
	begins := chat.Message{ID: "m", Role: chat.RoleAssistant}
	for name, tt := range map[string]struct {
		terminal, shown     bool
		out, progress       string // that has to be there
		outNot, progressNot string // and that must not
	}{
		"on_a_terminal":              {true, true, "HALF\n", "Void", "", ""},
		"on_a_terminal_before_words": {true, false, "The whole.", "try 1 of 3", "", "Void"},
		"in_a_pipe":                  {false, true, "The whole.\n", "Void", "HALF", ""},
		"in_a_pipe_before_words":     {false, false, "The whole.\n", "try 1 of 3", "HALF", "Void"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var out, progress bytes.Buffer
			tr := newTranscript(&out, &progress, tt.terminal)
			tr.event(chat.Event{Type: chat.EventNewMessage, Begins: &begins})
			if tt.shown {
				tr.event(chat.Event{Type: chat.EventContentDelta, Delta: "HALF"})
			}
			tr.event(chat.Event{Type: chat.EventRetry, Attempt: 1, MaxRetries: 3, DropPartial: tt.shown, Error: "lost"})
			tr.event(chat.Event{Type: chat.EventContentDelta, Delta: "The whole."})
			tr.end(chat.Event{Type: chat.EventDone})
			if !strings.Contains(out.String(), tt.out) || !strings.Contains(progress.String(), tt.progress) {
				t.Errorf("output %q, progress %q", out.String(), progress.String())
			}
			if tt.outNot != "" && strings.Contains(out.String(), tt.outNot) || tt.progressNot != "" && strings.Contains(progress.String(), tt.progressNot) {
				t.Errorf("output %q, progress %q", out.String(), progress.String())
			}
			if !tt.terminal && out.String() != "The whole.\n" {
				t.Errorf("output %q, want the answer alone", out.String())
			}
		})
	}
}
