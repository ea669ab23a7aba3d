package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// longBytes is the length of a long message.
const longBytes = 5_000_000

// besideLongCall is the round trip of a small call while calls of 5 MB go from
// the browser to the daemon, one after the other on the same link. They ask for
// a page of conversations that no cursor names, which costs the daemon no work
// but reading them.
func besideLongCall(ctx context.Context, b *bench, f figure) error {
	params := client.ListConversations{Before: strings.Repeat("x", longBytes)}
	return b.beside(ctx, f, "to", func(ctx context.Context, p *rpc.Peer, _ chat.BlobID) error {
		_, err := rpc.Call(ctx, p, client.ConversationList, params)
		var fault *protocol.Fault
		if errors.As(err, &fault) && fault.Reason() == protocol.ReasonInvalidParams {
			return nil // it has arrived, whole, and was refused
		}
		if err == nil {
			return errors.New("a cursor of 5 MB was taken for one")
		}
		return err
	})
}

// besideLongReply is the same while replies of 5 MB come from the daemon: a
// long result that was stored, as a panel asks for it.
func besideLongReply(ctx context.Context, b *bench, f figure) error {
	return b.beside(ctx, f, "from", func(ctx context.Context, p *rpc.Peer, blob chat.BlobID) error {
		piece, err := rpc.Call(ctx, p, client.BlobRead, client.ReadBlob{Blob: blob, Limit: pieceBytes})
		if err == nil && len(piece.Data) != pieceBytes {
			err = fmt.Errorf("%d bytes came, want %d", len(piece.Data), pieceBytes)
		}
		return err
	})
}

// pieceBytes is what is 5 MB long when it travels, which is in base64.
const pieceBytes = longBytes / 4 * 3

// beside measures run.list through a bridge while long passes without a pause.
func (b *bench) beside(ctx context.Context, f figure, name string, long func(context.Context, *rpc.Peer, chat.BlobID) error) error {
	var blob chat.BlobID
	fill := func(dirs config.Dirs) (err error) {
		blob, err = seed(ctx, dirs)
		return err
	}
	return b.linked(ctx, name, fill, func(peer *rpc.Peer) error {
		return b.besideOf(ctx, peer, f, func() error { return long(ctx, peer, blob) })
	})
}

// besideOf measures it on one link.
func (b *bench) besideOf(ctx context.Context, peer *rpc.Peer, f figure, long func() error) error {
	if err := long(); err != nil { // one passes before the clock runs
		return err
	}
	var over atomic.Bool
	var errLong error
	var work sync.WaitGroup
	passed, began := 0, time.Now()
	work.Go(func() { // ends when over is set, with the message that is under way
		for errLong == nil && !over.Load() {
			errLong = long()
			passed++
		}
	})
	took, err := b.paced(ctx, func() error {
		_, err := rpc.Call(ctx, peer, client.RunList, protocol.Empty{})
		return err
	})
	over.Store(true)
	work.Wait()
	if err := errors.Join(err, errLong); err != nil {
		return err
	}
	note := fmt.Sprintf("run.list on the same link: pipes, bridge, socket; %.0f MB/s passed", float64(passed)*longBytes/1e6/time.Since(began).Seconds())
	b.table.timed(f, took, note)
	return nil
}

// between is the pause between two small calls, so that they fall on all parts
// of many long messages.
const between = 2 * time.Millisecond

// paced measures a round n times with a pause before each.
func (b *bench) paced(ctx context.Context, round func() error) ([]time.Duration, error) {
	tick := time.NewTicker(between)
	defer tick.Stop()
	var took []time.Duration
	for range b.n {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		began := time.Now()
		if err := round(); err != nil {
			return nil, err
		}
		took = append(took, time.Since(began))
	}
	return took, nil
}

// seed writes a conversation with a result that is 5 MB long.
func seed(ctx context.Context, dirs config.Dirs) (blob chat.BlobID, err error) {
	s, err := store.Open(store.Options{Dir: dirs.Data, Program: "0.1.0", Log: zerolog.Nop()})
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	begun, err := begin(ctx, s)
	if err != nil {
		return "", err
	}
	msg := chat.Message{
		ID: chat.MessageID(chat.NewID()), Conversation: begun.Conversation.ID, Run: begun.Run.ID, Round: 1,
		Role: chat.RoleAssistant, Content: []chat.Block{}, CreatedAt: time.Now().UTC(),
	}
	result := strings.Repeat("- button \"Order\" [ref=e5]\n", pieceBytes/26+1)
	call := chat.ToolCall{ID: chat.CallID(begun.Run.ID + "/1/0"), ModelID: "m", Name: "snapshot", Arguments: "{}", Status: chat.CallCompleted, Result: result}
	closed, last := msg, msg
	closed.ToolCalls = []chat.ToolCall{call}
	if err := s.Journal(begun.Run.ID).CloseRound(ctx, closed); err != nil {
		return "", err
	}
	last.ID, last.Round, last.Content = chat.MessageID(chat.NewID()), 2, []chat.Block{{Type: chat.BlockText, Text: "Done."}}
	return chat.BlobOf([]byte(result)), s.Journal(begun.Run.ID).Finish(ctx, last, chat.RunDone)
}

// begin begins a run in a conversation of its own.
func begin(ctx context.Context, s *store.Store) (store.Begun, error) {
	return s.BeginRun(ctx, store.NewRun{
		Run: chat.Run{ID: chat.RunID(chat.NewID()), Model: "bench"},
		Message: chat.Message{
			ID: chat.MessageID(chat.NewID()), Role: chat.RoleUser, CreatedAt: time.Now().UTC(),
			Content: []chat.Block{{Type: chat.BlockText, Text: "Go."}},
		},
		Title: "Go.",
	})
}
