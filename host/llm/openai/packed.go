package openai

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// errPacked is an answer in an encoding that is not read here.
var errPacked = errors.New("the provider packs its answer in a way that is not asked for and not read here")

// plainBody is a body without what it was packed in.
type plainBody struct {
	*bufio.Reader
	end func()
}

// unpacked unpacks what begins as gzip or zstd do, whatever the headers say: we ask
// for neither, and some say one thing and send the other. Of what is said to be packed
// otherwise only text is taken. It ends after most bytes.
func unpacked(body io.Reader, encoding string, most int) (plainBody, error) {
	in := bufio.NewReader(body)
	out := plainBody{bufio.NewReader(&bound{r: in, left: most}), func() {}}
	first, _ := in.Peek(1) // the reader says what is wrong
	if len(first) == 0 {
		return out, nil
	}
	switch marks := first[0]; {
	case marks == gzipMark[0] && begins(in, gzipMark):
		z, err := gzip.NewReader(in)
		if err != nil {
			return out, err
		}
		out.Reader = bufio.NewReader(&bound{r: z, left: most})
	case marks == zstdMark[0] && begins(in, zstdMark):
		z, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxWindow))
		if err != nil {
			return out, err
		}
		out = plainBody{bufio.NewReader(&bound{r: z, left: most}), z.Close}
	case encoding != "" && encoding != "identity" && !isText(in):
		return out, fmt.Errorf("%w: %.40q", errPacked, encoding)
	}
	return out, nil
}

// maxWindow bounds what an answer that is packed as zstd makes us keep of it.
const maxWindow = 16 << 20

var gzipMark, zstdMark = []byte{0x1F, 0x8B}, []byte{0x28, 0xB5, 0x2F, 0xFD}

func begins(in *bufio.Reader, mark []byte) bool {
	head, err := in.Peek(len(mark))
	return err == nil && bytes.Equal(head, mark)
}

// isText looks at what has come so far: packed data has signs at its beginning that no
// text has.
func isText(in *bufio.Reader) bool {
	const looked = 32
	head, _ := in.Peek(min(in.Buffered(), looked)) // it is there
	for len(head) > 0 {
		r, size := utf8.DecodeRune(head)
		switch {
		case r == utf8.RuneError && size == 1:
			return !utf8.FullRune(head)
		case r == unicode.ReplacementChar, unicode.IsControl(r) && !unicode.IsSpace(r):
			return false
		}
		head = head[size:]
	}
	return true
}

// packed explains an answer in an encoding that is not read here.
func packed(status int, err error) *failure {
	if status/100 != 2 && status != 0 { // whose status says more
		return answered(said{status: status, words: noWords(fmt.Sprint(status), nil) + "; " + err.Error()})
	}
	return &failure{Error: llm.Error{
		Code: chat.ErrorAPI, Message: err.Error(), Next: "Have the server, or the proxy before it, not pack what it sends, or choose another model.",
	}}
}

// bound ends what has no end.
type bound struct {
	r    io.Reader
	left int
}

func (b *bound) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errEndless
	}
	n, err := b.r.Read(p)
	b.left -= n
	return n, err
}
