package attach_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/attach"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// dotWebP is one pixel, as WebP has it.
func dotWebP(t testing.TB) []byte {
	t.Helper()
	data, err := base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// garbagePNG has a head, an end and sums that are right, and nonsense for a picture.
func garbagePNG(t testing.TB) []byte {
	t.Helper()
	whole := picture(t)
	at := bytes.Index(whole, []byte("IDAT"))
	body := append([]byte("IDAT"), bytes.Repeat([]byte{0xA7}, 40)...)
	out := binary.BigEndian.AppendUint32(bytes.Clone(whole[:at-4]), uint32(len(body)-4))
	out = binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
	return append(out, whole[len(whole)-12:]...)
}

// noise is a picture that no format makes small.
func noise(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	source := rand.NewChaCha8([32]byte{1})
	_, _ = source.Read(img.Pix) // it never fails
	for i := 3; i < len(img.Pix); i += 4 {
		img.Pix[i] = 0xFF
	}
	return img
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, img); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func asJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, img, nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFit(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		data          []byte
		kind          string
		width, height int // 0: it goes as it is
	}{
		"small_png":          {asPNG(t, image.NewGray(image.Rect(0, 0, 2048, 3))), "image/png", 0, 0},
		"small_jpeg":         {photograph(t), "image/jpeg", 0, 0},
		"small_webp":         {dotWebP(t), "image/webp", 0, 0},
		"wide_screenshot":    {asPNG(t, image.NewGray(image.Rect(0, 0, 4096, 100))), "image/png", 2048, 50},
		"large_photograph":   {asJPEG(t, image.NewGray(image.Rect(0, 0, 3000, 4000))), "image/jpeg", 1536, 2048},
		"very_wide":          {asPNG(t, image.NewGray(image.Rect(0, 0, 12_000, 2))), "image/png", 2048, 1},
		"moving":             {moving(t), "image/png", 40, 30},
		"heavy_but_not_wide": {asPNG(t, noise(1400, 1000)), "image/jpeg", 1400, 1000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := attach.Fit(tt.data)
			if err != nil || got.MimeType != tt.kind {
				t.Fatalf("%s, %v, want %s", got.MimeType, err, tt.kind)
			}
			if tt.width == 0 {
				if len(got.Data) > 0 {
					t.Errorf("it was made anew, %d bytes", len(got.Data))
				}
				return
			}
			size, _, err := image.DecodeConfig(bytes.NewReader(got.Data))
			if err != nil || size.Width != tt.width || size.Height != tt.height || len(got.Data) > 3_500_000 {
				t.Errorf("%d × %d pixels, %d bytes, %v", size.Width, size.Height, len(got.Data), err)
			}
		})
	}
}

// withOrientation is a JPEG with a note of how the camera was held, before it another one.
func withOrientation(data []byte, order binary.AppendByteOrder, turn int) []byte {
	exif := append([]byte("Exif\x00\x00"), map[bool]string{true: "II", false: "MM"}[order == binary.LittleEndian]...)
	exif = order.AppendUint32(order.AppendUint16(exif, 42), 8)
	exif = order.AppendUint16(exif, 2)
	for _, note := range [][2]int{{0x0103, 6}, {0x0112, turn}} {
		exif = order.AppendUint32(order.AppendUint16(order.AppendUint16(exif, uint16(note[0])), 3), 1)
		exif = order.AppendUint16(order.AppendUint16(exif, uint16(note[1])), 0)
	}
	out := append(bytes.Clone(data[:2]), "\xff\xe1\x00\x06http"...)
	out = binary.BigEndian.AppendUint16(append(out, 0xFF, 0xE1), uint16(len(exif)+2))
	return append(append(out, exif...), data[2:]...)
}

// TestFit_turns_photographs upright, however the camera was held: what is made smaller
// does not tell it any more. The corners of the stored picture are named by where they
// belong: a and b above, c and d below.
func TestFit_turns_photographs(t *testing.T) {
	t.Parallel()
	for i, corners := range []string{"abcd", "badc", "dcba", "cdab", "acbd", "bdac", "dbca", "cadb"} {
		img := image.NewGray(image.Rect(0, 0, 2400, 24))
		for y := range 24 {
			for x := range 2400 {
				corner := corners[y/12*2+x/1200]
				img.SetGray(x, y, color.Gray{Y: (corner - 'a') * 80})
			}
		}
		var order binary.AppendByteOrder = binary.LittleEndian
		if i%2 == 1 {
			order = binary.BigEndian
		}
		got, err := attach.Fit(withOrientation(asJPEG(t, img), order, i+1))
		if err != nil {
			t.Fatal(err)
		}
		small, _, err := image.Decode(bytes.NewReader(got.Data))
		if err != nil {
			t.Fatal(err)
		}
		size, want := small.Bounds().Size(), image.Pt(2048, 20)
		if i >= 4 {
			want = image.Pt(20, 2048)
		}
		shown := ""
		for k := range 4 {
			gray := color.GrayModel.Convert(small.At(size.X*(1+k%2*2)/4, size.Y*(1+k/2*2)/4)).(color.Gray) //nolint:errcheck // the model's own type
			shown += string(rune('a' + (int(gray.Y)+40)/80))
		}
		if shown != "abcd" || size != want {
			t.Errorf("orientation %d: %v with the corners %s", i+1, size, shown)
		}
	}
}

// TestFit_stands_on_white: what shines through in a picture that becomes a JPEG.
func TestFit_stands_on_white(t *testing.T) {
	t.Parallel()
	img := noise(1400, 1000)
	for i := range img.Pix[:4*1400*8] {
		img.Pix[i] = 0
	}
	got, err := attach.Fit(asPNG(t, img))
	if err != nil {
		t.Fatal(err)
	}
	small, _, err := image.Decode(bytes.NewReader(got.Data))
	if err != nil {
		t.Fatal(err)
	}
	if y := color.GrayModel.Convert(small.At(0, 0)).(color.Gray).Y; y < 240 { //nolint:errcheck // the model's own type
		t.Errorf("what was clear is %d, want white", y)
	}
}

// TestModel_fits_images: a model is given what fits, made once for all rounds, under
// its name; what is stored stays whole. The same image twice takes one place.
func TestModel_fits_images(t *testing.T) {
	t.Parallel()
	large := string(asPNG(t, image.NewGray(image.Rect(0, 0, 3000, 30))))
	kept := blobs{"large": large, "small": string(picture(t)), "broken": string(garbagePNG(t)), "broken_large": large[:len(large)/2]}
	made := 0
	readers := attach.Readers{Image: func(ctx context.Context, data []byte) (attach.Picture, error) {
		made++
		return read.Image(ctx, data)
	}}
	img := func(id string) chat.Block {
		return chat.Block{Type: chat.BlockImage, Name: id + ".png", Blob: chat.BlobID(id), MimeType: "image/png", Size: int64(len(kept[chat.BlobID(id)]))}
	}
	a := &asked{}
	var log bytes.Buffer
	m := attach.Model(a, attach.Options{Blobs: kept, Readers: readers, Sees: true, Log: zerolog.New(&log)})
	req := llm.Request{Messages: []chat.Message{
		{Role: chat.RoleUser, Content: []chat.Block{img("large"), img("small")}},
		{Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: "which?"}, img("large"), img("broken_large"), img("gone")}},
	}}
	for range 2 {
		if _, err := m.Stream(t.Context(), req, func(llm.Delta) {}); err != nil {
			t.Fatal(err)
		}
	}
	if said := strings.Count(log.String(), "there are no such bytes"); said != 2 {
		t.Errorf("the reason was logged %d times: %s", said, &log)
	}
	var got []string
	for _, msg := range a.got[1].Messages {
		for _, b := range msg.Content {
			switch {
			case b.Type == chat.BlockImage:
				data, err := a.got[1].Files(b.Blob)
				size, _, bad := image.DecodeConfig(bytes.NewReader(data))
				got = append(got, fmt.Sprintf("%s %d wide", b.Name, size.Width))
				if err != nil || bad != nil || b.Size != int64(len(data)) {
					t.Errorf("%s: %v, %v, %d of %d bytes", b.Name, err, bad, len(data), b.Size)
				}
			case strings.Contains(b.Text, "shown to you below"):
				got = append(got, "below")
			case strings.Contains(b.Text, "cannot be read"):
				got = append(got, "unreadable")
			default:
				got = append(got, b.Text)
			}
		}
	}
	want := `below|[Attached image "small.png":]|small.png 3 wide|which?|[Attached image "large.png":]|large.png 2048 wide|unreadable|unreadable`
	if text := strings.Join(got, "|"); text != want {
		t.Errorf("given:  %s\nwanted: %s", text, want)
	}
	if made != 1+2 { // the large one once, the broken one in each round
		t.Errorf("an image was read %d times", made)
	}
	if kept["large"] != large || req.Messages[0].Content[0].Type != chat.BlockImage {
		t.Error("what is stored or asked was changed")
	}
}

// TestModel_stopped: an image that was not read in time is not gone, and nothing is asked.
func TestModel_stopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	readers := attach.Readers{Image: func(ctx context.Context, _ []byte) (attach.Picture, error) {
		cancel()
		return attach.Picture{}, ctx.Err()
	}}
	kept := blobs{"large": string(asPNG(t, image.NewGray(image.Rect(0, 0, 3000, 30))))}
	a, warned := &asked{}, ""
	m := attach.Model(a, attach.Options{Blobs: kept, Readers: readers, Sees: true})
	req := llm.Request{Messages: []chat.Message{{Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockImage, Name: "a.png", Blob: "large", MimeType: "image/png"}}}}}
	_, err := m.Stream(ctx, req, func(d llm.Delta) { warned += d.Warning })
	if !errors.Is(err, context.Canceled) || len(a.got) != 0 || warned != "" {
		t.Errorf("%v, asked %d times, warned %q", err, len(a.got), warned)
	}
}

// TestModel_sum_of_images: what is sent together is bounded, by what is sent, not by
// what is stored; and behind one that has no room older ones have none either.
func TestModel_sum_of_images(t *testing.T) {
	t.Parallel()
	const each = 3_400_000 // six of them have room in 20 MiB, and no more
	kept := blobs{"old": string(picture(t))}
	messages := []chat.Message{{Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockImage, Name: "old.png", Blob: "old", MimeType: "image/png"}}}}
	wide := string(asPNG(t, image.NewGray(image.Rect(0, 0, 3000, 1))))
	for i := range 7 {
		id := chat.BlobID(strconv.Itoa(i))
		kept[id] = wide
		messages = append(messages, chat.Message{Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockImage, Name: string(id), Blob: id, MimeType: "image/png", Size: 1 << 30}}})
	}
	image := func(context.Context, []byte) (attach.Picture, error) {
		return attach.Picture{MimeType: "image/jpeg", Data: make([]byte, each)}, nil
	}
	a, warned := &asked{}, ""
	m := attach.Model(a, attach.Options{Blobs: kept, Readers: attach.Readers{Image: image}, Sees: true})
	if _, err := m.Stream(t.Context(), llm.Request{Messages: messages}, func(d llm.Delta) { warned += d.Warning }); err != nil {
		t.Fatal(err)
	}
	sum, shown := 0, ""
	for _, msg := range a.got[0].Messages {
		b := msg.Content[len(msg.Content)-1]
		if b.Type == chat.BlockImage {
			data, _ := a.got[0].Files(b.Blob)
			sum += len(data)
			shown += b.Name
		}
	}
	if shown != "123456" || sum > 20<<20 || !strings.Contains(warned, "old.png, 0.") {
		t.Errorf("shown %s, %d bytes; %q", shown, sum, warned)
	}
}

// TestCheck_image_that_takes_too_much_memory may be sound: it is to be made smaller.
func TestCheck_image_that_takes_too_much_memory(t *testing.T) {
	t.Parallel()
	large := attach.Readers{Image: func(context.Context, []byte) (attach.Picture, error) {
		return attach.Picture{}, attach.ErrTooLarge
	}}
	_, _, err := attach.Check(t.Context(), "a.png", picture(t), large)
	var f *protocol.Fault
	if !errors.As(err, &f) || f.Reason() != protocol.ReasonTooLarge || f.Message != "a.png cannot be read as an image: it takes too much memory." || !strings.Contains(f.Data.Next, "smaller") {
		t.Errorf("%+v", err)
	}
}

// TestCheck_image_that_takes_too_long is refused in the reader's words.
func TestCheck_image_that_takes_too_long(t *testing.T) {
	t.Parallel()
	slow := attach.Readers{Image: func(context.Context, []byte) (attach.Picture, error) {
		return attach.Picture{}, errors.New("it takes too long to read")
	}}
	_, _, err := attach.Check(t.Context(), "a.png", picture(t), slow)
	if err == nil || err.Error() != "a.png cannot be read as an image: it takes too long to read." {
		t.Errorf("%v", err)
	}
}

// FuzzFit: whatever it is, it is refused in words or made fit.
func FuzzFit(f *testing.F) {
	for _, data := range [][]byte{picture(f), photograph(f), moving(f), dotWebP(f), garbagePNG(f)} {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if size, _, err := image.DecodeConfig(bytes.NewReader(data)); err != nil || size.Width*size.Height > 1<<22 {
			return // its size is bounded where it is attached
		}
		got, err := attach.Fit(data)
		if err == nil && len(got.Data) > 3_500_000 {
			t.Errorf("%d bytes", len(got.Data))
		}
	})
}
