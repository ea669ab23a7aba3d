package models

import (
	"github.com/margay/margay/host/llm/provider"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol/client"
)

// List tells which models can be chosen by a client with these variables. It
// asks no keyring: what is wrong with a key is told as it was found last.
func (s *Service) List(env map[string]string) (client.Models, error) {
	list, err := s.o.Records.Models()
	if err != nil {
		return client.Models{}, err
	}
	out := client.Models{
		Models:    []client.Model{{Spec: provider.Offline, Label: provider.Offline, Provider: provider.Offline, Name: provider.Offline, Source: client.SourceBuiltin}},
		Templates: templates(),
	}
	specs := map[string]bool{provider.Offline: true}
	for _, m := range list {
		told, err := s.describe(m, env)
		if err != nil {
			return out, err
		}
		specs[told.Spec] = true
		out.Models = append(out.Models, told)
	}
	// A default that cannot be had is named all the same: sending says why.
	c, _ := s.Choose("", env)
	out.Default, out.DefaultFrom = c.Spec, c.From
	if !specs[c.Spec] && c.Name != "" {
		out.Models = append(out.Models, fromEnvironment(c))
	}
	return out, nil
}

// fromEnvironment describes a default that is not saved.
func fromEnvironment(c provider.Choice) client.Model {
	return client.Model{
		Spec: c.Spec, Label: c.Spec, Provider: c.Provider, Name: c.Name, BaseURL: provider.Shown(c.BaseURL, c.Key), Source: client.SourceEnvironment, Key: variableKey(c), Sees: c.Sees,
	}
}

func variableKey(c provider.Choice) client.Key {
	if c.Key == "" {
		return client.Key{}
	}
	return client.Key{Set: true, Place: client.KeyInEnvironment, Variable: c.KeyFrom}
}

// describe tells a saved model without its key.
func (s *Service) describe(m store.SavedModel, env map[string]string) (client.Model, error) {
	c, _ := s.Choose(m.Spec(), env) // what is missing, the members say
	told := client.Model{
		ID: m.ID, Spec: m.Spec(), Label: m.Label, Provider: m.Provider, Name: m.Name, BaseURL: provider.Shown(m.BaseURL, c.Key), Sees: m.Sees,
		Source: client.SourceSettings, Revision: m.Revision, Key: variableKey(c),
	}
	if told.Label == "" {
		told.Label = told.Spec
	}
	if told.Key.Set || m.Key == "" {
		return told, nil
	}
	place, err := s.place(m.Key)
	s.mu.Lock()
	defer s.mu.Unlock()
	told.Key = client.Key{Set: true, Place: client.KeyPlace(place), Problem: s.problems[m.Key]}
	return told, err
}

func templates() []client.ModelTemplate {
	var list []client.ModelTemplate
	for _, v := range provider.Vendors() {
		names := v.Names
		if names == nil {
			names = []string{}
		}
		list = append(list, client.ModelTemplate{Provider: v.Name, Title: v.Title, BaseURL: v.BaseURL, NeedsKey: v.NeedsKey(), KeyPage: v.KeyPage, Names: names})
	}
	// A server of one's own: the person fills in name and address.
	return append(list, client.ModelTemplate{Provider: "custom", Title: "Custom", Names: []string{}})
}
