package attach_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/margay/margay/host/attach"
)

// pdf makes a PDF with a page for each text; an empty one has an empty page.
func pdf(pages ...string) []byte {
	var b bytes.Buffer
	var at []int
	object := func(text string) int {
		at = append(at, b.Len())
		_, _ = fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(at), text)
		return len(at)
	}
	_, _ = b.WriteString("%PDF-1.4\n")
	var kids []string
	for i := range pages {
		kids = append(kids, fmt.Sprintf("%d 0 R", 4+2*i))
	}
	object("<< /Type /Catalog /Pages 2 0 R >>")
	object(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(pages)))
	object("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>")
	for i, text := range pages {
		object(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> >> /Contents %d 0 R >>", 5+2*i))
		content := ""
		if text != "" {
			content = fmt.Sprintf("BT /F1 12 Tf 20 250 Td (%s) Tj ET", text)
		}
		object(fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	}
	start := b.Len()
	_, _ = fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		_, _ = fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	_, _ = fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return b.Bytes()
}

func TestRead(t *testing.T) {
	t.Parallel()
	got, err := attach.Read(pdf("Invoice 4711", "Total 12.00 EUR"))
	if err != nil || got.Total != 2 || got.Read != 2 || got.Text != "[Page 1]\nInvoice 4711\n\n[Page 2]\nTotal 12.00 EUR" {
		t.Errorf("read %+v, %v", got, err)
	}
	if got, err := attach.Read(pdf("", "")); err != nil || got.Text != "" || got.Total != 2 {
		t.Errorf("a scanned one: %+v, %v", got, err)
	}
	many := make([]string, 250)
	for i := range many {
		many[i] = fmt.Sprint("page ", i+1)
	}
	if got, err := attach.Read(pdf(many...)); err != nil || got.Total != 250 || got.Read != 200 || !strings.HasSuffix(got.Text, "page 200") {
		t.Errorf("a long one: %d of %d, %v", got.Read, got.Total, err)
	}
	whole := pdf("Invoice")
	for name, data := range map[string][]byte{
		"nothing":      nil,
		"head_only":    []byte("%PDF-1.7\n"),
		"cut":          whole[:len(whole)/2],
		"no_pages":     pdf(),
		"page_missing": bytes.Replace(whole, []byte("/Kids [4 0 R]"), []byte("/Kids [9 0 R]"), 1),
		"text":         []byte("hello"),
		"many_claimed": bytes.Replace(whole, []byte("xref\n0 "), []byte("xref\n02222220000000 "), 1),
		"size_claimed": bytes.Replace(whole, []byte("/Size "), []byte("/Size 99999999"), 1),
		"part_claimed": bytes.Replace(whole, []byte("trailer\n"), []byte("7000000 1\n0000000000 65535 f \ntrailer\n"), 1),
		"a_circle":     bytes.Replace(whole, []byte("/Kids [4 0 R]"), []byte("/Kids [2 0 R]"), 1),
	} {
		if got, err := attach.Read(data); err == nil {
			t.Errorf("%s: read %+v", name, got)
		} else if strings.ContainsAny(err.Error(), "\n{") || len(err.Error()) > 80 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestMain also is the process that reads a file which may be made to harm.
func TestMain(m *testing.M) {
	if os.Getenv("ATTACH_TEST_READS") == "" {
		os.Exit(m.Run())
	}
	data, err := io.ReadAll(os.Stdin)
	if err == nil {
		err = attach.Confine()
	}
	if err != nil {
		os.Exit(3)
	}
	if got, err := attach.Read(data); err == nil && (got.Read > got.Total || !utf8.ValidString(got.Text)) {
		os.Exit(4)
	}
	os.Exit(0)
}

// readApart reads a file in a process of its own and gives its exit code, -1 where
// it had to be ended.
func readApart(t *testing.T, data []byte, most time.Duration) (code int, said string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), most)
	defer cancel()
	var words bytes.Buffer
	cmd := exec.CommandContext(ctx, os.Args[0])
	// The race detector sleeps for a second at the end of a process if it is let.
	cmd.Env = append(os.Environ(), "ATTACH_TEST_READS=1", "GORACE=atexit_sleep_ms=0")
	cmd.Stdin, cmd.Stderr = bytes.NewReader(data), &words
	err := cmd.Run()
	return cmd.ProcessState.ExitCode(), fmt.Sprintf("%v: %.300s", err, words.String())
}

func seeds() [][]byte {
	return [][]byte{pdf("Invoice 4711", "Total"), pdf(""), []byte("%PDF-1.7\nstartxref\n0\n%%EOF")}
}

// TestRead_apart: what fuzzing begins with is read without harm, or it would search
// among processes that die.
func TestRead_apart(t *testing.T) {
	t.Parallel()
	for i, data := range seeds() {
		if code, said := readApart(t, data, time.Minute); code != 0 {
			t.Errorf("seed %d: exit code %d, %s", i, code, said)
		}
	}
}

// FuzzRead: what a process reads of any file is sound text of no more pages than
// there are. That it dies or has to be ended is allowed, and why it is a process:
// the library believes what a file claims.
func FuzzRead(f *testing.F) {
	for _, data := range seeds() {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 64<<10 {
			t.Skip("long ones are slow and tell no more")
		}
		if code, said := readApart(t, data, time.Second); code == 3 || code == 4 {
			t.Fatalf("exit code %d, %s", code, said)
		}
	})
}
