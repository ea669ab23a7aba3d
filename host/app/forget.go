package app

import (
	"context"
	"errors"
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
// error names the models whose keys are left there.
func ForgetKeys(ctx context.Context, dirs config.Dirs) error {
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
