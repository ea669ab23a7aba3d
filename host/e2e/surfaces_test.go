package e2e_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
)

// TestSurfaces does what a person does with options page, panel and popup, in
// one browser and in the order in which a person comes to it: connects a model,
// attaches files, goes about with conversations, stops a run from the popup,
// and reads there what is wrong when the program is gone.
func TestSurfaces(t *testing.T) {
	t.Parallel()
	s := newSurfaces(t)
	for _, step := range []struct {
		name string
		do   func(*testing.T, *surfaces)
	}{
		{"options_connect_a_model", connectsModel},
		{"options_change_it_and_keep_the_key", changesModel},
		{"a_key_stays_where_it_was_put", keyStays},
		{"options_measure_the_data_and_run_the_checks", runsChecks},
		{"panel_sends_attachments", sendsAttachments},
		{"panel_picks_another_model", picksModel},
		{"panel_has_what_was_not_sent_after_an_upgrade", keepsUnsent},
		{"drawer_searches_renames_and_deletes", goesThroughChats},
		{"panel_looks_again_at_a_chat_that_is_brought_back", looksAgain},
		{"popup_stops_a_run", popupStops},
		{"popup_opens_the_panel", popupOpens},
		{"options_delete_the_model", deletesModel},
		{"popup_says_what_is_wrong", popupTells},
	} {
		if !t.Run(step.name, func(t *testing.T) { step.do(t, s) }) {
			return // each goes on where the one before it ended
		}
	}
}

// secretKey is typed once, and must be nowhere but where keys are kept and on
// its way to the provider.
const secretKey = "sk-typed-once-5f2c9a71"

// surfaces is a browser with Margay, and a provider beside it.
type surfaces struct {
	rig      *rig.Rig
	provider *provider
	options  *rig.Page
	panel    *rig.Panel
}

func newSurfaces(t *testing.T) *surfaces {
	t.Helper()
	s := &surfaces{provider: newProvider(t)}
	// Without a keyring the key goes to a file, on every machine.
	noKeyring := "DBUS_SESSION_BUS_ADDRESS=unix:path=" + filepath.Join(t.TempDir(), "none")
	s.rig = newRig(t, ordinary, noKeyring, "MARGAY_MODEL=", "DEEPSEEK_API_KEY=", "DEEPSEEK_BASE_URL=")
	return s
}

// provider is a server with two models behind a key, as vendors have them.
type provider struct {
	url     string
	handler *llmtest.Handler

	mu     sync.Mutex // guards what follows
	keys   []string
	bodies [][]byte
}

func newProvider(t *testing.T) *provider {
	t.Helper()
	p := &provider{handler: &llmtest.Handler{Model: &llmtest.Script{Then: replyTo}, Piece: 4096}}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = fmt.Fprint(w, `{"object":"list","data":[{"id":"ocelot-small","object":"model"},{"id":"ocelot-large","object":"model"}]}`)
	})
	mux.HandleFunc("POST /v1/chat/completions", func(w http.ResponseWriter, r *http.Request) {
		p.keep(t, r)
		p.handler.ServeHTTP(w, r)
	})
	server := httptest.NewServer(p.guard(mux))
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		for _, words := range p.handler.Problems() {
			t.Errorf("the model was sent what a provider refuses: %s", words)
		}
	})
	p.url = server.URL + "/v1"
	return p
}

// guard lets in whoever has the key.
func (p *provider) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
		p.mu.Lock()
		p.keys = append(p.keys, key)
		p.mu.Unlock()
		if key != secretKey {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusUnauthorized)
			_, _ = fmt.Fprint(w, `{"error":{"message":"Incorrect API key provided.","code":"invalid_api_key"}}`)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// lastKey is the key of the last request.
func (p *provider) lastKey() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.keys) == 0 {
		return ""
	}
	return p.keys[len(p.keys)-1]
}

// keep keeps the body of a request. The script behind it reads no pictures, so
// what it is given of a message in parts is their text.
func (p *provider) keep(t *testing.T, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the caller is gone
	}
	p.mu.Lock()
	p.bodies = append(p.bodies, body)
	p.mu.Unlock()
	var whole map[string]any
	if err := json.Unmarshal(body, &whole); err != nil {
		t.Error(err)
	}
	messages, _ := whole["messages"].([]any)
	for _, m := range messages {
		message, _ := m.(map[string]any)
		parts, inParts := message["content"].([]any)
		if !inParts {
			continue
		}
		var texts []string
		for _, part := range parts {
			if text, ok := part.(map[string]any)["text"].(string); ok {
				texts = append(texts, text)
			}
		}
		message["content"] = strings.Join(texts, "\n")
	}
	plain, err := json.Marshal(whole)
	if err != nil {
		t.Error(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(plain))
}

// requests is how many were let in so far.
func (p *provider) requests() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.bodies)
}

// lastRequest is the last request that was let in, as it came over the wire.
func (p *provider) lastRequest(t *testing.T) wireRequest {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.bodies) == 0 {
		t.Fatal("the provider was asked nothing")
	}
	var r wireRequest
	if err := json.Unmarshal(p.bodies[len(p.bodies)-1], &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// wireRequest is what of a request the tests look at.
type wireRequest struct {
	Model    string
	Messages []struct {
		Role    string
		Content json.RawMessage
	}
}

// longTask is one over which the model thinks until it is stopped.
const longTask = "Think about it for long"

// replyTo answers at once, but for the long task.
func replyTo(r llm.Request) llmtest.Turn {
	for _, b := range r.Messages[len(r.Messages)-1].Content {
		if b.Text == longTask {
			return llmtest.Turn{Text: "Let me think", Hang: true}
		}
	}
	return llmtest.Say("Understood.")
}

// tell evaluates a text in a page.
func tell(t *testing.T, ctx context.Context, p *rig.Page, expression string) (text string) {
	t.Helper()
	if err := p.Eval(ctx, expression, &text); err != nil {
		t.Fatal(err)
	}
	return text
}

// soon is how long anything may take here: nothing should take a second.
const soon = 20 * time.Second

// until waits for a condition of a page, and says what the page shows where it
// does not come.
func until(t *testing.T, ctx context.Context, p *rig.Page, condition string) {
	t.Helper()
	within, cancel := context.WithTimeout(ctx, soon)
	defer cancel()
	if err := p.Await(within, condition); err != nil {
		t.Fatalf("%v; the page shows:\n%s", err, shown(ctx, p))
	}
}

// press clicks on what is there and can be clicked, as soon as it is.
func press(t *testing.T, ctx context.Context, p *rig.Page, selector string) {
	t.Helper()
	if err := p.Click(ctx, selector); err != nil {
		t.Fatalf("%v; the page shows:\n%s", err, shown(ctx, p))
	}
}

// shown is what the page shows, for the words of a failure.
func shown(ctx context.Context, p *rig.Page) string {
	var text string
	if err := p.Eval(ctx, "document.body.innerText", &text); err != nil {
		return err.Error()
	}
	return text
}

// enter types into a field in place of what is there.
func enter(t *testing.T, ctx context.Context, p *rig.Page, selector, text string) {
	t.Helper()
	press(t, ctx, p, selector)
	if err := p.Eval(ctx, fmt.Sprintf(`document.querySelector(%q).select()`, selector), nil); err != nil {
		t.Fatal(err)
	}
	if err := p.Type(ctx, text); err != nil {
		t.Fatal(err)
	}
}

// choose picks a value of a list, whose own menu is the browser's and no part of the page.
func choose(t *testing.T, ctx context.Context, p *rig.Page, selector, value string) {
	t.Helper()
	until(t, ctx, p, fmt.Sprintf(`[...document.querySelector(%q).options].some(o => o.value === %q)`, selector, value))
	script := fmt.Sprintf(`(e => { e.value = %q; e.dispatchEvent(new Event("change", {bubbles: true})) })(document.querySelector(%q))`, value, selector)
	if err := p.Eval(ctx, script, nil); err != nil {
		t.Fatal(err)
	}
}

// holding lists the files below a folder that hold a text.
func holding(t *testing.T, dir, text string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return nil // the browser takes files away while it runs
		}
		data, err := os.ReadFile(path)
		if err == nil && strings.Contains(string(data), text) {
			found = append(found, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(found)
	return found
}

// dialed is a link to the daemon as a terminal has one.
func (s *surfaces) dialed(t *testing.T, ctx context.Context) *dial.Client {
	t.Helper()
	c := must[*dial.Client](t)(s.rig.Dial(ctx, dial.Options{}))
	t.Cleanup(func() { _ = c.Close() }) // it only asks
	return c
}
