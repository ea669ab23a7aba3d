package attach

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/margay/margay/host/lazyregexp"
)

var (
	objectHead = lazyregexp.New(`(?:^|[\r\n ])(\d{1,7}) (\d{1,5}) obj\b`)
	rootOf     = lazyregexp.New(`/Root\s+(\d{1,7}\s+\d{1,5}\s+R)`)
	catalog    = lazyregexp.New(`^\s*<<[^>]{0,300}/Type\s*/Catalog\b`)
)

// repaired gives a PDF a new table of its objects, by where they stand in the file:
// tables are the first thing to be wrong in a file that was edited or sent as text.
// It gives nothing where there are no objects, or too many of them.
func repaired(data []byte) []byte {
	places := map[int]int{} // of objects; the last one of a number counts
	root := ""
	for _, m := range objectHead.FindAllSubmatchIndex(data, fewObjects) {
		number, err := strconv.Atoi(string(data[m[2]:m[3]]))
		if err != nil || number == 0 {
			continue
		}
		places[number] = m[2]
		if catalog.Match(data[m[1]:min(len(data), m[1]+400)]) {
			root = fmt.Sprintf("%d %s R", number, data[m[4]:m[5]])
		}
	}
	if m := rootOf.FindAllSubmatch(data, -1); len(m) > 0 {
		root = string(m[len(m)-1][1])
	}
	if len(places) == 0 || root == "" {
		return nil
	}
	numbers := make([]int, 0, len(places))
	for n := range places {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	var out bytes.Buffer
	_, _ = out.Write(data)
	_, _ = out.WriteString("\n")
	start := out.Len()
	_, _ = out.WriteString("xref\n0 1\n0000000000 65535 f \n")
	for _, n := range numbers {
		_, _ = fmt.Fprintf(&out, "%d 1\n%010d 00000 n \n", n, places[n])
	}
	_, _ = fmt.Fprintf(&out, "trailer\n<< /Size %d /Root %s >>\nstartxref\n%d\n%%%%EOF", numbers[len(numbers)-1]+1, root, start)
	return out.Bytes()
}
