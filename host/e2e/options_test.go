package e2e_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// card is the selector of something on the card of the model of these tests.
func card(part string) string { return `[data-model="deepseek:ocelot-large"] ` + part }

// outcome waits for the end of a test of a model, and gives what is said of it.
func outcome(t *testing.T, ctx context.Context, p *rig.Page, within string, ok bool) string {
	t.Helper()
	until(t, ctx, p, fmt.Sprintf(`document.querySelector(%q)?.dataset.ok === "%t"`, within+" .outcome", ok))
	return tell(t, ctx, p, fmt.Sprintf(`document.querySelector(%q).innerText`, within+" .outcome"))
}

// connectsModel adds a model from a vendor's template whose address is that of
// the provider here: lists its models, tries it with what was typed, saves it
// and makes it the default.
func connectsModel(t *testing.T, s *surfaces) {
	ctx := patience(t)
	s.options = must[*rig.Page](t)(s.rig.OpenPage(ctx, rig.Origin+"options.html"))
	p := s.options
	press(t, ctx, p, "#add-model")
	choose(t, ctx, p, "#form-vendor", "deepseek")
	enter(t, ctx, p, "#form-address", s.provider.url)
	enter(t, ctx, p, "#form-key", "sk-wrong")
	press(t, ctx, p, "#form-list")
	until(t, ctx, p, `document.querySelector("#list-failed")?.textContent.includes("Incorrect API key")`)
	enter(t, ctx, p, "#form-key", secretKey)
	press(t, ctx, p, "#form-list")
	until(t, ctx, p, `[...document.querySelectorAll(".name-choice")].map(e => e.textContent).join(" ") === "ocelot-large ocelot-small"`)
	press(t, ctx, p, ".name-choice")
	press(t, ctx, p, "#form-sees")
	press(t, ctx, p, "#form-test")
	if said := outcome(t, ctx, p, "#model-form", true); !strings.Contains(said, "Understood.") {
		t.Errorf("the test of what was typed says %q", said)
	}
	press(t, ctx, p, "#form-save")
	press(t, ctx, p, card("[data-act=test]"))
	outcome(t, ctx, p, card(""), true)
	// The first one that is added answers from now on; then another is chosen, and it again.
	until(t, ctx, p, fmt.Sprintf(`document.querySelector(%q) !== null`, card(".badge-default")))
	press(t, ctx, p, "[data-model=offline] [data-act=default]")
	press(t, ctx, p, card("[data-act=default]"))
	until(t, ctx, p, fmt.Sprintf(`document.querySelector(%q) !== null`, card(".badge-default")))
	status := must[client.Status](t)(rpc.Call(ctx, s.dialed(t, ctx), client.DaemonStatus, protocol.Empty{}))
	if status.Model != "deepseek:ocelot-large" {
		t.Errorf("the default is %q", status.Model)
	}
}

// changesModel gives it another name for people, and then a wrong key that is
// tried and not saved. Neither takes the key from it.
func changesModel(t *testing.T, s *surfaces) {
	ctx := patience(t)
	p := s.options
	press(t, ctx, p, card("[data-act=edit]"))
	if shown := tell(t, ctx, p, `document.querySelector("#form-key").value`); shown != "" {
		t.Errorf("the form shows %q in the field of the key", shown)
	}
	enter(t, ctx, p, "#form-label", "Ocelot")
	press(t, ctx, p, "#form-save")
	until(t, ctx, p, fmt.Sprintf(`document.querySelector(%q)?.textContent === "Ocelot"`, card("h3")))

	press(t, ctx, p, card("[data-act=edit]"))
	enter(t, ctx, p, "#form-key", "sk-mistyped")
	press(t, ctx, p, "#form-test")
	if said := outcome(t, ctx, p, "#model-form", false); !strings.Contains(said, "Incorrect API key") {
		t.Errorf("of a wrong key the form says %q", said)
	}
	press(t, ctx, p, "#form-cancel")
	press(t, ctx, p, "#form-discard")
	press(t, ctx, p, card("[data-act=test]"))
	outcome(t, ctx, p, card(""), true)
	if key := s.provider.lastKey(); key != secretKey {
		t.Errorf("the provider was asked with the key %q", key)
	}
}

// keyStays looks for the key wherever an extension can keep something, in what
// the program tells the extension, and in every file of profile and data.
func keyStays(t *testing.T, s *surfaces) {
	ctx := patience(t)
	p := s.options
	if err := p.Reload(ctx); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, p, fmt.Sprintf(`document.querySelector(%q) !== null`, card(".model-key")))
	for name, expression := range map[string]string{
		"the page":         `document.documentElement.outerHTML + [...document.querySelectorAll("input")].map(i => i.value).join(" ")`,
		"the page's store": `JSON.stringify([{...localStorage}, {...sessionStorage}])`,
		"the extension's store": `Promise.all(["local", "session", "sync", "managed"].map(area => chrome.storage[area].get(null).catch(() => ({}))))
			.then(all => JSON.stringify(all))`,
		"the databases": `indexedDB.databases().then(all => JSON.stringify(all))`,
		"the caches":    `caches.keys().then(all => JSON.stringify(all))`,
		"the replies":   repliesToExtension,
	} {
		got := tell(t, ctx, p, expression)
		if strings.Contains(got, secretKey) {
			t.Errorf("the key stands in %s", name)
		}
		if name == "the replies" && !strings.Contains(got, `"place":"file"`) {
			t.Errorf("the replies do not say where the key is, so they were none: %.300s", got)
		}
	}
	if found := holding(t, s.rig.Profile, secretKey); len(found) > 0 {
		t.Errorf("the browser's profile holds the key, in %q", found)
	}
	if found, want := holding(t, s.rig.Dirs.Data, secretKey), []string{s.rig.Dirs.Keys()}; !slices.Equal(found, want) {
		t.Errorf("the data directory holds the key in %q, want %q", found, want)
	}
}

// runsChecks reads where the data lies and how much it is, and lets the doctor
// try the chain from the page.
func runsChecks(t *testing.T, s *surfaces) {
	ctx := patience(t)
	p := s.options
	for part, path := range map[string]string{
		"#data-folder": s.rig.Dirs.Data, "#storage-database": s.rig.Dirs.Database(), "#log-path": s.rig.Dirs.Log(),
	} {
		until(t, ctx, p, fmt.Sprintf(`document.querySelector(%q)?.textContent === %q`, part+" code", path))
	}
	until(t, ctx, p, `/\d (KB|MB) in one file/.test(document.querySelector("#storage-database").textContent)`)
	press(t, ctx, p, "#run-checks")
	until(t, ctx, p, `document.querySelector("#checks") !== null`)
	for _, check := range []string{"daemon", "store", "extension"} {
		state := tell(t, ctx, p, fmt.Sprintf(`document.querySelector("[data-check=%s]")?.dataset.state ?? "not there"`, check))
		if state != "ok" {
			t.Errorf("the check %q is %s:\n%s", check, state, tell(t, ctx, p, `document.querySelector("#checks").innerText`))
		}
	}
}

// repliesToExtension asks over a native port of its own, as the page does, and
// gives every message as it came.
const repliesToExtension = `new Promise((done, fail) => {
	const port = chrome.runtime.connectNative("com.margay.host");
	const heard = [];
	port.onMessage.addListener(message => {
		heard.push(message);
		if (message.id === 1) port.postMessage({jsonrpc: "2.0", id: 2, method: "model.list", params: {}});
		if (message.id === 2) { port.disconnect(); done(JSON.stringify(heard)); }
	});
	port.onDisconnect.addListener(() => fail(new Error("the port closed")));
	const protocol = {min: 1, max: 1};
	port.postMessage({jsonrpc: "2.0", id: 1, method: "hello", params: {product: "margay", version: "0", build: "test", protocol, kind: "options"}});
})`

// deletesModel takes the model and its key away: the offline model answers then.
func deletesModel(t *testing.T, s *surfaces) {
	ctx := patience(t)
	p := s.options
	if err := p.Front(ctx); err != nil {
		t.Fatal(err)
	}
	press(t, ctx, p, card("[data-act=delete]"))
	press(t, ctx, p, card("[data-act=keep]"))
	press(t, ctx, p, card("[data-act=delete]"))
	press(t, ctx, p, card("[data-act=really]"))
	until(t, ctx, p, `document.querySelector("[data-model^=deepseek]") === null && document.querySelector("[data-model=offline] .badge-default") !== null`)
	if found := holding(t, s.rig.Dirs.Data, secretKey); len(found) > 0 {
		t.Errorf("the key of the deleted model is still in %q", found)
	}
	list := must[client.Models](t)(rpc.Call(ctx, s.dialed(t, ctx), client.ModelList, protocol.Empty{}))
	if list.Default != "offline" {
		t.Errorf("the default is %q", list.Default)
	}
}

// conversations is the daemon's list, by title.
func (s *surfaces) conversations(t *testing.T, ctx context.Context) map[string]chat.Conversation {
	t.Helper()
	page := must[client.ConversationPage](t)(rpc.Call(ctx, s.dialed(t, ctx), client.ConversationList, client.ListConversations{}))
	all := map[string]chat.Conversation{}
	for _, c := range page.Conversations {
		all[c.Title] = c
	}
	return all
}
