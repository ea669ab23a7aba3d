package app

import (
	"context"

	"github.com/margay/margay/host/doctor"
	"github.com/margay/margay/host/llm/provider"
	"github.com/margay/margay/host/models"
)

// defaultModel finds and asks the default model for a diagnosis.
type defaultModel struct{ *models.Service }

func (d defaultModel) Default(_ context.Context, env map[string]string) (doctor.Model, error) {
	c, err := d.Choose("", env)
	m := doctor.Model{Spec: c.Spec, From: c.From}
	if c.Spec != provider.Offline {
		m.BaseURL, m.AddressFrom, m.KeyFrom = c.BaseURL, c.BaseFrom, c.KeyFrom
	}
	return m, err
}
