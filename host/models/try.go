package models

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/host/llm/provider"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

const (
	// testTime bounds how long a model may take for one word: a server of one's own
	// may have to load it first.
	testTime = 60 * time.Second
	// testText is the longest answer that is told.
	testText = 200
)

// Test asks a model for one word, once: a failure that may pass is what a
// person wants to see here. That it fails is a result.
func (s *Service) Test(ctx context.Context, p client.TestModel, env map[string]string) (client.ModelTested, error) {
	began := time.Now()
	model, err := s.tried(ctx, p, env)
	text := ""
	if err == nil {
		text, err = askOnce(ctx, model)
	}
	out := client.ModelTested{OK: err == nil, Text: text, DurationMs: time.Since(began).Milliseconds()}
	var e *llm.Error
	var f *protocol.Fault
	switch {
	case err == nil:
	case errors.As(err, &e):
		out.Error, out.ErrorCode, out.Next = sentence(e.Error()), e.Code, e.Next
	case errors.As(err, &f):
		out.Error, out.ErrorCode, out.Next = f.Message, kindOf(f), f.Data.Next
	default:
		return out, err
	}
	return out, nil
}

// kindOf is the code of a fault: none for a mistake in what was typed, which is no
// fault of Margay.
func kindOf(f *protocol.Fault) chat.ErrorCode {
	switch f.Reason() {
	case protocol.ReasonInvalidParams, protocol.ReasonNotFound, protocol.ReasonConflict:
		return ""
	}
	return chat.ErrorInternal
}

func (s *Service) tried(ctx context.Context, p client.TestModel, env map[string]string) (llm.Model, error) {
	once := func(o *openai.Options) { o.Retries = -1 }
	if p.Draft == nil {
		model, _, err := s.open(ctx, p.Spec, env, once)
		return model, err
	}
	m, err := check(*p.Draft)
	if err != nil {
		return nil, err
	}
	c, key, err := s.draft(ctx, m, *p.Draft, env)
	if err != nil {
		return nil, err
	}
	return c.Model(key, env, s.o.Log, once), nil
}

// one is a book of one model.
type one struct{ provider.Saved }

func (o one) Find(string) (provider.Saved, bool, error) { return o.Saved, true, nil }

func (o one) Default() (string, error) { return "", nil }

// draft decides for a model that is not saved. What is typed into a form is
// meant, so variables do not win over it here.
func (s *Service) draft(ctx context.Context, m store.SavedModel, p client.SaveModel, env map[string]string) (provider.Choice, string, error) {
	key := strings.TrimSpace(p.Key)
	if key == "" && !p.ForgetKey {
		was, err := s.complete(m, p)
		if err == nil {
			key, err = s.key(ctx, was)
		}
		if err != nil {
			return provider.Choice{}, "", err
		}
	}
	saved := saved(m)
	saved.Key = key != ""
	mine := env
	if saved.Key || saved.BaseURL != "" {
		mine = without(env, m.Provider, saved.Key, saved.BaseURL != "")
	}
	c, err := provider.Choose(m.Spec(), mine, one{saved})
	return c, key, err
}

// without leaves out the vendor's variables that something typed stands for.
func without(env map[string]string, name string, key, base bool) map[string]string {
	vendor, _ := provider.Known(name)
	mine := make(map[string]string, len(env))
	for k, v := range env {
		mine[k] = v
	}
	for _, k := range vendor.KeyVars {
		if key || base { // a key of the environment is not sent to an address that was typed
			delete(mine, k)
		}
	}
	if base {
		delete(mine, vendor.BaseVar)
	}
	return mine
}

// askOnce asks for one word.
func askOnce(ctx context.Context, model llm.Model) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, testTime)
	defer cancel()
	reply, err := model.Stream(ctx, llm.Request{Messages: []chat.Message{{
		Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: "Answer with one word: ready"}},
	}}}, func(llm.Delta) {})
	if err != nil {
		return "", err
	}
	text := []rune(strings.TrimSpace(reply.Text()))
	if len(text) > testText {
		text = append(text[:testText], '…')
	}
	return string(text), nil
}

// Offered asks the provider of a model, the default one for an empty spec, for the
// names of its models, which costs nothing and tries address and key, for a diagnosis.
func (s *Service) Offered(ctx context.Context, spec string, env map[string]string) ([]string, error) {
	c, key, err := s.resolve(ctx, spec, env)
	if err != nil {
		return nil, err
	}
	return openai.ListModels(ctx, c.Options(key, env, s.o.Log, nil))
}

// Ask asks a model, the default one for an empty spec, for one word, for a diagnosis.
func (s *Service) Ask(ctx context.Context, spec string, env map[string]string) (string, error) {
	model, _, err := s.open(ctx, spec, env, func(o *openai.Options) { o.Retries = -1 })
	if err != nil {
		return "", err
	}
	return askOnce(ctx, model)
}

// Discover asks a provider for the names of its models. That it does not tell
// them is a result, as with a test; what the caller did wrong is an error.
func (s *Service) Discover(ctx context.Context, p client.DiscoverModels, env map[string]string) (client.ModelNames, error) {
	draft := client.SaveModel{Provider: p.Provider, BaseURL: p.BaseURL, Key: p.Key, KeyOf: p.KeyOf, Name: "none"}
	m, err := check(draft)
	if err != nil {
		return client.ModelNames{}, err
	}
	names, err := s.names(ctx, m, draft, env)
	out := client.ModelNames{Names: names}
	if out.Names == nil {
		out.Names = []string{}
	}
	if e, ok := errors.AsType[*llm.Error](err); ok {
		out.Error, out.ErrorCode, out.Next = sentence(e.Error()), e.Code, e.Next
		return out, nil
	}
	return out, err
}

// Sees guesses by the name of a model whether it sees images.
func (s *Service) Sees(_ context.Context, p client.ModelName) (client.ModelSight, error) {
	return client.ModelSight{Sees: provider.KnownToSee(p.Name)}, nil
}

func (s *Service) names(ctx context.Context, m store.SavedModel, p client.SaveModel, env map[string]string) ([]string, error) {
	c, key, err := s.draft(ctx, m, p, env)
	if err != nil {
		return nil, err
	}
	return openai.ListModels(ctx, c.Options(key, env, s.o.Log, nil))
}
