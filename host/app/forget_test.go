package app_test

import (
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
