package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"time"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/version"
	"github.com/margay/margay/install"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// askTime bounds asking a daemon that runs which one it is.
const askTime = 10 * time.Second

// earlier is a daemon of another program than the one that was installed.
type earlier struct {
	protocol.HelloReply
	// Ended says that it was idle and was ended, so that the next client, which
	// is the browser as a rule, starts the new one. Else LiveRuns says how much
	// it works on.
	Ended    bool
	LiveRuns int
	// Replaced says that the program which it runs, as a rule, was replaced: then
	// it leaves by itself when it has nothing to do.
	Replaced bool
	// Held is why it was not asked: it was stopped, and does nothing until it is let
	// go on.
	Held *dial.HeldError
	// Mute is why it could not be asked who it is, or what it works on.
	Mute error
}

// replaceDaemon ends an idle daemon of another program; nil where none runs.
// replaced says that the program which lay there was another one, whatever
// version it says it is.
func (c *command) replaceDaemon(ctx context.Context, dirs config.Dirs, replaced bool) (*earlier, error) {
	// What was installed is named in its words: a script removes the one that runs here.
	o := dial.Options{Dirs: dirs, Exe: dirs.Bin(), Version: c.Version, Build: c.Build}
	was, err := askDaemon(ctx, o)
	if was == nil || err != nil || was.like(c.Program) && !replaced {
		return nil, err
	}
	if was.Held != nil || was.Mute != nil || was.LiveRuns > 0 {
		was.Replaced = replaced
		return was, nil
	}
	if err := dial.Stop(ctx, o); err != nil {
		return nil, fmt.Errorf("end the daemon of the program that was there before: %w", err)
	}
	was.Ended = true
	return was, nil
}

// askDaemon asks a daemon who it is and what it works on. One that cannot serve
// says no more than that, and leaves by itself: it is told as none.
func askDaemon(ctx context.Context, o dial.Options) (*earlier, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	d, err := dial.Dial(ctx, o)
	if held := (*dial.HeldError)(nil); errors.As(err, &held) {
		return &earlier{Held: held}, nil
	}
	if fault := (*protocol.Fault)(nil); errors.As(err, &fault) && fault.Reason() != protocol.ReasonVersion {
		return nil, nil
	}
	if err != nil {
		return &earlier{Mute: err}, nil
	}
	was := &earlier{HelloReply: d.Reply()}
	list, err := rpc.Call(ctx, d, client.RunList, protocol.Empty{})
	was.LiveRuns, was.Mute = chat.UnderWay(list.Runs), err
	return was, d.Close()
}

// daemon says what became of the daemon that ran. One that says of itself what
// the new program says may have been started from either.
func (w installWords) daemon(d *earlier) {
	switch {
	case d == nil:
	case d.Ended && d.like(w.Program):
		w.line("\nThe daemon that ran was idle and has ended, because the program was replaced; the new one starts when it is needed.")
	case d.Ended:
		w.line("\nThe daemon of the earlier program, %s (%s), was idle and has ended; the new one starts when it is needed.", d.Version, d.Build)
	case d.Held != nil:
		w.line("\nA daemon runs, perhaps of the earlier program, and was left. %s\n%s", d.Held.Message, d.Held.Data.Next)
	case d.Pid == 0:
		w.line("\nA daemon runs, perhaps of the earlier program, and does not answer (%v). To end it: %s stop", d.Mute, w.margay)
	default:
		who := "is still the earlier program"
		if d.like(w.Program) {
			who = "may still be the earlier program, though of the same version"
		}
		why := "because a task is running"
		if d.Mute != nil {
			why = fmt.Sprintf("because it does not say whether a task is running (%v)", d.Mute)
		}
		until := "It goes on until nothing needs it any more"
		switch {
		case version.Newer(w.Version, d.Version):
			until = "It gives way to the newer one when the browser or a command next asks for it"
		case d.Replaced:
			until = "It ends by itself when the task has ended, and the new one starts when it is needed"
		}
		w.line("\nThe daemon that runs (process %d) %s, %s (%s). It was left, %s. %s; to end it now (a task goes on with the new one): %s stop",
			d.Pid, who, d.Version, d.Build, why, until, w.margay)
	}
}

// like reports whether a daemon says of itself what a program says.
func (d *earlier) like(p Program) bool { return d.Version == p.Version && d.Build == p.Build }

// calledAs is how a person calls the program in a terminal: with the data
// directory where that is not the usual one (MARGAY_DATA may not be set in the
// next terminal).
func (c *command) calledAs(s install.Setup) string {
	words := []string{called(s)}
	if !s.DataIsOurs {
		words = append(words, "--data", s.Data)
	}
	return dial.CommandLine(words...)
}

// called is the program's name where PATH leads to it, else its path.
func called(s install.Setup) string {
	if path, err := exec.LookPath("margay"); err == nil && sameFile(path, s.Want.Program) {
		return "margay"
	}
	return s.Want.Program
}

func sameFile(a, b string) bool {
	ia, errA := os.Stat(a)
	ib, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(ia, ib)
}
