// Package models keeps the models that people save, decides which one answers,
// and tries them out.
//
// It guarantees: a key that is saved goes to its place (package secret) and
// never comes back to a client; every key that lies somewhere has a record that
// says where, from before it is put there until after it is removed, so that none
// is left behind; a key that no model uses any more is removed. What a provider
// says, is told without the key. A model is found by the table in
// host/README.md, which package provider walks.
package models

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/host/llm/provider"
	"github.com/margay/margay/host/secret"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// Records are what is stored of models and keys: [store.Store].
type Records interface {
	Models() ([]store.SavedModel, error)
	SaveModel(ctx context.Context, m store.SavedModel, instead string) (store.SavedModel, error)
	DeleteModel(ctx context.Context, id string, revision int64) error
	Keys() ([]store.SavedKey, error)
	SaveKey(context.Context, store.SavedKey) error
	DeleteKey(ctx context.Context, id string) error
	Choice(name string) (string, error)
	Choose(ctx context.Context, name, value string) error
}

// Secrets are the places of keys: [secret.Keys].
type Secrets interface {
	Put(ctx context.Context, name, key string) (secret.Stored, error)
	Get(ctx context.Context, place secret.Place, name string) (string, error)
	Remove(ctx context.Context, place secret.Place, name string) error
}

// Options are what the service stands on. Records and Secrets are required.
type Options struct {
	Records Records
	Secrets Secrets
	Log     zerolog.Logger
}

// Service is the models. It is safe for concurrent use.
type Service struct {
	o Options
	// saving lets one change at a time through: it is several steps.
	saving sync.Mutex

	mu sync.Mutex // guards problems and habits
	// problems says of keys why they could not be had when they were asked last.
	problems map[string]string
	// habits is what models at an address have taught by refusals: each run has a
	// model of its own.
	habits map[string]*openai.Habits
}

// New makes the service. Nothing is asked yet.
func New(o Options) *Service {
	return &Service{o: o, problems: map[string]string{}, habits: map[string]*openai.Habits{}}
}

// chosen is the name under which the default lies.
const chosen = "model"

// Find is the model saved under a spec, for [provider.Choose].
func (s *Service) Find(spec string) (provider.Saved, bool, error) {
	m, found, err := s.bySpec(spec)
	return saved(m), found, err
}

func saved(m store.SavedModel) provider.Saved {
	return provider.Saved{Provider: m.Provider, Name: m.Name, BaseURL: m.BaseURL, Sees: m.Sees, Key: m.Key != ""}
}

// Default is the spec that a person chose.
func (s *Service) Default() (string, error) { return s.o.Records.Choice(chosen) }

// Choose decides which model answers; an empty spec is the default. Its error is
// an [*llm.Error], or one of the store.
func (s *Service) Choose(spec string, env map[string]string) (provider.Choice, error) {
	return provider.Choose(spec, env, s)
}

// Open gives the model that [Service.Choose] chooses, with its key.
func (s *Service) Open(ctx context.Context, spec string, env map[string]string) (llm.Model, provider.Choice, error) {
	return s.open(ctx, spec, env, nil)
}

func (s *Service) open(ctx context.Context, spec string, env map[string]string, change func(*openai.Options)) (llm.Model, provider.Choice, error) {
	c, key, err := s.resolve(ctx, spec, env)
	if err != nil {
		return nil, c, err
	}
	return c.Model(key, env, s.o.Log, s.taught(c, change)), c, nil
}

// resolve decides for a model, and fetches its key where that is saved.
func (s *Service) resolve(ctx context.Context, spec string, env map[string]string) (c provider.Choice, key string, err error) {
	c, err = s.Choose(spec, env)
	if err != nil || c.KeyFrom != provider.FromSettings {
		return c, "", err
	}
	m, _, err := s.bySpec(c.Spec)
	if err == nil {
		key, err = s.key(ctx, m)
	}
	return c, key, err
}

// taught lets a model share what others of its name at its address have learned.
func (s *Service) taught(c provider.Choice, change func(*openai.Options)) func(*openai.Options) {
	return func(o *openai.Options) {
		if change != nil {
			change(o)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		place := c.Spec + " " + c.BaseURL
		if s.habits[place] == nil {
			s.habits[place] = &openai.Habits{}
		}
		o.Habits = s.habits[place]
	}
}

// key fetches the key of a saved model from the one place where it lies.
func (s *Service) key(ctx context.Context, m store.SavedModel) (string, error) {
	if m.Key == "" {
		return "", nil
	}
	place, err := s.place(m.Key)
	var key string
	if err == nil {
		key, err = s.o.Secrets.Get(ctx, secret.Place(place), m.Key)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.problems, m.Key)
	if err == nil {
		return key, nil
	}
	s.problems[m.Key] = "The key could not be had: " + err.Error() + "."
	return "", &llm.Error{
		Code: chat.ErrorAuth, Message: fmt.Sprintf("the key of %s could not be had: %s", m.Spec(), err),
		Next: "Or choose another model.", Err: err,
	}
}

func (s *Service) place(key string) (string, error) {
	list, err := s.o.Records.Keys()
	for _, k := range list {
		if k.ID == key {
			return k.Place, nil
		}
	}
	return "", err
}

func (s *Service) bySpec(spec string) (store.SavedModel, bool, error) {
	return s.find(func(m store.SavedModel) bool { return m.Spec() == spec })
}

func (s *Service) find(is func(store.SavedModel) bool) (store.SavedModel, bool, error) {
	list, err := s.o.Records.Models()
	for _, m := range list {
		if is(m) {
			return m, true, nil
		}
	}
	return store.SavedModel{}, false, err
}

// patience bounds how long a change goes on when its caller has gone.
const patience = 15 * time.Second

// detached lets a change of several steps end although its caller goes.
func detached(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), patience)
}

// fault tells an error of a model as one of a route.
func fault(err error) error {
	if e, ok := errors.AsType[*llm.Error](err); ok {
		return protocol.NewFault(protocol.ReasonInvalidParams, sentence(e.Error())).WithNext(e.Next)
	}
	return err
}
