// Package daemon is the process that decides: one for each data directory,
// nobody's child, reached over a socket that only its user can open.
//
// It guarantees: of two starts at once one serves and the other says so
// ([HeldError]); the beacon is written only when the socket listens; a start
// after a crash finds the lock free, takes the dead daemon's socket away and
// ends the children that it left; every link says hello before anything else,
// and the groups of routes that it may call follow from its preface; the
// daemon stays while a link is open, the service is busy or the linger of the
// last links lasts, and otherwise leaves; it gives way only to a strictly
// newer version, or when its own program was replaced and nothing is busy, or when
// its data directory is no longer the one at its path; where only its socket or its
// beacon is gone, it puts both there anew; leaving takes at most 30 s
// and takes the beacon and the socket away first, if they are its own, so that
// whoever comes meanwhile waits for the lock and is not served by a daemon that is
// going.
package daemon

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
)

// Serve serves a data directory until nothing needs it any more, ctx ends or a
// newer version takes over; then it returns nil. It returns a *HeldError where
// another daemon serves, and the fault where it could only refuse.
func Serve(ctx context.Context, o Options) (err error) {
	if o.Open == nil {
		return errors.New("serve: there is nothing to serve (Options.Open is not set)")
	}
	o = o.complete()
	announced := false
	ready := o.Ready
	o.Ready = func(a Announcement) {
		announced = true
		ready(a)
	}
	defer func() {
		var held *HeldError
		switch {
		case announced || err == nil:
		case errors.As(err, &held):
			o.Ready(Announcement{State: StateHeld, Pid: held.Pid, Message: err.Error()})
		default:
			o.Ready(Announcement{State: StateFailed, Message: err.Error(), Next: config.Scarce(err)})
		}
	}()
	if err := o.Dirs.Prepare(); err != nil {
		return err
	}
	l, err := takeLock(o.Dirs)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, l.release()) }()
	return serveLocked(ctx, o, l)
}

// serveLocked is Serve while the lock is held.
func serveLocked(ctx context.Context, o Options, l *lock) error {
	if o.TakeOutput {
		left, err := catchStray(o.Dirs)
		if err != nil {
			return err
		}
		if left != "" {
			o.Log.Warn().Str("text", left).Msg("an earlier daemon printed this")
		}
	}
	children, err := OpenChildren(o.Dirs, o.Log)
	if err != nil {
		return err
	}
	d := &daemon{o: o, log: o.Log, lock: l, epoch: rand.Text(), started: time.Now().UTC(), stop: make(chan string, 1)}
	learnCtx, cancel := context.WithCancel(ctx)
	defer cancel()
	info := Info{
		Dirs: o.Dirs, Log: o.Log, Version: o.Version, Build: o.Build, Epoch: d.epoch,
		Children: children, Path: learnPath(learnCtx, o), Broken: d.serviceBroken,
	}
	svc, err := o.Open(ctx, info)
	if err != nil {
		ended, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		children.Close(ended)
		return d.refuse(ctx, err)
	}
	if err := d.serve(ctx, svc); err != nil {
		return errors.Join(err, d.leave(svc, children))
	}
	return d.leave(svc, children)
}

// learnPath asks the login shell for its PATH, once, when somebody first needs
// it: most lives of a daemon start no program, and a daemon that is killed
// while a shell still reads its start files would leave that shell behind.
func learnPath(ctx context.Context, o Options) func() string {
	return sync.OnceValue(func() string {
		if o.Shell == "" {
			return os.Getenv("PATH")
		}
		path, err := config.LoginPath(ctx, o.Shell, os.Environ())
		if err != nil {
			o.Log.Info().Err(err).Msg("login shell not asked, own PATH used")
			return os.Getenv("PATH")
		}
		return path
	})
}

// daemon is one life of a daemon. Its links are in links.go.
type daemon struct {
	o       Options
	log     zerolog.Logger
	lock    *lock
	epoch   string
	started time.Time
	// stop has room for the first reason to leave.
	stop chan string
	// broken says that the service cannot go on.
	broken atomic.Bool

	// Both are set by open.
	door     *door
	presence *presence
}

// open opens the socket, writes the beacon and takes links.
func (d *daemon) open(mux *rpc.Mux, hello helloFunc, patience time.Duration) error {
	l, path, err := listen(d.o.Dirs)
	if err != nil {
		return err
	}
	d.presence = newPresence(patience)
	d.door = newDoor(l, watch(path), d, mux, hello)
	if err := d.writeBeacon(); err != nil {
		d.presence.leave()
		err = errors.Join(err, d.door.shut())
		d.door.endLinks()
		return err
	}
	return nil
}

func (d *daemon) writeBeacon() error {
	return d.o.Dirs.WriteBeacon(config.Beacon{
		Pid: os.Getpid(), StartedAt: d.started, Version: d.o.Version, Build: d.o.Build, Socket: d.door.socket.path, Epoch: d.epoch,
	})
}

// shut takes beacon and socket away; links that are open stay. Where another lies
// there, it is that of a daemon which serves what was put in the place of our data
// directory: it stays too.
func (d *daemon) shut() error {
	d.presence.leave()
	var errBeacon error
	if b, err := d.o.Dirs.ReadBeacon(); err == nil && b.Epoch == d.epoch {
		errBeacon = os.Remove(d.o.Dirs.Beacon())
	}
	if errors.Is(errBeacon, os.ErrNotExist) {
		errBeacon = nil
	}
	return errors.Join(errBeacon, d.door.shut())
}

// serve takes links until there is a reason to leave.
func (d *daemon) serve(ctx context.Context, svc Service) error {
	d.addStop(svc)
	// Before anybody is answered: who was may replace the program.
	resting := d.resting(svc, watch(d.o.Program))
	if err := d.open(svc.Mux(), d.hello, d.o.Patience); err != nil {
		return err
	}
	d.log.Info().Str("version", d.o.Version).Str("build", d.o.Build).Str("epoch", d.epoch).Msg("serving")
	d.o.Ready(Announcement{State: StateServing, Pid: os.Getpid()})

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	idle := make(chan struct{})
	go func() { // ends when idle, or with ctx; waited for below
		defer close(idle)
		d.presence.untilIdle(ctx, svc, d.o.Rest, resting)
	}()
	watching := make(chan struct{})
	go func() { // ends with ctx; waited for below
		defer close(watching)
		d.watchPlace(ctx, svc)
	}()
	reason := "nothing needs the daemon"
	select {
	case <-idle:
		if ctx.Err() != nil {
			reason = "told to end"
		}
	case <-ctx.Done():
		reason = "told to end"
	case reason = <-d.stop:
	}
	cancel()
	<-idle
	<-watching
	d.log.Info().Str("reason", reason).Msg("leaving")
	return nil
}

// resting is what is done in a quiet time.
func (d *daemon) resting(svc work, mine watched) func() {
	return func() {
		debug.FreeOSMemory()
		if svc.Busy() || !mine.replaced() {
			return
		}
		d.leaveFor("its program was replaced")
	}
}

// watchPlace has the daemon leave when its data directory was removed, moved or
// replaced, whatever is under way: its clients look for a daemon at that path, where
// there is none, or another. A run goes on with the daemon of the place to which it was
// moved. Where only the socket or the beacon is gone, both are put there anew. It is
// looked at whether anything happens or not, since nothing that happens to the files
// changes anything here.
func (d *daemon) watchPlace(ctx context.Context, svc Service) {
	tick := time.NewTicker(d.o.Watch)
	defer tick.Stop()
	said := "" // of a full disk is told once, not every second
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			if d.lock.lost() || svc.Displaced() {
				d.leaveFor("its data directory was removed, moved or replaced")
				return
			}
			if err := d.beReached(); err != nil && err.Error() != said {
				said = err.Error()
				d.log.Error().Err(err).Msg("socket or beacon is gone and cannot be put there anew")
			}
		}
	}
}

// beReached puts socket and beacon there anew where they are gone, or another's lie
// there: whoever holds the lock is the one to be reached. Else no client finds the
// daemon, and none can be started while it has the lock.
func (d *daemon) beReached() error {
	moved := false
	if d.door.socket.gone() {
		if err := d.door.reopen(); err != nil {
			return err
		}
		moved = true
	}
	if b, err := d.o.Dirs.ReadBeacon(); err == nil && b.Epoch == d.epoch && !moved {
		return nil
	}
	if err := d.writeBeacon(); err != nil {
		return err
	}
	d.log.Warn().Bool("socket", moved).Msg("socket or beacon was gone, and was put there anew")
	return nil
}

// leaveFor has the daemon leave.
func (d *daemon) leaveFor(reason string) {
	select {
	case d.stop <- reason:
	default: // it is leaving already
	}
}

// serviceBroken has it leave at once.
func (d *daemon) serviceBroken(why string) {
	d.broken.Store(true)
	d.leaveFor(why)
}

// leave parks, closes and ends everything within the grace. What has not
// ended by then ends with the process.
func (d *daemon) leave(svc Service, children *Children) error {
	grace := d.o.Grace
	if d.broken.Load() {
		grace = min(grace, brokenGrace)
	}
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	var errShut error
	if d.door != nil {
		errShut = d.shut()
	}
	done := make(chan error, 1)
	go func() { // abandoned when the grace is over: the process ends then
		// Parking gets most of the time; the database must still be closed.
		park, cancel := context.WithTimeout(ctx, grace*4/5)
		defer cancel()
		errPark := svc.Park(park)
		ask, cancelAsk := context.WithTimeout(ctx, min(2*time.Second, grace/10))
		defer cancelAsk()
		children.Close(ask)
		if d.door != nil {
			d.door.endLinks()
		}
		done <- errors.Join(errPark, svc.Close())
	}()
	select {
	case err := <-done:
		d.log.Info().AnErr("error", err).Msg("left")
		return errors.Join(errShut, err)
	case <-ctx.Done():
		d.log.Error().Dur("grace", grace).Msg("left before everything had ended")
		return errors.Join(errShut, fmt.Errorf("leave: not everything ended within %v", grace))
	}
}

// refuse serves hello with the fault for which the service could not be
// opened, until a client that was told has gone or the time is over.
func (d *daemon) refuse(ctx context.Context, cause error) error {
	fault := d.faultOf(cause)
	d.log.Error().Err(cause).Str("reason", string(fault.Reason())).Msg("cannot serve")
	d.o.Linger = 0 // for whoever was told, a bridge too
	if err := d.open(rpc.NewMux(), refusal(fault), d.o.Refusal); err != nil {
		return errors.Join(cause, err)
	}
	d.o.Ready(Announcement{State: StateRefusing, Pid: os.Getpid(), Message: fault.Message})
	limited, cancel := context.WithTimeout(ctx, d.o.Refusal)
	defer cancel()
	// The daemon leaves with the last link that was told, and a second try finds
	// the way free.
	d.presence.untilIdle(limited, idleWork{}, d.o.Refusal, func() {})
	errShut := d.shut()
	d.door.endLinks()
	return errors.Join(fault, errShut)
}

// idleWork is the work of a daemon that refuses.
type idleWork struct{}

func (idleWork) Busy() bool               { return false }
func (idleWork) Changed() <-chan struct{} { return nil }

// faultOf is the cause as clients are told it.
func (d *daemon) faultOf(cause error) *protocol.Fault {
	var fault *protocol.Fault
	if errors.As(cause, &fault) {
		return fault
	}
	return protocol.NewFault(protocol.ReasonInternal, "Margay could not start: "+cause.Error()).
		WithNext("Look into " + d.o.Dirs.Log() + ", then try again.")
}
