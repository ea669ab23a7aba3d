package attach

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	_ "image/gif" // kinds of images that are read
	"image/jpeg"
	"image/png"

	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // …
)

// What a model is given of an image: more is refused by some provider, or scaled
// down there anyway.
const (
	maxSide    = 2048
	maxPicture = 3_500_000
)

// Picture is an image as a model is given it. Data is empty where that is the image
// itself, as it came.
type Picture struct {
	MimeType string `json:"mimeType"`
	Data     []byte `json:"data,omitempty"`
}

// FitImage makes of an image what a model is given, see [Fit].
type FitImage func(ctx context.Context, data []byte) (Picture, error)

// Fit reads all of an image, which proves that it is sound, and makes it small
// enough for models: at most 2048 pixels on its longer side and 3.5 MB, the right way
// up. Of a GIF the first picture is taken. What fits stays as it came; a photograph
// becomes a JPEG, all else a PNG where that is small enough. Like [Read] it is meant for a
// process of its own.
func Fit(data []byte) (Picture, error) {
	img, kind, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return Picture{}, errors.New("its data is damaged, or of a kind that cannot be read here")
	}
	size := img.Bounds().Size()
	if size.X < 1 || size.Y < 1 {
		return Picture{}, errors.New("it has no size")
	}
	if kind != "gif" && fits(size.X, size.Y, len(data)) {
		return Picture{MimeType: "image/" + kind}, nil
	}
	turn := upright
	if kind == "jpeg" {
		turn = orientation(data) // what is made here does not tell it
	}
	for side := min(maxSide, max(size.X, size.Y)); side > 0; side = side * 3 / 4 {
		small := turned(scaled(img, side), turn)
		if p, err := encoded(small, kind == "jpeg"); err != nil || len(p.Data) <= maxPicture {
			return p, err
		}
	}
	return Picture{}, errors.New("it cannot be made small enough")
}

func fits(width, height, bytes int) bool {
	return width <= maxSide && height <= maxSide && bytes <= maxPicture
}

// scaled is an image whose longer side has at most so many pixels. The good way takes
// memory by the size of what it begins with; so a very large one is first brought
// to twice the size in a cheaper way.
func scaled(img image.Image, side int) image.Image {
	size := img.Bounds().Size()
	longer := max(size.X, size.Y)
	if longer <= side {
		return img
	}
	if longer > 4*side {
		img, size = drawn(draw.ApproxBiLinear, img, size, 2*side), img.Bounds().Size()
	}
	return drawn(draw.BiLinear, img, size, side)
}

func drawn(by draw.Scaler, img image.Image, size image.Point, side int) image.Image {
	longer := max(size.X, size.Y)
	to := image.NewRGBA(image.Rect(0, 0, max(1, size.X*side/longer), max(1, size.Y*side/longer)))
	by.Scale(to, to.Bounds(), img, img.Bounds(), draw.Src, nil)
	return to
}

// encoded is a photograph as a JPEG, and all else as a PNG, unless that is too large.
func encoded(img image.Image, photograph bool) (Picture, error) {
	var out bytes.Buffer
	if !photograph {
		if err := png.Encode(&out, img); err != nil {
			return Picture{}, err
		}
		if out.Len() <= maxPicture {
			return Picture{MimeType: "image/png", Data: out.Bytes()}, nil
		}
		out.Reset()
	}
	// A JPEG knows nothing of what shines through: it stands on white.
	paper := image.NewRGBA(image.Rectangle{Max: img.Bounds().Size()})
	draw.Draw(paper, paper.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(paper, paper.Bounds(), img, img.Bounds().Min, draw.Over)
	const good = 85
	if err := jpeg.Encode(&out, paper, &jpeg.Options{Quality: good}); err != nil {
		return Picture{}, err
	}
	return Picture{MimeType: "image/jpeg", Data: out.Bytes()}, nil
}

// plainlyFits reports whether an image that was found sound goes as it is, by its head.
func plainlyFits(data []byte) bool {
	size, kind, err := image.DecodeConfig(bytes.NewReader(data))
	return err == nil && kind != "gif" && fits(size.Width, size.Height, len(data))
}
