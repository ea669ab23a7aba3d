package rpc

import (
	"slices"
	"strings"

	"github.com/margay/margay/protocol"
)

// gate is the state of a link: fresh or open, and the groups that the other
// side may use. It is the one place that decides what may come, and belongs to
// the reading goroutine.
//
//	state | a call or notice of group open | of a group of the link | of another
//	fresh | passes                         | hello_first            | hello_first
//	open  | passes                         | passes                 | not_allowed
type gate struct {
	fresh  bool
	groups []protocol.Group
	// frames counts the frames that came, up to the second: a preface is only
	// believed as the very first.
	frames int
}

// pass returns nil, or the fault that says why a route may not come.
func (g *gate) pass(info protocol.Info) *protocol.Fault {
	switch {
	case info.Group == protocol.GroupOpen:
		return nil
	case g.fresh:
		return protocol.NewFault(protocol.ReasonHelloFirst, info.Name+" came before hello.").
			WithNext("Call hello first.")
	case !slices.Contains(g.groups, info.Group):
		return protocol.NewFault(protocol.ReasonNotAllowed, info.Name+" is not open to this link (group "+string(info.Group)+").").
			WithNext("Call it from a program of the same user, such as the terminal command.")
	}
	return nil
}

// count notes a frame and reports whether it is the link's first.
func (g *gate) count() (first bool) {
	if g.frames < 2 {
		g.frames++
	}
	return g.frames == 1
}

// maxNamed bounds how much of a name that came is said back.
const maxNamed = 100

func noMethod(method string) *protocol.Fault {
	if len(method) > maxNamed {
		method = strings.ToValidUTF8(method[:maxNamed], "") + "…"
	}
	return protocol.NewFault(protocol.ReasonNoMethod, "There is no call "+method+".").
		WithNext("Update the older of the two sides: the extension, or the program.")
}
