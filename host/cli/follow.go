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
	// OnCall hears of each call once, when it is first seen to have begun and
	// has been printed.
	OnCall func(chat.CallID)
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
		show:    newHeard(newTranscript(o.Out, o.Out, true), o.OnCall),
		note:    func(text string) { fmt.Fprintln(o.Out, text) },
	}
	return w.join(ctx, o.Run)
}

// heard lets somebody else hear of the calls that a screen is shown.
type heard struct {
	screen
	hear  func(chat.CallID)
	known map[chat.CallID]bool
}

func newHeard(s screen, hear func(chat.CallID)) screen {
	if hear == nil {
		return s
	}
	return heard{screen: s, hear: hear, known: map[chat.CallID]bool{}}
}

// view holds the calls that began before anybody watched.
func (h heard) view(v chat.View) {
	h.screen.view(v)
	for _, m := range v.Messages {
		for _, c := range m.ToolCalls {
			if c.StartedAt != nil { // what only reads runs without being marked as started
				h.begun(c.ID)
			}
		}
	}
}

func (h heard) event(e chat.Event) {
	h.screen.event(e)
	if e.Type == chat.EventCallRunning {
		h.begun(e.ID)
	}
}

func (h heard) begun(id chat.CallID) {
	if !h.known[id] {
		h.known[id] = true
		h.hear(id)
	}
}
