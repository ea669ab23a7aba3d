package daemon

import (
	"context"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/version"
)

// Service is what a daemon serves.
type Service interface {
	// Mux holds the routes. The daemon adds daemon.stop to them.
	Mux() *rpc.Mux
	// Busy reports whether something needs the daemon though nobody is linked:
	// a live run, a task with a next time. A run that waits for a person does not.
	Busy() bool
	// Changed signals that Busy may have changed; one signal at a time is enough.
	Changed() <-chan struct{}
	// Displaced reports whether what the service keeps is no longer at its path:
	// removed, moved, or another was put there. It is asked once a second.
	Displaced() bool
	// Park closes the rounds in progress and parks their runs.
	Park(ctx context.Context) error
	// Close gives back what Open took, the database above all.
	Close() error
}

// Info is what a service learns of the daemon that serves it.
type Info struct {
	Dirs    config.Dirs
	Log     zerolog.Logger
	Version string
	Build   string
	// Epoch names this life of the daemon; event numbers start over with it.
	Epoch string
	// Children starts processes that end with the daemon.
	Children *Children
	// Path is the PATH of the person's login shell, learned when it is first
	// asked for, which takes 3 s at most; our own where the shell does not tell.
	Path func() string
	// Broken tells that the service cannot go on in this process, and why in a few
	// words: the daemon leaves within 2 s, whatever is under way, and the next one
	// goes on from what is stored.
	Broken func(why string)
}

// Options say what to serve and how. Dirs and Open are required.
type Options struct {
	Dirs config.Dirs
	Log  zerolog.Logger
	// Open opens the service. A *protocol.Fault from it (store_locked,
	// store_newer, store_damaged) is told to clients for a while.
	Open func(ctx context.Context, info Info) (Service, error)
	// Origins are those of our extension. A link whose preface names another
	// is ended.
	Origins []string
	// Version and Build are those of the program where they are empty.
	Version string
	Build   string
	// Linger is how long the daemon stays after its last bridge: 0 means 10
	// minutes, less than 0 not at all.
	Linger time.Duration
	// Patience is how long it waits for its first client: 0 means Linger.
	Patience time.Duration
	// Refusal is how long it tells clients why it cannot serve; 0 means 30 s.
	Refusal time.Duration
	// Grace bounds leaving; 0 means 30 s.
	Grace time.Duration
	// Shell is the login shell to learn PATH from; "" learns nothing.
	Shell string
	// Program is the file that this process runs: when it was replaced, the
	// daemon leaves once nothing is busy, whoever is linked, so that the next
	// client starts the new one. "" is none.
	Program string
	// Rest is how long nothing must change before memory is given back and
	// Program looked at; 0 means 2 s.
	Rest time.Duration
	// Watch is how often is looked whether the data directory is still the one at
	// its path; 0 means 1 s.
	Watch time.Duration
	// TakeOutput points standard output and error of the whole process at
	// DATA/log/stray.log once the lock is held. Only for a process that is the daemon.
	TakeOutput bool
	// ExtensionBuild names the build of the extension that lies unpacked beside
	// the data, and "" where none does; nil is none. It is asked at each hello,
	// because install may unpack another one meanwhile.
	ExtensionBuild func() string
	// Ready is told once how the start went.
	Ready func(Announcement)
}

// State is how a start went.
type State string

// How a start can go.
const (
	// StateServing: the socket listens and the service is open.
	StateServing State = "serving"
	// StateRefusing: the socket listens, and hello is answered with a fault.
	StateRefusing State = "refusing"
	// StateHeld: another daemon serves, or is about to.
	StateHeld State = "held"
	// StateFailed: no socket could be opened.
	StateFailed State = "failed"
)

// Announcement tells whoever started the daemon how the start went.
type Announcement struct {
	State   State  `json:"state"`
	Pid     int    `json:"pid,omitempty"`
	Message string `json:"message,omitempty"`
	// Next is what a person does, where the machine ran out of something.
	Next string `json:"next,omitempty"`
}

const (
	defaultLinger  = 10 * time.Minute
	defaultRefusal = 30 * time.Second
	defaultGrace   = 30 * time.Second
	defaultRest    = 2 * time.Second
	defaultWatch   = time.Second
	// brokenGrace bounds leaving where the service is broken: parts of it may never end.
	brokenGrace = 2 * time.Second
)

func (o Options) complete() Options {
	orElse := func(v, def time.Duration) time.Duration {
		if v == 0 {
			return def
		}
		return max(v, 0)
	}
	o.Linger = orElse(o.Linger, defaultLinger)
	o.Patience = orElse(o.Patience, o.Linger)
	o.Refusal = orElse(o.Refusal, defaultRefusal)
	o.Grace = orElse(o.Grace, defaultGrace)
	o.Rest = orElse(o.Rest, defaultRest)
	if o.Watch <= 0 {
		o.Watch = defaultWatch
	}
	if o.Version == "" {
		o.Version = version.Version()
	}
	if o.Build == "" {
		o.Build = version.Build()
	}
	if o.Ready == nil {
		o.Ready = func(Announcement) {}
	}
	return o
}
