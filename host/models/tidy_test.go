package models_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/models"
	"github.com/margay/margay/host/secret"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/client"
)

// slow is a keyring that takes keys too late: they lie in the file by then. What
// is removed from it is noted.
type slow struct {
	file    *secret.Keys
	fail    error // of removing from the keyring
	removed []string
}

func (s *slow) Put(ctx context.Context, name, key string) (secret.Stored, error) {
	lies, err := s.file.Put(ctx, name, key)
	lies.Unsettled = true
	return lies, err
}

func (s *slow) Get(ctx context.Context, place secret.Place, name string) (string, error) {
	return s.file.Get(ctx, place, name)
}

func (s *slow) Remove(ctx context.Context, place secret.Place, name string) error {
	if place != secret.File {
		if s.fail != nil {
			return s.fail
		}
		s.removed = append(s.removed, name)
	}
	if place == secret.Keyring {
		return nil
	}
	return s.file.Remove(ctx, secret.File, name)
}

func newSlow(t *testing.T) (*slow, *store.Store, *models.Service) {
	st := storetest.Open(t)
	s := &slow{file: secret.New(secret.Options{Path: filepath.Join(t.TempDir(), "keys")}), fail: errors.New("the keyring is silent")}
	return s, st, models.New(models.Options{Records: st, Secrets: s, Log: zerolog.New(zerolog.NewTestWriter(t))})
}

// TestTidy_settles: a key that the keyring may have taken too late is removed from
// there as soon as that can be asked, and goes on working out of the file.
func TestTidy_settles(t *testing.T) {
	t.Parallel()
	keys, st, service := newSlow(t)
	if _, err := service.Save(t.Context(), client.SaveModel{Provider: "mylab", Name: "a", BaseURL: "http://127.0.0.1:1/v1", Key: "sk-a"}, nil); err != nil {
		t.Fatal(err)
	}
	record := func() store.SavedKey {
		t.Helper()
		list, err := st.Keys()
		if err != nil || len(list) != 1 || list[0].Place != string(secret.File) {
			t.Fatalf("%+v, %v", list, err)
		}
		return list[0]
	}
	if !record().Unsettled {
		t.Error("the record forgot that the keyring may hold the key")
	}
	keys.fail = nil
	service.Tidy(t.Context())
	if k := record(); k.Unsettled || len(keys.removed) != 1 || keys.removed[0] != k.ID {
		t.Errorf("%+v; removed from the keyring: %q", k, keys.removed)
	}
	if got, err := keys.Get(t.Context(), secret.File, record().ID); err != nil || got != "sk-a" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	service.Tidy(t.Context())
	if len(keys.removed) != 1 {
		t.Error("the keyring is asked again and again")
	}
}

// TestForgetKeys clears the keyring of used and unused keys, and names what is left.
func TestForgetKeys(t *testing.T) {
	t.Parallel()
	keys, st, service := newSlow(t)
	for _, name := range []string{"a", "b"} {
		if _, err := service.Save(t.Context(), client.SaveModel{Provider: "mylab", Name: name, BaseURL: "http://127.0.0.1:1/v1", Key: "sk-" + name}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, k := range []store.SavedKey{{ID: "1", Place: "keyring"}, {ID: "2"}, {ID: "3", Place: "file"}} {
		if err := st.SaveKey(t.Context(), k); err != nil {
			t.Fatal(err)
		}
	}
	err := service.ForgetKeys(t.Context())
	for _, want := range []string{"the key of mylab:a: the keyring is silent", "the key of mylab:b", "no model uses"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q in it", err, want)
		}
	}
	keys.fail = nil
	if err := service.ForgetKeys(t.Context()); err != nil || len(keys.removed) != 4 {
		t.Errorf("removed %q, %v", keys.removed, err)
	}
	if list, err := st.Keys(); err != nil || len(list) != 1 || list[0].ID != "3" {
		t.Errorf("on record: %+v, %v", list, err)
	}
}

// TestForgetKeys_without_a_keyring: a key that the keyring may have taken too late
// is out of the file at once, and stays on record as long as nobody can ask the
// keyring; that is said.
func TestForgetKeys_without_a_keyring(t *testing.T) {
	t.Parallel()
	st := storetest.Open(t)
	path := filepath.Join(t.TempDir(), "keys")
	keys := secret.New(secret.Options{Path: path})
	if _, err := keys.Put(t.Context(), "k", "sk-a"); err != nil {
		t.Fatal(err)
	}
	if err := st.SaveKey(t.Context(), store.SavedKey{ID: "k", Place: "file", Unsettled: true}); err != nil {
		t.Fatal(err)
	}
	service := models.New(models.Options{Records: st, Secrets: keys, Log: zerolog.New(zerolog.NewTestWriter(t))})
	for range 2 {
		if err := service.ForgetKeys(t.Context()); err == nil || !strings.Contains(err.Error(), "keyring is not there") {
			t.Errorf("it says %v", err)
		}
		if list, err := st.Keys(); err != nil || len(list) != 1 || !list[0].Unsettled {
			t.Errorf("on record: %+v, %v", list, err)
		}
		if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("the file of keys: %v", err)
		}
	}
}
