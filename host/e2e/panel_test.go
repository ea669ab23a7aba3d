package e2e_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/job"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/e2e/shop"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// TestPanel_orders_coffee does the main job as a person does it, and once more
// with each part killed during the second tool call. The page says that the
// order is in, the shop has it once, and the panel tells the number, the usage
// and the duration.
func TestPanel_orders_coffee(t *testing.T) {
	t.Run("undisturbed", func(t *testing.T) { orderCoffee(t, ordinary, job.Options{}) })
	for _, part := range rig.Parts() {
		t.Run("with_the_"+part+"_killed", func(t *testing.T) { orderCoffee(t, ordinary, job.Options{Chaos: part}) })
	}
}

// TestPanel_with_race_detector does the main job with a program that ends with
// an error where two of its goroutines race, in bridges and daemon.
func TestPanel_with_race_detector(t *testing.T) {
	if testing.Short() {
		t.Skip("building with the race detector takes long")
	}
	races := t.TempDir()
	orderCoffee(t, racing, job.Options{Chaos: "worker", Env: []string{"GORACE=halt_on_error=1 log_path=" + races + "/race"}})
	for _, report := range must[[]string](t)(filepath.Glob(filepath.Join(races, "*"))) {
		t.Errorf("%s", tail(report))
	}
}

// TestPanel_says_why_it_did_not_send: whoever drives the panel hears its own
// words instead of waiting for a run that will never be.
func TestPanel_says_why_it_did_not_send(t *testing.T) {
	j := newJob(t, ordinary, job.Options{Model: "openai:no-key", Env: []string{"OPENAI_API_KEY=", "OPENAI_BASE_URL="}})
	_, _, err := j.Do(patience(t))
	if err == nil || !strings.Contains(err.Error(), "OPENAI_API_KEY") || !strings.Contains(err.Error(), "Not sent.") {
		t.Errorf("got %v, want what the panel says of the key that is missing", err)
	}
}

func orderCoffee(t *testing.T, p func() program, o job.Options) {
	ctx := patience(t)
	j := newJob(t, p, o)
	run, code, err := j.Do(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if code != cli.ExitDone {
		t.Errorf("the run ended with code %d", code)
	}
	order, err := j.Confirm(ctx)
	if err != nil {
		t.Fatal(err)
	}
	want := shop.Order{
		Number: order.Number, Name: "Mira Lind", Email: "mira@lind.example", Street: "Hafenweg 7", City: "Kiel",
		Roast: "Dark", Bags: "3", Delivery: "express", Gift: true,
	}
	if order != want {
		t.Errorf("ordered %+v, want %+v", order, want)
	}
	shown := must[rig.Shown](t)(j.Panel.Shown(ctx))
	if !regexp.MustCompile(`^[\d.]+k? in · [\d.]+k? out · [\d.]+ (ms|s)$`).MatchString(shown.Footer) {
		t.Errorf("the panel shows no usage and duration: %q", shown.Footer)
	}
	c := must[*dial.Client](t)(j.Rig.Dial(ctx, dial.Options{}))
	defer func() { _ = c.Close() }()
	view := must[client.AttachReply](t)(rpc.Call(ctx, c, client.RunAttach, client.Attach{Run: run})).View
	if view.Run.State != chat.RunDone {
		t.Errorf("the run is stored as %s", view.Run.State)
	}
	messages := stored(t, c, view.Run.Conversation)
	last := messages[len(messages)-1]
	if last.Usage == nil || last.Usage.InputTokens == 0 || last.Usage.OutputTokens == 0 || last.DurationMs == 0 {
		t.Errorf("the last message is stored without usage or duration: %+v", last)
	}
	for _, m := range messages {
		for _, c := range m.ToolCalls {
			if !c.Status.Final() {
				t.Errorf("call %s of a run that ended is %s", c.ID, c.Status)
			}
		}
	}
}

// stored is the whole closed history of a conversation, oldest first.
func stored(t *testing.T, c rpc.Caller, id chat.ConversationID) []chat.Message {
	t.Helper()
	var all []chat.Message
	for before := ""; ; {
		page := must[client.MessagePage](t)(rpc.Call(t.Context(), c, client.ConversationMessages,
			client.ListMessages{Conversation: id, Before: before, Limit: 200}))
		all = append(page.Messages, all...)
		if before = page.Next; before == "" {
			return all
		}
	}
}
