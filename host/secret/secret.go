// Package secret keeps the keys of models: in the system's keyring, or, where
// there is none that answers, in one file that only its owner can read.
//
// It guarantees: whoever stores a key is told where it lies now, and later only
// that place is asked. A keyring that is locked, away or silent delays a caller
// by the stated wait at most and is then an error in plain words; it never makes
// another place be asked. The file is replaced whole, belongs to its reader, and
// is refused when others could read it. A key never stands in an error or in
// the log.
package secret

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/zalando/go-keyring"
)

// Place is where a key lies.
type Place string

// The places.
const (
	Keyring Place = "keyring"
	File    Place = "file"
)

// Ring is a keyring: the system's ([System]), or that of a test. Get and Delete
// give [keyring.ErrNotFound] for what is not there.
type Ring interface {
	Set(service, user, secret string) error
	Get(service, user string) (string, error)
	Delete(service, user string) error
}

// Options say where keys go. Path is required.
type Options struct {
	// Path is that of the file.
	Path string
	// Ring is the keyring; nil means that there is none.
	Ring Ring
	// Wait is how long the keyring may take; 0 means 3 s.
	Wait time.Duration
}

// Keys are the keys. It is safe for concurrent use.
type Keys struct {
	o    Options
	file file
	// turn has a token when no call of the keyring is under way. Its calls cannot be
	// ended from outside, so one that is silent keeps the token and others are
	// refused after the same wait: there is one goroutine at most that waits on.
	turn chan struct{}
}

const (
	// service is what people see in their keyring.
	service = "Margay"
	// probe is a name that no key has.
	probe = "probe"
)

// New opens the keys. Nothing is asked yet.
func New(o Options) *Keys {
	if o.Wait == 0 {
		o.Wait = 3 * time.Second
	}
	k := &Keys{o: o, file: file{path: o.Path}, turn: make(chan struct{}, 1)}
	k.turn <- struct{}{}
	return k
}

// Put stores a key under a name: in the keyring, or in the file where the
// keyring cannot be had.
func (k *Keys) Put(ctx context.Context, name, key string) (Place, error) {
	err := errNone
	if k.o.Ring != nil {
		err = k.ask(ctx, func() error { return k.o.Ring.Set(service, name, key) }, func() {
			// It came too late: the key lies in the file by now.
			_ = k.o.Ring.Delete(service, name)
		})
	}
	if err == nil {
		return Keyring, nil
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	return File, k.file.put(name, key)
}

// Get reads a key from the place where it lies.
func (k *Keys) Get(ctx context.Context, place Place, name string) (key string, err error) {
	switch place {
	case File:
		key, err = k.file.get(name)
	case Keyring:
		key, err = k.fromRing(ctx, name)
	default:
		return "", fmt.Errorf("the place of the key is not known; save the key again")
	}
	if err == nil && key == "" {
		err = fmt.Errorf("the key is not in the %s any more; save it again", words(place))
	}
	return key, err
}

// Remove clears a key from a place; the empty place means all of them. A key
// that is not there is no error.
func (k *Keys) Remove(ctx context.Context, place Place, name string) error {
	var errs []error
	if place != Keyring {
		errs = append(errs, k.file.remove(name))
	}
	if place != File && k.o.Ring != nil {
		err := k.ask(ctx, func() error { return k.o.Ring.Delete(service, name) }, nil)
		if !errors.Is(err, keyring.ErrNotFound) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Where says where a key that is stored now would lie, and why not in the keyring.
func (k *Keys) Where(ctx context.Context) (Place, error) {
	if k.o.Ring == nil {
		return File, nil
	}
	_, err := k.fromRing(ctx, probe)
	if err != nil {
		return File, err
	}
	return Keyring, nil
}

// fromRing reads from the keyring; what is not there is empty.
func (k *Keys) fromRing(ctx context.Context, name string) (string, error) {
	if k.o.Ring == nil {
		return "", errNone
	}
	found := make(chan string, 1) // a silent keyring may answer when nobody waits
	err := k.ask(ctx, func() error {
		key, err := k.o.Ring.Get(service, name)
		found <- key
		return err
	}, nil)
	if errors.Is(err, keyring.ErrNotFound) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	return <-found, nil
}

var errNone = errors.New("the system's keyring is not there: unlock it or log in to the desktop, or save the key again, which keeps it in a file")

// ask makes one call of the keyring and waits for it as long as is allowed. late,
// where it is set, runs when the call succeeded after that.
func (k *Keys) ask(ctx context.Context, call func() error, late func()) error {
	ctx, cancel := context.WithTimeout(ctx, k.o.Wait)
	defer cancel()
	select {
	case <-k.turn:
	case <-ctx.Done():
		return k.silent()
	}
	var mu sync.Mutex // guards gone
	gone := false
	done := make(chan error, 1)
	go func() { // ends when the keyring answers; see turn
		defer func() { k.turn <- struct{}{} }()
		err := guarded(call)
		mu.Lock()
		defer mu.Unlock()
		if gone && err == nil && late != nil {
			late()
		}
		done <- err
	}()
	select {
	case err := <-done:
		return plain(err)
	case <-ctx.Done():
	}
	mu.Lock()
	defer mu.Unlock()
	select {
	case err := <-done: // it came just now
		return plain(err)
	default:
	}
	gone = true
	return k.silent()
}

func (k *Keys) silent() error {
	return fmt.Errorf("the system's keyring did not answer within %s: unlock it and try again", k.o.Wait)
}

// guarded keeps a panic of the library from ending the daemon.
func guarded(call func() error) (err error) {
	defer func() {
		if recover() != nil { // what it says may hold the key
			err = errors.New("the keyring's library failed")
		}
	}()
	return call()
}

// plain is an error of the keyring in words; the library's own hold no key.
func plain(err error) error {
	if err == nil || errors.Is(err, keyring.ErrNotFound) {
		return err
	}
	return fmt.Errorf("the system's keyring cannot be used (%w): unlock it and try again", err)
}

func words(p Place) string {
	if p == Keyring {
		return "system's keyring"
	}
	return "file of keys"
}
