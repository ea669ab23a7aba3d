// Package secret keeps the keys of models: in the system's keyring, or, where
// there is none that answers, in one file that only its owner can read.
//
// It guarantees: whoever stores a key is told where it lies now, and whether the
// keyring may hold it too because it had not answered in time; later only that
// place is asked. A keyring that is locked, away or silent delays a caller by the
// stated wait at most and is then an error in plain words; it never makes another
// place be asked. While a call of it is overdue, others are refused at once. The
// file is replaced whole, belongs to its reader, and is refused when others could
// read it. A key never stands in an error or in the log.
package secret

import (
	"context"
	"errors"
	"fmt"
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
	line line
}

// Stored says where a key lies that was stored.
type Stored struct {
	Place Place
	// Unsettled says that the keyring was asked first and had not answered in time.
	// It may get the key all the same, so the key is to be removed from it later.
	Unsettled bool
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
	return &Keys{o: o, file: file{path: o.Path}, line: newLine(o.Wait)}
}

// Put stores a key under a name: in the keyring, or in the file where the
// keyring cannot be had.
func (k *Keys) Put(ctx context.Context, name, key string) (Stored, error) {
	err := errNone
	if k.o.Ring != nil {
		err = k.line.ask(ctx, func() error { return k.o.Ring.Set(service, name, key) }, func() {
			// It came too late: the key lies in the file by now. Where this fails,
			// whoever was told “unsettled” tries it again.
			_ = k.o.Ring.Delete(service, name)
		})
	}
	if err == nil {
		return Stored{Place: Keyring}, nil
	}
	if ctx.Err() != nil {
		return Stored{}, ctx.Err()
	}
	silent, ok := errors.AsType[*silentError](err)
	return Stored{Place: File, Unsettled: ok && silent.asked}, k.file.put(name, key)
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

// Remove clears a key from a place, and asks no other; the empty place means all
// that there are. A key that is not there is no error.
func (k *Keys) Remove(ctx context.Context, place Place, name string) error {
	var errs []error
	if place != Keyring {
		errs = append(errs, k.file.remove(name))
	}
	switch {
	case place == File, place == "" && k.o.Ring == nil:
	case k.o.Ring == nil:
		errs = append(errs, errNone) // it still lies there, where nobody can be asked now
	default:
		err := k.line.ask(ctx, func() error { return k.o.Ring.Delete(service, name) }, nil)
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
	switch {
	case errors.Is(err, errNone): // nobody offers one: nothing is wrong
		return File, nil
	case err != nil:
		return File, err
	}
	return Keyring, nil
}

// CheckFile says why the file of keys can be neither read nor changed; nil where it
// can, or where there is none.
func (k *Keys) CheckFile() error {
	k.file.mu.Lock()
	defer k.file.mu.Unlock()
	_, err := k.file.read()
	return err
}

// fromRing reads from the keyring; what is not there is empty.
func (k *Keys) fromRing(ctx context.Context, name string) (string, error) {
	if k.o.Ring == nil {
		return "", errNone
	}
	found := make(chan string, 1) // a silent keyring may answer when nobody waits
	err := k.line.ask(ctx, func() error {
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

func words(p Place) string {
	if p == Keyring {
		return "system's keyring"
	}
	return "file of keys"
}
