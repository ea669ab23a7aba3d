package app_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/app"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/store"
)

// keyInRing makes a data directory whose keyring holds a key of no model.
func keyInRing(t *testing.T) config.Dirs {
	t.Helper()
	dirs := config.Dirs{Data: filepath.Join(t.TempDir(), "data")}
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	st, err := store.Open(store.Options{Dir: dirs.Data, Program: "1.0.0", Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.SaveKey(t.Context(), store.SavedKey{ID: "k", Place: "keyring"}); err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	return dirs
}

// TestForgetKeys_says_what_is_left, without a daemon, and never that a key is gone
// where nobody could be asked.
func TestForgetKeys_says_what_is_left(t *testing.T) {
	t.Setenv("MARGAY_KEYRING", "off")
	if err := app.ForgetKeys(t.Context(), config.Dirs{Data: t.TempDir()}); err != nil {
		t.Errorf("where nothing is stored: %v", err)
	}
	dirs := keyInRing(t)
	for range 2 { // the record stays
		if err := app.ForgetKeys(t.Context(), dirs); err == nil || !strings.Contains(err.Error(), "keyring is not there") {
			t.Errorf("got %v", err)
		}
	}
}

// TestForgetKeys_of_a_damaged_store: its keys are in the keyring and on no record
// that can be read, which is said beside a fresh store and without one.
func TestForgetKeys_of_a_damaged_store(t *testing.T) {
	t.Setenv("MARGAY_KEYRING", "off")
	dirs := config.Dirs{Data: filepath.Join(t.TempDir(), "[data]")} // no pattern
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	forget := func(when string, want bool) {
		t.Helper()
		err := app.ForgetKeys(t.Context(), dirs)
		if said := err != nil && strings.Contains(err.Error(), "margay.db.damaged-") && strings.Contains(err.Error(), "put aside"); said != want {
			t.Errorf("%s: it says %v", when, err)
		}
	}
	forget("nothing is stored", false)
	if err := os.WriteFile(dirs.Database(), []byte(strings.Repeat("noise ", 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	forget("found damaged just now", true)
	if _, err := os.Stat(dirs.Database()); !errors.Is(err, fs.ErrNotExist) {
		t.Fatalf("it was not put aside: %v", err)
	}
	forget("no store", true)
	st, err := store.Open(store.Options{Dir: dirs.Data, Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	forget("a fresh store", true)
}
