package app

import (
	"context"
	"strings"

	"github.com/margay/margay/host/doctor"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/provider"
	"github.com/margay/margay/protocol/chat"
)

// models finds and asks the default model for a diagnosis.
type models struct{}

func (models) Default(_ context.Context, env map[string]string) (doctor.Model, error) {
	from := "builtin"
	for _, name := range []string{"LLM_MODEL", "LLM_PROVIDER", "MARGAY_MODEL"} {
		if strings.TrimSpace(env[name]) != "" {
			from = name
		}
	}
	m, err := provider.Resolve("", env)
	if err != nil {
		return doctor.Model{}, err
	}
	found := doctor.Model{Spec: m.Name(), From: from}
	vendor, _, remote := strings.Cut(m.Name(), ":")
	if !remote {
		return found, nil
	}
	found.BaseURL = "its vendor's address"
	if name := strings.ToUpper(vendor) + "_BASE_URL"; env[name] != "" {
		found.BaseURL, found.AddressFrom = env[name], name
	}
	return found, nil
}

// Ask asks for one word, once: a failure that might pass is what a person wants
// to see.
func (models) Ask(ctx context.Context, env map[string]string) (string, error) {
	m, err := provider.Resolve("", env)
	if err != nil {
		return "", err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var first error
	text := strings.Builder{}
	_, err = m.Stream(ctx, llm.Request{Messages: []chat.Message{{
		Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: "Answer with one word: ready"}},
	}}}, func(d llm.Delta) {
		text.WriteString(d.Text)
		if d.Retry != nil && first == nil {
			first = d.Retry.Err
			cancel()
		}
	})
	if first != nil {
		return "", first
	}
	return text.String(), err
}
