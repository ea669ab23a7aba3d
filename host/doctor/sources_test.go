//go:build linux

package doctor_test

import (
	"bytes"
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

	"github.com/margay/margay/host/cli/clitest"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// TestSources: of flag, environment, settings and default the first wins, in each
// value by itself, and the diagnosis says which.
func TestSources(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i, tt := range []struct {
		env  []string
		says string
	}{
		{nil, "offline, because none was chosen"},
		{nil, "openai:gpt-5-mini, chosen by the options page, at https://api.openai.com/v1, its key by the options page"},
		{[]string{"OPENAI_API_KEY=sk-env"}, "openai:gpt-5-mini, chosen by the options page, at https://api.openai.com/v1, its key by OPENAI_API_KEY"},
		{[]string{"OPENAI_BASE_URL=http://vendor.example/v1"}, "at http://vendor.example/v1 (by OPENAI_BASE_URL)"}, // where the saved key does not go
		{[]string{"OPENAI_BASE_URL=https://api.openai.com/v2"}, "at https://api.openai.com/v2 (by OPENAI_BASE_URL), its key by the options page"},
		{[]string{"LLM_PROVIDER=deepseek"}, "openai:gpt-5-mini, chosen by the options page, LLM_PROVIDER is passed over, because LLM_MODEL names no model for it, at "},
		{[]string{"OPENAI_BASE_URL=http://vendor.example/v1/sk-env", "OPENAI_API_KEY=sk-env"}, "at http://vendor.example/v1/[key] (by OPENAI_BASE_URL), its key by OPENAI_API_KEY"},
		{[]string{"LLM_PROVIDER=deepseek", "LLM_MODEL=deepseek-chat", "DEEPSEEK_API_KEY=sk-env"}, "deepseek:deepseek-chat, chosen by LLM_PROVIDER, at https://api.deepseek.com/v1, its key by DEEPSEEK_API_KEY"},
		{[]string{"LLM_MODEL=gpt-5", "OPENAI_API_KEY=sk-env"}, "openai:gpt-5, chosen by LLM_MODEL"},
		{[]string{"LLM_PROVIDER=deepseek", "LLM_MODEL=deepseek-chat", "MARGAY_MODEL=zhipu:glm-4.6", "ZHIPU_API_KEY=sk-env"}, "zhipu:glm-4.6, chosen by MARGAY_MODEL, at https://open.bigmodel.cn/api/paas/v4, its key by ZHIPU_API_KEY"},
		{[]string{"MARGAY_MODEL=openrouter:a/b:free", "OPENROUTER_API_KEY=sk-env"}, "openrouter:a/b:free, chosen by MARGAY_MODEL, at https://openrouter.ai/api/v1, its key by OPENROUTER_API_KEY"},
		{[]string{"MARGAY_MODEL=nvidia:x", "NVIDIA_API_KEY=sk-env"}, "its key by NVIDIA_API_KEY"},
		{[]string{"MARGAY_MODEL=siliconflow:x", "SILICONFLOW_API_KEY=sk-env"}, "its key by SILICONFLOW_API_KEY"},
		{[]string{"MARGAY_MODEL=offline"}, "offline, chosen by MARGAY_MODEL"},
	} {
		if i == 1 {
			saveModelAt(w, "")
		}
		w.env = tt.env
		if k := find(t, w.doctor(), "model"); !strings.Contains(k.Detail, tt.says) || strings.Contains(k.Detail, "sk-env") {
			t.Errorf("%v: %q, want %q", tt.env, k.Detail, tt.says)
		}
	}
	w.write(w.dirs.Settings(), `{"logLevel":"warn"}`)
	for _, tt := range []struct{ env, says string }{
		{"OTHER=1", "a daemon started with these variables keeps warn (by the settings file) in its log"},
		{"LOG_LEVEL=0", "warn (by the settings file)"},
		{"LOG_LEVEL=error", "error (by LOG_LEVEL)"},
		{"LOG_LEVEL=error MARGAY_LOG=debug", "debug (by MARGAY_LOG)"},
		{"LOG_LEVEL=ERR", "error (by LOG_LEVEL)"},
		{"LOG_LEVEL=WARNING", "warn (by LOG_LEVEL)"},
		{"LOG_LEVEL=shouting", "warn (by the settings file) in its log; LOG_LEVEL is passed over, because it names no level"},
	} {
		w.env = strings.Fields(tt.env)
		if k := find(t, w.doctor(), "settings"); !strings.Contains(k.Detail, tt.says) {
			t.Errorf("%s: %+v, want %q", tt.env, k, tt.says)
		}
	}
}

// TestKey_in_the_wrong_place is not printed, be it one that is known or one that looks so.
func TestKey_in_the_wrong_place(t *testing.T) {
	t.Parallel()
	const key, named = "sk-proj-0123456789abcdefXYZ", "a-key-without-a-beginning"
	w := newWorld(t)
	for _, env := range [][]string{
		{"MARGAY_MODEL=" + key},
		{"MARGAY_MODEL=openai:" + key},
		{"LLM_MODEL=" + key},
		{"LLM_PROVIDER=" + key, "LLM_MODEL=x"},
		{"MARGAY_MODEL=openai:x", "OPENAI_BASE_URL=" + key},
		{"MARGAY_MODEL=openai:x", "OPENAI_BASE_URL=" + named, "OPENAI_API_KEY=" + named},
		{"MARGAY_MODEL=" + named, "DEEPSEEK_API_KEY=" + named},
		{"MARGAY_LOG=" + key},
	} {
		w.env = env
		for _, k := range w.doctor().Checks {
			if said := k.Detail + k.Cause + k.Next + k.Command; strings.Contains(said, key) || strings.Contains(said, named) {
				t.Errorf("%v: %+v", env, k)
			}
		}
	}
	w.env = nil
	w.write(w.dirs.Settings(), `{"logLevel":"`+key+`"}`)
	if k := find(t, w.doctor(), "settings"); k.State != client.CheckWarning || strings.Contains(k.Cause, key) {
		t.Errorf("%+v", k)
	}
}

// TestKey_by_its_looks is hidden wherever a vendor's key was put, and what is no key stays.
func TestKey_by_its_looks(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, key := range []string{
		"nvapi-0123456789abcdefXYZ_-0123456789", "gsk_0123456789abcdefXYZ", "AIzaSy0123456789-bcdefXYZ_0123456789abc",
		"0123456789abcdef0123456789abcdef.0123456789abcdEF", "sk-proj-0123456789abcdefXYZ",
	} {
		for _, env := range [][]string{{"MARGAY_MODEL=openai:" + key}, {"MARGAY_MODEL=openai:x", "OPENAI_BASE_URL=http://127.0.0.1:1/" + key + "/v1"}} {
			w.env = env
			for _, k := range w.doctor().Checks {
				if said := k.Detail + k.Cause + k.Next + k.Command; strings.Contains(said, key) {
					t.Errorf("%v: %+v", env, k)
				}
			}
		}
	}
	for _, word := range []string{"localhost", "127.0.0.1", "vendor.example"} {
		w.env = []string{"MARGAY_MODEL=openai:x", "OPENAI_BASE_URL=http://" + word + ":1/v1", "OPENAI_API_KEY=" + word}
		if k := find(t, w.doctor(), "model"); !strings.Contains(k.Detail, "http://"+word+":1/v1") {
			t.Errorf("%s: %+v", word, k)
		}
	}
}

// TestSources_flag wins over all variables, and its vendor's key goes with it.
func TestSources_flag(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	asked := make(chan string, 4)
	srv := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		var body bytes.Buffer
		_, _ = body.ReadFrom(r.Body)
		asked <- r.Header.Get("Authorization") + " " + body.String()
		_, _ = fmt.Fprint(rw, answered)
	}))
	t.Cleanup(srv.Close)
	w.env = []string{
		"MARGAY_MODEL=openai:other", "LLM_PROVIDER=deepseek", "LLM_MODEL=another", "OPENAI_API_KEY=sk-openai", "OPENAI_BASE_URL=" + srv.URL,
		"SILICONFLOW_BASE_URL=" + srv.URL + "/v1/", "SILICONFLOW_API_KEY=sk-flow",
	}
	out, err := w.command(w.exe, "run", "--model", "siliconflow:mine", "hello").CombinedOutput()
	if err != nil || !strings.Contains(string(out), "Ready.") {
		t.Fatalf("%v: %s", err, out)
	}
	if got := <-asked; !strings.HasPrefix(got, "Bearer sk-flow ") || !strings.Contains(got, `"model":"mine"`) {
		t.Errorf("asked with %.300s", got)
	}
}

const answered = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Ready.\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"

// The keys of TestKeys_are_in_nothing_that_is_written.
const (
	envKey   = "sk-CANARY-of-the-environment"
	savedKey = "sk-CANARY-that-was-saved"
)

// loose repeats the key in whatever it says, by the name of the model.
func loose(rw http.ResponseWriter, r *http.Request) {
	key := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")
	var body bytes.Buffer
	_, _ = body.ReadFrom(r.Body)
	switch {
	case strings.Contains(body.String(), `"model":"fine"`):
		_, _ = fmt.Fprint(rw, answered)
	case strings.Contains(body.String(), `"model":"breaks"`):
		_, _ = fmt.Fprintf(rw, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"Half\"}}]}\n\ndata: {\"error\":{\"message\":\"bad key %s\"}}\n\n", key)
	default:
		rw.WriteHeader(http.StatusUnauthorized)
		_, _ = fmt.Fprintf(rw, `{"error":{"message":"bad key %s","type":"%s"}}`, key, key)
	}
}

// TestKeys_are_in_nothing_that_is_written by the built program: what its commands
// print, what the extension is sent, and every file of the data directory, the
// debug log and the database included; but for the file of keys.
func TestKeys_are_in_nothing_that_is_written(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	srv := httptest.NewServer(http.HandlerFunc(loose))
	t.Cleanup(srv.Close)
	w.env = []string{"MARGAY_LOG=trace", "OPENAI_API_KEY=" + envKey, "OPENAI_BASE_URL=" + srv.URL}

	var mu sync.Mutex // guards sent
	var sent bytes.Buffer
	ends := make(chan chat.Event, 8)
	mux := play(t, nil)
	rpc.On(mux, client.RunEvent, func(_ *rpc.Peer, d client.Delivery) {
		if d.Event.Event.Type.Terminal() {
			ends <- d.Event.Event
		}
	})
	b := connect(w, mux, lockedWriter{&mu, &sent})
	said := ""
	for _, name := range []string{"fine", "breaks", "refuses"} {
		m := call(t, b, client.ModelSave, client.SaveModel{Provider: "mylab", Name: name, BaseURL: srv.URL, Key: savedKey})
		call(t, b, client.ModelDefault, client.ModelRef{Spec: m.Spec})
		call(t, b, client.ModelTest, client.TestModel{Spec: m.Spec})
		reply := call(t, b, client.ConversationSend, client.Send{Content: []chat.Block{{Type: chat.BlockText, Text: "hello"}}, Attach: &client.AttachOptions{}})
		select {
		case e := <-ends:
			if (e.Type == chat.EventDone) != (name == "fine") {
				t.Errorf("%s ended with %+v", name, e)
			}
		case <-time.After(clitest.Patience):
			t.Fatal("the run did not end")
		}
		call(t, b, client.ConversationMessages, client.ListMessages{Conversation: reply.Conversation.ID})
		call(t, b, client.DoctorRun, client.Diagnose{Model: true})
		for _, args := range [][]string{
			{"run", "hello"}, {"run", "--json", "hello"}, {"run", "--model", "openai:" + name, "hello"}, {"doctor"}, {"doctor", "--json", "--model"}, {"version"}, {"install"},
		} {
			out, _ := w.command(w.exe, args...).CombinedOutput() // some are to fail
			said += string(out)
		}
	}
	call(t, b, client.ModelList, protocol.Empty{})
	call(t, b, client.DaemonStatus, protocol.Empty{})
	if !strings.Contains(said, "bad key") || !strings.Contains(said, "Ready.") {
		t.Errorf("the commands said only %s", said)
	}
	mu.Lock()
	frames := sent.String()
	mu.Unlock()
	if !strings.Contains(frames, "bad key") {
		t.Error("the extension was not told of the errors, so nothing was tried here")
	}
	for what, text := range map[string]string{"the commands": said, "the frames to the extension": frames} {
		for _, key := range []string{envKey, savedKey} {
			if i := strings.Index(text, key); i >= 0 {
				t.Errorf("%s hold a key: …%s", what, text[max(0, i-200):i+len(key)])
			}
		}
	}
	var holds []string
	err := filepath.WalkDir(w.home, holdsKey(&holds))
	if err == nil {
		err = filepath.WalkDir(w.dirs.Data, holdsKey(&holds))
	}
	if err != nil || !slices.Equal(holds, []string{w.dirs.Keys()}) {
		t.Errorf("files that hold a key: %v, %v", holds, err)
	}
	if log, err := os.ReadFile(w.dirs.Log()); err != nil || !bytes.Contains(log, []byte("a model request failed")) {
		t.Errorf("the log: %v", err)
	}
}

// holdsKey collects the files that hold one of the keys.
func holdsKey(found *[]string) fs.WalkDirFunc {
	return func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		data, err := os.ReadFile(path)
		if bytes.Contains(data, []byte(envKey)) || bytes.Contains(data, []byte(savedKey)) {
			if filepath.Base(path) != "margay" { // which is this test
				*found = append(*found, path)
			}
		}
		return err
	}
}

type lockedWriter struct {
	mu *sync.Mutex
	w  io.Writer
}

func (l lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}
