package attach_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"

	"github.com/margay/margay/host/attach"
)

// TestRead_widths of fonts with a known table: the file gives them by the number of
// a character in its collection, not by its code. Two words are drawn, each of two
// letters; where the second begins tells how wide the first has to be.
func TestRead_widths(t *testing.T) {
	t.Parallel()
	wide := func(raw string) string { return fmt.Sprintf("<%X>", strings.ReplaceAll(raw, "", "\x00")[:2*len(raw)]) }
	narrow := func(raw string) string { return fmt.Sprintf("<%X>", raw) }
	for name, tt := range map[string]struct {
		table, widths string
		code          func(string) string
		way           float64 // in the height of a letter
		want          string
	}{
		"half_as_wide_and_a_gap":       {"UniGB-UCS2-H", "/DW 1000 /W [1 95 500]", wide, 1.4, "ab cd"},
		"half_as_wide_and_none":        {"UniGB-UCS2-H", "/DW 1000 /W [1 95 500]", wide, 1.0, "abcd"},
		"each_has_its_own":             {"UniCNS-UTF16-H", "/DW 1000 /W [66 [700 300]]", wide, 1.4, "ab cd"},
		"in_bytes":                     {"GBKp-EUC-H", "/DW 1000 /W [66 [700 700]]", narrow, 1.4, "abcd"},
		"half_of_the_usual":            {"GBK-EUC-H", "/DW 1000", narrow, 1.4, "ab cd"},
		"half_letters_by_their_number": {"GBK-EUC-H", "/DW 1000 /W [814 939 700]", narrow, 1.4, "abcd"},
		"half_letters_of_japan":        {"90ms-RKSJ-H", "/DW 1000 /W [231 389 700]", narrow, 1.4, "abcd"},
		"half_letters_of_taiwan":       {"ETen-B5-H", "/DW 1000 /W [13648 13742 700]", narrow, 1.4, "abcd"},
		"turned_half_letters":          {"UniJIS-UCS2-HW-V", "/DW 1000 /W [231 325 500]", wide, 1.4, "ab cd"},
		"numbers_are_codes":            {"Identity-H", "/DW 1000 /W [97 98 500]", wide, 1.4, "ab cd"},
	} {
		font, more := composite(tt.table, tt.widths), []string(nil)
		if tt.table == "Identity-H" {
			font = strings.Replace(font, "/DescendantFonts", "/ToUnicode 6 0 R /DescendantFonts", 1)
			more = []string{stream("", "1 beginbfrange <0061> <0064> <0061> endbfrange")}
		}
		program := fmt.Sprintf("BT /F1 10 Tf 20 250 Td %s Tj %g 0 Td %s Tj ET", tt.code("ab"), 10*tt.way, tt.code("cd"))
		if got, err := attach.Read(drawn(font, program, "", more...)); err != nil || got.Text != "[Page 1]\n"+tt.want {
			t.Errorf("%s: %q, %v; want %q", name, got.Text, err, tt.want)
		}
	}
}

// TestRead_codes that have not the length of their neighbours.
func TestRead_codes(t *testing.T) {
	t.Parallel()
	hexed := func(raw string, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("<%X>", raw)
	}
	utf16 := unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	for name, tt := range map[string]struct{ table, code, want string }{
		"narrow_kana":        {"90ms-RKSJ-H", hexed(japanese.ShiftJIS.NewEncoder().String("ｶﾅ請求ｱa書")), "ｶﾅ請求ｱa書"},
		"four_bytes":         {"GBK2K-H", hexed(simplifiedchinese.GB18030.NewEncoder().String("预㐀订a𠮷b")), "预㐀订a𠮷b"},
		"pairs_of_halves":    {"UniJIS-UTF16-H", hexed(utf16.NewEncoder().String("𠮷野家")), "𠮷野家"},
		"cut_in_a_character": {"GBK2K-H", hexed(simplifiedchinese.GB18030.NewEncoder().String("预订"))[:7] + ">", "预\uFFFD"},
		"marks_of_one_byte":  {"ETen-B5-H", hexed(traditionalchinese.Big5.NewEncoder().String("發a票"))[:7] + "FF" + ">", "發a\uFFFD"},
	} {
		if got, err := attach.Read(drawn(composite(tt.table, ""), "BT /F1 12 Tf 20 250 Td "+tt.code+" Tj ET", "")); err != nil || got.Text != "[Page 1]\n"+tt.want {
			t.Errorf("%s: %q, %v; want %q", name, got.Text, err, tt.want)
		}
	}
}

// TestRead_fonts_once for a document, not once for a page: the table of a Chinese
// font is long, and the daemon gives a document 20 s.
func TestRead_fonts_once(t *testing.T) {
	t.Parallel()
	var table strings.Builder
	_, _ = table.WriteString("1 begincodespacerange <0000> <FFFF> endcodespacerange\n")
	for high := range 32 {
		_, _ = table.WriteString("256 beginbfchar\n")
		for low := range 256 {
			_, _ = fmt.Fprintf(&table, "<%02X%02X> <%02X%02X>\n", 0x50+high, low, 0x50+high, low)
		}
		_, _ = table.WriteString("endbfchar\n")
	}
	font := strings.Replace(composite("Identity-H", ""), "/DescendantFonts", "/ToUnicode 6 0 R /DescendantFonts", 1)
	one := string(drawn(font, "BT /F1 12 Tf 20 250 Td <53D15386> Tj ET", "", stream("", table.String())))
	took := func(pages int) time.Duration {
		// The table of objects is wrong then, and is mended.
		data := strings.Replace(one, "/Kids [4 0 R] /Count 1", "/Kids ["+strings.Repeat("4 0 R ", pages)+"] /Count "+fmt.Sprint(pages), 1)
		began := time.Now()
		got, err := attach.Read([]byte(data))
		if err != nil || strings.Count(got.Text, "发历") != pages {
			t.Errorf("%d of %d pages, %v", strings.Count(got.Text, "发历"), pages, err)
		}
		return time.Since(began)
	}
	// A hundred pages took a hundred times as long as one.
	if few, many := took(2), took(100); many > 20*few {
		t.Errorf("2 pages took %v, 100 took %v", few, many)
	}
}
