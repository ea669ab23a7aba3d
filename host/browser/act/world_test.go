package act_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/driver"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/page"
	"github.com/margay/margay/tools/tabs"
)

// world is a run with a browser, a site and the tools, as an agent has them.
type world struct {
	*testing.T
	site  *browsertest.Site
	pages *act.Pages
	reg   *browser.Registry
	tools map[string]tools.Tool
	files *files
	run   chat.RunID
	home  browser.TabID
}

// files keeps what a store would.
type files struct {
	mu   sync.Mutex // guards data
	data map[chat.BlobID][]byte
}

func (f *files) PutBlob(_ context.Context, _ chat.ConversationID, block chat.Block, data []byte) (chat.Block, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	block.Blob, block.Size = chat.BlobOf(data), int64(len(data))
	f.data[block.Blob] = data
	return block, nil
}

func newWorld(t *testing.T, b browser.Transport) *world {
	t.Helper()
	return newWorldWith(t, b, act.Options{Script: scriptTime})
}

// How long scripts may take: what a busy machine needs, and what a script gets that is not to end.
const (
	scriptTime = 4 * time.Second
	endless    = time.Second
)

func newWorldWith(t *testing.T, b browser.Transport, o act.Options) *world {
	t.Helper()
	reg := browser.NewRegistry()
	_, remove := reg.Add("chromium", b)
	o.Registry, o.Log = reg, browsertest.Log(t)
	pages := act.New(o)
	t.Cleanup(func() { pages.Close(); remove("the test ended") })
	w := &world{T: t, site: browsertest.NewSite(t), pages: pages, reg: reg, tools: map[string]tools.Tool{}, run: "run", files: &files{data: map[chat.BlobID][]byte{}}}
	for _, tool := range append(page.Tools(pages, w.files), tabs.Tools(pages)...) {
		w.tools[tool.Spec().Name] = tool
	}
	return w
}

// sub is the same world for a subtest, with a run of its own. Its tabs go with
// it: dozens that are left open make a browser slow.
func (w *world) sub(t *testing.T) *world {
	other := *w
	other.T, other.run = t, chat.RunID(t.Name())
	t.Cleanup(other.leave)
	return &other
}

// with is a world of its own in a browser that differs from this one's.
func (w *world) with(differs func(browser.Transport) browser.Transport, o act.Options) *world {
	w.Helper()
	place, err := w.reg.Open(w.Context(), 0, false)
	if err != nil {
		w.Fatal(err)
	}
	other := newWorldWith(w.T, differs(place.Transport), o)
	w.Cleanup(other.leave)
	return other
}

// leave closes the tabs of the run. A page that asks first gets its answer: its dialog would hold up what other tests do.

func (w *world) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	for _, id := range w.reg.Opened(string(w.run)) {
		if place, err := w.reg.Tab(id); err == nil {
			leaveTab(ctx, place)
		}
	}
}

func leaveTab(ctx context.Context, place browser.Place) {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		_ = place.Transport.CloseTab(ctx, place.Native) // gone already
	}()
	for {
		select {
		case <-closed:
			return
		case <-time.After(100 * time.Millisecond):
			// Nothing is open, or somebody else has answered it.
			_, _ = place.Transport.CDP(ctx, place.Native, true, driver.CDPCommand{Method: "Page.handleJavaScriptDialog", Params: json.RawMessage(`{"accept":true}`)})
		}
	}
}

// try calls a tool and returns its text, or its error.
func (w *world) try(name string, args map[string]any) (string, error) {
	w.Helper()
	result, err := w.do(name, args)
	if result.Failed {
		return result.Text, fmt.Errorf("failed: %s", result.Text)
	}
	return result.Text, err
}

// do calls a tool as the loop does.
func (w *world) do(name string, args map[string]any) (tools.Result, error) {
	w.Helper()
	raw, err := json.Marshal(args)
	if err != nil {
		w.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(w.Context(), 60*time.Second)
	defer cancel()
	call := tools.Call{Name: name, Args: raw, Scope: tools.Scope{Run: w.run, Tab: int(w.home)}, Progress: func(tools.Update) {}}
	action, err := w.tools[name].Prepare(ctx, call)
	if err != nil {
		return tools.Result{}, fmt.Errorf("prepare: %w", err)
	}
	return action.Do(ctx)
}

func (w *world) must(name string, args map[string]any) string {
	w.Helper()
	text, err := w.try(name, args)
	if err != nil {
		w.Fatalf("%s %v: %v", name, args, err)
	}
	return text
}

// refused calls a tool that must refuse with these words.
func (w *world) refused(name string, args map[string]any, words ...string) {
	w.Helper()
	text, err := w.try(name, args)
	if err == nil {
		w.Fatalf("%s %v was not refused: %s", name, args, text)
	}
	text = err.Error()
	var fault *protocol.Fault
	if errors.As(err, &fault) && fault.Data != nil {
		text += " " + fault.Data.Next
	}
	contains(w.T, text, words...)
}

func contains(t *testing.T, text string, words ...string) {
	t.Helper()
	for _, word := range words {
		if !strings.Contains(text, word) {
			t.Errorf("no %q in:\n%s", word, text)
		}
	}
}

func (w *world) open(path string) {
	w.Helper()
	w.must("navigate", map[string]any{"url": w.site.URL + path})
}

func (w *world) snapshot() string {
	w.Helper()
	return w.must("snapshot", map[string]any{})
}

var refOf = regexp.MustCompile(`\[ref=([a-z0-9]+)\]`)

// ref finds the ref of the line that begins with these words.
func (w *world) ref(words string) string {
	w.Helper()
	text := w.snapshot()
	for _, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(strings.TrimLeft(line, " "), "- "+words) {
			if m := refOf.FindStringSubmatch(line); m != nil {
				return m[1]
			}
		}
	}
	w.Fatalf("no line %s with a ref in:\n%s", words, text)
	return ""
}

func (w *world) click(words string) string {
	w.Helper()
	return w.must("click", map[string]any{"ref": w.ref(words)})
}

func (w *world) fill(words, value string) string {
	w.Helper()
	return w.must("fill", map[string]any{"ref": w.ref(words), "value": value})
}

// result reads what the page says has happened.
func (w *world) result() string {
	w.Helper()
	text := w.must("get_tab_content", map[string]any{"selector": "#result"})
	_, body, _ := strings.Cut(text, "\n\n")
	return strings.ReplaceAll(strings.TrimSpace(body), `\`, "")
}

// says checks what the page says has happened.
func (w *world) says(want string) {
	w.Helper()
	if got := w.result(); got != want {
		w.Errorf("the page says %q, want %q", got, want)
	}
}
