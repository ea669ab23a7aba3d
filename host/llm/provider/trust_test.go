package provider_test

import (
	"encoding/pem"
	"errors"
	"io"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/protocol/chat"
)

// TestTrust is what the environment of a run names, whatever the daemon was started with.
func TestTrust(t *testing.T) {
	t.Parallel()
	srv := httptest.NewUnstartedServer(&llmtest.Handler{Model: llmtest.NewScript(llmtest.Say("trusted"), llmtest.Say("trusted"))})
	srv.Config.ErrorLog = log.New(io.Discard, "", 0) // of handshakes that are broken off
	srv.StartTLS()
	t.Cleanup(srv.Close)
	dir := t.TempDir()
	file, junk := filepath.Join(dir, "ca.pem"), filepath.Join(t.TempDir(), "junk")
	cert := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: srv.Certificate().Raw})
	if err := errors.Join(os.WriteFile(file, cert, 0o600), os.WriteFile(junk, []byte("no"), 0o600)); err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		e          env
		says, next string
	}{
		"a_file":              {e: env{"SSL_CERT_FILE": file}},
		"a_folder":            {e: env{"SSL_CERT_DIR": t.TempDir() + string(filepath.ListSeparator) + dir}},
		"none":                {says: "unknown authority", next: "SSL_CERT_FILE"},
		"a_file_not_there":    {e: env{"SSL_CERT_FILE": "/nowhere/ca.pem"}, says: "SSL_CERT_FILE names /nowhere/ca.pem", next: "Correct SSL_CERT_FILE"},
		"a_key":               {e: env{"SSL_CERT_FILE": "sk-proj-0123456789abcdefXYZ"}, says: "SSL_CERT_FILE names [key]", next: "Correct SSL_CERT_FILE"},
		"a_file_of_something": {e: env{"SSL_CERT_FILE": junk}, says: "holds no certificate", next: "Correct SSL_CERT_FILE"},
		"a_file_somewhere":    {e: env{"SSL_CERT_FILE": "ca.pem"}, says: "no whole path", next: "Correct SSL_CERT_FILE"},
		"a_folder_not_there":  {e: env{"SSL_CERT_DIR": "/nowhere"}, says: "unknown authority", next: "SSL_CERT_FILE"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := env{"OPENAI_BASE_URL": srv.URL + "/v1"}
			for k, v := range tt.e {
				e[k] = v
			}
			m, err := resolve("openai:x", e)
			if err != nil {
				t.Fatal(err)
			}
			got, err := llmtest.Collect(t.Context(), m, llm.Request{Messages: []chat.Message{llmtest.User("hi")}})
			if tt.says == "" {
				if err != nil || got.Text() != "trusted" {
					t.Errorf("%q, %v", got.Text(), err)
				}
				return
			}
			failed, _ := errors.AsType[*llm.Error](err)
			if failed == nil || !strings.Contains(failed.Message, tt.says) || !strings.Contains(failed.Next, tt.next) {
				t.Errorf("%v (%+v), want %q, then %q", err, failed, tt.says, tt.next)
			}
		})
	}
}
