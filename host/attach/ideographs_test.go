package attach_test

import (
	"strings"
	"testing"

	"github.com/margay/margay/host/attach"
)

// The tables of a font say which character a code means; those of printed Chinese
// name radicals. What is no such form stays as it is.
func TestRead_takes_radicals_for_the_characters_they_look_like(t *testing.T) {
	t.Parallel()
	table := stream("", "begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange\n"+
		"5 beginbfchar <0001> <8D2D> <0002> <4E70> <0003> <2F45> <0004> <F90A> <0005> <FF21> endbfchar endcmap")
	font := strings.Replace(composite("Identity-H", ""), "/DescendantFonts", "/ToUnicode 6 0 R /DescendantFonts", 1)
	pages, err := attach.Read(drawn(font, "BT /F1 12 Tf 20 250 Td <00010002000300040005> Tj ET", "", table))
	if err != nil || !strings.Contains(pages.Text, "购买方金Ａ") {
		t.Errorf("%q, %v", pages.Text, err)
	}
}
