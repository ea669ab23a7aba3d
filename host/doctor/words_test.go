package doctor_test

import (
	"context"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/doctor"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

func TestNetwork(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]bool{
		"nfs4": true, "cifs": true, "fuse.sshfs": true, "9p": true, "smbfs": true, "AFPFS": true,
		"ext4": false, "apfs": false, "tmpfs": false, "fuse.ntfs-3g": false, "fuseblk": false, "overlay": false, "": false,
	} {
		if got := doctor.Network(kind); got != want {
			t.Errorf("%q: %v", kind, got)
		}
	}
}

func TestSize(t *testing.T) {
	t.Parallel()
	for n, want := range map[uint64]string{0: "0 bytes", 999: "999 bytes", 1500: "1.5 KB", 32 << 20: "34 MB", 73e9: "73 GB", 1<<64 - 1: "18 EB"} {
		if got := doctor.Size(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// Only what certainly costs nothing is asked without being wanted.
func TestFree(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]bool{
		"": true, "http://127.0.0.1:8080/v1": true, "http://[::1]/v1": true, "http://localhost:11434/v1": true, "http://127.3.2.1": true,
		"https://api.openai.com/v1": false, "http://192.168.1.2/v1": false, "http://localhost.example.com/v1": false, "http://127.0.0.1.example.com": false,
		"its vendor's address": false, "http://%zz": false, "localhost:80": false,
	} {
		if got := doctor.Free(doctor.Model{BaseURL: url}); got != want {
			t.Errorf("%q: %v", url, got)
		}
	}
}

func TestLastErrors(t *testing.T) {
	t.Parallel()
	log := strings.Join([]string{
		`{"level":"info","message":"serving"}`,
		`{"level":"error","time":"2026-11-30T10:00:00Z","message":"first"}`,
		`half a line`,
		`{"level":"error","time":"2026-11-30T11:00:00Z","message":"second","error":"no disk"}`,
		`{"level":"warn","message":"w"}`,
		`{"level":"warn","message":"third","text":"panic: oh\n\ngoroutine 1 [running]"}`,
	}, "\n")
	got := doctor.LastErrors([]byte(log), 2)
	if len(got) != 2 || !strings.HasSuffix(got[0], "second: no disk") || !strings.HasSuffix(got[1], "third: panic: oh") {
		t.Errorf("got %q", got)
	}
	if got := doctor.LastErrors(nil, 2); len(got) != 0 {
		t.Errorf("of nothing: %q", got)
	}
}

func FuzzLastErrors(f *testing.F) {
	f.Add([]byte("{\"level\":\"error\",\"message\":\"a\\u0000b\"}\n"))
	f.Add([]byte("{\"level\":\"error\",\"message\":\"\xff\",\"time\":\"x\"}\n{"))
	f.Fuzz(func(t *testing.T, log []byte) {
		got := doctor.LastErrors(log, 3)
		if len(got) > 3 || slices.ContainsFunc(got, func(s string) bool {
			return !utf8.ValidString(s) || strings.Contains(s, "\n") || utf8.RuneCountInString(s) > 201
		}) {
			t.Errorf("%q", got)
		}
	})
}

// TestCutCommand: a path may hold what ends a sentence elsewhere.
func TestCutCommand(t *testing.T) {
	t.Parallel()
	for words, want := range map[string][2]string{
		"margay stop. Then try again.":                    {"margay stop", "Then try again."},
		"margay stop":                                     {"margay stop", ""},
		"margay stop --data '/home/a. b/m'. Then try.":    {"margay stop --data '/home/a. b/m'", "Then try."},
		`margay stop --data '/home/a'\''s. b'. Then try.`: {`margay stop --data '/home/a'\''s. b'`, "Then try."},
		`margay stop --data "C:\Users\a. b's". Then try.`: {`margay stop --data "C:\Users\a. b's"`, "Then try."},
	} {
		if command, rest := doctor.CutCommand(words); command != want[0] || rest != want[1] {
			t.Errorf("%s: %q, %q", words, command, rest)
		}
	}
}

// TestUsedBy: the path before the number may hold one too.
func TestUsedBy(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]int{
		"The data file /home/u/process 12/margay.db is in use by process 4711.":    4711,
		"The data file /home/u/process 12/margay.db is in use by another process.": 0,
	} {
		if got := doctor.UsedBy(words); got != want {
			t.Errorf("%s: %d, want %d", words, got, want)
		}
	}
}

// TestListed: that a list is had says of a key only what it can.
func TestListed(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		m   doctor.Model
		key bool
	}{
		"a_key":         {doctor.Model{Name: "x", KeyFrom: "OPENAI_API_KEY", AddressFrom: "builtin", KeyedList: true}, true},
		"no_key":        {doctor.Model{Name: "x", AddressFrom: "builtin", KeyedList: true}, false},
		"an_open_list":  {doctor.Model{Name: "x", KeyFrom: "settings", AddressFrom: "builtin"}, false},
		"another_place": {doctor.Model{Name: "x", KeyFrom: "settings", AddressFrom: "settings", KeyedList: true}, false},
	} {
		if got := doctor.Listed(tt.m); strings.Contains(got, "takes the key") != tt.key || !strings.Contains(got, "lists it") {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// TestMoveAside: the name is free, and whoever removes Margay knows it.
func TestMoveAside(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, file := range []string{"keys", "settings.json"} {
		for _, name := range []string{file + ".old", file + ".old-2", file + ".old-3"} {
			aside := filepath.Join(dir, name)
			if command := doctor.MoveAside(filepath.Join(dir, file)); !strings.HasSuffix(command, aside) {
				t.Errorf("%s, want %s", command, aside)
			}
			known := func(pattern string) bool { ok, err := path.Match(pattern, name); return ok && err == nil }
			if !slices.ContainsFunc(config.Kept(), known) {
				t.Errorf("whoever removes the data leaves %s", name)
			}
			if err := os.WriteFile(aside, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// mute are models of a provider that takes what it is asked and says nothing.
type mute struct{ doctor.Model }

func (m mute) Find(context.Context, string, map[string]string) (doctor.Model, error) {
	return m.Model, nil
}

func (m mute) Offered(ctx context.Context, _ string, _ map[string]string) ([]string, error) {
	<-ctx.Done()
	return nil, &llm.Error{Code: chat.ErrorNetwork, Message: "could not reach the provider: context deadline exceeded", Next: "Check the network."}
}

func (m mute) Ask(ctx context.Context, spec string, env map[string]string) (string, error) {
	_, err := m.Offered(ctx, spec, env)
	return "", err
}

// TestSilent_provider is told as that, with the proxy where one is between.
func TestSilent_provider(t *testing.T) {
	t.Parallel()
	far := doctor.Model{Spec: "openai:x", Name: "x", BaseURL: "https://api.test/v1"}
	through := far
	through.Proxy, through.ProxyFrom = "p.test:3128", "HTTPS_PROXY"
	for name, tt := range map[string]struct {
		m    doctor.Model
		ask  client.Diagnose
		says string
	}{
		"listed":             {far, client.Diagnose{}, "The model did not answer within 30s"},
		"asked":              {far, client.Diagnose{Model: true}, "The model did not answer within 30s"},
		"listed_through":     {through, client.Diagnose{}, "through the proxy p.test:3128 (by HTTPS_PROXY)"},
		"asked_through":      {through, client.Diagnose{Model: true}, "through the proxy p.test:3128 (by HTTPS_PROXY)"},
		"listed_in_chinese":  {far, client.Diagnose{Language: "zh"}, "模型在 30 秒内没有回答"},
		"through_in_chinese": {through, client.Diagnose{Language: "zh"}, "代理 p.test:3128（由 HTTPS_PROXY 指定）"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		cause, next := doctor.Asked(ctx, mute{tt.m}, tt.ask)
		cancel()
		if !strings.Contains(cause, tt.says) || strings.Contains(cause, "deadline") || next == "" {
			t.Errorf("%s: %q, then %q, want %q", name, cause, next, tt.says)
		}
	}
}
