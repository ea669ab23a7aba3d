package offline_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/host/llm/offline"
	"github.com/margay/margay/protocol/chat"
)

const order = "Fill in Name: Mira Lind, City: Oslo, accept the terms, press Place order and report the confirmation number."

// TestACallOfUnknownOutcome loses one call after the other: acts that happened
// and acts that did not. No press is repeated on a guess, and the answer never
// claims an order that the page does not show.
func TestACallOfUnknownOutcome(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 9; n++ {
		for _, happened := range []bool{true, false} {
			t.Run(fmt.Sprintf("call_%d_happened_%v", n, happened), func(t *testing.T) {
				t.Parallel()
				s := newSim(base+"/checkout", world())
				hit := ""
				s.fate = func(i int, tool string) (chat.CallStatus, bool) {
					if i == n {
						hit = tool
						return chat.CallUnknown, happened
					}
					return chat.CallCompleted, false
				}
				answer, _ := drive(t, s, nil, order)
				presses := len(s.pressed)
				switch {
				case hit == "click" && !happened:
					if presses != 0 || !strings.Contains(answer, "did not press it again") || strings.Contains(answer, "MG-") {
						t.Errorf("pressed %d times, answer:\n%s", presses, answer)
					}
				case presses != 1 || !strings.Contains(answer, "MG-48213"):
					t.Errorf("%s lost: pressed %d times, answer:\n%s", hit, presses, answer)
				}
			})
		}
	}
}

// TestCallsThatNeverLeft are made again.
func TestCallsThatNeverLeft(t *testing.T) {
	t.Parallel()
	for n := 1; n <= 9; n++ {
		for _, status := range []chat.CallStatus{chat.CallNotRun, chat.CallError} {
			s := newSim(base+"/checkout", world())
			s.fate = func(i int, tool string) (chat.CallStatus, bool) {
				if i == n && (status == chat.CallNotRun || tool == "fill" || tool == "click") {
					return status, false
				}
				return chat.CallCompleted, false
			}
			answer, _ := drive(t, s, nil, order)
			if len(s.pressed) != 1 || !strings.Contains(answer, "MG-48213") {
				t.Errorf("call %d %s: pressed %q, answer:\n%s", n, status, s.pressed, answer)
			}
		}
	}
}

// TestARoundCutInTwo is what a crash during a batch leaves: the first call is
// unknown, the rest were not run.
func TestARoundCutInTwo(t *testing.T) {
	t.Parallel()
	s := newSim(base+"/checkout", world())
	s.fate = func(i int, _ string) (chat.CallStatus, bool) {
		switch i {
		case 2:
			return chat.CallUnknown, true
		case 3, 4:
			return chat.CallNotRun, false
		}
		return chat.CallCompleted, false
	}
	answer, _ := drive(t, s, nil, order)
	if !strings.Contains(answer, "MG-48213") || len(s.filled) != 3 {
		t.Errorf("filled %q, answer:\n%s", s.filled, answer)
	}
}

// TestStaleRefs: the page is drawn anew under the planner's hands.
func TestStaleRefs(t *testing.T) {
	t.Parallel()
	s := newSim(base+"/checkout", world())
	s.fate = func(i int, tool string) (chat.CallStatus, bool) {
		if i == 2 || tool == "click" && len(s.pressed) == 0 && i < 9 {
			s.each(func(n *node, _ []*node) { n.ref = "" })
			s.number(s.doc.body)
		}
		return chat.CallCompleted, false
	}
	answer, _ := drive(t, s, nil, order)
	if !strings.Contains(answer, "MG-48213") || len(s.pressed) != 1 {
		t.Errorf("pressed %q, answer:\n%s", s.pressed, answer)
	}
}

func TestACoveredButtonIsNotClaimed(t *testing.T) {
	t.Parallel()
	s := newSim(base+"/settings", world())
	s.get("button", "Save changes").attrs = "covered"
	answer, _ := drive(t, s, nil, "set the display name to Cat and save the changes")
	if !strings.Contains(answer, "covered by dialog") || strings.Contains(answer, "Pressed") || len(s.pressed) != 0 {
		t.Errorf("answer:\n%s", answer)
	}
}

// TestAValueThatThePageChanges is told as the page has it.
func TestAValueThatThePageChanges(t *testing.T) {
	t.Parallel()
	site := map[string]func(*sim) *doc{base + "/f": func(*sim) *doc {
		return &doc{title: "F", body: []*node{{role: "textbox", name: "Name", attrs: "stubborn"}, button("Send", nil)}}
	}}
	s := newSim(base+"/f", site)
	answer, _ := drive(t, s, nil, "Name: Mira and press Send")
	if !strings.Contains(answer, "was given “Mira”, but it is empty") || len(s.pressed) != 0 || !strings.Contains(answer, "Not done") {
		t.Errorf("pressed %q, answer:\n%s", s.pressed, answer)
	}
}

// TestTheReplyFollowsFromTheRequest: the same request gives the same reply, and
// a run that began under other rules is not guessed at.
func TestTheReplyFollowsFromTheRequest(t *testing.T) {
	t.Parallel()
	s := newSim(base+"/checkout", world())
	_, messages := drive(t, s, nil, order)
	for n := 1; n < len(messages); n++ {
		req := llm.Request{Messages: messages[:n], Tools: toolList()}
		a, errA := llmtest.Collect(t.Context(), offline.New(), req)
		b, errB := llmtest.Collect(t.Context(), offline.New(), req)
		if errA != nil || errB != nil || !reflect.DeepEqual(a, b) {
			t.Fatalf("message %d: %+v and %+v", n, a, b)
		}
		want := messages[n]
		if len(a.Calls) != len(want.ToolCalls) {
			t.Fatalf("message %d: %d calls, then %d", n, len(want.ToolCalls), len(a.Calls))
		}
		for i, c := range a.Calls {
			if c.Arguments != want.ToolCalls[i].Arguments || c.ModelID != want.ToolCalls[i].ModelID {
				t.Errorf("message %d, call %d: %+v", n, i, c)
			}
		}
	}
	foreign := append([]chat.Message{}, messages[0], chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{
		{Name: "click", Arguments: `{"ref":"e1"}`, Status: chat.CallCompleted, Result: "Clicked."},
	}})
	got, err := llmtest.Collect(t.Context(), offline.New(), llm.Request{Messages: foreign, Tools: toolList()})
	if err != nil || len(got.Calls) != 0 || !strings.Contains(got.Text(), "earlier version") {
		t.Errorf("%+v, %v", got.Reply, err)
	}
}

// TestLaterTurns: what earlier turns did is neither repeated nor claimed.
func TestLaterTurns(t *testing.T) {
	t.Parallel()
	s := newSim(base+"/checkout", world())
	_, history := drive(t, s, nil, "Name: Mira Lind, accept the terms")
	answer, history := drive(t, s, history, "now press Place order")
	if !strings.Contains(answer, "Pressed “Place order”") || strings.Contains(answer, "Filled") || len(s.pressed) != 1 {
		t.Errorf("answer:\n%s", answer)
	}
	answer, history = drive(t, s, history, "What is the confirmation number?")
	if !strings.Contains(answer, "MG-48213") {
		t.Errorf("answer:\n%s", answer)
	}
	ids := map[string]bool{}
	for _, m := range history {
		for _, c := range m.ToolCalls {
			if ids[c.ModelID] {
				t.Errorf("two calls are called %s", c.ModelID)
			}
			ids[c.ModelID] = true
		}
	}
}

func TestADialogOfAnEarlierTurn(t *testing.T) {
	t.Parallel()
	s := newSim(base+"/settings", world())
	_, history := drive(t, s, nil, "Press Delete account")
	answer, _ := drive(t, s, history, "dismiss the dialog")
	if !strings.Contains(answer, "Dismissed") || s.dialog != "" || s.url != base+"/settings" {
		t.Errorf("answer:\n%s", answer)
	}
}

func TestWithoutTheTools(t *testing.T) {
	t.Parallel()
	got, err := llmtest.Collect(t.Context(), offline.New(), llm.Request{Messages: []chat.Message{llmtest.User("press Order")}})
	if err != nil || len(got.Calls) != 0 || !strings.Contains(got.Text(), "tool snapshot") {
		t.Errorf("%+v, %v", got.Reply, err)
	}
}
