package cli

import (
	"context"
	"fmt"
	"io"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol/chat"
)

// FollowOptions say which run to follow, and where to print it. Dial, Run and
// Out are required.
type FollowOptions struct {
	// Dial reaches the daemon, anew each time that a link is lost.
	Dial func(ctx context.Context, mux *rpc.Mux) (*dial.Client, error)
	Run  chat.RunID
	Out  io.Writer
	// OnEvent sees each event before it is printed.
	OnEvent func(chat.Event)
}

// Follow prints a run that is under way, as the run command prints its own, and
// returns the exit code for how it ended.
func Follow(ctx context.Context, o FollowOptions) (int, error) {
	signals, stop := interrupts()
	defer stop()
	w := &watch{
		dial: func(ctx context.Context, mux *rpc.Mux) (link, error) {
			c, err := o.Dial(ctx, mux)
			if err != nil {
				return nil, err
			}
			return c, nil
		},
		signals: signals,
		show:    heard{screen: newTranscript(o.Out, o.Out, true), hear: o.OnEvent},
		note:    func(text string) { fmt.Fprintln(o.Out, text) },
	}
	return w.join(ctx, o.Run)
}

// heard lets somebody else hear the events of a screen.
type heard struct {
	screen
	hear func(chat.Event)
}

func (h heard) event(e chat.Event) {
	if h.hear != nil {
		h.hear(e)
	}
	h.screen.event(e)
}
