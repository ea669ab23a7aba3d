package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/margay/margay/protocol/client"
)

// The ids of the checks, in the order of the chain. Those of a browser are
// made of a prefix and the browser's own id.
const (
	idData      = "data"
	idSettings  = "settings"
	idProgram   = "program"
	idDaemon    = "daemon"
	idStore     = "store"
	idManifest  = "manifest."
	idStart     = "start."
	idExtension = "extension"
	idPage      = "page"
	idModel     = "model"
	idPath      = "path"
	idKeyring   = "keyring"
	idLog       = "log"
)

// checkTime bounds a check. Each has a shorter bound of its own, but for the one
// that asks the daemon for all of its.
const checkTime = 2 * time.Minute

// finding is how a check went.
type finding struct {
	state                        client.CheckState
	detail, cause, command, next string
}

func fine(format string, a ...any) finding {
	return finding{state: client.CheckOK, detail: fmt.Sprintf(format, a...)}
}

// broken is a failure for that cause; whoever makes one adds what mends it.
func broken(format string, a ...any) finding {
	return finding{state: client.CheckFailed, cause: fmt.Sprintf(format, a...)}
}

// shaky is what works for now.
func shaky(format string, a ...any) finding {
	return finding{state: client.CheckWarning, cause: fmt.Sprintf(format, a...)}
}

// untried says in words why nothing was tried.
func untried(format string, a ...any) finding {
	return finding{state: client.CheckSkipped, detail: fmt.Sprintf(format, a...)}
}

func (f finding) mendedBy(command string) finding {
	f.command = command
	return f
}

func (f finding) then(format string, a ...any) finding {
	f.next = fmt.Sprintf(format, a...)
	return f
}

func (f finding) seen(format string, a ...any) finding {
	f.detail = fmt.Sprintf(format, a...)
	return f
}

// check is one link of the chain.
type check struct {
	id, title string
	// needs are the checks without which it cannot be tried.
	needs []string
	// blames are the checks that it is excused by: where it fails and none of
	// them went well, it says so instead of a cause of its own.
	blames []string
	try    func(context.Context) finding
}

// chain tries checks in order and tells each as soon as it is known.
type chain struct {
	tell  func(client.Check)
	done  map[string]client.Check
	diags client.Diagnosis
}

func newChain(tell func(client.Check)) *chain {
	if tell == nil {
		tell = func(client.Check) {}
	}
	return &chain{tell: tell, done: map[string]client.Check{}, diags: client.Diagnosis{OK: true, Checks: []client.Check{}}}
}

func (c *chain) run(ctx context.Context, list []check) {
	for _, k := range list {
		f := c.find(ctx, k)
		said := client.Check{
			ID: k.id, Title: k.title, State: f.state, Detail: f.detail, Cause: f.cause, Command: f.command, Next: f.next,
		}
		c.done[k.id] = said
		c.diags.OK = c.diags.OK && said.State != client.CheckFailed
		c.diags.Checks = append(c.diags.Checks, said)
		c.tell(said)
	}
}

func (c *chain) find(ctx context.Context, k check) finding {
	for _, id := range k.needs {
		if need, there := c.done[id]; there && !went(need) {
			return untried("Not tried, because of: %s.", need.Title)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	f := k.try(ctx)
	if f.state != client.CheckFailed || len(k.blames) == 0 {
		return f
	}
	var titles []string
	for _, id := range k.blames {
		if went(c.done[id]) {
			return f
		}
		titles = append(titles, c.done[id].Title)
	}
	return untried("It cannot be, because of: %s.", strings.Join(titles, ", "))
}

// went reports whether what stands on the check can be tried.
func went(c client.Check) bool {
	return c.State == client.CheckOK || c.State == client.CheckWarning
}
