package doctor

import (
	"context"
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
	state               client.CheckState
	detail, cause, next text
	command             string
}

func fine(format string, a ...any) finding {
	return finding{state: client.CheckOK, detail: says(format, a...)}
}

// broken is a failure for that cause; whoever makes one adds what mends it.
func broken(format string, a ...any) finding {
	return finding{state: client.CheckFailed, cause: says(format, a...)}
}

// shaky is what works for now.
func shaky(format string, a ...any) finding {
	return finding{state: client.CheckWarning, cause: says(format, a...)}
}

// untried says in words why nothing was tried.
func untried(format string, a ...any) finding {
	return finding{state: client.CheckSkipped, detail: says(format, a...)}
}

func (f finding) mendedBy(command string) finding {
	f.command = command
	return f
}

func (f finding) then(format string, a ...any) finding {
	f.next = says(format, a...)
	return f
}

func (f finding) seen(format string, a ...any) finding {
	f.detail = says(format, a...)
	return f
}

// seenFirst puts what was seen before what is said of it, or in place of nothing.
func (f finding) seenFirst(what series) finding {
	if f.detail.format == "" {
		return f.seen("%s", what)
	}
	return f.seen("%s; %s", what, f.detail)
}

// check is one link of the chain.
type check struct {
	id    string
	title text
	// needs are the checks without which it cannot be tried.
	needs []string
	// blames are the checks that it is excused by: where it fails and none of
	// them went well, it says so instead of a cause of its own.
	blames []string
	try    func(context.Context) finding
}

// chain tries checks in order and tells each as soon as it is known.
type chain struct {
	tell   func(client.Check)
	tongue *tongue
	hide   func(string) string
	done   map[string]said
	diags  client.Diagnosis
}

// said is how a check went, with its title.
type said struct {
	finding
	title text
}

func newChain(tell func(client.Check), ask client.Diagnose) *chain {
	if tell == nil {
		tell = func(client.Check) {}
	}
	return &chain{tell: tell, tongue: tongueOf(ask.Language), hide: hider(ask.Env), done: map[string]said{}, diags: client.Diagnosis{OK: true, Checks: []client.Check{}}}
}

func (c *chain) run(ctx context.Context, list []check) {
	for _, k := range list {
		f := c.find(ctx, k)
		c.done[k.id] = said{f, k.title}
		found := client.Check{
			ID: k.id, Title: c.tongue.in(k.title), State: f.state, Command: f.command,
			Detail: c.hide(c.tongue.in(f.detail)), Cause: c.hide(c.tongue.in(f.cause)), Next: c.hide(c.tongue.in(f.next)),
		}
		c.diags.OK = c.diags.OK && f.state != client.CheckFailed
		c.diags.Checks = append(c.diags.Checks, found)
		c.tell(found)
	}
}

func (c *chain) find(ctx context.Context, k check) finding {
	for _, id := range k.needs {
		if need, there := c.done[id]; there && !went(need) {
			return untried("Not tried, because of: %s.", need.title)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	f := k.try(ctx)
	if f.state != client.CheckFailed || len(k.blames) == 0 {
		return f
	}
	titles := series{between: ", "}
	for _, id := range k.blames {
		if went(c.done[id]) {
			return f
		}
		titles.add(c.done[id].title)
	}
	return untried("It cannot be, because of: %s.", titles)
}

// went reports whether what stands on the check can be tried.
func went(f said) bool {
	return f.state == client.CheckOK || f.state == client.CheckWarning
}
