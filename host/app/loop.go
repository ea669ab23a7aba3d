package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/margay/margay/host/agent"
	"github.com/margay/margay/host/attach"
	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/provider"
	"github.com/margay/margay/host/run"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
	"github.com/margay/margay/tools"
)

// loop works one segment of a run: it finds the model and the tab, and hands
// over to the agent.
func (s *Service) loop(ctx context.Context, in run.Input) run.Output {
	model, choice, err := s.models.Open(ctx, in.Run.Model, in.Env)
	if err != nil {
		return fails(in, err)
	}
	if choice.Spec != provider.Offline { // which takes the words of a file for a task
		model = attach.Model(model, attach.Options{Blobs: s.store, Readers: s.attached.readers(), Sees: choice.Sees, Log: s.log})
	} else if !in.Resumed && attached(in.History) {
		in.Sink.Emit(chat.Event{Type: chat.EventWarning, Message: "The offline model does not read attached files. Connect a model in the options to have them read."})
	}
	tab, done, err := s.tabOf(ctx, in.Given)
	if err != nil && ctx.Err() == nil {
		return fails(in, err)
	}
	defer done()
	if in.Given.Headless != nil && in.Resumed {
		s.pages.Forget(in.Run.ID) // the tab of the segment before died with its browser
	}
	if !in.Resumed {
		s.ask(tab.ID)
	}
	res := agent.Run(ctx, agent.Options{
		Run:     in.Run,
		Began:   in.Began,
		System:  agent.System(agent.Facts{Now: time.Now(), Tab: int(tab.ID), URL: tab.URL}),
		History: in.History,
		Model:   model,
		Tools:   s.snapshot(ctx),
		Next:    s.snapshot,
		Scope: tools.Scope{
			Conversation: in.Run.Conversation, Run: in.Run.ID, Tab: int(tab.ID), Person: true,
		},
		Journal: in.Journal,
		Sink:    in.Sink,
		Park:    in.Park,
		Log:     s.log.With().Str("run", string(in.Run.ID)).Logger(),
	})
	if res.State.Final() { // else it goes on in the tab that it works in
		s.pages.Forget(in.Run.ID)
	}
	return run.Output{State: res.State, Run: res.Run, Abandoned: res.Abandoned}
}

// snapshot is the catalog of a run's next round.
func (s *Service) snapshot(context.Context) *tools.Catalog { return s.tools.Snapshot(tools.Policy{}) }

// attached tells whether files came with the message to answer.
func attached(history []chat.Message) bool {
	if len(history) == 0 {
		return false
	}
	return slices.ContainsFunc(history[len(history)-1].Content, func(b chat.Block) bool { return b.Blob != "" })
}

// fails ends a run that could not begin; the run manager stores and says it.
func fails(in run.Input, err error) run.Output {
	r := in.Run
	r.Error, r.ErrorCode = agent.Explain(err)
	return run.Output{State: chat.RunFailed, Run: r}
}

// tabOf finds the tab that a run was started with. A run without one, or whose
// tab has gone, works all the same: its tools open or pick one.
func (s *Service) tabOf(ctx context.Context, given run.Given) (tab browser.Tab, done func(), err error) {
	done = func() {}
	if given.Headless != nil {
		return s.headless.open(ctx, *given.Headless)
	}
	if given.Context == nil || given.Context.BrowserTab == 0 {
		return tab, done, nil
	}
	list, err := s.registry.Tabs(ctx)
	if err != nil {
		// The tools say it too, and then the model can tell the person.
		s.log.Info().Err(err).Msg("run starts without a browser")
		return tab, done, nil
	}
	tab, _ = find(list, *given.Context)
	return tab, done, nil
}

// ask tells a tab's browser that a person asks for the tab, with a new message:
// where they had taken it away from us before, it may be driven again.
func (s *Service) ask(id browser.TabID) {
	place, err := s.registry.Tab(id)
	if err != nil {
		return // no tab was given, or it has gone
	}
	if asker, ok := place.Transport.(browser.Asker); ok {
		asker.Ask(place.Native)
	}
}

// find picks the tab that the person was looking at. Where two browsers have a
// tab of that number and the context names none, neither is picked.
func find(list []browser.Tab, at client.PageContext) (found browser.Tab, ok bool) {
	for _, t := range list {
		if t.Tab.ID != at.BrowserTab || at.Instance != "" && t.Browser != "" && t.Browser != at.Instance {
			continue
		}
		if ok {
			return browser.Tab{}, false
		}
		found, ok = t, true
	}
	return found, ok
}

// modelName checks that a model can be had with these variables, before a
// message for it is stored. Its key is fetched when the run begins. Its error is a fault with the next step.
func (s *Service) modelName(name string, env map[string]string) (string, error) {
	c, err := s.models.Choose(name, env)
	var e *llm.Error
	switch {
	case err == nil:
		return c.Spec, nil
	case errors.As(err, &e):
		return "", protocol.NewFault(protocol.ReasonInvalidParams, "The model cannot be used: "+e.Error()+".").WithNext(e.Next)
	}
	return "", fmt.Errorf("model %q: %w", name, err)
}
