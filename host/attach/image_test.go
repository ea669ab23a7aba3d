package attach_test

import (
	"bytes"
	"context"
	"image"
	"image/color/palette"
	"image/gif"
	"testing"
	"unicode/utf8"

	"github.com/margay/margay/host/attach"
	"github.com/margay/margay/protocol/chat"
)

// moving is a GIF of three pictures.
func moving(t testing.TB) []byte {
	t.Helper()
	g := &gif.GIF{}
	for range 3 {
		g.Image = append(g.Image, image.NewPaletted(image.Rect(0, 0, 40, 30), palette.Plan9))
		g.Delay = append(g.Delay, 10)
	}
	var b bytes.Buffer
	if err := gif.EncodeAll(&b, g); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestCheck_images_that_are_cut anywhere are refused, and whole ones never: the cut is
// found without unpacking them.
func TestCheck_images_that_are_cut(t *testing.T) {
	t.Parallel()
	for name, data := range map[string][]byte{"a.png": picture(t), "a.jpg": photograph(t), "a.gif": moving(t)} {
		if _, _, err := attach.Check(t.Context(), name, data, read); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		whole := len(data)
		if name == "a.png" {
			whole -= 4 // the sum of the end mark, which nobody needs
		}
		for n := 16; n < whole; n++ { // a shorter one is not known for an image
			if b, _, err := attach.Check(t.Context(), name, data[:n], read); err == nil && b.Type == chat.BlockImage {
				t.Errorf("%s: %d of %d bytes are taken", name, n, len(data))
			}
		}
	}
}

// FuzzCheck: whatever is attached, it is refused in words, or kept as an image, a PDF
// or sound text.
func FuzzCheck(f *testing.F) {
	for _, data := range [][]byte{picture(f), photograph(f), moving(f), []byte("\xff\xfeh\x00i\x00"), []byte("caf\xe9"), []byte("\x82\xb1\x82\xea"), pdf("x")} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		b, kept, err := attach.Check(t.Context(), "a", data, attach.Readers{PDF: func(context.Context, []byte) (attach.Pages, error) { return attach.Pages{Text: "x"}, nil }, Image: read.Image})
		if err == nil && b.MimeType == "text/plain" && (!utf8.Valid(kept) || len(kept) == 0) {
			t.Errorf("%q of %q", kept, data)
		}
	})
}
