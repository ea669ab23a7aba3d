package e2e_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// goesThroughChats searches for a chat by its title, gives it another, deletes
// it and brings it back in another life of program and panel, by keyboard as far as there are keys for it.
func goesThroughChats(t *testing.T, s *surfaces) {
	ctx := patience(t)
	p := s.panel.Page
	for _, task := range []string{"Count the pears", "Count the plums"} {
		press(t, ctx, p, "#new-chat")
		answer(t, ctx, s.panel, task)
	}
	all := len(s.conversations(t, ctx))
	press(t, ctx, p, "#chats-button")
	until(t, ctx, p, fmt.Sprintf(`document.querySelectorAll("[data-conversation]").length === %d`, all))
	enter(t, ctx, p, "#chats-search", "PEARS")
	until(t, ctx, p, `document.querySelectorAll("[data-conversation]").length === 1`)
	pears := tell(t, ctx, p, `document.querySelector("[data-conversation]").dataset.conversation`)

	keys(t, ctx, p, "ArrowDown", "F2")
	until(t, ctx, p, `document.activeElement?.className === "chat-rename"`)
	if err := p.Eval(ctx, `document.activeElement.select()`, nil); err != nil {
		t.Fatal(err)
	}
	if err := p.Type(ctx, "Pears of the year"); err != nil {
		t.Fatal(err)
	}
	keys(t, ctx, p, "Enter")
	until(t, ctx, p, fmt.Sprintf(`document.activeElement?.dataset.conversation === %q`, pears))
	until(t, ctx, p, `document.activeElement.innerText.includes("Pears of the year")`)
	if got := s.conversations(t, ctx)["Pears of the year"].ID; string(got) != pears {
		t.Errorf("the daemon has the new title at %q, want %q", got, pears)
	}

	keys(t, ctx, p, "Delete")
	until(t, ctx, p, `document.querySelectorAll("[data-conversation]").length === 0 && document.querySelector("#undo") !== null`)
	if _, there := s.conversations(t, ctx)["Pears of the year"]; there {
		t.Error("the daemon still lists the deleted chat")
	}
	// Neither the program nor the panel has to be the one that deleted it.
	if err := dial.Stop(ctx, dial.Options{Dirs: s.rig.Dirs, Exe: s.rig.Dirs.Bin()}); err != nil {
		t.Fatal(err)
	}
	if err := p.Reload(ctx); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, p, `document.querySelector("#status")?.dataset.state === "ready"`)
	press(t, ctx, p, "#chats-button")
	until(t, ctx, p, `document.querySelector("#undo") !== null`)
	enter(t, ctx, p, "#chats-search", "PEARS")
	until(t, ctx, p, `document.querySelectorAll("[data-conversation]").length === 0`)
	press(t, ctx, p, "#undo")
	until(t, ctx, p, fmt.Sprintf(`document.querySelector("[data-conversation]")?.dataset.conversation === %q`, pears))
	press(t, ctx, p, "[data-conversation]")
	until(t, ctx, p, `document.querySelector("h1").textContent === "Pears of the year" && document.querySelector("[data-role=assistant]") !== null`)
}

// looksAgain has the chat that is open here deleted by somebody else, who is
// answered with it, and brings it back from the list: it is the chat that is open
// again, with the words that could not be sent.
func looksAgain(t *testing.T, s *surfaces) {
	ctx := patience(t)
	p := s.panel.Page
	const words, kept = "And the quinces?", `document.querySelector("#composer").value === "And the quinces?"`
	open := s.conversations(t, ctx)["Pears of the year"].ID
	must[client.Deleted](t)(rpc.Call(ctx, s.dialed(t, ctx), client.ConversationDelete, client.ConversationRef{Conversation: open}))
	enter(t, ctx, p, "#composer", words)
	keys(t, ctx, p, "Enter")
	until(t, ctx, p, `document.querySelector("#gone-new") !== null`)

	press(t, ctx, p, "#chats-button")
	press(t, ctx, p, "#undo")
	until(t, ctx, p, `document.querySelector("#gone-new") === null && document.querySelector("h1").textContent === "Pears of the year"`)
	keys(t, ctx, p, "Escape")
	until(t, ctx, p, kept)
}

func keys(t *testing.T, ctx context.Context, p *rig.Page, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := p.Press(ctx, name); err != nil {
			t.Fatal(err)
		}
	}
}

// popupStops opens the popup while a model has not yet answered, and stops the
// run there.
func popupStops(t *testing.T, s *surfaces) {
	ctx := patience(t)
	press(t, ctx, s.panel.Page, "#new-chat")
	run := must[string](t)(s.panel.Send(ctx, longTask))
	until(t, ctx, s.panel.Page, `document.querySelector("[data-role=assistant]") !== null`)

	popup := must[*rig.Page](t)(s.rig.OpenPage(ctx, rig.Origin+"popup.html"))
	defer func() { _ = popup.Close(context.WithoutCancel(ctx)) }() // the browser ends with the test
	until(t, ctx, popup, `document.querySelector("#state").dataset.state === "open"`)
	until(t, ctx, popup, `document.querySelector("#model")?.textContent === "deepseek:ocelot-large"`)
	until(t, ctx, popup, fmt.Sprintf(`document.querySelector("[data-run='%s'] .run-title")?.textContent === %q`, run, longTask))
	press(t, ctx, popup, fmt.Sprintf("[data-run='%s'] .stop-run", run))
	until(t, ctx, popup, `document.querySelector("[data-run]") === null`)
	if err := s.panel.Ended(ctx); err != nil {
		t.Fatal(err)
	}
	view := must[client.AttachReply](t)(rpc.Call(ctx, s.dialed(t, ctx), client.RunAttach, client.Attach{Run: chat.RunID(run)})).View
	if view.Run.State != chat.RunCancelled {
		t.Errorf("the run is stored as %s", view.Run.State)
	}
}
