package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// stepsPerRun is less than the rounds that a run may have.
const stepsPerRun = 100

// steps measures what a click costs in a run of the real daemon, from one
// request to the model to the next: the answer read, the element looked at and
// pressed, three commits, the events, and the next request over HTTP.
func steps(ctx context.Context, b *bench, f figure) error {
	return withScene(ctx, b, "steps", func(r scene) error {
		// The worker's bridge starts the daemon; the run then waits for the browser.
		starting, cancel := context.WithTimeout(ctx, waitTime)
		defer cancel()
		if _, err := r.Worker(starting); err != nil {
			return err
		}
		var took []time.Duration
		for len(took) < b.n {
			s := &stepper{url: r.site.url + "/acts", left: min(stepsPerRun, b.n-len(took))}
			if err := s.run(ctx, r.Rig); err != nil {
				return err
			}
			took = append(took, s.took...)
		}
		b.table.timed(f, took, "the tab is hidden; runs of 100 clicks; the last snapshot shows that all were made")
		return nil
	})
}

// stepper is a model over HTTP that opens the page, looks at it and presses a
// button again and again. Its fields belong to the request that is answered.
type stepper struct {
	url  string
	left int

	ref    string
	want   int
	asked  time.Time
	took   []time.Duration
	failed error
}

func (s *stepper) run(ctx context.Context, r *rig.Rig) error {
	script := llmtest.NewScript(calling("navigate", map[string]string{"url": s.url}), calling("snapshot", nil))
	script.Then = s.next
	s.want = s.left
	server := llmtest.Serve(script)
	defer server.Close()
	err := perform(ctx, r, client.Send{
		Content: []chat.Block{{Type: chat.BlockText, Text: "Press the button."}}, Model: "openai:scripted",
		Env: map[string]string{"OPENAI_BASE_URL": server.URL, "OPENAI_API_KEY": "none"},
	})
	return errors.Join(err, s.failed)
}

// next is the turn after navigating and looking.
func (s *stepper) next(req llm.Request) llmtest.Turn {
	now := time.Now()
	last := req.Messages[len(req.Messages)-1]
	result := ""
	if len(last.ToolCalls) > 0 {
		result = last.ToolCalls[0].Result
	}
	switch {
	case s.ref == "": // it has looked
		m := buttonRef.FindStringSubmatch(result)
		if m == nil {
			s.failed = fmt.Errorf("the snapshot shows no button: %s", result)
			return llmtest.Say("No button.")
		}
		s.ref = m[1]
	case !strings.Contains(result, "Clicked") && s.left > 0:
		s.failed = fmt.Errorf("a click failed: %s", result)
		return llmtest.Say("It failed.")
	case s.left >= 0:
		s.took = append(s.took, now.Sub(s.asked))
	}
	s.left--
	s.asked = time.Now()
	switch {
	case s.left >= 0:
		return calling("click", map[string]string{"ref": s.ref})
	case s.left == -1:
		return calling("snapshot", nil)
	}
	if text := fmt.Sprintf("Clicks: %d.", s.want); !strings.Contains(result, text) {
		s.failed = fmt.Errorf("the page does not say %q: %s", text, result)
	}
	return llmtest.Say("Done.")
}

// calling is a turn with one call.
func calling(name string, args any) llmtest.Turn {
	return llmtest.Turn{Calls: []llmtest.Call{{Name: name, Args: args}}}
}

// perform sends a message and waits until its run is done.
func perform(ctx context.Context, r *rig.Rig, send client.Send) error {
	ctx, cancel := context.WithTimeout(ctx, 2*waitTime)
	defer cancel()
	ended := make(chan chat.Event, 1)
	mux := rpc.NewMux()
	rpc.On(mux, client.RunEvent, func(p *rpc.Peer, d client.Delivery) {
		if d.Event.Event.Type.Terminal() {
			ended <- d.Event.Event
		}
		_ = rpc.Notify(p, client.RunCredit, client.Credit{Subscription: d.Subscription, Frames: 1}) // a link that ends says so itself
	})
	c, err := r.Dial(ctx, dial.Options{Mux: mux, Start: true, Log: zerolog.Nop()})
	if err != nil {
		return err
	}
	send.Attach = &client.AttachOptions{}
	if _, err = rpc.Call(ctx, c, client.ConversationSend, send); err != nil {
		return errors.Join(err, c.Close())
	}
	select {
	case e := <-ended:
		if e.Type != chat.EventDone {
			err = fmt.Errorf("the run ended with %s: %s", e.ErrorCode, e.Message)
		}
	case <-c.Done():
		err = errors.New("the daemon has gone")
	case <-ctx.Done():
		err = ctx.Err()
	}
	return errors.Join(err, c.Close())
}
