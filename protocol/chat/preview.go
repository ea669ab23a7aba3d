package chat

import (
	"crypto/sha256"
	"encoding/hex"
	"unicode/utf8"
)

// BlobOf names bytes by their content. Who shortens a result and who stores it
// arrive at the same name without asking each other.
func BlobOf(data []byte) BlobID {
	sum := sha256.Sum256(data)
	return BlobID(hex.EncodeToString(sum[:]))
}

// Preview cuts text to PreviewBytes, or a little less so that no character is split.
func Preview(text string) string {
	if len(text) <= PreviewBytes {
		return text
	}
	end := PreviewBytes
	for end > PreviewBytes-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// Shortened returns the call as views, events and stored messages carry it: a
// long result becomes a preview together with the name and the size of the whole.
func (c ToolCall) Shortened() ToolCall {
	if c.ResultBlob != "" || len(c.Result) <= PreviewBytes {
		return c
	}
	c.ResultBlob = BlobOf([]byte(c.Result))
	c.ResultSize = int64(len(c.Result))
	c.Result = Preview(c.Result)
	return c
}
