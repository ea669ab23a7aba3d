package e2e_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// world is one browser in which many jobs are done on counting pages, each on
// a page of its own, while daemons come and go.
type world struct {
	rig    *rig.Rig
	panel  *rig.Panel
	site   *counting
	model  *model
	orders string // the file with the orders of crash points

	jobs int
	job  string // the one under way
}

func newWorld(t *testing.T, p func() program) *world {
	t.Helper()
	w := &world{site: newCounting(t), orders: ordersIn(t.TempDir())}
	w.model = newModel(t, &llmtest.Script{Then: presser})
	t.Cleanup(func() { w.checkAll(t) }) // when the rig has ended
	w.rig = newRig(t, p, "MARGAY_CRASH=@"+w.orders)
	w.panel = must[*rig.Panel](t)(w.rig.Panel(patience(t)))
	return w
}

// pursue opens the page of a new job in front and prepares to send the task.
func (w *world) pursue(t *testing.T, ctx context.Context) *pursuit {
	t.Helper()
	w.jobs++
	w.job = fmt.Sprintf("j%d", w.jobs)
	page := must[*rig.Page](t)(w.rig.OpenPage(ctx, w.site.url+"/"+w.job+"/"))
	t.Cleanup(func() {
		if err := page.Close(context.WithoutCancel(ctx)); err != nil {
			t.Error(err)
		}
	})
	tab := must[int64](t)(w.panel.Tab(ctx))
	return &pursuit{
		rig: w.rig, env: w.model.env(), lost: w.openPanel,
		task: client.Send{
			Content: []chat.Block{{Type: chat.BlockText, Text: w.title()}},
			Context: &client.PageContext{BrowserTab: tab},
			Model:   "openai:scripted",
		},
	}
}

// title is the task of the job under way, and so the title of its conversation.
func (w *world) title() string { return "Press all of " + w.job }

// openPanel opens the panel anew, as a person does who sees that something went
// wrong, until it has a daemon. The extension comes back by itself too, but
// after so many lost daemons it takes its time.
func (w *world) openPanel(ctx context.Context) error {
	for {
		if err := w.panel.Reload(ctx); err != nil {
			return err
		}
		const settled = `!["connecting", "waiting"].includes(document.querySelector("#status").dataset.state)`
		if err := w.panel.Await(ctx, settled); err != nil {
			return err
		}
		var state string
		if err := w.panel.Eval(ctx, `document.querySelector("#status").dataset.state`, &state); err != nil || state != "stopped" {
			return err
		}
	}
}

// check holds a job that has ended to what must be true of every job, however
// many daemons it took: it ended as done, in one conversation; every call is
// final, and one that had left is done or unknown; an act that is told as done
// was done once, and no act was done twice, though the model asks again for
// each that it was told did not happen.
func (w *world) check(t *testing.T, ctx context.Context, run chat.Run) {
	t.Helper()
	if run.State != chat.RunDone {
		t.Errorf("the run ended as %s: %s", run.State, run.Error)
	}
	c := must[*dial.Client](t)(w.rig.Dial(ctx, dial.Options{Start: true}))
	defer func() { _ = c.Peer.Close() }()
	list := must[client.ConversationPage](t)(rpc.Call(ctx, c, client.ConversationList, client.ListConversations{Limit: 200}))
	same := 0
	for _, c := range list.Conversations {
		if c.Title == w.title() {
			same++
		}
	}
	if same != 1 {
		t.Errorf("%d conversations began with the one message", same)
	}
	messages := stored(t, c, run.Conversation)
	calls := map[string][]chat.ToolCall{}
	for _, m := range messages {
		for _, call := range m.ToolCalls {
			if !call.Status.Final() {
				t.Errorf("call %s (%s) is %s though its run has ended", call.ID, call.Name, call.Status)
			}
			if call.Name == "click" {
				calls[pressed(call)] = append(calls[pressed(call)], call)
			}
		}
	}
	for act := 1; act <= acts; act++ {
		w.checkAct(t, ctx, act, calls[fmt.Sprintf("Act %d", act)])
	}
	if last := messages[len(messages)-1]; len(last.Content) != 1 || last.Content[0].Text != "All done." {
		t.Errorf("the last message is %+v", last)
	}
}

// checkAct holds what the history says of an act against what the site counted.
func (w *world) checkAct(t *testing.T, ctx context.Context, act int, calls []chat.ToolCall) {
	t.Helper()
	done, unknown := 0, 0
	for _, call := range calls {
		switch call.Status {
		case chat.CallCompleted:
			done++
		case chat.CallUnknown:
			unknown++
		case chat.CallError:
			// Refused, because refs do not outlive a daemon: then the model looks again.
			if !strings.Contains(call.Result, "Take a snapshot.") {
				t.Errorf("act %d failed: %s", act, call.Result)
			}
		default:
			if call.Effects {
				t.Errorf("act %d had left and is told as %s", act, call.Status)
			}
		}
	}
	if done+unknown != 1 {
		t.Errorf("act %d is told as done %d times and as unknown %d times", act, done, unknown)
	}
	if done > 0 {
		if err := w.site.await(ctx, w.job, act); err != nil {
			t.Errorf("act %d is told as done: %v", act, err)
		}
	}
	if n := w.site.count(w.job, act); n > 1 {
		t.Errorf("act %d was done %d times", act, n)
	}
}

// checkAll looks once more when all is over: nothing was repeated late, and the
// store opens and is consistent.
func (w *world) checkAll(t *testing.T) {
	if late := w.site.repeated(); len(late) > 0 {
		t.Errorf("acts were repeated: %s", strings.Join(late, ", "))
	}
	if w.rig == nil {
		return
	}
	s, err := store.Open(store.Options{Dir: w.rig.Dirs.Data, Log: zerolog.New(toLog{t}).Level(zerolog.WarnLevel)})
	if err != nil {
		t.Errorf("open the store: %v", err)
		return
	}
	if err := s.Check(); err != nil {
		t.Errorf("the store is not consistent: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Errorf("close the store: %v", err)
	}
}
