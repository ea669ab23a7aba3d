package agent

import (
	"fmt"
	"strings"
)

// What is kept of the reason why a call failed: its beginning and its end. Tools quote
// what they were given, which may be megabytes, and the model would be told of it in
// every request that follows.
const (
	reasonBegin = 6000
	reasonEnd   = 2000
)

// reason is why a call did not succeed, of a length that a model can be told.
func reason(text string) string {
	left := len(text) - reasonBegin - reasonEnd
	if left <= 0 {
		return text
	}
	begin := strings.ToValidUTF8(text[:reasonBegin], "")
	end := strings.ToValidUTF8(text[len(text)-reasonEnd:], "")
	return fmt.Sprintf("%s\n[%d bytes are left out here]\n%s", begin, len(text)-len(begin)-len(end), end)
}
