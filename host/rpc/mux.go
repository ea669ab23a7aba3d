package rpc

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/margay/margay/protocol"
)

// Mux holds what a side answers. It is filled before the first peer is made
// with it and only read from then on; many peers may share one.
type Mux struct {
	routes map[string]routeEntry
}

type routeEntry struct {
	info   protocol.Info
	call   func(ctx context.Context, r *Request, params json.RawMessage) ([]byte, error)
	notice func(p *Peer, params json.RawMessage) error
}

// NewMux returns an empty mux.
func NewMux() *Mux { return &Mux{routes: map[string]routeEntry{}} }

// Handle registers the function that answers a route. It runs in a goroutine
// of its own; its context ends when the caller cancels or the link closes, and
// it must return then. Registering a name twice is a mistake in the program and
// panics.
func Handle[P, R any](m *Mux, r protocol.Route[P, R], fn func(ctx context.Context, req *Request, params P) (R, error)) {
	m.add(routeEntry{info: r.Info(), call: func(ctx context.Context, req *Request, raw json.RawMessage) ([]byte, error) {
		var params P
		if err := decodeParams(raw, &params, r.Name); err != nil {
			return nil, err
		}
		result, err := fn(ctx, req, params)
		if err != nil {
			return nil, err
		}
		return protocol.Marshal(result)
	}})
}

// On registers the function that takes a notice. Notices are taken one after
// the other, in the order in which they come, on the goroutine that reads the
// link: the function must not wait.
func On[P any](m *Mux, n protocol.Notice[P], fn func(p *Peer, params P)) {
	m.add(routeEntry{info: n.Info(), notice: func(p *Peer, raw json.RawMessage) error {
		var params P
		if err := decodeParams(raw, &params, n.Name); err != nil {
			return err
		}
		fn(p, params)
		return nil
	}})
}

func decodeParams(raw json.RawMessage, params any, route string) error {
	if len(raw) == 0 {
		return nil
	}
	if err := protocol.Unmarshal(raw, params); err != nil {
		return protocol.NewFault(protocol.ReasonInvalidParams, fmt.Sprintf("The parameters do not fit %s: %v.", route, err))
	}
	return nil
}

func (m *Mux) add(e routeEntry) {
	if _, twice := m.routes[e.info.Name]; twice || strings.HasPrefix(e.info.Name, "$/") || e.info.Group == protocol.GroupOpen {
		panic("rpc: " + e.info.Name + " is registered twice, or belongs to the link itself")
	}
	m.routes[e.info.Name] = e
}

// find returns what a name stands for: one of the mux's, or of the link's own
// calls. The link's own notices are taken before. A nil mux has no routes.
func (m *Mux) find(name string, notice bool) (routeEntry, bool) {
	switch {
	case notice:
	case name == protocol.PingRoute.Name:
		return routeEntry{info: protocol.PingRoute.Info()}, true
	case name == protocol.HelloRoute.Name:
		return routeEntry{info: protocol.HelloRoute.Info()}, true
	}
	if m == nil {
		return routeEntry{}, false
	}
	e, ok := m.routes[name]
	return e, ok && e.info.Notice == notice
}

// Routes lists what the mux answers, by name.
func (m *Mux) Routes() []protocol.Info {
	infos := make([]protocol.Info, 0, len(m.routes))
	for _, e := range m.routes {
		infos = append(infos, e.info)
	}
	slices.SortFunc(infos, func(a, b protocol.Info) int { return strings.Compare(a.Name, b.Name) })
	return infos
}
