package main

import (
	"errors"
	"image"
	"image/draw"
	"image/png"
	"os"
)

// beside joins pictures from left to right.
func beside(path string, parts ...string) error {
	var list []image.Image
	width, height := 0, 0
	for _, p := range parts {
		img, err := readPNG(p)
		if err != nil {
			return err
		}
		list = append(list, img)
		width += img.Bounds().Dx()
		height = max(height, img.Bounds().Dy())
	}
	whole := image.NewRGBA(image.Rect(0, 0, width, height))
	x := 0
	for _, img := range list {
		at := image.Rect(x, 0, x+img.Bounds().Dx(), img.Bounds().Dy())
		draw.Draw(whole, at, img, img.Bounds().Min, draw.Src)
		x = at.Max.X
	}
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(png.Encode(f, whole), f.Close())
}

func readPNG(path string) (image.Image, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // only read
	return png.Decode(f)
}
