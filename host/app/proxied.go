package app

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// proxied is a model that is asked through a proxy. One that takes a connection and says
// nothing looks like a provider that does, so where the network fails the proxy is named,
// with the variable by which a person can change it.
type proxied struct {
	llm.Model
	host, variable string
}

// throughProxy names the proxy of a model in its failures; without one it is the model itself.
func throughProxy(m llm.Model, host, variable string) llm.Model {
	if host == "" {
		return m
	}
	return &proxied{Model: m, host: host, variable: variable}
}

// Stream asks the model.
func (p *proxied) Stream(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
	reply, err := p.Model.Stream(ctx, req, emit)
	var e *llm.Error
	if !errors.As(err, &e) || e.Code != chat.ErrorNetwork || e.Status != 0 || strings.Contains(e.Next, "PROXY") {
		return reply, err
	}
	named := *e
	named.Next = strings.TrimSpace(fmt.Sprintf("It is asked through the proxy %s (by %s): check that, or set NO_PROXY for the host of this provider. %s", p.host, p.variable, e.Next))
	return reply, &named
}
