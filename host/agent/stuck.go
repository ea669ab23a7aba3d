package agent

import (
	"fmt"
	"slices"
	"strings"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// How many rounds in a row that failed alike end a run. A tool that does not exist
// will not exist the next time; another call may well be made again, to wait for
// something, but not for ever.
const (
	maxUnknown = 3
	maxAlike   = 10
)

// stuck counts rounds in a row that failed alike. A round in which any call
// succeeded, or was cut off while it ran, is headway and begins the count anew; one
// in which no call was run is not: a model that writes its key into a call may do so
// for ever.
type stuck struct {
	failure string
	rounds  int
}

// after takes a round into account. The error ends the run.
func (s *stuck) after(calls []chat.ToolCall, isTool func(name string) bool) error {
	failure, unknown := alike(calls, isTool)
	if failure == "" || failure != s.failure {
		*s = stuck{failure: failure}
	}
	s.rounds++
	name := nameOf(calls)
	switch {
	case failure == "":
		return nil
	case unknown && s.rounds >= maxUnknown:
		return &llm.Error{
			Code: chat.ErrorStuck, Message: fmt.Sprintf("The model asked %d times in a row for “%s”, which is no tool", s.rounds, name),
			Next: "Say it in other words, or choose another model.",
		}
	case s.rounds >= maxAlike:
		return &llm.Error{
			Code: chat.ErrorStuck, Message: fmt.Sprintf("The model repeated a call of “%s” that failed %d times in the same way", name, s.rounds),
			Next: "Look at the page and say how to go on, or choose another model.",
		}
	}
	return nil
}

// alike is what two rounds share that failed alike: of a tool that does not exist
// the name, of any other call the arguments and the result, too. It is empty
// where a call neither failed nor was refused. Unknown says that none of the tools
// exists.
func alike(calls []chat.ToolCall, isTool func(name string) bool) (failure string, unknown bool) {
	unknown = true
	var all []string
	for _, c := range calls {
		if c.Status != chat.CallError && c.Status != chat.CallNotRun && c.Status != chat.CallTimedOut {
			return "", false
		}
		one := fmt.Sprintf("%q", c.Name)
		if isTool(c.Name) {
			unknown = false
			one += fmt.Sprintf(" %q %q", c.Arguments, c.Result)
		}
		all = append(all, one)
	}
	slices.Sort(all)
	return strings.Join(slices.Compact(all), "\n"), unknown
}

// nameOf is the tool of the first call, in few words.
func nameOf(calls []chat.ToolCall) string {
	const most = 60
	if len(calls) == 0 {
		return ""
	}
	name := []rune(chat.Clean(calls[0].Name))
	if len(name) > most {
		return string(name[:most]) + "…"
	}
	return string(name)
}
