// Package relay drives a browser through the extension's service worker.
//
// It guarantees: a browser keeps its identity and its tabs over lost links and
// new workers, as long as it is the same start of the same browser; a look
// that a lost link left unanswered is sent again when the browser is back
// within 10 s; an act is sent once, and what became of it is asked for: done,
// not started, or unknown, never a guess; after a restart of the browser
// whoever uses its old tabs is told so. Events reach the listener in order, and
// before the answer to the command that caused them.
package relay

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// Registry takes in the browsers that come.
type Registry interface {
	Add(name string, t browser.Transport) (instance string, remove func(why string))
}

// Options describe a Hub.
type Options struct {
	Registry Registry
	Log      zerolog.Logger
	// Wait is how long calls wait for a browser whose link was lost, 10 s.
	Wait time.Duration
}

// Hub accepts browsers on any link. It is safe for use by several goroutines.
type Hub struct {
	o Options
	// life makes command ids that no other life of the daemon has used: a worker
	// remembers outcomes for longer than we live.
	life     string
	commands atomic.Int64
	watching sync.WaitGroup

	mu       sync.Mutex // guards the rest; taken before instance.mu, never after
	browsers []*instance
	links    map[*rpc.Peer]*link
	closed   bool
}

// NewHub makes a Hub without browsers.
func NewHub(o Options) *Hub {
	if o.Wait == 0 {
		o.Wait = 10 * time.Second
	}
	return &Hub{o: o, life: rand.Text()[:10], links: map[*rpc.Peer]*link{}}
}

// Register adds the routes of browser drivers.
func (h *Hub) Register(mux *rpc.Mux) {
	rpc.Handle(mux, driver.Register, h.register)
	rpc.On(mux, driver.TabChanged, func(p *rpc.Peer, c driver.TabChange) {
		h.notice(p, func(b *instance) { b.tabChanged(c) })
	})
	rpc.On(mux, driver.CDPEvent, func(p *rpc.Peer, e driver.Event) {
		h.notice(p, func(b *instance) { b.event(e) })
	})
	rpc.On(mux, driver.Detached, func(p *rpc.Peer, d driver.Detachment) {
		h.notice(p, func(b *instance) { b.detached(d) })
	})
}

// Browser describes a browser for a status.
type Browser struct {
	Instance, Name, Version string
	// Extension is the version of the extension and ExtensionBuild its build, as
	// its worker said hello.
	Extension, ExtensionBuild string
	// Connected is false while the browser is away.
	Connected bool
}

// Browsers lists the browsers, in the order in which they came.
func (h *Hub) Browsers() []Browser {
	h.mu.Lock()
	defer h.mu.Unlock()
	list := make([]Browser, len(h.browsers))
	for i, b := range h.browsers {
		list[i] = b.status()
	}
	return list
}

// Instance names the browser whose process has that pid, as bridges tell it.
// It is empty where none has, or where two profiles of one process have come:
// their tabs have numbers of their own, so the name is not needed then.
func (h *Hub) Instance(pid int) string {
	h.mu.Lock()
	links := make([]*link, 0, len(h.links))
	for _, l := range h.links {
		links = append(links, l)
	}
	h.mu.Unlock()
	name := ""
	for _, l := range links {
		pre, ok := l.peer.Preface()
		if !ok || pre.BrowserPid != pid {
			continue
		}
		l.mu.Lock()
		b := l.browser
		l.mu.Unlock()
		if b == nil {
			continue
		}
		found := b.status().Instance
		if name != "" && name != found {
			return ""
		}
		name = found
	}
	return name
}

// Close lets go of all browsers and waits for what listens to their links.
func (h *Hub) Close() {
	h.mu.Lock()
	h.closed = true
	browsers := h.browsers
	h.browsers = nil
	var peers []*rpc.Peer
	for p := range h.links {
		peers = append(peers, p)
	}
	h.mu.Unlock()
	for _, b := range browsers {
		b.end("the program is leaving")
	}
	for _, p := range peers {
		_ = p.Close()
	}
	h.watching.Wait()
}

// link is a connection of a worker. Notices come on the goroutine that reads
// it, the registration on another: what comes first waits for it.
type link struct {
	peer *rpc.Peer

	mu      sync.Mutex // guards the rest, and keeps notices in order
	browser *instance
	early   []func(*instance)
}

// mostEarly bounds what waits for a registration that may never come.
const mostEarly = 256

// link finds or makes the link of a peer; nil when the hub is closed.
func (h *Hub) link(p *rpc.Peer) *link {
	h.mu.Lock()
	defer h.mu.Unlock()
	if l, ok := h.links[p]; ok {
		return l
	}
	if h.closed {
		return nil
	}
	l := &link{peer: p}
	h.links[p] = l
	h.watching.Add(1)
	go func() { // ends with the link; Close waits for it
		defer h.watching.Done()
		<-p.Done()
		h.lost(l)
	}()
	return l
}

func (h *Hub) lost(l *link) {
	h.mu.Lock()
	delete(h.links, l.peer)
	h.mu.Unlock()
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.browser != nil {
		l.browser.lost(l)
	}
}

func (h *Hub) notice(p *rpc.Peer, fn func(*instance)) {
	l := h.link(p)
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.browser != nil:
		fn(l.browser)
	case len(l.early) < mostEarly:
		l.early = append(l.early, fn)
	}
}

// register takes a browser in, or back.
func (h *Hub) register(_ context.Context, req *rpc.Request, r driver.Registration) (driver.Registered, error) {
	if r.Install == "" || r.Session == "" || r.Worker == "" {
		return driver.Registered{}, protocol.NewFault(protocol.ReasonInvalidParams, "A browser must say its install, session and worker.")
	}
	l := h.link(req.Peer)
	if l == nil {
		return driver.Registered{}, protocol.NewFault(protocol.ReasonShutdown, "The program is leaving.")
	}
	b, fresh := h.identify(r)
	l.mu.Lock()
	defer l.mu.Unlock()
	b.back(l, r)
	if fresh {
		name, remove := h.o.Registry.Add(instanceName(r.Name), b)
		b.named(name, remove)
	}
	l.browser = b
	for _, fn := range l.early {
		fn(b)
	}
	l.early = nil
	h.o.Log.Info().Str("browser", b.status().Instance).Str("version", r.Version).Bool("fresh", fresh).Msg("browser registered")
	return driver.Registered{Instance: b.status().Instance}, nil
}

// identify finds the browser that registers, or makes it. Another session of
// the same install is the same browser started anew: the old one is over.
func (h *Hub) identify(r driver.Registration) (b *instance, fresh bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, b := range h.browsers {
		if b.install != r.Install {
			continue
		}
		if b.session == r.Session {
			return b, false
		}
		h.browsers = append(h.browsers[:i:i], h.browsers[i+1:]...)
		b.end("its browser was restarted, and its tabs are new")
		break
	}
	b = newInstance(h, r)
	h.browsers = append(h.browsers, b)
	return b, true
}

func (h *Hub) nextID() string {
	return fmt.Sprintf("%s-%d", h.life, h.commands.Add(1))
}

// instanceName makes a short name of the product's: “Google Chrome” is chrome.
func instanceName(product string) string {
	words := strings.Fields(strings.ToLower(product))
	if len(words) == 0 {
		return "browser"
	}
	return words[len(words)-1]
}
