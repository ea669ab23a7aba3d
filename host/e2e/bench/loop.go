package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/agent"
	"github.com/margay/margay/host/event"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

// runRounds is how many rounds a run has: a long job of an agent.
const runRounds = 50

// rounds measures what the loop costs in a round: from one request to the model
// to the next, with a model that answers at once and a tool that does nothing.
func rounds(reads, stored bool) func(context.Context, *bench, figure) error {
	return func(ctx context.Context, b *bench, f figure) error {
		catalog, err := tools.NewCatalog(nothing(reads))
		if err != nil {
			return err
		}
		var took []time.Duration
		for len(took) < b.n {
			some, err := b.runOnce(ctx, catalog, min(runRounds, b.n-len(took)), stored)
			if err != nil {
				return err
			}
			took = append(took, some...)
		}
		note := "one call a round, runs of 50 rounds"
		if stored && !reads {
			note += "; commits: open, started, closed"
		} else if stored {
			note += "; one commit"
		}
		b.table.timed(f, took, note)
		return nil
	}
}

// nothing is a tool that does nothing.
func nothing(reads bool) tools.Tool {
	spec := tools.Spec{Name: "nothing", Description: "Does nothing.", ReadOnly: reads, Parallel: reads, Class: tools.ClassPage}
	return tools.Func(spec, func(context.Context, struct{}, tools.Call) (tools.Result, error) {
		return tools.Result{Text: "Nothing was done."}, nil
	})
}

// runOnce runs the loop for n rounds.
func (b *bench) runOnce(ctx context.Context, catalog *tools.Catalog, n int, stored bool) (took []time.Duration, err error) {
	run := chat.Run{ID: chat.RunID(chat.NewID()), Conversation: "c", Model: "bench"}
	user := chat.Message{ID: chat.MessageID(chat.NewID()), Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: "Go."}}}
	journal := agent.Journal(forgetful{})
	if stored {
		dir, err := os.MkdirTemp(b.dir, "loop")
		if err != nil {
			return nil, err
		}
		s, err := store.Open(store.Options{Dir: dir, Program: "0.1.0", Log: zerolog.Nop()})
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, s.Close()) }()
		begun, err := begin(ctx, s)
		if err != nil {
			return nil, err
		}
		run, journal = begun.Run, s.Journal(begun.Run.ID)
	}
	m := &model{rounds: n}
	log := event.NewLog("bench", chat.View{Run: run})
	defer log.Close(ctx)
	res := agent.Run(ctx, agent.Options{
		Run: run, System: "Be brief.", History: []chat.Message{user}, Model: m, Tools: catalog,
		Journal: journal, Sink: log, Log: zerolog.Nop(),
	})
	if res.State != chat.RunDone {
		return nil, fmt.Errorf("the run ended %s: %s", res.State, res.Run.Error)
	}
	for i := 1; i < len(m.asked); i++ {
		took = append(took, m.asked[i].Sub(m.asked[i-1]))
	}
	return took, nil
}

// model asks for the tool in each round, then says that it is done.
type model struct {
	rounds int
	asked  []time.Time
}

// Name implements llm.Model.
func (*model) Name() string { return "bench" }

// Stream implements llm.Model.
func (m *model) Stream(_ context.Context, _ llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
	m.asked = append(m.asked, time.Now())
	if len(m.asked) > m.rounds {
		emit(llm.Delta{Text: "Done."})
		return llm.Reply{Content: []chat.Block{{Type: chat.BlockText, Text: "Done."}}, Finish: llm.FinishStop}, nil
	}
	id := fmt.Sprintf("call_%d", len(m.asked))
	emit(llm.Delta{Start: &llm.CallStart{ModelID: id, Name: "nothing"}})
	emit(llm.Delta{Arguments: "{}"})
	return llm.Reply{Calls: []llm.Call{{ModelID: id, Name: "nothing", Arguments: "{}"}}, Finish: llm.FinishCalls}, nil
}

// forgetful is a journal that keeps nothing.
type forgetful struct{}

func (forgetful) OpenRound(context.Context, chat.Message) error { return nil }
func (forgetful) StartCall(context.Context, chat.MessageID, chat.CallID, []chat.ToolCall) error {
	return nil
}
func (forgetful) CloseRound(context.Context, chat.Message) error            { return nil }
func (forgetful) Finish(context.Context, chat.Message, chat.RunState) error { return nil }
