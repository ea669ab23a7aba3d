package models

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/margay/margay/host/secret"
	"github.com/margay/margay/host/store"
)

// Tidy removes the keys that no model uses, and copies that a keyring took too
// late: a crash may have left them. It asks the keyring only where there are any.
func (s *Service) Tidy(ctx context.Context) {
	s.saving.Lock()
	defer s.saving.Unlock()
	s.tidy(ctx)
}

// tidy is called with saving locked. What cannot be removed now is tried again
// with the next change and at the next start.
func (s *Service) tidy(ctx context.Context) {
	list, err := s.o.Records.Models()
	keys, errKeys := s.o.Records.Keys()
	if err := errors.Join(err, errKeys); err != nil {
		s.o.Log.Warn().Err(err).Msg("keys not tidied")
		return
	}
	for _, k := range keys {
		var err error
		what := "a key that is not used any more was not removed"
		switch {
		case !slices.ContainsFunc(list, func(m store.SavedModel) bool { return m.Key == k.ID }):
			err = s.forget(ctx, k)
		case k.Unsettled:
			err = s.settle(ctx, k)
			what = "the copy of a key that the keyring may hold was not removed"
		}
		if err != nil {
			s.o.Log.Warn().Err(err).Str("place", k.Place).Msg(what)
		}
	}
}

// forget removes a key from wherever it may lie, and then its record. Where one
// of its places cannot be asked now, the record stays.
func (s *Service) forget(ctx context.Context, k store.SavedKey) error {
	err := s.o.Secrets.Remove(ctx, secret.Place(k.Place), k.ID)
	if k.Unsettled {
		err = errors.Join(err, s.o.Secrets.Remove(ctx, secret.Keyring, k.ID))
	}
	if err != nil {
		return err
	}
	return s.o.Records.DeleteKey(ctx, k.ID)
}

// settle removes the copy that the keyring may have taken after its time.
func (s *Service) settle(ctx context.Context, k store.SavedKey) error {
	if err := s.o.Secrets.Remove(ctx, secret.Keyring, k.ID); err != nil {
		return err
	}
	k.Unsettled = false
	return s.o.Records.SaveKey(ctx, k)
}

// ForgetKeys removes every key from the system's keyring, which outlives the
// data directory, and from the file what the keyring may hold, too. Its error
// names the models whose keys are left there.
func (s *Service) ForgetKeys(ctx context.Context) error {
	s.saving.Lock()
	defer s.saving.Unlock()
	list, err := s.o.Records.Models()
	keys, errKeys := s.o.Records.Keys()
	if err := errors.Join(err, errKeys); err != nil {
		return err
	}
	var failed []error
	for _, k := range keys {
		if secret.Place(k.Place) == secret.File && !k.Unsettled {
			continue
		}
		if err := s.forget(ctx, k); err != nil {
			failed = append(failed, fmt.Errorf("%s: %w", usersOf(list, k.ID), err))
		}
	}
	return errors.Join(failed...)
}

// usersOf names the models that use a key.
func usersOf(list []store.SavedModel, key string) string {
	var specs []string
	for _, m := range list {
		if m.Key == key {
			specs = append(specs, m.Spec())
		}
	}
	if len(specs) == 0 {
		return "a key that no model uses any more"
	}
	return "the key of " + strings.Join(specs, ", ")
}
