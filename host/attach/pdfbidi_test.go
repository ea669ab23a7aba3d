package attach_test

import (
	"os"
	"strings"
	"testing"

	"github.com/margay/margay/host/attach"
)

// TestRead_right_to_left: a PDF that Chromium printed. It draws each line from the
// left, so Hebrew and Arabic stand there backwards, with the shapes of letters.
func TestRead_right_to_left(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/right-to-left.pdf")
	if err != nil {
		t.Fatal(err)
	}
	got, err := attach.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"[Page 1]",
		"חשבונית מספר 4711",
		"לתשלום: 12.50 ₪ (כולל מע״מ) עד 30/11/2026",
		"נא לפנות אל Margay Ltd. בכתובת help@example.org היום",
		"Invoice for שלום עולם, total 5",
		"فاتورة رقم 4711 بتاريخ اليوم",
		"السلام عليكم (مرحبا) لا بأس",
		"Plain English (1) stays.",
	}
	if text := strings.Join(want, "\n"); got.Text != text {
		t.Errorf("read:\n%s\nwant:\n%s", got.Text, text)
	}
}
