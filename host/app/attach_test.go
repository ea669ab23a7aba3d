package app_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// TestMain lets the daemon of these tests start this program as it starts itself.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && (os.Args[1] == "read-pdf" || os.Args[1] == "fit-image") {
		meet(os.Args[0] + meeting)
		os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
	}
	os.Exit(m.Run())
}

// meeting ends the name of the folder in which readers tell how many they are, where it
// is there; the readers' environment is empty, so it stands beside this program.
const meeting = ".readers"

func meet(folder string) {
	here := filepath.Join(folder, fmt.Sprint(os.Getpid()))
	if os.WriteFile(here, nil, 0o600) != nil {
		return // nobody counts
	}
	time.Sleep(100 * time.Millisecond)
	if list, err := os.ReadDir(folder); err == nil {
		_ = os.WriteFile(fmt.Sprintf("%s.%d", folder, len(list)), nil, 0o600)
	}
	_ = os.Remove(here)
}

// TestAttachments_at_once are read two at a time, however many come.
func TestAttachments_at_once(t *testing.T) {
	t.Setenv("MARGAY_KEYRING", "off")
	dirs := config.Dirs{Data: filepath.Join(t.TempDir(), "data")}
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	folder := exe + meeting
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder) //nolint:errcheck // of a test
	var heard traffic
	l := serve(t, dirs, zerolog.Nop(), &heard)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			if _, err := rpc.Call(t.Context(), l, client.BlobWrite, client.WriteBlob{Name: fmt.Sprint(i, ".pdf"), Data: invoice()}); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	counts, err := filepath.Glob(folder + ".*")
	if err != nil || len(counts) == 0 {
		t.Fatalf("nobody counted: %v", err)
	}
	for _, count := range counts {
		if n := strings.TrimPrefix(count, folder+"."); n != "1" && n != "2" {
			t.Errorf("%s were read at once", n)
		}
		_ = os.Remove(count)
	}
}

// invoice is a small PDF with one page that says “Invoice 4711”.
func invoice() []byte {
	var b strings.Builder
	var at []int
	for i, object := range []string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>",
		"<< /Length 47 >>\nstream\nBT /F1 12 Tf 20 250 Td (Invoice 4711) Tj ET    \nendstream",
	} {
		if i == 0 {
			b.WriteString("%PDF-1.4\n")
		}
		at = append(at, b.Len())
		_, _ = fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := b.Len()
	b.WriteString("xref\n0 6\n0000000000 65535 f \n")
	for _, offset := range at {
		_, _ = fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	_, _ = fmt.Fprintf(&b, "trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", start)
	return []byte(b.String())
}

// TestAttachments_reach_the_model that a person saved and made the default: a
// PDF as text and an image made fit, both read by processes of their own.
func TestAttachments_reach_the_model(t *testing.T) {
	t.Setenv("MARGAY_KEYRING", "off")
	dirs := config.Dirs{Data: filepath.Join(t.TempDir(), "data")}
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	bodies := make(chan string, 1)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		bodies <- r.Header.Get("Authorization") + string(body)
		_, _ = io.WriteString(w, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"ok\"},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n")
	}))
	defer srv.Close()
	var heard traffic
	l := serve(t, dirs, zerolog.Nop(), &heard)
	m := ask(t, l, &heard, client.ModelSave, client.SaveModel{Provider: "mylab", Name: "sees", BaseURL: srv.URL, Key: "sk-1", Sees: true})
	ask(t, l, &heard, client.ModelDefault, client.ModelRef{Spec: m.Spec})

	gif, err := base64.StdEncoding.DecodeString("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
	if err != nil {
		t.Fatal(err)
	}
	content := []chat.Block{{Type: chat.BlockText, Text: "what is to be paid?"}}
	for name, data := range map[string][]byte{"invoice.pdf": invoice(), "dot.gif": gif, "old.csv": []byte("Gr\xf6\xdfe;Stra\xdfe\r\nM\xfcller;K\xf6ln")} {
		content = append(content, ask(t, l, &heard, client.BlobWrite, client.WriteBlob{Name: name, Data: data}))
	}
	reply := ask(t, l, &heard, client.ConversationSend, client.Send{Content: content, Attach: &client.AttachOptions{}})
	if end := heard.end(t); end.Type != chat.EventDone || reply.Run.Model != "mylab:sees" {
		t.Fatalf("%s ended with %+v", reply.Run.Model, end)
	}
	body := <-bodies
	for _, want := range []string{"Bearer sk-1", "Invoice 4711", `Attached file \"invoice.pdf\"`, "data:image/png;base64,iVBOR", `Attached image \"dot.gif\"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the model was not given %q: %.2000s", want, body)
		}
	}
	heard.mu.Lock()
	if said := strings.Join(heard.said, "\n"); strings.Count(said, "was guessed: old.csv (Windows 1252). ") != 1 {
		t.Errorf("the person is not told that an encoding was guessed: %.2000s", said)
	}
	heard.mu.Unlock()
	_, err = rpc.Call(t.Context(), l, client.BlobWrite, client.WriteBlob{Name: "broken.pdf", Data: []byte("%PDF-1.7 and no more")})
	var f *protocol.Fault
	if !errors.As(err, &f) || f.Reason() != protocol.ReasonUnsupported || !strings.Contains(f.Message, "broken.pdf cannot be read as a PDF: its structure is damaged.") {
		t.Errorf("a broken PDF: %v", err)
	}
}

// TestAttachments_offline: the model that reads none says so.
func TestAttachments_offline(t *testing.T) {
	t.Setenv("MARGAY_KEYRING", "off")
	dirs := config.Dirs{Data: filepath.Join(t.TempDir(), "data")}
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	var heard traffic
	l := serve(t, dirs, zerolog.Nop(), &heard)
	block := ask(t, l, &heard, client.BlobWrite, client.WriteBlob{Name: "a.txt", Data: []byte("press Order")})
	for _, content := range [][]chat.Block{{block}, {{Type: chat.BlockText, Text: "hello"}, block}} {
		ask(t, l, &heard, client.ConversationSend, client.Send{Content: content, Attach: &client.AttachOptions{}})
		if end := heard.end(t); end.Type != chat.EventDone {
			t.Errorf("ended with %+v", end)
		}
	}
	const warning = "The offline model does not read attached files."
	heard.mu.Lock()
	defer heard.mu.Unlock()
	if n := strings.Count(strings.Join(heard.said, "\n"), warning); n != 2 {
		t.Errorf("it was said %d times in %q", n, heard.said)
	}
}
