package attach_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/margay/margay/host/attach"
)

const helvetica = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"

// drawn makes a PDF of one page with a program (or the stream of one), a font F1 that is object 3, and
// more objects from 6 on; resources may name them.
func drawn(font, program, resources string, more ...string) []byte {
	var b bytes.Buffer
	var at []int
	_, _ = b.WriteString("%PDF-1.4\n")
	if !strings.HasPrefix(program, "<<") {
		program = stream("", program)
	}
	for _, text := range append([]string{
		"<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [4 0 R] /Count 1 >>", font,
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> " + resources + " >> /Contents 5 0 R >>",
		program,
	}, more...) {
		at = append(at, b.Len())
		_, _ = fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(at), text)
	}
	start := b.Len()
	_, _ = fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, offset := range at {
		_, _ = fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	_, _ = fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return b.Bytes()
}

func stream(head, text string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", head, len(text), text)
}

// composite is a font of the kind that has two bytes a character.
func composite(table, more string) string {
	return "<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /" + table + " /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /X " + more + " >>] >>"
}

// TestRead_lines: what is drawn on one line stands on one, and a gap is a space.
func TestRead_lines(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ program, want string }{
		"one_text":          {"(Invoice 4711) Tj", "Invoice 4711"},
		"next_line":         {"(Lamp) Tj 0 -14 Td (Table) Tj 14 TL T* (Chair) Tj (Bed) ' 1 0 (Desk) \"", "Lamp\nTable\nChair\nBed\nDesk"},
		"columns":           {"(Lamp) Tj 100 0 Td (12.00) Tj 100 0 Td (EUR) Tj", "Lamp 12.00 EUR"},
		"pieces_of_a_word":  {"[(In) -20 (voi) 15 (ce)] TJ", "Invoice"},
		"spaces_by_kerning": {"[(Hello) -300 (World) -280 (again)] TJ", "Hello World again"},
		"space_is_drawn":    {"[(Hello ) -300 (World)] TJ", "Hello World"},
		"places_by_matrix":  {"1 0 0 1 20 200 Tm (Total) Tj 1 0 0 1 120 200 Tm (12.00) Tj 1 0 0 1 20 180 Tm (Paid) Tj", "Total 12.00\nPaid"},
		"bold_in_between":   {"(a ) Tj ET BT /F1 12 Tf 33 250 Td (bold) Tj ET BT /F1 12 Tf 60 250 Td (word) Tj", "a bold word"},
		"raised":            {"(E = mc) Tj 5 Ts (2) Tj 0 Ts", "E = mc2"},
		"ligature_and_dash": {"(of\223ce\227caf\351) Tj", "of“ce—café"},
		"turned":            {"0 1 -1 0 100 100 Tm (Up) Tj 0 1 -1 0 120 100 Tm (Next) Tj", "Up\nNext"},
		"small_on_a_page":   {"ET q 0.1 0 0 0.1 0 0 cm BT /F1 120 Tf 200 2500 Td (Lamp) Tj 1000 0 Td (12.00) Tj ET Q BT", "Lamp 12.00"},
		"in_two_texts":      {"(a) Tj ET BT /F1 12 Tf 20 200 Td (b) Tj", "a\nb"},
	} {
		got, err := attach.Read(drawn(widths, "BT /F1 12 Tf 20 250 Td "+tt.program+" ET", ""))
		if err != nil || got.Text != "[Page 1]\n"+tt.want {
			t.Errorf("%s: %q, %v; want %q", name, got.Text, err, tt.want)
		}
	}
}

// widths is a font whose characters are all half as wide as high.
var widths = "<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding /WinAnsiEncoding /FirstChar 0 /LastChar 255 /Widths [" + strings.Repeat("500 ", 256) + "] >>"

// TestRead_letters of East Asia, in each way that PDFs write them.
func TestRead_letters(t *testing.T) {
	t.Parallel()
	hexed := func(e encoding.Encoding, text string) string {
		raw, err := e.NewEncoder().String(text)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("<%X>", raw)
	}
	utf16 := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	table := stream("", "/CIDInit /ProcSet findresource begin 12 dict begin begincmap\n/CIDSystemInfo << /Registry (Adobe) >> def\n"+
		"1 begincodespacerange <0000> <FFFF> endcodespacerange\n2 beginbfchar <0001> <9884> <0002> <8BA2> endbfchar\n"+
		"2 beginbfrange <0010> <0012> <4E00> <0020> <0021> [<661F> <671F>] endbfrange\nendcmap end end")
	told := strings.Replace(composite("Identity-H", ""), "/DescendantFonts", "/ToUnicode 6 0 R /DescendantFonts", 1)
	simple := strings.Replace(helvetica, "/Encoding /WinAnsiEncoding", "/Encoding << /Differences [1 /g1 /g2] >> /ToUnicode 6 0 R", 1)
	simpleTable := stream("", "begincmap 1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <01> <02> <0041> endbfrange endcmap")
	for name, tt := range map[string]struct{ font, text, want, more string }{
		"gbk":            {composite("GBK-EUC-H", ""), hexed(simplifiedchinese.GBK, "发票 No. 4711"), "发票 No. 4711", ""},
		"gb18030":        {composite("GBK2K-H", ""), hexed(simplifiedchinese.GB18030, "预订"), "预订", ""},
		"ucs2":           {composite("UniGB-UCS2-H", ""), hexed(utf16, "发票4711"), "发票4711", ""},
		"utf16":          {composite("UniGB-UTF16-H", ""), hexed(utf16, "发票"), "发票", ""},
		"big5":           {composite("ETen-B5-H", ""), hexed(traditionalchinese.Big5, "發票"), "發票", ""},
		"shift_jis":      {composite("90ms-RKSJ-H", ""), hexed(japanese.ShiftJIS, "請求書"), "請求書", ""},
		"japanese_utf16": {composite("UniJIS-UTF16-H", ""), hexed(utf16, "請求書"), "請求書", ""},
		"korean":         {composite("KSCms-UHC-H", ""), hexed(korean.EUCKR, "청구서"), "청구서", ""},
		"told":           {told, "<000100020010001200200021>", "预订一丂星期", table},
		"told_of_bytes":  {simple, "<0102>", "AB", simpleTable},
	} {
		data := drawn(tt.font, "BT /F1 12 Tf 20 250 Td "+tt.text+" Tj ET", "")
		if tt.more != "" {
			data = drawn(tt.font, "BT /F1 12 Tf 20 250 Td "+tt.text+" Tj ET", "", tt.more)
		}
		if got, err := attach.Read(data); err != nil || got.Text != "[Page 1]\n"+tt.want {
			t.Errorf("%s: %q, %v; want %q", name, got.Text, err, tt.want)
		}
	}
	// A font whose codes are numbers of its pictures: what it says is nowhere.
	if got, err := attach.Read(drawn(composite("Identity-H", ""), "BT /F1 12 Tf 20 250 Td <00010002> Tj ET", "")); err == nil {
		t.Errorf("read %q out of nothing", got.Text)
	}
}

// TestRead_forms: what is drawn as a whole is read, and one that draws itself ends.
func TestRead_forms(t *testing.T) {
	t.Parallel()
	form := "/Type /XObject /Subtype /Form /BBox [0 0 300 300] /Resources << /Font << /F1 3 0 R >> /XObject << /X 6 0 R >> >>"
	whole := drawn(helvetica, "BT /F1 12 Tf 20 250 Td (Page) Tj ET q 1 0 0 1 0 -100 cm /X Do Q", "/XObject << /X 6 0 R >>", stream(form, "BT /F1 12 Tf 20 250 Td (Stamp) Tj ET"))
	if got, err := attach.Read(whole); err != nil || got.Text != "[Page 1]\nPage\nStamp" {
		t.Errorf("%q, %v", got.Text, err)
	}
	endless := drawn(helvetica, "/X Do", "/XObject << /X 6 0 R >>", stream(form, "BT /F1 12 Tf 20 250 Td (again) Tj ET /X Do /X Do"))
	if got, err := attach.Read(endless); err != nil || !strings.Contains(got.Text, "again") {
		t.Errorf("%q, %v", got.Text, err)
	}
	wide := drawn(helvetica, "/X Do", "/XObject << /X 6 0 R >>", stream(form, strings.Repeat("/X Do ", 3000)))
	began := time.Now()
	if got, err := attach.Read(wide); err != nil || got.Text != "" || time.Since(began) > 10*time.Second {
		t.Errorf("%q, %v after %s", got.Text, err, time.Since(began))
	}
}

// TestRead_lost_fonts: what is written in a font that the file does not hold is not
// guessed at, but for codes that mean the same in nearly all fonts.
func TestRead_lost_fonts(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		program, want string
		gaps          bool
	}{
		"all_are_there":      {"(Invoice 4711, all of it) Tj", "Invoice 4711, all of it", false},
		"codes_of_two_bytes": {"(Invoice 4711, all of it) Tj 0 -20 Td /F9 12 Tf <0048004900AA00FF> Tj", "Invoice 4711, all of it\n(unreadable)", true},
		"codes_beyond_ascii": {"(Invoice 4711, all of it) Tj 0 -20 Td /F9 12 Tf <AAFFB2FB> Tj", "Invoice 4711, all of it\n(unreadable)", true},
		"plain_letters":      {"/F9 12 Tf (Invoice 4711) Tj", "Invoice 4711", false},
		"one_sign":           {"(Invoice 4711) Tj /F9 12 Tf <AA> Tj", "Invoice 4711 \uFFFD", false},
	} {
		got, err := attach.Read(drawn(helvetica, "BT /F1 12 Tf 20 250 Td "+tt.program+" ET", ""))
		if err != nil || strings.ReplaceAll(got.Text, "4711\uFFFD", "4711 \uFFFD") != "[Page 1]\n"+tt.want || got.Gaps != tt.gaps || got.Damaged {
			t.Errorf("%s: %+v, %v; want %q", name, got, err, tt.want)
		}
	}
	if got, err := attach.Read(drawn(helvetica, "BT /F9 12 Tf 20 250 Td <00480049004A> Tj ET", "")); err == nil {
		t.Errorf("read %q out of nothing", got.Text)
	}
}

// TestRead_repairs files whose table of objects is wrong, gone or cut off.
func TestRead_repairs(t *testing.T) {
	t.Parallel()
	whole := pdf("Invoice 4711", "Total 12.00")
	table := bytes.Index(whole, []byte("xref\n"))
	start := regexp.MustCompile(`startxref\n\d+`)
	for name, data := range map[string][]byte{
		"line_ends_changed":           bytes.ReplaceAll(whole, []byte("\n"), []byte("\r\n")),
		"text_put_before":             bytes.Replace(whole, []byte("1 0 obj"), []byte("% a comment that moves all that follows\n1 0 obj"), 1),
		"start_is_wrong":              start.ReplaceAll(whole, []byte("startxref\n7")),
		"start_is_far":                start.ReplaceAll(whole, []byte("startxref\n99999999")),
		"no_table":                    whole[:table],
		"cut_in_the_table":            whole[:table+30],
		"entries_are_wrong":           bytes.ReplaceAll(whole, []byte(" 00000 n"), []byte(" 00001 n")),
		"places_are_wrong":            regexp.MustCompile(`(?m)^\d{10} 00000 n`).ReplaceAll(whole, []byte("0000000003 00000 n")),
		"a_change_put_behind_is_cut":  append(bytes.Clone(whole), []byte("\n4 0 obj\n<< /Length 900 >>\nstream\nBT (Invoice 4712")...),
		"an_older_copy_stands_before": append([]byte("%PDF-1.4\n4 0 obj\n<< /Type /Page >>\nendobj\n"), whole[9:table]...),
	} {
		got, err := attach.Read(data)
		if err != nil || got.Text != "[Page 1]\nInvoice 4711\n\n[Page 2]\nTotal 12.00" || !got.Damaged {
			t.Errorf("%s: %q, %v", name, got.Text, err)
		}
	}
}

// TestRead_bomb: a small file that draws text without end is read up to the limit.
func TestRead_bomb(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	_, _ = z.Write([]byte("BT /F1 12 Tf 20 250 Td "))
	line := bytes.Repeat([]byte("(all work and no play) Tj "), 10_000)
	for range 20 {
		_, _ = z.Write(line)
	}
	_ = z.Close()
	began := time.Now()
	got, err := attach.Read(drawn(helvetica, stream("/Filter /FlateDecode", packed.String()), ""))
	if err != nil || len(got.Text) < 1<<20 || len(got.Text) > 3<<20 || time.Since(began) > 30*time.Second {
		t.Errorf("%d bytes, %v after %s", len(got.Text), err, time.Since(began))
	}
}

// TestRead_encrypted says so, also where it cannot ask for the password.
func TestRead_encrypted(t *testing.T) {
	t.Parallel()
	locked := bytes.Replace(pdf("Invoice"), []byte("/Root 1 0 R"), []byte("/ID [<00> <00>] /Encrypt << /Filter /Standard /V 5 /R 6 /Length 256 /O (x) /U (x) /P -4 >> /Root 1 0 R"), 1)
	if got, err := attach.Read(locked); err == nil || !strings.Contains(err.Error(), "encrypted") {
		t.Errorf("%q, %v", got.Text, err)
	}
}
