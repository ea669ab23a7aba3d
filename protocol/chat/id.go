package chat

import (
	"crypto/rand"
	"encoding/base32"
	"encoding/binary"
	"strings"
	"time"
)

// idText is base32hex in lower case: its text sorts as its bytes do.
var idText = base32.NewEncoding("0123456789abcdefghijklmnopqrstuv").WithPadding(base32.NoPadding)

// NewID makes an identifier: the time in nanoseconds, then 64 random bits. Text
// sorts by the time it was made, to the precision of the clock.
func NewID() string {
	var b [16]byte
	binary.BigEndian.PutUint64(b[:8], uint64(time.Now().UnixNano()))
	rand.Read(b[8:]) // never fails: the runtime ends the program first
	return idText.EncodeToString(b[:])
}

// Clean repairs text from outside: bytes that are no UTF-8 become U+FFFD.
func Clean(text string) string {
	return strings.ToValidUTF8(text, "\uFFFD")
}
