package e2e_test

import (
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/protocol/chat"
)

// presser is a model that presses each button of a counting page, in rounds
// that mix looks and acts. It goes by the history alone: it asks again for an
// act only where it was told that the act did not happen, and never where it
// is done or its outcome is not known. So whoever repeats an act is the program.
func presser(req llm.Request) llmtest.Turn {
	p := readProgress(req.Messages)
	look := func(name string, args any) llmtest.Call { return llmtest.Call{Name: name, Args: args} }
	press := func(i int) llmtest.Call {
		name := fmt.Sprintf("Act %d", p.left[i])
		return llmtest.Call{Name: "click", Args: map[string]string{"ref": p.refs[name], "element": name}}
	}
	turn := llmtest.Turn{Text: fmt.Sprintf("This is round %d.", p.rounds+1)}
	switch {
	case p.rounds > mostRounds:
		return llmtest.Say("I give up.")
	case p.stale:
		turn.Calls = []llmtest.Call{look("snapshot", nil), look("find", map[string]string{"text": "Act"})}
	case len(p.left) > 3:
		turn.Calls = []llmtest.Call{press(0), look("get_tab_content", nil), press(1)}
	case len(p.left) == 3:
		turn.Calls = []llmtest.Call{look("list_tabs", nil), press(0)}
	case len(p.left) == 2 && !p.read:
		turn.Calls = []llmtest.Call{look("get_tab_content", nil), look("find", map[string]string{"text": "lot"})}
	case len(p.left) == 2:
		turn.Calls = []llmtest.Call{press(0), press(1)}
	case len(p.left) == 1:
		turn.Calls = []llmtest.Call{press(0)}
	default:
		return llmtest.Say("All done.")
	}
	return turn
}

// mostRounds ends a job in which something always fails.
const mostRounds = 60

// progress is what a history says of a job.
type progress struct {
	rounds int
	// refs are those of the last snapshot; stale says that another is needed:
	// there is none, or a press was refused since.
	refs  map[string]string
	stale bool
	// left are the acts that did not happen yet.
	left []int
	// read says that the last round has read the page.
	read bool
}

var refShown = regexp.MustCompile(`button "(Act \d)" \[ref=(\w+)\]`)

func readProgress(history []chat.Message) progress {
	p := progress{refs: map[string]string{}, stale: true}
	over := map[string]bool{}
	for _, m := range history {
		if m.Role != chat.RoleAssistant {
			continue
		}
		p.rounds++
		for _, c := range m.ToolCalls {
			p.read = c.Name == "find"
			switch {
			case c.Name == "snapshot" && c.Status == chat.CallCompleted:
				p.stale = false
				for _, found := range refShown.FindAllStringSubmatch(c.Result, -1) {
					p.refs[found[1]] = found[2]
				}
			case c.Name != "click":
			case c.Status == chat.CallCompleted, c.Status == chat.CallUnknown:
				over[pressed(c)] = true
			case c.Status == chat.CallError:
				p.stale = true
			}
		}
	}
	for act := 1; act <= acts; act++ {
		if !over[fmt.Sprintf("Act %d", act)] {
			p.left = append(p.left, act)
		}
	}
	return p
}

// pressed is the act that a click was for.
func pressed(c chat.ToolCall) string {
	var args struct{ Element string }
	_ = json.Unmarshal([]byte(c.Arguments), &args) // then it is for none
	return args.Element
}

// model is a scripted model behind a real server, as the program reaches it.
type model struct {
	handler *llmtest.Handler
	url     string
}

// newModel serves a model until the test ends. Then no request may have broken
// the contract: above all, none may have held half a round.
func newModel(t *testing.T, m llm.Model) *model {
	t.Helper()
	h := &llmtest.Handler{Model: m, Piece: 4096}
	server := httptest.NewServer(h)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		for _, p := range h.Problems() {
			t.Errorf("the model was sent what a provider refuses: %s", p)
		}
		for i, body := range h.Bodies() {
			if err := wholeRounds(body); err != nil {
				t.Errorf("request %d: %v", i+1, err)
			}
		}
	})
	return &model{handler: h, url: server.URL + "/v1"}
}

// env is what leads a program to the model.
func (m *model) env() map[string]string {
	return map[string]string{"MARGAY_MODEL": "openai:scripted", "OPENAI_BASE_URL": m.url, "OPENAI_API_KEY": "none"}
}

// environ is the same as an environment.
func (m *model) environ() []string {
	var list []string
	for name, value := range m.env() {
		list = append(list, name+"="+value)
	}
	return list
}

// wholeRounds holds a request to what no request may break: each call of an
// assistant has exactly one result, in the order of the calls, before anything
// else follows.
func wholeRounds(body []byte) error {
	var req struct {
		Messages []struct {
			Role       string
			ToolCallID string                `json:"tool_call_id"`
			ToolCalls  []struct{ ID string } `json:"tool_calls"`
		}
	}
	if err := json.Unmarshal(body, &req); err != nil {
		return err
	}
	var open []string
	for i, m := range req.Messages {
		if m.Role == "tool" {
			if len(open) == 0 || open[0] != m.ToolCallID {
				return fmt.Errorf("message %d is a result for %q, expected %q", i, m.ToolCallID, open)
			}
			open = open[1:]
			continue
		}
		if len(open) > 0 {
			return fmt.Errorf("message %d follows on calls without results: %s", i, strings.Join(open, ", "))
		}
		for _, c := range m.ToolCalls {
			open = append(open, c.ID)
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("calls at the end have no result: %s", strings.Join(open, ", "))
	}
	return nil
}
