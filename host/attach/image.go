package attach

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"image"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// maxPixels is how large an image may be: a small file may claim a size that takes
// gigabytes wherever it is shown. Cameras of telephones make a hundred million.
const maxPixels = 250_000_000

// ErrTooLarge is what a reader says of a file that may be sound, and takes more memory
// than it has: pixels are of different sizes.
var ErrTooLarge = errors.New("it takes too much memory")

// checkImage looks whether an image can be read, and all of it is there: one that a
// provider cannot read would make it refuse the whole conversation. It is unpacked
// by fit, in a process of its own.
func checkImage(ctx context.Context, b chat.Block, data []byte, fit FitImage) error {
	next := "Save it anew and attach that."
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil || size.Width < 1 || size.Height < 1 {
		return refuse(protocol.ReasonUnsupported, b.Name+" is a damaged image.", next)
	}
	if int64(size.Width)*int64(size.Height) > maxPixels {
		return refuse(protocol.ReasonTooLarge, fmt.Sprintf("%s has %d × %d pixels, more than an image can have here.", b.Name, size.Width, size.Height),
			"Make it smaller, or attach a part of it.")
	}
	if !isComplete(b.MimeType, data) {
		return refuse(protocol.ReasonUnsupported, b.Name+" is only a part of an image.", next)
	}
	_, err = fit(ctx, data)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, ErrTooLarge):
		return refuse(protocol.ReasonTooLarge, fmt.Sprintf("%s cannot be read as an image: %s.", b.Name, err), "Make it smaller, or attach a part of it.")
	case err != nil:
		return refuse(protocol.ReasonUnsupported, fmt.Sprintf("%s cannot be read as an image: %s.", b.Name, err), next)
	}
	return nil
}

// isComplete reports whether an image has its end. What follows it is no matter.
func isComplete(kind string, data []byte) bool {
	switch kind {
	case "image/png":
		return hasEndOfPNG(data)
	case "image/jpeg":
		return hasEndOfJPEG(data)
	case "image/gif":
		return hasEndOfGIF(data)
	}
	const head = 8 // the mark and the length of all that follows
	return len(data) >= head && int64(binary.LittleEndian.Uint32(data[4:])) <= int64(len(data)-head)
}

// hasEndOfPNG walks the chunks: length, name, data, sum.
func hasEndOfPNG(data []byte) bool {
	const mark, around = 8, 12
	for at := mark; at+around <= len(data); {
		length := int(binary.BigEndian.Uint32(data[at:]))
		if string(data[at+4:at+8]) == "IEND" {
			return true
		}
		if length > len(data) {
			return false
		}
		at += around + length
	}
	return false
}

// hasEndOfJPEG walks the segments up to the picture, since a preview among them has
// an end of its own.
func hasEndOfJPEG(data []byte) bool {
	const scan = 0xDA
	for at := 2; at+4 <= len(data) && data[at] == 0xFF; {
		marker := data[at+1]
		switch {
		case marker == 0xFF: // filling
			at++
			continue
		case marker == scan:
			return bytes.Contains(data[at:], []byte{0xFF, 0xD9})
		}
		at += 2 + int(binary.BigEndian.Uint16(data[at+2:]))
	}
	return false
}

// hasEndOfGIF walks the blocks: pictures and extensions, each a chain of parts.
func hasEndOfGIF(data []byte) bool {
	const head, picture = 13, 10
	at := head + colors(data, head-3)
	for at < len(data) {
		switch data[at] {
		case ';':
			return true
		case '!':
			at = behindParts(data, at+2)
		case ',':
			at = behindParts(data, at+picture+colors(data, at+picture-1)+1)
		default:
			return false
		}
	}
	return false
}

// colors is how long the table of colors is that the flags at a place tell of.
func colors(data []byte, at int) int {
	if at >= len(data) || data[at]&0x80 == 0 {
		return 0
	}
	return 3 << (data[at]&7 + 1)
}

// behindParts is where a chain of parts ends, each with its length before it.
func behindParts(data []byte, at int) int {
	for at < len(data) {
		length := int(data[at])
		if at += 1 + length; length == 0 {
			break
		}
	}
	return at
}
