package store

import (
	"fmt"

	"github.com/margay/margay/protocol"
)

// schema says how the tree of a database looks and who made it so.
type schema struct {
	Version int `json:"version"`
	// Program is the version of the program that brought it to Version, which is
	// the one to name when an older program meets it.
	Program string `json:"program"`
}

// migration brings the tree from the version before to the next.
type migration struct {
	name string
	run  change
}

// migrations lists them in order: number i leads to version i+1. Entries are
// only ever added; a test opens a file that each version wrote.
func migrations() []migration {
	return []migration{
		{name: "make the first buckets", run: makeBuckets(topBuckets())},
		{name: "put conversations away, save models", run: makeBuckets(secondBuckets())},
	}
}

func makeBuckets(names []string) change {
	return func(t tx) error {
		for _, name := range names {
			if _, err := t.CreateBucket([]byte(name)); err != nil {
				return fmt.Errorf("make bucket %s: %w", name, err)
			}
		}
		return nil
	}
}

// create writes what makes a file ours.
func create(t tx) error {
	meta, err := t.CreateBucket([]byte(inMeta))
	if err != nil {
		return err
	}
	return meta.Put([]byte(keyProduct), []byte(protocol.Product))
}

// migrate brings the tree to the newest version, in the caller's transaction:
// a migration that dies leaves the version before.
func migrate(program string) change {
	return func(t tx) error {
		meta := t.top(inMeta)
		now, _, err := get[schema](meta, []byte(keySchema))
		if err != nil {
			return err
		}
		list := migrations()
		if now.Version == len(list) {
			return nil
		}
		for i := now.Version; i < len(list); i++ {
			if err := list[i].run(t); err != nil {
				return fmt.Errorf("migrate to version %d (%s): %w", i+1, list[i].name, err)
			}
		}
		return put(meta, []byte(keySchema), schema{Version: len(list), Program: program})
	}
}

// examine reads whose file this is, changing nothing.
func (s *Store) examine() error {
	return s.view(func(t tx) error {
		meta := t.top(inMeta)
		if meta == nil || string(meta.Get([]byte(keyProduct))) != protocol.Product {
			return damage{"it is a database of another program"}
		}
		now, _, err := get[schema](meta, []byte(keySchema))
		if err != nil {
			return damage{err.Error()}
		}
		if now.Version > len(migrations()) {
			return protocol.NewFault(protocol.ReasonStoreNewer, fmt.Sprintf(
				"%s was written by margay %s and needs that version or a later one.", s.path, now.Program)).
				WithNext("Start the newer margay; the file was not touched.")
		}
		return nil
	})
}
