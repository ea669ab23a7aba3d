package tools

import "github.com/margay/margay/protocol"

// Quote writes text from outside as a JSON string, the form that all such text
// has in results.
func Quote(text string) string {
	quoted, err := protocol.Marshal(text)
	if err != nil {
		panic("tools: a string that is no JSON: " + err.Error()) // a string always encodes
	}
	return string(quoted)
}
