package api_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/margay/margay/host/api"
	"github.com/margay/margay/host/attach"
	"github.com/margay/margay/host/models"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/run"
	"github.com/margay/margay/host/secret"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// rig is the operations over a real store and a real manager, served on links.
type rig struct {
	t       testing.TB
	store   *store.Store
	service *api.Service
	mux     *rpc.Mux
	// loop is what runs do; the default answers "ok" at once.
	loop chan run.Loop
}

func newRig(t testing.TB, loops ...run.Loop) *rig {
	r := &rig{t: t, store: storetest.Open(t), mux: rpc.NewMux(), loop: make(chan run.Loop, len(loops))}
	for _, l := range loops {
		r.loop <- l
	}
	runs := run.New(run.Options{Store: r.store, Epoch: "e1", Loop: func(ctx context.Context, in run.Input) run.Output {
		select {
		case l := <-r.loop:
			return l(ctx, in)
		default:
			return finish(ctx, in, chat.RunDone, "ok")
		}
	}})
	saved := models.New(models.Options{Records: r.store, Secrets: secret.New(secret.Options{Path: t.TempDir() + "/keys"})})
	r.service = api.New(api.Options{Runs: runs, History: r.store, Conversations: r.store, Models: saved, Attachments: kept{r.store}, Instance: func(pid int) string { return fmt.Sprint("browser-", pid) }, Status: func(map[string]string) client.Status {
		return client.Status{Version: "1.2.3", Model: "offline"}
	}})
	links := api.Register(r.mux, r.service)
	t.Cleanup(func() {
		links.Close()
		if err := runs.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// kept keeps attachments in a store.
type kept struct{ *store.Store }

func (kept) Check(ctx context.Context, name string, data []byte) (chat.Block, []byte, error) {
	return attach.Check(ctx, name, data, attach.Readers{
		PDF:   func(_ context.Context, data []byte) (attach.Pages, error) { return attach.Read(data) },
		Image: func(_ context.Context, data []byte) (attach.Picture, error) { return attach.Fit(data) },
	})
}

// finish commits and says an end.
func finish(ctx context.Context, in run.Input, state chat.RunState, text string) run.Output {
	msg := chat.Message{
		ID: chat.MessageID(chat.NewID()), Conversation: in.Run.Conversation, Run: in.Run.ID, Role: chat.RoleAssistant,
		Content: []chat.Block{{Type: chat.BlockText, Text: text}}, CreatedAt: time.Now().UTC(),
	}
	e := chat.Event{Type: chat.EventDone}
	if state != chat.RunDone {
		msg.Error, msg.ErrorCode = "Stopped.", chat.ErrorCancelled
		e = chat.Event{Type: chat.EventError, Message: msg.Error, ErrorCode: msg.ErrorCode}
	}
	if err := in.Journal.Finish(context.WithoutCancel(ctx), msg, state); err != nil {
		return run.Output{State: chat.RunFailed, Run: in.Run}
	}
	in.Sink.Emit(e)
	return run.Output{State: state, Run: in.Run}
}

// untilStopped is a loop that waits for its stop.
func untilStopped(ctx context.Context, in run.Input) run.Output {
	<-ctx.Done()
	return finish(ctx, in, chat.RunCancelled, "")
}

// link is a client's end of a link.
type link struct {
	*rpc.Peer
	events chan client.Delivery
}

// dial links a program of the same user.
func (r *rig) dial() *link { return r.link(rpc.Options{Mux: r.mux, Groups: allGroups}) }

var allGroups = []protocol.Group{protocol.GroupClient, protocol.GroupAdmin}

func (r *rig) link(served rpc.Options) *link {
	l := &link{events: make(chan client.Delivery, 10_000)}
	mine := rpc.NewMux()
	rpc.On(mine, client.RunEvent, func(_ *rpc.Peer, d client.Delivery) { l.events <- d })
	server, peer := rpc.Pipe(served, rpc.Options{Mux: mine, Groups: allGroups})
	l.Peer = peer
	r.t.Cleanup(func() {
		_ = peer.Close()
		_ = server.Close()
	})
	return l
}

// until reads events up to the terminal one.
func (l *link) until(t testing.TB) []client.Delivery {
	t.Helper()
	var all []client.Delivery
	for {
		select {
		case d := <-l.events:
			all = append(all, d)
			if d.Event.Event.Type.Terminal() {
				return all
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("no end came; so far %+v", all)
		}
	}
}

func call[P, R any](t testing.TB, c rpc.Caller, route protocol.Route[P, R], params P) R {
	t.Helper()
	result, err := rpc.Call(t.Context(), c, route, params)
	if err != nil {
		t.Fatalf("%s: %v", route.Name, err)
	}
	return result
}

func send(words string) client.Send {
	return client.Send{Content: []chat.Block{{Type: chat.BlockText, Text: words}}, Attach: &client.AttachOptions{}}
}

func wantFault(t testing.TB, err error, reason protocol.Reason) {
	t.Helper()
	var fault *protocol.Fault
	if !errors.As(err, &fault) || fault.Reason() != reason {
		t.Fatalf("got %v, want a fault %s", err, reason)
	}
	if fault.Message == "" {
		t.Error("a fault without words")
	}
}
