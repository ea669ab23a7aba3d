package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

const (
	// manyMessages is how long a long conversation is, newest how much of it a
	// client asks for when it opens it.
	manyMessages, newest = 10_000, 50
	// manyChats is how many conversations a person has who has used it for long.
	manyChats = 1000
	// mostPanels bounds how often a panel is opened: each takes a page of the browser.
	mostPanels = 30
)

// opened is what a client waits for the newest page of a long conversation,
// each message of it with a call and its result: through bridge and daemon.
func opened(ctx context.Context, b *bench, f figure) error {
	var conversation chat.ConversationID
	seed := func(dirs config.Dirs) (err error) {
		conversation, err = seedLong(ctx, dirs)
		return err
	}
	return b.linked(ctx, "opened", seed, func(peer *rpc.Peer) error {
		return b.openings(ctx, peer, f, conversation)
	})
}

func (b *bench) openings(ctx context.Context, peer *rpc.Peer, f figure, conversation chat.ConversationID) error {
	took, err := b.times(func() error {
		page, err := rpc.Call(ctx, peer, client.ConversationMessages, client.ListMessages{Conversation: conversation, Limit: newest})
		if err != nil {
			return err
		}
		if got := len(page.Messages); got != newest || len(page.Messages[0].ToolCalls) != 1 {
			return fmt.Errorf("%d messages came, the first with %d calls", got, len(page.Messages[0].ToolCalls))
		}
		return nil
	})
	if err != nil {
		return err
	}
	b.table.timed(f, took, "conversation.messages: pipes, bridge, socket, store; each message with a call")
	return nil
}

// panels opens the panel of the real extension with many conversations in the
// store: how long after its start it paints, is connected, and shows the list.
func panels(ctx context.Context, b *bench, f figure) (err error) {
	dir := filepath.Join(b.dir, "panels")
	if err := seedChats(ctx, config.Dirs{Data: filepath.Join(dir, "data")}); err != nil {
		return fmt.Errorf("seed the store: %w", err)
	}
	starting, cancel := context.WithTimeout(ctx, waitTime)
	defer cancel()
	r, err := rig.Start(starting, rig.Options{Margay: b.margay, Dir: dir})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	var paints, connected, lists []time.Duration
	for range min(b.n, mostPanels) {
		p, err := openedPanel(ctx, r)
		if err != nil {
			return err
		}
		paints, connected, lists = append(paints, p[0]), append(connected, p[1]), append(lists, p[2])
	}
	b.table.timed(f, paints, "first contentful paint of the real extension, from the start of the page")
	b.table.timed(figure{name: "panel connected, 1,000 conversations"}, connected, "until it has its link and can be written in")
	b.table.timed(figure{name: "panel: first page of 1,000 conversations"}, lists, "after the press")
	return nil
}

// openedPanel opens a panel as a page, and closes it.
func openedPanel(ctx context.Context, r *rig.Rig) (took [3]time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, waitTime)
	defer cancel()
	page, err := r.OpenPage(ctx, rig.PanelURL)
	if err != nil {
		return took, err
	}
	defer func() { err = errors.Join(err, page.Close(ctx)) }()
	const look = `new Promise((done) => {
		const paint = () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime;
		let connected, pressed;
		const step = () => {
			if (connected === undefined && document.querySelector("#status")?.dataset.state === "ready") {
				connected = performance.now();
				document.querySelector("#chats-button").click();
				pressed = performance.now();
			}
			const listed = pressed !== undefined && document.querySelectorAll("[data-conversation]").length >= 50;
			if (listed && paint() !== undefined) done([paint(), connected, performance.now() - pressed]);
			else requestAnimationFrame(step);
		};
		step();
	})`
	var ms [3]float64
	if err := page.Eval(ctx, look, &ms); err != nil {
		return took, fmt.Errorf("look at the panel: %w", err)
	}
	for i := range ms {
		took[i] = time.Duration(ms[i] * float64(time.Millisecond))
	}
	return took, nil
}

// seedChats writes many conversations, each with a message and its answer.
func seedChats(ctx context.Context, dirs config.Dirs) error {
	return seeded(dirs, func(s *store.Store) error {
		for range manyChats {
			begun, err := begin(ctx, s)
			if err != nil {
				return err
			}
			if err := s.Journal(begun.Run.ID).Finish(ctx, said(begun, 1), chat.RunDone); err != nil {
				return err
			}
		}
		return nil
	})
}

// seedLong writes a conversation of many messages: one run that did not end yet
// would be watched, so it is finished.
func seedLong(ctx context.Context, dirs config.Dirs) (id chat.ConversationID, err error) {
	return id, seeded(dirs, func(s *store.Store) error {
		begun, err := begin(ctx, s)
		if err != nil {
			return err
		}
		id = begun.Conversation.ID
		journal := s.Journal(begun.Run.ID)
		for n := 1; n < manyMessages-1; n++ {
			if err := journal.CloseRound(ctx, acted(begun, n)); err != nil {
				return err
			}
		}
		return journal.Finish(ctx, said(begun, manyMessages-1), chat.RunDone)
	})
}

func seeded(dirs config.Dirs, fill func(*store.Store) error) (err error) {
	if err := dirs.Prepare(); err != nil {
		return err
	}
	s, err := store.Open(store.Options{Dir: dirs.Data, Program: "0.1.0", Log: zerolog.Nop()})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	return fill(s)
}

// said is the answer that ends a run.
func said(begun store.Begun, round int) chat.Message {
	return chat.Message{
		ID: chat.MessageID(chat.NewID()), Conversation: begun.Conversation.ID, Run: begun.Run.ID, Round: round,
		Role: chat.RoleAssistant, CreatedAt: time.Now().UTC(), Content: []chat.Block{{Type: chat.BlockText, Text: "The order is in; the page shows its number."}},
	}
}

// acted is a round with a call.
func acted(begun store.Begun, round int) chat.Message {
	m := said(begun, round)
	m.ToolCalls = []chat.ToolCall{{
		ID: chat.CallID(fmt.Sprintf("%s/%d/0", begun.Run.ID, round)), ModelID: "m", Name: "click", Arguments: `{"ref":"e5"}`,
		Status: chat.CallCompleted, Result: `Clicked button "Order". The page has changed: a heading "Thank you" is there now.`, DurationMs: 41,
	}}
	return m
}
