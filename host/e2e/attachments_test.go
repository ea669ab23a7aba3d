package e2e_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/protocol"
)

// sendsAttachments chooses a picture, a text, a PDF and something that nobody
// can read, the first and the last larger than what travels in one frame. What
// is refused says why, is taken out, and the rest is sent, shown, and comes to
// the model as it was chosen.
func sendsAttachments(t *testing.T, s *surfaces) {
	ctx := patience(t)
	s.panel = must[*rig.Panel](t)(s.rig.Panel(ctx))
	p := s.panel.Page
	until(t, ctx, p, `document.querySelector(".picker-name")?.textContent === "Ocelot"`)
	dir := t.TempDir()
	picture := noise(t)
	archive := append([]byte("PK\x03\x04"), picture...)
	files := map[string][]byte{
		"sketch.png": picture, "notes.txt": []byte("The ocelot sleeps at noon.\n"),
		"manual.pdf": pdfOf("Chapter one: the margay climbs."), "everything.zip": archive,
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, large := range []string{"sketch.png", "everything.zip"} {
		if len(files[large]) <= protocol.ChunkAbove {
			t.Fatalf("%s has %d bytes and travels in one frame", large, len(files[large]))
		}
	}
	err := p.Choose(ctx, "#attach-input", filepath.Join(dir, "sketch.png"), filepath.Join(dir, "notes.txt"),
		filepath.Join(dir, "everything.zip"), filepath.Join(dir, "manual.pdf"))
	if err != nil {
		t.Fatal(err)
	}
	until(t, ctx, p, `[...document.querySelectorAll("[data-file]")].map(e => e.dataset.state).join(" ") === "ready ready failed ready"`)
	refused := tell(t, ctx, p, `document.querySelector("[data-file='everything.zip'] [role=alert]").textContent`)
	if !strings.Contains(refused, "PDF") {
		t.Errorf("of the archive the panel says %q", refused)
	}
	press(t, ctx, p, "[data-file='everything.zip'] button")
	answer(t, ctx, s.panel, "What do these say?")

	until(t, ctx, p, sketchDrawn)
	const chips = `[...document.querySelectorAll("[data-role=user] .file-chip .file-name")].map(e => e.textContent).join(" ")`
	if got := tell(t, ctx, p, chips); got != "notes.txt manual.pdf" {
		t.Errorf("the message shows the files %q", got)
	}
	if got := tell(t, ctx, p, `String(document.querySelectorAll("[data-file]").length)`); got != "0" {
		t.Errorf("%s files stayed in the composer", got)
	}
	received(t, s.provider.lastRequest(t), picture)

	// What is stored is shown again by a panel that knows nothing.
	if err := p.Reload(ctx); err != nil {
		t.Fatal(err)
	}
	until(t, ctx, p, sketchDrawn)
}

// sketchDrawn says that the person's picture is there and has been decoded.
const sketchDrawn = `document.querySelector("[data-role=user] [data-blob] img")?.naturalWidth === 360`

// answer sends a task and waits until its run has ended well.
func answer(t *testing.T, ctx context.Context, p *rig.Panel, task string) {
	t.Helper()
	must[string](t)(p.Send(ctx, task))
	if err := p.Ended(ctx); err != nil {
		t.Fatal(err)
	}
	if state := tell(t, ctx, p.Page, `document.querySelector("#status").dataset.runState`); state != "done" {
		t.Fatalf("the run is %s: %s", state, tell(t, ctx, p.Page, `document.querySelector(".failure")?.innerText ?? ""`))
	}
}

// received looks that the model was given all of it: the picture bit by bit,
// text and PDF as text under their names.
func received(t *testing.T, r wireRequest, picture []byte) {
	t.Helper()
	var parts []struct {
		Type     string
		Text     string
		ImageURL struct{ URL string } `json:"image_url"`
	}
	last := r.Messages[len(r.Messages)-1]
	if err := json.Unmarshal(last.Content, &parts); err != nil || last.Role != "user" {
		t.Fatalf("the last message is the %s's, in no parts: %v, %.200s", last.Role, err, last.Content)
	}
	var texts, pictures []string
	for _, part := range parts {
		if part.Type == "image_url" {
			pictures = append(pictures, part.ImageURL.URL)
		}
		texts = append(texts, part.Text)
	}
	want := "data:image/png;base64," + base64.StdEncoding.EncodeToString(picture)
	if len(pictures) != 1 || pictures[0] != want {
		t.Errorf("the model was given %d pictures, none of them the one that was chosen", len(pictures))
	}
	text := strings.Join(texts, "\n")
	for _, words := range []string{"What do these say?", "notes.txt", "The ocelot sleeps at noon.", "manual.pdf", "the margay climbs"} {
		if !strings.Contains(text, words) {
			t.Errorf("the model was not given %q; its text is %.600s", words, text)
		}
	}
	if strings.Contains(text, "everything.zip") {
		t.Error("the model was told of the archive, which was refused and taken out")
	}
}

// picksModel lets the offline model answer in this chat only.
func picksModel(t *testing.T, s *surfaces) {
	ctx := patience(t)
	p := s.panel.Page
	press(t, ctx, p, "#new-chat")
	choose(t, ctx, p, "#model", "offline")
	before := s.provider.requests()
	answer(t, ctx, s.panel, "Which tabs are open?")
	if asked := s.provider.requests() - before; asked != 0 {
		t.Errorf("the provider was asked %d times by a chat that has picked the offline model", asked)
	}
	press(t, ctx, p, "#new-chat")
	until(t, ctx, p, `document.querySelector("#model").value === ""`)
	answer(t, ctx, s.panel, "Good morning.")
	if got := s.provider.lastRequest(t).Model; got != "ocelot-large" {
		t.Errorf("the next chat was answered by %q", got)
	}
}

// noise is a picture that does not compress.
func noise(t *testing.T) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 360, 300))
	random := rand.New(rand.NewPCG(1, 2)) // the same picture each time
	for i := range img.Pix {
		img.Pix[i] = byte(random.Uint32())
	}
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// pdfOf is the smallest PDF that says a line.
func pdfOf(line string) []byte {
	content := fmt.Sprintf("BT /F1 18 Tf 40 700 Td (%s) Tj ET", line)
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
	}
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	var table strings.Builder
	for i, object := range objects {
		fmt.Fprintf(&table, "%010d 00000 n \n", out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	at := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n0000000000 65535 f \n%s", len(objects)+1, table.String())
	fmt.Fprintf(&out, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, at)
	return out.Bytes()
}
