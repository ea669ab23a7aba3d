package attach

import (
	"bytes"
	"encoding/binary"
	"image"
)

// The ways in which a camera may have been held, as EXIF numbers them.
const (
	upright  = 1
	lastTurn = 8
)

// orientation is the way in which the camera of a JPEG was held; upright where it does
// not say.
func orientation(data []byte) int {
	const notes, scan = 0xE1, 0xDA
	for at := 2; at+4 <= len(data) && data[at] == 0xFF; {
		marker := data[at+1]
		if marker == 0xFF { // filling
			at++
			continue
		}
		end := at + 2 + int(binary.BigEndian.Uint16(data[at+2:]))
		if marker == scan || end > len(data) || end < at+4 {
			break
		}
		if exif, is := bytes.CutPrefix(data[at+4:end], []byte("Exif\x00\x00")); marker == notes && is {
			return turnOf(exif)
		}
		at = end
	}
	return upright
}

// turnOf finds the orientation among the notes of a camera: a list of tag, type, count
// and value, behind a head that tells the order of bytes and where the list begins.
func turnOf(exif []byte) int {
	const head, entry, tag, value = 8, 12, 0x0112, 8
	if len(exif) < head {
		return upright
	}
	var order binary.ByteOrder = binary.BigEndian
	if exif[0] == 'I' {
		order = binary.LittleEndian
	}
	first := int64(order.Uint32(exif[4:]))
	if first+2 > int64(len(exif)) {
		return upright
	}
	list := exif[first+2:]
	for range order.Uint16(exif[first:]) {
		if len(list) < entry {
			break
		}
		if order.Uint16(list) == tag {
			if turn := int(order.Uint16(list[value:])); turn >= upright && turn <= lastTurn {
				return turn
			}
			break
		}
		list = list[entry:]
	}
	return upright
}

// turned brings an image upright that was taken in some other way.
func turned(img image.Image, turn int) image.Image {
	if turn == upright {
		return img
	}
	const firstOnItsSide = 5
	from := img.Bounds()
	right, bottom := from.Dx()-1, from.Dy()-1
	to := image.NewRGBA(image.Rect(0, 0, right+1, bottom+1))
	if turn >= firstOnItsSide {
		to = image.NewRGBA(image.Rect(0, 0, bottom+1, right+1))
	}
	for y := range to.Rect.Dy() {
		for x := range to.Rect.Dx() {
			var at image.Point
			switch turn {
			case 2:
				at = image.Pt(right-x, y)
			case 3:
				at = image.Pt(right-x, bottom-y)
			case 4:
				at = image.Pt(x, bottom-y)
			case 5:
				at = image.Pt(y, x)
			case 6:
				at = image.Pt(y, bottom-x)
			case 7:
				at = image.Pt(right-y, bottom-x)
			case 8:
				at = image.Pt(right-y, x)
			}
			at = at.Add(from.Min)
			to.Set(x, y, img.At(at.X, at.Y))
		}
	}
	return to
}
