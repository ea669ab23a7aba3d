package models

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/host/llm/provider"
	"github.com/margay/margay/host/llm/redact"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// Limits of what is saved.
const (
	maxName  = 200
	maxLabel = 100
	maxBase  = 2000
	maxKey   = 8 << 10
)

// Save adds a model or changes one.
func (s *Service) Save(ctx context.Context, p client.SaveModel, env map[string]string) (client.Model, error) {
	m, err := check(p)
	if err != nil {
		return client.Model{}, err
	}
	ctx, cancel := detached(ctx)
	defer cancel()
	s.saving.Lock()
	defer s.saving.Unlock()
	if m, err = s.complete(m, p); err != nil {
		return client.Model{}, err
	}
	defer s.tidy(ctx) // the key that was there before, or the new one where saving fails
	instead := ""
	if key := strings.TrimSpace(p.Key); key != "" {
		instead = m.Key
		if m.Key, err = s.putKey(ctx, key); err != nil {
			return client.Model{}, err
		}
	}
	was, changed, err := s.find(func(o store.SavedModel) bool { return o.ID == m.ID })
	if err != nil {
		return client.Model{}, err
	}
	if m, err = s.o.Records.SaveModel(ctx, m, instead); err != nil {
		return client.Model{}, err
	}
	if changed && was.Spec() != m.Spec() { // the default keeps to the model, not to its name
		if err := s.renamed(ctx, was.Spec(), m.Spec()); err != nil {
			return client.Model{}, err
		}
	}
	return s.describe(m, env)
}

// check checks what a client sent, without its key.
func check(p client.SaveModel) (store.SavedModel, error) {
	m := store.SavedModel{
		ID: p.ID, Revision: p.Revision, Provider: strings.ToLower(strings.TrimSpace(p.Provider)), Name: strings.TrimSpace(chat.Clean(p.Name)),
		Label: strings.Join(strings.Fields(chat.Clean(p.Label)), " "), BaseURL: strings.TrimSpace(p.BaseURL), Sees: p.Sees,
	}
	if err := provider.CheckName(m.Provider); err != nil {
		return m, fault(err)
	}
	switch {
	case m.Name == "" || utf8.RuneCountInString(m.Name) > maxName || strings.ContainsFunc(m.Name, isControl):
		return m, wrong(fmt.Sprintf("The name of a model has 1 to %d characters.", maxName), "Take it from the list of the provider.")
	case utf8.RuneCountInString(m.Label) > maxLabel:
		return m, wrong(fmt.Sprintf("A label has at most %d characters.", maxLabel), "Make it shorter.")
	case len(p.Key) > maxKey || strings.ContainsFunc(strings.TrimSpace(p.Key), func(r rune) bool { return r <= ' ' || r > '~' }):
		return m, wrong("The key holds characters that no key has, or too many.", "Copy it anew from the provider's page.")
	}
	base, err := checkBase(m.Provider, m.BaseURL)
	if key := strings.TrimSpace(p.Key); err == nil && len(key) >= redact.Enough && strings.Contains(base, key) {
		// It would be told with the address. A shorter one may be made up for a server that
		// asks for none, and be the name of that server.
		err = wrong("The address holds the key.", "Take the key out of the address: it has a field of its own.")
	}
	m.BaseURL = base
	return m, err
}

// checkBase checks an address and leaves that of a vendor to the vendor's.
func checkBase(name, base string) (string, error) {
	base = openai.Base(base)
	vendor, known := provider.Known(name)
	switch {
	case base == "" && known, base == vendor.BaseURL && known:
		return "", nil
	case base == "":
		return "", wrong(fmt.Sprintf("%s is no known vendor, so it needs an address.", name), "Give the address that its API begins with, often ending in /v1.")
	case len(base) > maxBase:
		return "", wrong("The address is too long.", "Give the address that its API begins with, often ending in /v1.")
	}
	if err := provider.CheckAddress(base); err != nil {
		return "", wrong("This is no address of an API: "+err.Error()+".", "Give a full address such as https://api.openai.com/v1.")
	}
	return base, nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7F }

// complete fills in what is there already: id and key.
func (s *Service) complete(m store.SavedModel, p client.SaveModel) (store.SavedModel, error) {
	if m.ID == "" {
		m.ID, m.CreatedAt = chat.NewID(), time.Now().UTC().Round(0)
	} else {
		was, _, err := s.find(func(o store.SavedModel) bool { return o.ID == m.ID })
		if err != nil {
			return m, err
		}
		if strings.TrimSpace(p.Key) == "" && p.KeyOf == "" && !p.ForgetKey && was.Key != "" && !oneAccount(was, m) {
			return m, otherAccount()
		}
		m.Key = was.Key // where it is not there, saving says so
	}
	if p.ForgetKey {
		m.Key = ""
	}
	if p.KeyOf != "" && strings.TrimSpace(p.Key) == "" { // a key that was typed is meant
		other, err := s.named(p.KeyOf)
		if err != nil {
			return m, err
		}
		if !oneAccount(other, m) {
			return m, otherAccount()
		}
		m.Key = other.Key
	}
	return m, nil
}

// oneAccount reports whether a key of one model may go where another one leads.
func oneAccount(a, b store.SavedModel) bool { return provider.SameHost(address(a), address(b)) }

func address(m store.SavedModel) string {
	if m.BaseURL != "" {
		return m.BaseURL
	}
	vendor, _ := provider.Known(m.Provider)
	return vendor.BaseURL
}

func otherAccount() error {
	return protocol.NewFault(protocol.ReasonInvalidParams, "The key was given for another provider or address, and is not sent to this one.").
		WithNext("Type the key for this one.")
}

// named finds a saved model by its id or its spec.
func (s *Service) named(name string) (store.SavedModel, error) {
	m, found, err := s.find(func(o store.SavedModel) bool { return o.ID == name || o.Spec() == name })
	if err == nil && !found {
		err = protocol.NewFault(protocol.ReasonNotFound, "The model whose key is meant is not saved.").WithNext("List the models and try again.")
	}
	return m, err
}

// putKey stores a key and notes where.
func (s *Service) putKey(ctx context.Context, key string) (string, error) {
	k := store.SavedKey{ID: chat.NewID()}
	if err := s.o.Records.SaveKey(ctx, k); err != nil {
		return "", err
	}
	lies, err := s.o.Secrets.Put(ctx, k.ID, key)
	if err != nil {
		return "", protocol.NewFault(protocol.ReasonInternal, sentence("The key could not be stored: "+err.Error())).
			WithNext("Mend that and save the key again.")
	}
	k.Place, k.Unsettled = string(lies.Place), lies.Unsettled
	return k.ID, s.o.Records.SaveKey(ctx, k)
}

// Delete forgets a model, and its key where no other model uses it.
func (s *Service) Delete(ctx context.Context, p client.DeleteModel, env map[string]string) (client.Models, error) {
	ctx, cancel := detached(ctx)
	defer cancel()
	if err := s.remove(ctx, p); err != nil {
		return client.Models{}, err
	}
	return s.List(env)
}

func (s *Service) remove(ctx context.Context, p client.DeleteModel) error {
	s.saving.Lock()
	defer s.saving.Unlock()
	m, _, err := s.find(func(o store.SavedModel) bool { return o.ID == p.ID })
	if err != nil {
		return err
	}
	if err := s.o.Records.DeleteModel(ctx, p.ID, p.Revision); err != nil {
		return err
	}
	if err := s.renamed(ctx, m.Spec(), ""); err != nil {
		return err
	}
	s.tidy(ctx) // last: a silent keyring takes its time
	return nil
}

// renamed moves the default along with the model that it names.
func (s *Service) renamed(ctx context.Context, from, to string) error {
	now, err := s.Default()
	if err != nil || now != from {
		return err
	}
	return s.o.Records.Choose(ctx, chosen, to)
}

// MakeDefault makes a model the one that is taken where none is named.
func (s *Service) MakeDefault(ctx context.Context, p client.ModelRef, env map[string]string) (client.Models, error) {
	if strings.TrimSpace(p.Spec) == "" {
		return client.Models{}, wrong("No model is named.", "Name one, or offline.")
	}
	c, err := s.Choose(p.Spec, env)
	if err != nil {
		return client.Models{}, fault(err)
	}
	s.saving.Lock()
	err = s.o.Records.Choose(ctx, chosen, c.Spec)
	s.saving.Unlock()
	if err != nil {
		return client.Models{}, err
	}
	return s.List(env)
}

func wrong(what, next string) error {
	return protocol.NewFault(protocol.ReasonInvalidParams, what).WithNext(next)
}

// sentence makes a sentence of an error's words.
func sentence(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	text = strings.ToUpper(string(r)) + text[size:]
	if !strings.HasSuffix(text, ".") {
		text += "."
	}
	return text
}
