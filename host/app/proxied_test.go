package app_test

import (
	"crypto/tls"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// Where the network fails a run that asks its model through a proxy, the proxy is named,
// with its variable.
func TestRun_names_its_proxy(t *testing.T) {
	t.Parallel()
	dirs := config.Dirs{Data: filepath.Join(t.TempDir(), "data")}
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	var heard traffic
	l := serve(t, dirs, zerolog.Nop(), &heard)
	proxy := httptest.NewServer(http.HandlerFunc(listening))
	t.Cleanup(proxy.Close)
	host := strings.TrimPrefix(proxy.URL, "http://")
	near := unknown()
	t.Cleanup(near.Close)
	for name, tt := range map[string]struct{ variable, base, want string }{
		"through_it": {"https_proxy", "https://api.example.com/v1", "unknown authority. It is asked through the proxy " + host + " (by https_proxy): check that, or set NO_PROXY for the host of this provider. The server's certificate"},
		"by_another": {"ALL_PROXY", "https://api.example.com/v1", host + " (by ALL_PROXY)"},
		"mistyped":   {"https_proxy", "https://api.example.com/v1", "https_proxy does not hold one. Check https_proxy, or set NO_PROXY"},
		"past_it":    {"HTTPS_PROXY", near.URL + "/v1", "unknown authority. The server's certificate"},
	} {
		named := proxy.URL
		if name == "mistyped" {
			named = "http://"
		}
		env := map[string]string{tt.variable: named, "OPENAI_API_KEY": "sk-test", "OPENAI_BASE_URL": tt.base}
		ask(t, l, &heard, client.ConversationSend, client.Send{
			Model: "openai:x", Env: env, Content: []chat.Block{{Type: chat.BlockText, Text: "hello"}}, Attach: &client.AttachOptions{},
		})
		if end := heard.end(t); !strings.Contains(end.Message, tt.want) {
			t.Errorf("%s: %q, want %q", name, end.Message, tt.want)
		}
	}
}

// listening is a proxy that answers in the place of whom it is to lead to.
func listening(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodConnect {
		http.Error(w, "only CONNECT", http.StatusBadRequest)
		return
	}
	own := unknown()
	defer own.Close()
	w.WriteHeader(http.StatusOK)
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		return
	}
	defer func() { _ = conn.Close() }() // the client has heard enough
	_ = tls.Server(conn, own.TLS).HandshakeContext(r.Context())
}

// unknown is a server with a certificate of which nobody knows the authority.
func unknown() *httptest.Server {
	s := httptest.NewUnstartedServer(http.NotFoundHandler())
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // of handshakes that are broken off
	s.StartTLS()
	return s
}
