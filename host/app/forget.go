package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/models"
	"github.com/margay/margay/host/secret"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/version"
)

// ForgetKeys removes the keys of a data directory from the system's keyring, which
// outlives the directory. No daemon may serve it: the store is opened here. Its
// error names the models whose keys are left there, and the damaged data files
// that knew of keys which nobody can name any more.
func ForgetKeys(ctx context.Context, dirs config.Dirs) error {
	err := forgetKnown(ctx, dirs) // this may find the damage
	return errors.Join(err, unknownKeys(dirs))
}

// forgetKnown removes the keys that the store knows of.
func forgetKnown(ctx context.Context, dirs config.Dirs) error {
	if _, err := os.Stat(dirs.Database()); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	st, err := store.Open(store.Options{Dir: dirs.Data, Program: version.Version(), Log: zerolog.Nop()})
	if err != nil {
		return err
	}
	keys := secret.New(secret.Options{Path: dirs.Keys(), Ring: secret.System(os.Getenv)})
	err = models.New(models.Options{Records: st, Secrets: keys, Log: zerolog.Nop()}).ForgetKeys(ctx)
	return errors.Join(err, st.Close())
}

// unknownKeys is an error where a damaged data file was put aside: keys that it
// knew of may lie in the keyring. Also where a person has dismissed the damage.
func unknownKeys(dirs config.Dirs) error {
	aside, err := store.DamagedIn(dirs.Data)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	errs := []error{err}
	for _, a := range aside {
		errs = append(errs, fmt.Errorf("which keys the data file %s knew of cannot be read: it was damaged and put aside", a.File))
	}
	return errors.Join(errs...)
}
