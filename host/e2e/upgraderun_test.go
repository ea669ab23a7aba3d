package e2e_test

import (
	"context"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// A person runs the installer of a newer Margay while a run is under way: the
// run is said and goes on, over the change of daemons too, which comes with the
// next bridge; the worker starts anew only when it has ended, and no act is lost
// or done twice.
func TestUpgrade_during_a_run(t *testing.T) {
	const next, version = "0123456789abcdef", "99.0.0"
	newer := buildNewer(t, next, version)
	site := newCounting(t)
	held := newHeld()
	scripted := newModel(t, &llmtest.Script{Then: held.answer})
	t.Cleanup(held.release) // before the model's server waits for its answers
	r := newRig(t, ordinary)
	ctx := patience(t)
	developerMode(t, ctx, r)
	firstWorker(t, ctx, r)
	saved(t, ctx, r, scripted)
	page := must[*rig.Page](t)(r.OpenPage(ctx, site.url+"/late/"))
	panel := must[*rig.Panel](t)(r.Panel(ctx))
	if err := page.Front(ctx); err != nil {
		t.Fatal(err)
	}
	must[string](t)(panel.Send(ctx, "Press all of late"))
	held.reached(t, ctx)

	out, err := exec.CommandContext(ctx, newer, "install", "--data", r.Dirs.Data, "--user-data-dir", r.Profile).CombinedOutput()
	if err != nil || !strings.Contains(string(out), "because a task is running. It gives way to the newer one") {
		t.Fatalf("%v: %s", err, out)
	}
	// The browser starts the newer program for its next bridges, for which the
	// older daemon gives way.
	if err := r.KillBridges(); err != nil {
		t.Fatal(err)
	}
	served(t, ctx, r, version)
	awaitBrowser(t, ctx, r)
	if live := live(t, ctx, r); live != 1 {
		t.Errorf("%d runs are live in the newer daemon, want the one that went on", live)
	}
	stays(t, ctx, r)

	held.release()
	w := nextWorker(t, ctx, r)
	if got := reloadedFor(t, ctx, w); got != next {
		t.Errorf("the worker remembers build %q, want %q", got, next)
	}
	if live := live(t, ctx, r); live != 0 {
		t.Errorf("the extension started anew while %d runs were live", live)
	}
	for act := 1; act <= acts; act++ {
		if n := site.count("late", act); n != 1 {
			t.Errorf("act %d was done %d times", act, n)
		}
	}
}

// held is the model of the counting pages, which thinks about its third round
// until it is released.
type held struct {
	once        sync.Once
	asked, goOn chan struct{}
}

func newHeld() *held {
	return &held{asked: make(chan struct{}, 64), goOn: make(chan struct{})}
}

func (h *held) answer(req llm.Request) llmtest.Turn {
	if readProgress(req.Messages).rounds == 2 {
		h.asked <- struct{}{}
		<-h.goOn
	}
	return presser(req)
}

func (h *held) release() { h.once.Do(func() { close(h.goOn) }) }

// reached waits until the model thinks.
func (h *held) reached(t *testing.T, ctx context.Context) {
	t.Helper()
	select {
	case <-h.asked:
	case <-ctx.Done():
		t.Fatal("the run does not come to its third round")
	}
}

// saved saves the model as the options page does, and makes it the default: the
// key of a saved model is there for every daemon, one of the environment is not.
func saved(t *testing.T, ctx context.Context, r *rig.Rig, m *model) {
	t.Helper()
	d := must[*dial.Client](t)(r.Dial(ctx, dial.Options{}))
	defer func() { _ = d.Close() }() // the browser needs the daemon
	made := must[client.Model](t)(rpc.Call(ctx, d, client.ModelSave, client.SaveModel{Provider: "mylab", Name: "scripted", BaseURL: m.url, Key: "none"}))
	must[client.Models](t)(rpc.Call(ctx, d, client.ModelDefault, client.ModelRef{Spec: made.Spec}))
}

// live counts the runs that are under way.
func live(t *testing.T, ctx context.Context, r *rig.Rig) int {
	t.Helper()
	d := must[*dial.Client](t)(r.Dial(ctx, dial.Options{}))
	defer func() { _ = d.Close() }() // it only asks
	list := must[client.RunPage](t)(rpc.Call(ctx, d, client.RunList, protocol.Empty{}))
	return len(slices.DeleteFunc(list.Runs, func(run chat.Run) bool { return run.State == chat.RunInterrupted }))
}

// served waits until a daemon of a version serves.
func served(t *testing.T, ctx context.Context, r *rig.Rig, version string) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if b, err := r.Dirs.ReadBeacon(); err == nil && b.Version == version {
			return
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			t.Fatalf("version %s does not come to serve", version)
		}
	}
}
