package attach

import (
	"strconv"

	"github.com/margay/margay/host/lazyregexp"
)

// An object of a PDF takes a byte at least, and its format ends at so many.
const (
	fewObjects  = 100_000
	mostObjects = 8_388_607
)

// claims are the places where a PDF says how many objects it has, or which
// number one has. The library makes room for all of them at once.
var claims = []*lazyregexp.Regexp{
	lazyregexp.New(`xref\s+(\d+)\s+(\d+)`),
	lazyregexp.New(`(?s)\btrailer\b.{0,400}?/Size\s*\+?(\d+)`),
	lazyregexp.New(`(?s)/Type\s*/XRef\b.{0,400}?/Size\s*\+?(\d+)`),
	lazyregexp.New(`(?s)/Size\s*\+?(\d+).{0,400}?/Type\s*/XRef\b`),
	lazyregexp.New(`/Index\s*\[\s*(\d+)\s+(\d+)`),
	lazyregexp.New(`/N\s+\+?(\d+)`),
}

// A table may have several parts, each with a line of its own.
var (
	table = lazyregexp.New(`(?s)\bxref\b.*?(?:trailer|$)`)
	part  = lazyregexp.New(`(?m)^[ \t]*(\d+)[ \t]+(\d+)[ \t]*(?:%.*)?\r?$`)
)

// overclaims reports whether a PDF says that it has more objects than it can.
func overclaims(data []byte) bool {
	most := min(mostObjects, fewObjects+len(data))
	for _, form := range claims {
		if tooMany(form, data, most) {
			return true
		}
	}
	for _, t := range table.FindAll(data, -1) {
		if tooMany(part, t, most) {
			return true
		}
	}
	return false
}

func tooMany(form *lazyregexp.Regexp, data []byte, most int) bool {
	for _, m := range form.FindAllSubmatch(data, -1) {
		sum := 0
		for _, digits := range m[1:] {
			n, err := strconv.Atoi(string(digits))
			if err != nil || n > mostObjects {
				return true
			}
			sum += n
		}
		if sum > most {
			return true
		}
	}
	return false
}
