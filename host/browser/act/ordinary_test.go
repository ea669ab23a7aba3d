package act_test

import (
	"image"
	"strings"
	"testing"

	"github.com/margay/margay/host/browser/act"
)

// paper: a PDF is drawn by the browser itself, and that nothing is in it is not claimed.
func paper(w *world) {
	contains(w.T, w.must("open_tab", map[string]any{"url": w.site.URL + "/paper.pdf"}), w.site.URL+"/paper.pdf")
	for tool, args := range map[string]map[string]any{"snapshot": nil, "get_tab_content": nil, "find": {"text": "x"}} {
		w.refused(tool, args, "This is a PDF", "Take a screenshot")
	}
	w.refused("wait_for", map[string]any{"text": "x", "timeout": 1}, "x")
	text, picture := w.shot(nil)
	for range 5 { // a machine with much to do takes its time to draw, and that is told
		if !strings.Contains(text, "has drawn no page of this PDF yet") {
			break
		}
		text, picture = w.shot(nil)
	}
	contains(w.T, text, "A screenshot of tab ")
	w.drawnPaper(picture)
	w.open("/paper-in-frame.html")
	w.settled("could not be read, as a PDF cannot", `open its address in a tab and take one of that: "`+w.site.URL+`/paper.pdf"`)
	contains(w.T, w.must("find", map[string]any{"text": "x"}), "not searched.")
	w.refused("wait_for", map[string]any{"gone": "Hello", "timeout": 1}, `Whether the text "Hello" is gone cannot be told`)
}

// paperStalled: the browser's own bars are no picture of a PDF that has not come.
func paperStalled(w *world) {
	w.must("open_tab", map[string]any{"url": w.site.URL + "/paper-stalled.pdf"})
	text, _ := w.shot(nil)
	contains(w.T, text, "has drawn no page of this PDF yet")
}

// drawnPaper checks that a picture shows a page, and not what stands there before it is drawn.
func (w *world) drawnPaper(picture image.Image) {
	w.Helper()
	paper := 0
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if at(picture, x, y) == white {
				paper++
			}
		}
	}
	if paper < 50_000 { // of 400 × 192
		w.Errorf("the picture has %d pixels of paper", paper)
	}
}

// formats: what a field writes in its own way is what it was given.
func formats(w *world) {
	w.open("/moves.html")
	for _, f := range [][3]string{
		{`datetime "When"`, "2026-05-04 10:00", "2026-05-04T10:00"},
		{`color "Color"`, "#FF8000", "#ff8000"},
		{`slider "Loud"`, "07", "7"},
	} {
		w.is(w.fill(f[0], f[1]), "Filled "+f[0]+`: it now holds "`+f[2]+`".`)
	}
	contains(w.T, w.click(`file "File"`), `Clicked file "File". Only a person can choose a file`)
}

func TestSameSet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want, got string
		same      bool
	}{
		{"2026-05-04 10:00", "2026-05-04T10:00", true},
		{"2026-05-04T10:00:00", "2026-05-04T10:00", true},
		{"2026-05-04T10:00:30", "2026-05-04T10:00", false},
		{"2026-05-04 10:00", "2026-05-04T11:00", false},
		{"17:30:00", "17:30", true},
		{"17:30", "17:31", false},
		{"#FF8000", "#ff8000", true},
		{"07", "7", true},
		{"7", "8", false},
		{"7", "", false},
		{"2026-W14", "2026-W14", true},
		{"2026-w14", "2026-W15", false},
	} {
		if got := act.SameSet(c.want, c.got); got != c.same {
			t.Errorf("%q and %q: %v", c.want, c.got, got)
		}
	}
}
