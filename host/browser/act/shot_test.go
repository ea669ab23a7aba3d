package act_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/protocol/driver"
)

// TestPages_seen: a picture shows what it says, however it is drawn.
func TestPages_seen(t *testing.T) {
	t.Parallel()
	cases := []struct {
		name string
		test func(*world)
	}{
		{"screenshots", screenshots},
		{"elements_that_are_drawn_otherwise", drawnOtherwise},
	}
	browsertest.Each(t, func(t *testing.T, b browser.Transport) {
		w := newWorld(t, b)
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) { c.test(w.sub(t)) })
		}
	})
}

func (w *world) shot(args map[string]any) (text string, picture image.Image) {
	w.Helper()
	result, err := w.do("screenshot", args)
	if err != nil || len(result.Attachments) != 1 {
		w.Fatalf("%v: %+v", err, result)
	}
	block := result.Attachments[0]
	w.files.mu.Lock()
	data := w.files.data[block.Blob]
	w.files.mu.Unlock()
	picture, kind, err := image.Decode(bytes.NewReader(data))
	if err != nil || block.MimeType != "image/"+kind || block.Size != int64(len(data)) {
		w.Fatalf("%+v is a %s of %d bytes, %v", block, kind, len(data), err)
	}
	return result.Text, picture
}

// fine gives the tab a screen of a size with so many pixels for each of CSS.
func (w *world) fine(width, height int, pixels float64) {
	w.Helper()
	place, err := w.reg.Tab(w.pages.Current(w.run))
	if err == nil {
		_, err = place.Transport.CDP(w.Context(), place.Native, true, driver.CDPCommand{
			Method: "Emulation.setDeviceMetricsOverride",
			Params: fmt.Appendf(nil, `{"width":%d,"height":%d,"deviceScaleFactor":%g,"mobile":false}`, width, height, pixels),
		})
	}
	if err != nil {
		w.Fatal(err)
	}
}

// noise covers the page with pixels that no compression makes small.
const noise = `const c = document.createElement("canvas");
c.width = 1000, c.height = 600, c.style = "position:fixed;inset:0";
const d = c.getContext("2d").createImageData(1000, 600);
for (let i = 0; i < d.data.length; i += 65536) crypto.getRandomValues(d.data.subarray(i, i + 65536));
c.getContext("2d").putImageData(d, 0, 0);
document.body.append(c);`

// at is the colour of a pixel, to the nearest of the eight that the page uses.
func at(p image.Image, x, y int) color.RGBA {
	r, g, b, _ := p.At(x, y).RGBA()
	return color.RGBA{uint8(r >> 15 * 255), uint8(g >> 15 * 255), uint8(b >> 15 * 255), 255}
}

var (
	red   = color.RGBA{255, 0, 0, 255}
	green = color.RGBA{0, 255, 0, 255}
	blue  = color.RGBA{0, 0, 255, 255}
	white = color.RGBA{255, 255, 255, 255}
)

func screenshots(w *world) {
	w.open("/draw.html")
	text, p := w.shot(nil)
	size := p.Bounds().Size()
	w.is(text, fmt.Sprintf("A screenshot of tab %d, %d × %d.", w.pages.Current(w.run), size.X, size.Y))
	if at(p, 100, 40) != red || at(p, 10, 10) != white {
		w.Errorf("the picture has %v and %v", at(p, 100, 40), at(p, 10, 10))
	}
	w.execute("document.title = 'Colours'")
	// Once the tab takes input it is drawn only while a screencast runs.
	w.click(`button "Red"`)
	text, p = w.shot(map[string]any{"ref": w.ref(`button "Red"`)})
	contains(w.T, text, `A screenshot of button "Red" in tab `, ", 120 × 40.")
	if at(p, 2, 2) != red || at(p, 117, 37) != red {
		w.Errorf("the picture of the button has %v and %v", at(p, 2, 2), at(p, 117, 37))
	}
	w.refused("screenshot", map[string]any{"ref": w.ref(`button "Low"`)}, `button "Low" is not in view`, "scroll")
	w.must("scroll", map[string]any{"ref": w.ref(`button "Low"`)})
	text, _ = w.shot(map[string]any{"ref": w.ref(`button "Low"`)})
	contains(w.T, text, ", 120 × 40.")
	w.must("scroll", map[string]any{"direction": "bottom"})
	if _, p = w.shot(nil); at(p, 10, size.Y-10) != green {
		w.Errorf("the end of the page has %v", at(p, 10, size.Y-10))
	}
	text, p = w.shot(map[string]any{"full_page": true})
	contains(w.T, text, "A screenshot of the whole page in tab ", "of 9,000 px")
	if whole := p.Bounds().Size(); whole.Y != 1568 || at(p, 100*whole.X/size.X, 40*whole.X/size.X) != red {
		w.Errorf("the picture of the page is %v and has %v", whole, at(p, 100*whole.X/size.X, 40*whole.X/size.X))
	}
	w.refused("screenshot", map[string]any{"full_page": true, "ref": "e1"}, "not both")
	// On a fine screen, of what would not compress: still no longer and no larger than it may be.
	w.fine(1000, 600, 2)
	w.must("scroll", map[string]any{"direction": "top"})
	if _, p = w.shot(nil); p.Bounds().Dx() > 1568 || p.Bounds().Dx() < 1560 || at(p, 100*p.Bounds().Dx()/1000, 40*p.Bounds().Dx()/1000) != red {
		w.Errorf("on a fine screen the picture is %v", p.Bounds())
	}
	w.fine(1000, 600, 1)
	w.execute(noise)
	result, err := w.do("screenshot", nil)
	if err != nil || result.Attachments[0].MimeType != "image/jpeg" || result.Attachments[0].Size > 2<<20 {
		w.Errorf("noise gave %+v, %v", result, err)
	}
	if text := w.must("execute_script", map[string]any{"code": "document.title"}); text != "It returned:\n\"Colours\"" {
		w.Errorf("the page was told of the pictures: %s", text)
	}
}

// drawnOtherwise: an element in a frame that is scaled, scrolled or clipped, and
// one that something cuts off, is cut out where it is drawn, and only it.
func drawnOtherwise(w *world) {
	w.open("/shots.html")
	w.fine(800, 600, 1)
	w.settled("scaled one", "zoomed one", "clipped one", "scrolled one", "turned one", "other one")
	const partly = "It shows the part that is in view"
	for _, c := range []struct {
		name          string
		width, height int
		colour        color.RGBA
		part          bool
	}{
		{"scaled one", 50, 25, red, false},
		{"zoomed one", 140, 70, green, false},
		{"clipped one", 100, 60, blue, true},
		{"other one", 50, 60, red, false},
		{"passes by", 80, 60, green, false},
		{"tall", 60, 300, blue, true},
	} {
		text, p := w.shot(map[string]any{"ref": w.ref(fmt.Sprintf("button %q", c.name))})
		if strings.Contains(text, partly) != c.part {
			w.Errorf("%s: %s", c.name, text)
		}
		w.filled(c.name, p, c.width, c.height, c.colour)
	}
	// A bar to scroll with takes its share, as wide as the system draws it.
	text, p := w.shot(map[string]any{"ref": w.ref(`button "in a scroller"`)})
	contains(w.T, text, partly)
	w.filled("in a scroller", p, 150, 40, red)
	in := map[string]any{"ref": w.ref(`button "scrolled one"`)}
	w.refused("screenshot", in, `button "scrolled one" is not in view`, "scroll")
	w.must("scroll", in)
	_, p = w.shot(in)
	w.filled("scrolled one", p, 100, 50, red)
	w.refused("screenshot", map[string]any{"ref": w.ref(`button "turned one"`)}, "drawn turned", "without a ref")
	w.fine(800, 600, 2)
	_, p = w.shot(map[string]any{"ref": w.ref(`button "scaled one"`)})
	w.filled("scaled one on a fine screen", p, 100, 50, red)
}

// TestPages_zoomed: where a person has made a site larger or smaller, pictures show
// the same, and presses reach the same, in frames too.
func TestPages_zoomed(t *testing.T) {
	t.Parallel()
	e := browsertest.Relay(t)
	w := newWorld(t, e.Transport)
	for _, zoom := range []float64{1.5, 0.5} {
		w.open("/shots.html")
		place, err := w.reg.Tab(w.pages.Current(w.run))
		if err != nil {
			t.Fatal(err)
		}
		e.Zoom(t, place.Native, zoom)
		w.settled("scaled one", "other one")
		size := func(n float64) int { return int(n * zoom) }
		_, p := w.shot(map[string]any{"ref": w.ref(`button "scaled one"`)})
		w.filled("scaled one", p, size(50), size(25), red)
		_, p = w.shot(nil)
		if view := p.Bounds().Size(); at(p, size(50), size(60)) != red || at(p, view.X-3, view.Y-3) != white {
			t.Errorf("at %g the picture of the view has %v and %v", zoom, at(p, size(50), size(60)), at(p, view.X-3, view.Y-3))
		}
		w.must("scroll", map[string]any{"direction": "down", "amount": 150})
		_, p = w.shot(map[string]any{"ref": w.ref(`button "other one"`)})
		w.filled("other one", p, size(50), size(60), red)
		w.open("/frames-drawn-otherwise.html")
		w.settled("zoomed last")
		w.click(`button "scaled last"`)
		w.click(`button "zoomed first"`)
		w.says("scaled last | zoomed first")
		w.open("/cross.html")
		w.settled("Send inside")
		w.fill(`textbox "Code"`, "x7")
		w.click(`button "Send inside"`)
		w.comes("inside:true:x7")
	}
}

// undrawn is a browser that gives no picture, as of a window that it does not draw.
type undrawn struct{ browser.Transport }

func (b undrawn) CDP(ctx context.Context, tab int64, act bool, commands ...driver.CDPCommand) ([]driver.CDPReply, error) {
	for _, c := range commands {
		if c.Method == "Page.captureScreenshot" {
			<-ctx.Done()
			return nil, browser.NoAnswer(ctx)
		}
	}
	return b.Transport.CDP(ctx, tab, act, commands...)
}

// TestShoot_without_a_picture blames the page only where the page does not answer,
// and keeps the time.
func TestShoot_without_a_picture(t *testing.T) {
	t.Parallel()
	w := newWorldWith(t, undrawn{browsertest.Direct(t)}, act.Options{Look: 3 * time.Second})
	w.open("/draw.html")
	began := time.Now()
	w.refused("screenshot", nil, "gave no picture of tab", "minimised", "snapshot")
	if took := time.Since(began); took > 6*time.Second {
		t.Errorf("it took %s", took)
	}
	contains(t, w.snapshot(), `button "Red"`)
}

// filled checks a picture that shows one colour only. Edges may fall between two pixels.
func (w *world) filled(name string, p image.Image, width, height int, want color.RGBA) {
	w.Helper()
	size := p.Bounds().Size()
	if abs(size.X-width) > 2 || abs(size.Y-height) > 2 {
		w.Errorf("%s is %v, want %d × %d", name, size, width, height)
		return
	}
	for _, x := range []int{2, size.X / 2, size.X - 3} {
		for _, y := range []int{2, size.Y / 2, size.Y - 3} {
			if got := at(p, x, y); got != want {
				w.Errorf("%s has %v at %d, %d of %v, want %v", name, got, x, y, size, want)
				return
			}
		}
	}
}

func abs(n int) int { return max(n, -n) }
