package app_test

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/app"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

const canary = "sk-CANARY-in-all-that-is-said-4711"

// TestKey_is_nowhere but in its place: a provider repeats the key in every way
// of failing, and whatever clients are told, and all files but the one of keys,
// are searched for it.
func TestKey_is_nowhere(t *testing.T) {
	t.Setenv("MARGAY_KEYRING", "off")
	dirs := config.Dirs{Data: filepath.Join(t.TempDir(), "data")}
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	var heard traffic
	srv := httptest.NewServer(http.HandlerFunc(failing))
	defer srv.Close()
	l := serve(t, dirs, zerolog.New(zerolog.SyncWriter(&log)).Level(zerolog.TraceLevel), &heard)

	for way, want := range map[string]string{
		"refused": "bad key", "in-stream": "bad key", "not-json": "bad key", "redirect": "", "in-pieces": "bad key", "encoded": "bad key", "answer": "",
	} {
		m := ask(t, l, &heard, client.ModelSave, client.SaveModel{Provider: "mylab", Name: way, BaseURL: srv.URL + "/" + way, Key: canary})
		ask(t, l, &heard, client.ModelTest, client.TestModel{Spec: m.Spec})
		ask(t, l, &heard, client.ModelDefault, client.ModelRef{Spec: m.Spec})
		ask(t, l, &heard, client.ModelDiscover, client.DiscoverModels{Provider: "mylab", BaseURL: m.BaseURL, KeyOf: m.ID})
		reply := ask(t, l, &heard, client.ConversationSend, client.Send{
			Content: []chat.Block{{Type: chat.BlockText, Text: "hello"}}, Attach: &client.AttachOptions{},
		})
		end := heard.end(t)
		if reply.Run.Model != m.Spec || (end.ErrorCode == "") != (way == "answer") || !strings.Contains(end.Message, want) {
			t.Errorf("%s: %s ended with %+v", way, reply.Run.Model, end)
		}
		ask(t, l, &heard, client.ConversationMessages, client.ListMessages{Conversation: reply.Conversation.ID})
	}
	ask(t, l, &heard, client.ModelList, protocol.Empty{})
	ask(t, l, &heard, client.DaemonStatus, protocol.Empty{})
	for _, piece := range pieces() {
		if where := heard.find(piece); where != "" {
			t.Errorf("a client is told %q of the key: %s", piece, where)
		}
		if strings.Contains(log.String(), piece) {
			t.Errorf("the log holds %q of the key", piece)
		}
		if found := holding(t, dirs.Data, piece); len(found) > 1 || len(found) == 1 && found[0] != dirs.Keys() {
			t.Errorf("files that hold %q of the key: %v, want none but the one of keys", piece, found)
		}
	}
	if found := holding(t, dirs.Data, canary); len(found) != 1 {
		t.Errorf("files that hold the key: %v, want the one of keys", found)
	}
}

// pieces are all of the key that would be told: every twelve signs of it, and what
// no other text has of its other forms.
func pieces() []string {
	var list []string
	for i := range len(canary) - 11 {
		list = append(list, canary[i:i+12])
	}
	for _, form := range encoded() {
		list = append(list, form[len(form)/2-8:len(form)/2+8])
	}
	return list
}

func encoded() []string {
	return []string{
		base64.StdEncoding.EncodeToString([]byte(canary)), base64.StdEncoding.EncodeToString([]byte("Bearer " + canary)),
		base64.URLEncoding.EncodeToString([]byte(":" + canary)), hex.EncodeToString([]byte(canary)), strings.ReplaceAll(canary, "-", "%2D"),
	}
}

// failing repeats the key in the way that the path says.
func failing(w http.ResponseWriter, r *http.Request) {
	key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	words := `{"error":{"message":"bad key ` + key + `","type":"` + key + `","code":"` + key + `"}}`
	switch {
	case strings.HasPrefix(r.URL.Path, "/in-stream/chat"):
		_, _ = fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"I \"}}]}\n\ndata: %s\n\n", words)
	case strings.HasPrefix(r.URL.Path, "/not-json"):
		w.WriteHeader(http.StatusForbidden)
		_, _ = fmt.Fprint(w, "bad key ", key)
	case strings.HasPrefix(r.URL.Path, "/redirect"):
		http.Redirect(w, r, "https://models.invalid/?key="+key, http.StatusFound)
	case strings.HasPrefix(r.URL.Path, "/in-pieces"):
		w.WriteHeader(http.StatusForbidden)
		_, _ = fmt.Fprintf(w, `{"error":{"message":"bad key %s****, %s[truncated], ...%s"}}`, key[:len(key)-2], key[:20], key[9:])
	case strings.HasPrefix(r.URL.Path, "/encoded"):
		w.WriteHeader(http.StatusForbidden)
		_, _ = fmt.Fprintf(w, `{"error":{"message":"bad key %s %s"}}`, strings.Join(encoded(), " "), strings.ReplaceAll(key, "-", `\\u002d`))
	case strings.HasSuffix(r.URL.Path, "/answer/models"):
		_, _ = fmt.Fprintf(w, `{"data":[{"id":"m-%s"},{"id":"%s"}]}`, key, strings.Join(encoded(), "/"))
	case strings.HasPrefix(r.URL.Path, "/answer"):
		body, _ := io.ReadAll(r.Body)
		if !bytes.Contains(body, []byte(`"role":"tool"`)) {
			_, _ = fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c-%s\",\"function\":{\"name\":\"fill_%s\",\"arguments\":\"{\\\"a\\\":\\\"%s\\\"}\"}}]},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n", key, key, key)
			return
		}
		for i, member := range []string{"reasoning_content", "content", "content"} {
			said := key
			if i == 2 {
				said = strings.Join(encoded(), " ")
			}
			_, _ = fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{%q:%q}}]}\n\n", member, "it is "+said[:17])
			_, _ = fmt.Fprintf(w, "data: {\"choices\":[{\"index\":0,\"delta\":{%q:%q}}]}\n\n", member, said[17:])
		}
		_, _ = fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	default:
		w.WriteHeader(http.StatusUnauthorized)
		_, _ = fmt.Fprint(w, words)
	}
}

// traffic is all that a client hears.
type traffic struct {
	mu   sync.Mutex
	said []string
	ends chan chat.Event
}

func (h *traffic) add(text string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.said = append(h.said, text)
}

func (h *traffic) find(text string) string {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.said {
		if strings.Contains(s, text) {
			return s
		}
	}
	return ""
}

func (h *traffic) end(t *testing.T) chat.Event {
	t.Helper()
	select {
	case e := <-h.ends:
		return e
	case <-time.After(30 * time.Second):
		t.Fatal("the run did not end")
		return chat.Event{}
	}
}

// open opens a daemon's service over a data directory.
func open(t *testing.T, dirs config.Dirs, log zerolog.Logger) daemon.Service {
	t.Helper()
	children, err := daemon.OpenChildren(dirs, log)
	if err != nil {
		t.Fatal(err)
	}
	service, err := app.Open(t.Context(), daemon.Info{Version: "1.0.0", Epoch: "e1", Dirs: dirs, Log: log, Children: children, Broken: func(why string) { t.Error(why) }})
	if err != nil {
		t.Fatal(err)
	}
	return service
}

// serve opens one until the test ends and gives a client's end of a link to it.
func serve(t *testing.T, dirs config.Dirs, log zerolog.Logger, heard *traffic) *rpc.Peer {
	t.Helper()
	service := open(t, dirs, log)
	peer, hangUp := link(t, service, heard)
	t.Cleanup(func() {
		hangUp()
		if err := service.Close(); err != nil {
			t.Error(err)
		}
	})
	return peer
}

// link links a client that hears all events of its runs.
func link(t *testing.T, service daemon.Service, heard *traffic) (*rpc.Peer, func()) {
	t.Helper()
	heard.ends = make(chan chat.Event, 10)
	mine := rpc.NewMux()
	rpc.On(mine, client.RunEvent, func(_ *rpc.Peer, d client.Delivery) {
		body, err := json.Marshal(d)
		if err != nil {
			t.Error(err)
		}
		heard.add(string(body))
		if d.Event.Event.Type.Terminal() {
			heard.ends <- d.Event.Event
		}
	})
	groups := []protocol.Group{protocol.GroupClient, protocol.GroupAdmin}
	server, peer := rpc.Pipe(rpc.Options{Mux: service.Mux(), Groups: groups}, rpc.Options{Mux: mine, Groups: groups})
	return peer, func() { _, _ = peer.Close(), server.Close() }
}

func ask[P, R any](t *testing.T, l *rpc.Peer, heard *traffic, route protocol.Route[P, R], p P) R {
	t.Helper()
	result, err := rpc.Call(t.Context(), l, route, p)
	if err != nil {
		t.Fatalf("%s: %v", route.Name, err)
	}
	body, err := json.Marshal(result)
	if err != nil {
		t.Fatal(err)
	}
	heard.add(string(body))
	return result
}

// holding lists the files below a folder that hold a text.
func holding(t *testing.T, dir, text string) (found []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte(text)) {
			found = append(found, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestParked_run_goes_on_with_its_saved_model and its key, in the next daemon,
// though another model is the default by then.
func TestParked_run_goes_on_with_its_saved_model(t *testing.T) {
	t.Setenv("MARGAY_KEYRING", "off")
	dirs := config.Dirs{Data: filepath.Join(t.TempDir(), "data")}
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	asked := make(chan string, 2)
	var first atomic.Bool
	first.Store(true)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body) // only then the server sees the client go
		asked <- r.Header.Get("Authorization")
		if first.Swap(false) { // the daemon gives way while the model thinks
			<-r.Context().Done()
			return
		}
		_, _ = fmt.Fprint(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"done\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	}))
	defer srv.Close()
	var heard traffic
	service := open(t, dirs, zerolog.Nop())
	l, hangUp := link(t, service, &heard)
	m := ask(t, l, &heard, client.ModelSave, client.SaveModel{Provider: "mylab", Name: "slow", BaseURL: srv.URL, Key: canary})
	ask(t, l, &heard, client.ModelDefault, client.ModelRef{Spec: m.Spec})
	reply := ask(t, l, &heard, client.ConversationSend, client.Send{Content: []chat.Block{{Type: chat.BlockText, Text: "hello"}}})
	<-asked
	ask(t, l, &heard, client.ModelDefault, client.ModelRef{Spec: "offline"})
	if err := service.Park(t.Context()); err != nil {
		t.Fatal(err)
	}
	hangUp()
	if err := service.Close(); err != nil {
		t.Fatal(err)
	}
	l = serve(t, dirs, zerolog.Nop(), &heard)
	ask(t, l, &heard, client.RunAttach, client.Attach{Run: reply.Run.ID})
	if auth := <-asked; auth != "Bearer "+canary {
		t.Errorf("the next daemon asked with %q", auth)
	}
	for { // it may have ended before it was watched
		page := ask(t, l, &heard, client.ConversationMessages, client.ListMessages{Conversation: reply.Conversation.ID})
		if len(page.Live) == 0 {
			if n := len(page.Messages); n != 2 || page.Messages[1].Model != m.Spec || page.Messages[1].Content[0].Text != "done" {
				t.Errorf("it ended with %+v", page.Messages)
			}
			return
		}
		heard.end(t)
	}
}
