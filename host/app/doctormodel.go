package app

import (
	"context"
	"strings"

	"github.com/margay/margay/host/doctor"
	"github.com/margay/margay/host/llm/provider"
	"github.com/margay/margay/host/models"
)

// defaultModel finds and asks the default model for a diagnosis.
type defaultModel struct{ *models.Service }

// Find also fetches the key from where it lies: that is tried, not believed.
func (d defaultModel) Find(ctx context.Context, spec string, env map[string]string) (doctor.Model, error) {
	_, c, err := d.Open(ctx, spec, env)
	m := doctor.Model{Spec: c.Spec, Name: c.Name, From: c.From, Passed: c.Passed, PassedKey: c.PassedKey}
	if c.Spec != provider.Offline {
		m.BaseURL, m.AddressFrom, m.KeyFrom = provider.Shown(c.BaseURL, c.Key), c.BaseFrom, c.KeyFrom
	}
	m.Proxy, m.ProxyFrom = c.Proxy(env)
	name, _, _ := strings.Cut(c.Spec, ":")
	v, _ := provider.Known(name)
	m.KeyedList = v.KeyedList
	return m, err
}
