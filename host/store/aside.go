package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// The name of a database that was put aside is that of the database, this mark
// and the time (UTC) at which it was found damaged.
const (
	damagedMark = ".damaged-"
	damagedTime = "20060102-150405.000"
)

// Aside is a database that could not be read and lies beside the one in use.
type Aside struct {
	// File is its name in the data directory.
	File string
	// At is when it was put aside.
	At time.Time
}

// Damaged lists the databases that were put aside and lie there still, oldest
// first, without those that a person has dismissed.
func (s *Store) Damaged() ([]Aside, error) {
	all, err := DamagedIn(s.dir)
	list := make([]Aside, 0, len(all))
	for _, a := range all {
		dismissed, errChoice := s.Choice(dismissal(a.File))
		err = errors.Join(err, errChoice)
		if dismissed == "" {
			list = append(list, a)
		}
	}
	return list, err
}

// DismissDamaged notes that a person has been told of a database that was put
// aside, and leaves the file as it is. One that is not there is a not_found fault.
func (s *Store) DismissDamaged(ctx context.Context, file string) error {
	all, err := DamagedIn(s.dir)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(a Aside) bool { return a.File == file }) {
		return protocol.NewFault(protocol.ReasonNotFound, fmt.Sprintf("No damaged data file is kept as %q.", chat.Clean(file)))
	}
	return s.Choose(ctx, dismissal(file), "dismissed")
}

// dismissal is the name of the choice by which a file is told no more.
func dismissal(file string) string { return "damaged:" + file }

// DamagedIn lists the databases that were put aside in a data directory, also those
// that a person has dismissed.
func DamagedIn(dir string) ([]Aside, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("look for damaged data files: %w", err)
	}
	var list []Aside
	for _, e := range entries {
		suffix, ours := strings.CutPrefix(e.Name(), fileName+damagedMark)
		if !ours || !e.Type().IsRegular() {
			continue
		}
		at, err := time.Parse(damagedTime, suffix)
		if err != nil { // renamed by somebody: the file still tells a time
			info, err := e.Info()
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return list, err
			}
			at = info.ModTime().UTC()
		}
		list = append(list, Aside{File: e.Name(), At: at})
	}
	return list, nil
}
