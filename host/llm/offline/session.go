package offline

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// A session replays what this prompt has already done. The planner is written
// as if every call returned at once; a call whose result is in the messages
// returns it, the first one that is not ends the replay with errAsk. So the
// next reply follows from the messages alone, also after a crash.
type session struct {
	past    []chat.ToolCall // the calls since the prompt, in order
	next    int             // of past
	offered map[string]bool
	today   time.Time // zero where the request does not tell
	before  int       // calls in the conversation, to name new ones apart

	asked []want
	// gate refuses what may not be done, heed is what the person forbade.
	gate func(want) error
	heed *heed
}

// want is a call that the planner wants.
type want struct {
	tool string
	args map[string]any
}

// result is what became of a call.
type result struct {
	status chat.CallStatus
	text   string
}

var (
	// errAsk says that the planner waits for the calls in session.asked.
	errAsk = errors.New("ask")
	// errDiverged says that the messages hold other calls than this planner
	// would have made: another version began this run.
	errDiverged = errors.New("this run was begun by another version of the offline model")
)

func (r result) ok() bool { return r.status == chat.CallCompleted }

// unknown says that the call may have had its effect.
func (r result) unknown() bool { return r.status == chat.CallUnknown }

// never says that the call did not leave: by its state, or because the browser,
// back after a lost link, says that it never began.
func (r result) never() bool {
	return r.status == chat.CallNotRun || r.status == chat.CallCancelled ||
		r.status == chat.CallError && strings.Contains(r.text, "nothing was done. Try again")
}

func newSession(req llm.Request) (*session, string) {
	s := &session{offered: map[string]bool{}, today: todayIn(req.System)}
	for _, t := range req.Tools {
		s.offered[t.Name] = true
	}
	last := -1
	for i, m := range req.Messages {
		s.before += len(m.ToolCalls)
		if m.Role == chat.RoleUser && text(m) != "" {
			last = i
		}
	}
	if last < 0 {
		return s, ""
	}
	for _, m := range req.Messages[last+1:] {
		s.past = append(s.past, m.ToolCalls...)
	}
	return s, text(req.Messages[last])
}

func text(m chat.Message) string {
	out := ""
	for _, b := range m.Content {
		if b.Type == chat.BlockText {
			out += b.Text + "\n"
		}
	}
	return out
}

// call makes calls together and gives their results in order.
func (s *session) call(wants ...want) ([]result, error) {
	for _, w := range wants {
		if !s.offered[w.tool] {
			return nil, refuse("the tool %s that this needs is not offered in this run.", w.tool)
		}
		if s.gate != nil {
			if err := s.gate(w); err != nil {
				return nil, err
			}
		}
	}
	if s.next == len(s.past) {
		s.asked = wants
		return nil, errAsk
	}
	if len(s.past)-s.next < len(wants) {
		return nil, errDiverged
	}
	out := make([]result, len(wants))
	for i, w := range wants {
		p := s.past[s.next+i]
		if p.Name != w.tool || !sameArguments(p.Arguments, w.args) {
			return nil, errDiverged
		}
		out[i] = result{status: p.Status, text: llm.ResultText(p)}
	}
	s.next += len(wants)
	return out, nil
}

func (s *session) one(tool string, args map[string]any) (result, error) {
	r, err := s.call(want{tool, args})
	if err != nil {
		return result{}, err
	}
	return r[0], nil
}

// look makes a call that changes nothing, again where it did not come through.
func (s *session) look(tool string, args map[string]any) (result, error) {
	for try := 1; ; try++ {
		r, err := s.one(tool, args)
		if err != nil || r.ok() || r.status == chat.CallError || try == 3 {
			return r, err
		}
	}
}

func sameArguments(text string, args map[string]any) bool {
	var got map[string]any
	if json.Unmarshal([]byte(text), &got) != nil || len(got) != len(args) {
		return false
	}
	for k, v := range args {
		if fmt.Sprint(got[k]) != fmt.Sprint(v) {
			return false
		}
	}
	return true
}

// calls are the wanted calls as a reply has them.
func (s *session) calls() []llm.Call {
	var out []llm.Call
	for i, w := range s.asked {
		args, err := json.Marshal(w.args)
		if err != nil {
			args = []byte("{}")
		}
		out = append(out, llm.Call{ModelID: fmt.Sprintf("call_%d", s.before+i+1), Name: w.tool, Arguments: string(args)})
	}
	return out
}
