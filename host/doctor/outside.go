package doctor

import (
	"context"
	"errors"
	"regexp"
	"strconv"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/version"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

const (
	// greetTime bounds how long a daemon that is there may take to greet, and
	// beginTime how long one may take that must be started: one before it, which is
	// leaving, has 30 s for that.
	greetTime = 5 * time.Second
	beginTime = 40 * time.Second
)

// Outside tries the chain from a process that is not the daemon, which it
// starts where none runs. What only the daemon can try is asked of it.
func Outside(ctx context.Context, o Options, ask client.Diagnose) client.Diagnosis {
	x := &outside{Options: o.complete(), ask: ask}
	x.ask.Inside = true
	defer x.close()
	list := append(x.base(),
		check{id: idDaemon, title: says("Daemon"), needs: []string{idData}, try: x.daemon},
		check{id: idStore, title: says("Store"), needs: []string{idDaemon}, try: x.store})
	browsers, starts := x.browsers(idDaemon, idStore)
	list = append(list, browsers...)
	for _, k := range rest(starts) {
		k.try = func(context.Context) finding { return x.told(k.id) }
		list = append(list, k)
	}
	list = append(list, check{id: idLog, title: says("Log"), needs: []string{idData}, try: x.log})
	c := newChain(x.Tell, ask)
	c.run(ctx, list)
	return c.diags
}

// rest are the checks that only the daemon can try, without how.
func rest(starts []string) []check {
	return []check{
		{id: idExtension, title: says("Extension"), needs: []string{idDaemon, idStore}, blames: starts},
		{id: idPage, title: says("Page"), needs: []string{idDaemon, idStore, idExtension}},
		{id: idModel, title: says("Model"), needs: []string{idDaemon, idStore}},
		{id: idPath, title: plain("PATH"), needs: []string{idDaemon, idStore}},
		{id: idKeyring, title: says("Keyring"), needs: []string{idData, idDaemon, idStore}},
	}
}

// outside is one diagnosis.
type outside struct {
	Options
	ask  client.Diagnose
	link *dial.Client
	// refused is why the daemon that was reached serves nobody.
	refused *protocol.Fault
	// inside is what the daemon found, by id, once it was asked.
	inside map[string]finding
}

func (x *outside) close() {
	if x.link != nil {
		_ = x.link.Close() // it is not the diagnosis that suffers
	}
}

// daemon greets the one that runs, or starts one.
func (x *outside) daemon(ctx context.Context) finding {
	before, errBefore := x.Dirs.ReadBeacon()
	limit, died := greetTime, false
	err := x.dial(ctx, false, limit)
	if reasonOf(err) == protocol.ReasonNoDaemon {
		limit, died = beginTime, errBefore == nil && before.Pid > 0 && !x.Dirs.Carried(before)
		err = x.dial(ctx, true, limit)
	}
	fault := (*protocol.Fault)(nil)
	switch {
	case err == nil && died:
		return x.crashed(before)
	case err == nil:
		return x.compare()
	case errors.As(err, &fault) && refuses(fault.Reason()):
		x.refused = fault
		return fine("it answers, and serves nobody: see the next check")
	case errors.As(err, &fault) && fault.Reason() == protocol.ReasonNoDaemon:
		return x.unreached(err, fault)
	}
	return x.silent(limit, err)
}

func (x *outside) dial(ctx context.Context, start bool, limit time.Duration) error {
	link, err := dial.Dial(ctx, dial.Options{
		Dirs: x.Dirs, Start: start, Exe: x.Exe, Environ: x.Environ, Log: zerolog.Nop(), Timeout: limit, Version: x.Version, Build: x.Build,
	})
	if err == nil {
		x.link = link
	}
	return err
}

func reasonOf(err error) protocol.Reason {
	if fault := (*protocol.Fault)(nil); errors.As(err, &fault) {
		return fault.Reason()
	}
	return ""
}

// refuses lists the faults by which a daemon that runs says that it cannot serve.
func refuses(r protocol.Reason) bool {
	switch r {
	case protocol.ReasonStoreLocked, protocol.ReasonStoreNewer, protocol.ReasonStoreBroken, protocol.ReasonInternal:
		return true
	}
	return false
}

// compare compares the daemon with this program.
func (x *outside) compare() finding {
	r := x.link.Reply()
	f := fine("version %s (%s), process %d", r.Version, r.Build, r.Pid)
	if x.link.Started() {
		f = f.seen("%s, started for this", f.detail)
	}
	switch {
	case version.Newer(x.Version, r.Version):
		return broken("A daemon of the older version %s runs; this program is version %s.", r.Version, x.Version).
			mendedBy(x.command("stop")).then("The next one to need a daemon starts the newer one. Runs are parked and go on there.").seen("%s", f.detail)
	case version.Newer(r.Version, x.Version):
		return shaky("This program is version %s, older than the daemon.", x.Version).
			then("Use the newer program: %s", x.commandOf(x.Dirs.Bin(), "doctor")).seen("%s", f.detail)
	case r.Build != x.Build:
		return shaky("The daemon is another build (%s) of the same version than this program (%s).", r.Build, x.Build).
			mendedBy(x.command("stop")).then("Only if it should be this one. Runs are parked and go on there.").seen("%s", f.detail)
	}
	return f
}

// crashed says of a daemon that it left its record and its socket behind.
func (x *outside) crashed(before config.Beacon) finding {
	f := x.compare()
	if f.state != client.CheckOK {
		return f
	}
	return shaky("The daemon before (process %d, started %s) ended without taking leave: it was killed, it crashed, or its folder was moved while it ran.",
		before.Pid, before.StartedAt.Local().Format(time.DateTime)).
		then("Nothing needs to be done: a new one serves now. If nobody killed it, see the end of %s.", x.Dirs.Stray()).seen("%s", f.detail)
}

// unreached is a daemon that could not be had. What is known of the cause was told
// by the checks before; for what is not, it is started where its words are seen. Whoever
// holds the lock is to be ended only where that is what is wrong.
func (x *outside) unreached(err error, fault *protocol.Fault) finding {
	f := faulty(fault)
	if held := (*dial.HeldError)(nil); f.command == "" && errors.As(err, &held) {
		if pid := daemon.Holder(x.Dirs).Pid; pid > 0 {
			f.command = endStuck(pid)
		}
	}
	if f.command == "" {
		f.command = x.command("serve")
		return f.then("It says why, as soon as it ends. The log is %s.", x.Dirs.Log())
	}
	return f
}

// silent is a daemon that does not greet. Its record is not asked who it is: a dead
// one may have left it, and its number may be an innocent process's by now.
func (x *outside) silent(limit time.Duration, err error) finding {
	if errors.Is(err, context.DeadlineExceeded) || reasonOf(err) == protocol.ReasonDeadline {
		pid := daemon.Holder(x.Dirs).Pid
		if pid == 0 {
			return broken("The daemon takes links and does not answer within %s.", limit).mendedBy(x.command("stop"))
		}
		return broken("The daemon (process %d) takes links and does not answer within %s.", pid, limit).
			mendedBy(endStuck(pid)).then("End it, then try again. Runs under way are interrupted and can be resumed.")
	}
	if fault := (*protocol.Fault)(nil); errors.As(err, &fault) {
		return faulty(fault)
	}
	return broken("The daemon could not be greeted: %v.", err).mendedBy(x.command("stop")).then("Stop the daemon and try again.")
}

var inUseBy = regexp.MustCompile(`in use by process (\d+)\.?$`)

// usedBy is the process by which a store is in use, as its fault says; 0 where it
// names none. The path before that may hold such words too.
func usedBy(text string) int {
	m := inUseBy.FindStringSubmatch(text)
	if m == nil {
		return 0
	}
	pid, err := strconv.Atoi(m[1])
	if err != nil {
		return 0
	}
	return pid
}

// store says why the daemon refuses, or what the daemon says of its store.
func (x *outside) store(ctx context.Context) finding {
	if x.refused == nil {
		x.askInside(ctx)
		return x.told(idStore)
	}
	f := faulty(x.refused)
	switch x.refused.Reason() {
	case protocol.ReasonStoreLocked:
		if pid := usedBy(x.refused.Message); pid > 0 {
			f.command = endProcess(pid)
		}
	case protocol.ReasonStoreBroken:
		f.command = x.command("doctor")
	case protocol.ReasonStoreNewer:
		f.command = x.newerProgram(ctx)
	}
	return f
}

// newerProgram is a newer one on this machine, if the data directory holds it.
func (x *outside) newerProgram(ctx context.Context) string {
	v, err := versionOf(ctx, x.Dirs.Bin())
	if err != nil || !version.Newer(v.Version, x.Version) {
		return ""
	}
	return x.commandOf(x.Dirs.Bin(), "doctor")
}

// askInside asks the daemon for all that only it can try.
func (x *outside) askInside(ctx context.Context) {
	x.inside = map[string]finding{}
	d, err := rpc.Call(ctx, x.link, client.DoctorRun, x.ask)
	if err != nil {
		x.inside[idStore] = broken("The daemon could not be asked: %v.", err).mendedBy(x.command("stop")).then("Stop the daemon and try again.")
	}
	for _, k := range d.Checks {
		x.inside[k.ID] = finding{state: k.State, detail: plain(k.Detail), cause: plain(k.Cause), command: k.Command, next: plain(k.Next)}
	}
}

// told is what the daemon found.
func (x *outside) told(id string) finding {
	if f, ok := x.inside[id]; ok {
		return f
	}
	return untried("The daemon did not try it.")
}
