package app

import (
	"context"

	"github.com/margay/margay/host/doctor"
	"github.com/margay/margay/host/llm/provider"
	"github.com/margay/margay/host/models"
)

// defaultModel finds and asks the default model for a diagnosis.
type defaultModel struct{ *models.Service }

// Default also fetches the key from where it lies: that is tried, not believed.
func (d defaultModel) Default(ctx context.Context, env map[string]string) (doctor.Model, error) {
	_, c, err := d.Open(ctx, "", env)
	m := doctor.Model{Spec: c.Spec, From: c.From}
	if c.Spec != provider.Offline {
		m.BaseURL, m.AddressFrom, m.KeyFrom = provider.Shown(c.BaseURL, c.Key), c.BaseFrom, c.KeyFrom
	}
	return m, err
}
