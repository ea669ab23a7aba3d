package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"github.com/margay/margay/protocol"
)

// SavedModel is a model that a person saved. Key names its key in the list of
// keys; the key itself is never here.
type SavedModel struct {
	ID        string    `json:"id"`
	Provider  string    `json:"provider"`
	Name      string    `json:"name"`
	Label     string    `json:"label,omitempty"`
	BaseURL   string    `json:"baseURL,omitempty"`
	Sees      bool      `json:"sees,omitempty"`
	Key       string    `json:"key,omitempty"`
	Revision  int64     `json:"revision"`
	CreatedAt time.Time `json:"createdAt"`
}

// Spec is what a model is called everywhere.
func (m SavedModel) Spec() string { return m.Provider + ":" + m.Name }

// SavedKey says where a key lies. Place is empty while it is being put somewhere.
type SavedKey struct {
	ID    string `json:"id"`
	Place string `json:"place,omitempty"`
	// Unsettled says that the keyring may hold it, too.
	Unsettled bool `json:"unsettled,omitempty"`
}

// Models lists the saved models, oldest first.
func (s *Store) Models() (list []SavedModel, err error) {
	err = s.view(func(t tx) (err error) {
		list, err = savedModels(t)
		return err
	})
	return list, err
}

func savedModels(t tx) (list []SavedModel, err error) {
	err = eachRecord(t.top(inModels), func(_ string, m SavedModel) error {
		list = append(list, m)
		return nil
	})
	slices.SortFunc(list, func(a, b SavedModel) int {
		return strings.Compare(a.CreatedAt.UTC().Format(time.RFC3339Nano)+a.ID, b.CreatedAt.UTC().Format(time.RFC3339Nano)+b.ID)
	})
	return list, err
}

// SaveModel adds a model (revision 0) or changes one. Another revision in the
// store, or another model of the same spec, is a conflict. Every other model of
// the same provider and address that used the key instead gets the model's key:
// it is the account's. It returns what is stored now.
func (s *Store) SaveModel(ctx context.Context, m SavedModel, instead string) (saved SavedModel, err error) {
	err = s.write(ctx, func(t tx) error {
		list, err := savedModels(t)
		if err != nil {
			return err
		}
		saved = m
		if err := fitsIn(list, &saved); err != nil {
			return err
		}
		saved.Revision++
		models := t.top(inModels)
		for _, other := range list {
			sameAccount := other.Provider == m.Provider && other.BaseURL == m.BaseURL
			if instead == "" || other.ID == m.ID || other.Key != instead || !sameAccount {
				continue
			}
			other.Key = m.Key
			if err := putModel(models, other); err != nil {
				return err
			}
		}
		return putModel(models, saved)
	})
	return saved, err
}

// fitsIn checks a model against those there are and keeps when it was made.
func fitsIn(list []SavedModel, m *SavedModel) error {
	was := slices.IndexFunc(list, func(o SavedModel) bool { return o.ID == m.ID })
	switch {
	case was < 0 && m.Revision != 0:
		return noModel()
	case was >= 0 && list[was].Revision != m.Revision:
		return modelChanged()
	case was >= 0:
		m.CreatedAt = list[was].CreatedAt
	}
	for _, o := range list {
		if o.ID != m.ID && o.Spec() == m.Spec() {
			return protocol.NewFault(protocol.ReasonConflict, fmt.Sprintf("The model %s is saved already.", m.Spec())).
				WithNext("Change that one, or give this one another name.")
		}
	}
	return nil
}

func putModel(b *bbolt.Bucket, m SavedModel) error {
	key, err := textKey(m.ID)
	if err != nil {
		return err
	}
	return put(b, key, m)
}

// DeleteModel forgets a model; another revision in the store is a conflict.
func (s *Store) DeleteModel(ctx context.Context, id string, revision int64) error {
	return s.write(ctx, func(t tx) error {
		key, err := textKey(id)
		if err != nil {
			return err
		}
		m, there, err := get[SavedModel](t.top(inModels), key)
		switch {
		case err != nil:
			return err
		case !there:
			return noModel()
		case m.Revision != revision:
			return modelChanged()
		}
		return t.top(inModels).Delete(key)
	})
}

func noModel() error {
	return protocol.NewFault(protocol.ReasonNotFound, "There is no such saved model.").
		WithNext("It may have been deleted; list the models to see which there are.")
}

func modelChanged() error {
	return protocol.NewFault(protocol.ReasonConflict, "The model was changed by somebody else in between; nothing was changed now.").
		WithNext("Read it again and repeat the change.")
}

// Keys lists where the keys lie.
func (s *Store) Keys() (list []SavedKey, err error) {
	err = s.view(func(t tx) error {
		list = nil
		return eachRecord(t.top(inKeys), func(_ string, k SavedKey) error {
			list = append(list, k)
			return nil
		})
	})
	return list, err
}

// SaveKey notes where a key lies, or that it is about to lie somewhere.
func (s *Store) SaveKey(ctx context.Context, k SavedKey) error {
	return s.write(ctx, func(t tx) error {
		key, err := textKey(k.ID)
		if err != nil {
			return err
		}
		return put(t.top(inKeys), key, k)
	})
}

// DeleteKey forgets where a key lay.
func (s *Store) DeleteKey(ctx context.Context, id string) error {
	return s.write(ctx, func(t tx) error {
		key, err := textKey(id)
		if err != nil {
			return err
		}
		return t.top(inKeys).Delete(key)
	})
}

// Choice is what a person chose under a name, empty where they did not.
func (s *Store) Choice(name string) (value string, err error) {
	err = s.view(func(t tx) (err error) {
		value, _, err = get[string](t.top(inChoices), []byte(name))
		return err
	})
	return value, err
}

// Choose keeps what a person chose under a name.
func (s *Store) Choose(ctx context.Context, name, value string) error {
	return s.write(ctx, func(t tx) error {
		key, err := textKey(name)
		if err != nil {
			return err
		}
		return put(t.top(inChoices), key, value)
	})
}
