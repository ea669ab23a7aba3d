package main

import (
	"context"
	"errors"
	"path/filepath"

	"github.com/margay/margay/host/e2e/rig"
)

// scene is the program, its extension and a browser as a person has them, and a
// site to work on.
type scene struct {
	*rig.Rig
	site *site
}

// withScene runs a measurement in a world of its own, which it ends afterwards.
func withScene(ctx context.Context, b *bench, name string, measure func(scene) error) (err error) {
	s, err := newSite(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	starting, cancel := context.WithTimeout(ctx, waitTime)
	defer cancel()
	r, err := rig.Start(starting, rig.Options{Margay: b.margay, Dir: filepath.Join(b.dir, name)})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	return measure(scene{r, s})
}
