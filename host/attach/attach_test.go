package attach_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/jpeg"
	"image/png"
	"strconv"
	"strings"
	"testing"

	"github.com/margay/margay/host/attach"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

var read = attach.Readers{
	PDF:   func(_ context.Context, data []byte) (attach.Pages, error) { return attach.Read(data) },
	Image: func(_ context.Context, data []byte) (attach.Picture, error) { return attach.Fit(data) },
}

func picture(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 3, 2))); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func photograph(t testing.TB) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 30, 20)), nil); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// sized is a PNG that claims another size.
func sized(data []byte, width, height uint32) []byte {
	const head, sum = 12, 29 // where IHDR begins and ends
	data = bytes.Clone(data)
	binary.BigEndian.PutUint32(data[head+4:], width)
	binary.BigEndian.PutUint32(data[head+8:], height)
	binary.BigEndian.PutUint32(data[sum:], crc32.ChecksumIEEE(data[head:sum]))
	return data
}

// TestCheck_PDF_that_takes_too_much_memory may be sound: a part of it may be read.
func TestCheck_PDF_that_takes_too_much_memory(t *testing.T) {
	t.Parallel()
	large := attach.Readers{PDF: func(context.Context, []byte) (attach.Pages, error) {
		return attach.Pages{}, attach.ErrTooLarge
	}}
	_, _, err := attach.Check(t.Context(), "a.pdf", pdf("Invoice"), large)
	var f *protocol.Fault
	if !errors.As(err, &f) || f.Reason() != protocol.ReasonTooLarge || f.Message != "a.pdf cannot be read as a PDF: it takes too much memory." || !strings.Contains(f.Data.Next, "a part of it") {
		t.Errorf("%+v", err)
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	gif, err := base64.StdEncoding.DecodeString("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7")
	if err != nil {
		t.Fatal(err)
	}
	image := picture(t)
	photo := photograph(t)
	for _, tt := range []struct {
		name string
		data []byte
		typ  chat.BlockType
		mime string
		kept string // where it is not the data
		want protocol.Reason
	}{
		{"a.png", image, chat.BlockImage, "image/png", "", ""},
		{"called.txt", image, chat.BlockImage, "image/png", "", ""},
		{"a.gif", gif, chat.BlockImage, "image/gif", "", ""},
		{"a.webp", dotWebP(t), chat.BlockImage, "image/webp", "", ""},
		{"random.webp", []byte("RIFF\x0c\x00\x00\x00WEBPVP8 ...."), "", "", "", protocol.ReasonUnsupported},
		{"random_within.webp", append(dotWebP(t)[:21], "0123456789abc"...), "", "", "", protocol.ReasonUnsupported},
		{"garbage.png", garbagePNG(t), "", "", "", protocol.ReasonUnsupported},
		{"cut.png", image[:20], "", "", "", protocol.ReasonUnsupported},
		{"cut_late.png", image[:len(image)-9], "", "", "", protocol.ReasonUnsupported},
		{"and_more.png", append(bytes.Clone(image), "more"...), chat.BlockImage, "image/png", "", ""},
		{"a.jpg", photo, chat.BlockImage, "image/jpeg", "", ""},
		{"and_more.jpg", append(bytes.Clone(photo), "more"...), chat.BlockImage, "image/jpeg", "", ""},
		{"cut.jpg", photo[:len(photo)-9], "", "", "", protocol.ReasonUnsupported},
		{"cut.gif", gif[:len(gif)-4], "", "", "", protocol.ReasonUnsupported},
		{"cut.webp", []byte("RIFF\xff\x10\x00\x00WEBPVP8 ...."), "", "", "", protocol.ReasonUnsupported},
		{"endless.png", sized(image, 40_000, 30_000), "", "", "", protocol.ReasonTooLarge},
		{"larger_than_it_is.png", sized(image, 12_000, 9_000), "", "", "", protocol.ReasonUnsupported},
		{"a.txt", []byte("hello"), chat.BlockFile, "text/plain", "", ""},
		{"called.png", []byte("hello"), chat.BlockFile, "text/plain", "", ""},
		{"a.html", []byte("<html><script>x</script>"), chat.BlockFile, "text/plain", "", ""},
		{"mark.txt", []byte("\xef\xbb\xbfhello"), chat.BlockFile, "text/plain", "hello", ""},
		{"utf16le.txt", []byte("\xff\xfeh\x00i\x00"), chat.BlockFile, "text/plain", "hi", ""},
		{"utf16be.txt", []byte("\xfe\xff\x98\x84\x8b\xa2"), chat.BlockFile, "text/plain", "预订", ""},
		{"nomark_le.txt", []byte("n\x00a\x00m\x00e\x00:\x00\x96\x4e"), chat.BlockFile, "text/plain", "name:亖", ""},
		{"nomark_be.txt", []byte("\x00n\x00a\x00m\x00e\x00 \x00x"), chat.BlockFile, "text/plain", "name x", ""},
		{"vendor_utf16.txt", []byte("\xff\xfe\xb7\xf0a\x00\x85\x00\x7f\x00"), chat.BlockFile, "text/plain", "\uf0b7a\u0085\x7f", ""},
		{"iso2022_cut.txt", []byte("\x1b$B$3$s$"), chat.BlockFile, "text/plain", "こん\uFFFD", ""},
		{"odd_utf16.txt", []byte("\xff\xfeh\x00i"), "", "", "", protocol.ReasonUnsupported},
		{"half_pair.txt", []byte("\xff\xfe\x00\xd8a\x00"), "", "", "", protocol.ReasonUnsupported},
		{"gbk.csv", []byte("\xd0\xd5\xc3\xfb,\xb5\xe7\xbb\xb0\r\n\xd5\xc5\xce\xb0\xa3\xac138\r\n"), chat.BlockFile, "text/plain", "姓名,电话\r\n张伟，138\r\n", ""},
		{"gb18030.txt", []byte("\xd0\xd5\xc3\xfb,\xb5\xe7\xbb\xb0\xa3\xac\xd5\xc5\xce\xb0\xa3\xac\xd0\xd5\xc3\xfb\xb5\xe7\xbb\xb0\x81\x39\xee\x39"), chat.BlockFile, "text/plain", "姓名,电话，张伟，姓名电话㐀", ""},
		{"utf8_cut.txt", []byte("预订成功")[:11], chat.BlockFile, "text/plain", "预订成\uFFFD", ""},
		{"utf8_damaged.txt", []byte(strings.Repeat("Müller, 预订 ", 40) + "\xff\xfe end"), chat.BlockFile, "text/plain", strings.Repeat("Müller, 预订 ", 40) + "\uFFFD end", ""},
		{"utf8_very_damaged.txt", []byte("预\xff订\xfe成\xff功"), "", "", "", protocol.ReasonUnsupported},
		{"gbk_cut.csv", []byte("\xd0\xd5\xc3\xfb,\xb5"), chat.BlockFile, "text/plain", "姓名,\uFFFD", ""},
		{"latin1_long.txt", []byte("r\xe9sum\xe9 of the na\xefve caf\xe9 owner"), chat.BlockFile, "text/plain", "résumé of the naïve café owner", ""},
		{"windows1252.csv", []byte("Betrag;Empf\xe4nger\r\n12,00 \x80;M\xfcller & S\xf6hne \x96 Stra\xdfe 5\r\n"), chat.BlockFile, "text/plain", "Betrag;Empfänger\r\n12,00 €;Müller & Söhne – Straße 5\r\n", ""},
		{"french.txt", []byte("Cr\xe9\xe9e \xe0 No\xebl, l'\x9cuvre co\xfbte \xab 5 \x80 \xbb"), chat.BlockFile, "text/plain", "Créée à Noël, l'œuvre coûte « 5 € »", ""},
		{"shift_jis.csv", []byte("\x93\xfa\x95\x74,\x8b\xe0\x8az\r\n\x82\xb1\x82\xea\x82\xcd\x83e\x83X\x83g\x82\xc5\x82\xb7\x81B\r\n"), chat.BlockFile, "text/plain", "日付,金額\r\nこれはテストです。\r\n", ""},
		{"shift_jis_cut.csv", []byte("\x82\xb1\x82\xea\x82\xcd\x83e\x83X\x83"), chat.BlockFile, "text/plain", "これはテス\uFFFD", ""},
		{"cyrillic.txt", []byte("\xcf\xf0\xe8\xe2\xe5\xf2, \xec\xe8\xf0"), chat.BlockFile, "text/plain", "Привет, мир", ""},
		{"code_page_850.txt", []byte("Gr\x94\xe1e;Preis M\x81ller"), "", "", "", protocol.ReasonUnsupported},
		{"mac_roman.txt", []byte("Gr\x9a\xa7e;Preis M\x9fller"), "", "", "", protocol.ReasonUnsupported},
		{"noise.bin", []byte("\x8f\xe9\x01\xc3q\x12\xfe\x90 data \xe9"), "", "", "", protocol.ReasonUnsupported},
		{"a_control.txt", []byte("caf\xe9\x07 bell"), "", "", "", protocol.ReasonUnsupported},
		{"no_such_sign.txt", []byte("caf\xe9 \x81 and"), "", "", "", protocol.ReasonUnsupported},
		{"big5.txt", []byte("\xa4\xa4\xa4\xe5\xa6r"), chat.BlockFile, "text/plain", "中文字", ""},
		{"program.bin", append([]byte("\x7fELF\x02\x01\x01"), make([]byte, 60)...), "", "", "", protocol.ReasonUnsupported},
		{"latin1.txt", []byte("caf\xe9"), chat.BlockFile, "text/plain", "café", ""},
		{"a.zip", []byte("PK\x03\x04\x00\x00"), "", "", "", protocol.ReasonUnsupported},
		{"nul.txt", []byte("a\x00b"), "", "", "", protocol.ReasonUnsupported},
		{"empty.txt", nil, "", "", "", protocol.ReasonInvalidParams},
		{"large.txt", bytes.Repeat([]byte("x"), attach.MaxBytes+1), "", "", "", protocol.ReasonTooLarge},
		{"a.pdf", pdf("Invoice"), chat.BlockFile, "application/pdf", "", ""},
		{"two.pdf", bytes.Replace(pdf("Invoice"), []byte("%PDF-1.4"), []byte("%PDF-2.0"), 1), chat.BlockFile, "application/pdf", "", ""},
		{"blank.pdf", bytes.Replace(pdf("Invoice"), []byte("%PDF-1.4\n"), []byte("%PDF-1.4 "), 1), chat.BlockFile, "application/pdf", "", ""},
		{"tail.pdf", append(pdf("Invoice"), make([]byte, 3000)...), chat.BlockFile, "application/pdf", "", ""},
		{"late.pdf", append([]byte("\n\n"), pdf("Invoice")...), chat.BlockFile, "application/pdf", "", ""},
		{"scanned.pdf", pdf(""), "", "", "", protocol.ReasonUnsupported},
		{"broken.pdf", []byte("%PDF-1.7 and no more"), "", "", "", protocol.ReasonUnsupported},
	} {
		block, kept, err := attach.Check(t.Context(), tt.name, tt.data, read)
		if tt.want != "" {
			var f *protocol.Fault
			if !errors.As(err, &f) || f.Reason() != tt.want || !strings.Contains(f.Message, tt.name) || f.Data.Next == "" {
				t.Errorf("%s: %v, want a refusal %s with its name and a next step", tt.name, err, tt.want)
			}
			continue
		}
		if tt.kept == "" {
			tt.kept = string(tt.data)
		}
		if err != nil || block.Type != tt.typ || block.MimeType != tt.mime || string(kept) != tt.kept {
			t.Errorf("%s: %+v, %d bytes, %v", tt.name, block, len(kept), err)
		}
	}
	for name, want := range map[string]string{
		"/home/me/a.txt": "a.txt", `C:\me\a.txt`: "a.txt", " a\nb.txt ": "a b.txt", "": "file", "../..": "..", strings.Repeat("é", 300): strings.Repeat("é", 100),
	} {
		if block, _, err := attach.Check(t.Context(), name, []byte("x"), read); err != nil || block.Name != want {
			t.Errorf("%q is called %q, %v", name, block.Name, err)
		}
	}
}

// blobs is stored bytes by their names.
type blobs map[chat.BlobID]string

func (b blobs) ReadBlob(id chat.BlobID, _, _ int64) ([]byte, int64, string, error) {
	data, there := b[id]
	if !there {
		return nil, 0, "", errors.New("there are no such bytes")
	}
	return []byte(data), int64(len(data)), "", nil
}

// asked is a model that keeps what it is asked.
type asked struct{ got []llm.Request }

func (*asked) Name() string { return "asked" }

func (a *asked) Stream(_ context.Context, req llm.Request, _ func(llm.Delta)) (llm.Reply, error) {
	a.got = append(a.got, req)
	return llm.Reply{}, nil
}

func file(name, blob, mime string) chat.Block {
	return chat.Block{Type: chat.BlockFile, Name: name, Blob: chat.BlobID(blob), MimeType: mime, Size: 1}
}

// Who attaches a file is told how much of it a model is given.
func TestCheck_says_what_is_given(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		data  []byte
		pages attach.Pages
		want  chat.Excerpt
	}{
		"all.txt":    {data: bytes.Repeat([]byte("x"), 100_000)},
		"long.txt":   {data: bytes.Repeat([]byte("é"), 100_001), want: chat.Excerpt{Characters: 100_000, OfCharacters: 100_001}},
		"short.pdf":  {data: pdf("x"), pages: attach.Pages{Text: "x", Read: 3, Total: 3}},
		"pages.pdf":  {data: pdf("x"), pages: attach.Pages{Text: "words", Read: 200, Total: 431}, want: chat.Excerpt{Characters: 5, OfCharacters: 5, Pages: 200, OfPages: 431}},
		"letter.pdf": {data: pdf("x"), pages: attach.Pages{Text: strings.Repeat("x", 150_000), Read: 3, Total: 3}, want: chat.Excerpt{Characters: 100_000, OfCharacters: 150_000}},
	} {
		b, _, err := attach.Check(t.Context(), name, tt.data, attach.Readers{PDF: func(context.Context, []byte) (attach.Pages, error) { return tt.pages, nil }})
		if err != nil {
			t.Fatal(err)
		}
		if got := b.Excerpt; got == nil && tt.want != (chat.Excerpt{}) || got != nil && *got != tt.want {
			t.Errorf("%s: %+v, want %+v", name, got, tt.want)
		}
	}
}

func TestModel_inlines_files(t *testing.T) {
	t.Parallel()
	kept := blobs{"t": "name,price\nlamp,12\n", "p": string(pdf("Invoice 4711")), "b": "%PDF-", "l": strings.Repeat("é", 110_000)}
	a := &asked{}
	m := attach.Model(a, attach.Options{Blobs: kept, Readers: read, Sees: true})
	message := chat.Message{Role: chat.RoleUser, Content: []chat.Block{
		{Type: chat.BlockText, Text: "what?"},
		file("a.csv", "t", "text/plain"), file("i.pdf", "p", "application/pdf"),
		file("broken.pdf", "b", "application/pdf"), file("gone.txt", "none", "text/plain"), file("long.txt", "l", "text/plain"),
	}}
	req := llm.Request{Messages: []chat.Message{message}}
	for range 2 {
		if _, err := m.Stream(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
	}
	got := a.got[1].Messages[0].Content
	for i, want := range []string{
		"what?",
		"[Attached file \"a.csv\", text/plain, 19 characters:]\nname,price\nlamp,12\n[End of the file \"a.csv\"]",
		"[Attached file \"i.pdf\", application/pdf, 21 characters:]\n[Page 1]\nInvoice 4711\n[End of the file \"i.pdf\"]",
		"[The file \"broken.pdf\" is attached (application/pdf), but it cannot be read: its structure is damaged.]",
		"[The file \"gone.txt\" is attached (text/plain), but it cannot be read: there are no such bytes.]",
		"[Attached file \"long.txt\", text/plain, 110000 characters:]\n" + strings.Repeat("é", 100_000) + "\n[The file \"long.txt\" is cut here: these are the first 100000 of its 110000 characters.]",
	} {
		if got[i].Type != chat.BlockText || got[i].Text != want {
			t.Errorf("part %d is %.300q, want %.300q", i, got[i].Text, want)
		}
	}
	if req.Messages[0].Content[1].Type != chat.BlockFile {
		t.Error("the caller's messages were changed")
	}
}

// TestModel_tells_how_it_was_read: of the message to be answered the person is told
// once, and the model is told of a damaged file each time.
func TestModel_tells_how_it_was_read(t *testing.T) {
	t.Parallel()
	whole := pdf("Invoice 4711")
	cut := whole[:bytes.Index(whole, []byte("xref\n"))]
	text, kept, err := attach.Check(t.Context(), "g.csv", []byte("Gr\xf6\xdfe;Stra\xdfe\r\nM\xfcller;K\xf6ln"), read)
	if err != nil || text.Encoding != "Windows 1252" {
		t.Fatalf("%+v, %v", text, err)
	}
	plain, _, err := attach.Check(t.Context(), "p.csv", []byte("Größe;Straße"), read)
	if err != nil || plain.Encoding != "" {
		t.Fatalf("%+v, %v", plain, err)
	}
	text.Blob, plain.Blob = "g", "g"
	a := &asked{}
	var warned []string
	m := attach.Model(a, attach.Options{Blobs: blobs{"w": string(whole), "c": string(cut), "g": string(kept)}, Readers: read})
	old, older := file("old.pdf", "c", "application/pdf"), text
	older.Name = "old.csv"
	messages := []chat.Message{
		{Role: chat.RoleUser, Content: []chat.Block{old, older}},
		{Role: chat.RoleAssistant, Content: []chat.Block{{Type: chat.BlockText, Text: "yes"}}},
		{Role: chat.RoleUser, Content: []chat.Block{file("cut.pdf", "c", "application/pdf"), text, file("whole.pdf", "w", "application/pdf"), plain}},
		{Role: chat.RoleAssistant, Content: []chat.Block{{Type: chat.BlockText, Text: "I look"}}},
	}
	for range 2 { // rounds
		if _, err := m.Stream(t.Context(), llm.Request{Messages: messages}, func(d llm.Delta) { warned = append(warned, d.Warning) }); err != nil {
			t.Fatal(err)
		}
	}
	if got := strings.Join(warned, "\n"); len(warned) != 2 || !strings.Contains(got, "lack some of it: cut.pdf. ") || !strings.Contains(got, "was guessed: g.csv (Windows 1252). ") {
		t.Errorf("warned %q", warned)
	}
	given := a.got[1].Messages[2].Content
	if !strings.Contains(given[0].Text, "[This file is damaged. Parts of it may be missing in what follows.]\n\n[Page 1]\nInvoice 4711") || strings.Contains(given[2].Text, "damaged") {
		t.Errorf("given %q and %q", given[0].Text, given[2].Text)
	}
}

// TestModel_newest_first: where the room is used up, what is older is left out and said.
func TestModel_newest_first(t *testing.T) {
	t.Parallel()
	kept := blobs{"f": strings.Repeat("x", 60_000)}
	a := &asked{}
	var messages []chat.Message
	for range 5 {
		messages = append(messages, chat.Message{Role: chat.RoleUser, Content: []chat.Block{file("f.txt", "f", "text/plain")}})
	}
	for i := range 12 {
		id := chat.BlobID(strconv.Itoa(i))
		kept[id] = string(picture(t))
		shot := chat.Block{Type: chat.BlockImage, Name: "shot.png", Blob: id, MimeType: "image/png", Size: 100}
		messages = append(messages, chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{Name: "screenshot", Status: chat.CallCompleted, Attachments: []chat.Block{shot}}}})
	}
	m, warned := attach.Model(a, attach.Options{Blobs: kept, Readers: read, Sees: true}), []string{}
	for range 2 { // rounds
		if _, err := m.Stream(t.Context(), llm.Request{Messages: messages}, func(d llm.Delta) { warned = append(warned, d.Warning) }); err != nil {
			t.Fatal(err)
		}
	}
	if len(warned) != 1 || !strings.Contains(warned[0], "in part: f.txt. ") {
		t.Errorf("warned %q, want once of the file", warned)
	}
	var state []string
	for _, msg := range a.got[0].Messages {
		for _, b := range msg.Content {
			switch {
			case strings.Contains(b.Text, "is left out here"):
				state = append(state, "left")
			case strings.Contains(b.Text, "is cut here"):
				state = append(state, "cut")
			default:
				state = append(state, "whole")
			}
		}
		for _, c := range msg.ToolCalls {
			state = append(state, string(c.Attachments[0].Type))
		}
	}
	want := "left cut whole whole whole text text text text image image image image image image image image"
	if got := strings.Join(state, " "); got != want {
		t.Errorf("given:  %s\nwanted: %s", got, want)
	}
	blind := &asked{}
	if _, err := attach.Model(blind, attach.Options{Blobs: kept, Readers: read}).Stream(t.Context(), llm.Request{Messages: messages}, func(llm.Delta) {}); err != nil {
		t.Fatal(err)
	}
	for _, msg := range blind.got[0].Messages[5:] {
		if b := msg.ToolCalls[0].Attachments[0]; b.Type != chat.BlockImage { // of which its adapter says that it cannot be seen
			t.Errorf("a model that does not see is told %q", b.Text)
		}
	}
	if messages[5].ToolCalls[0].Attachments[0].Type != chat.BlockImage {
		t.Error("the caller's messages were changed")
	}
}
