package api

import (
	"context"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

func (l *Links) registerDoctor(mux *rpc.Mux) {
	rpc.Handle(mux, client.DoctorRun, func(ctx context.Context, r *rpc.Request, p client.Diagnose) (client.Diagnosis, error) {
		return l.service.Diagnose(ctx, l.client(r.Peer), p)
	})
}

// Diagnose tries the chain as it is for c: its model variables decide the model.
func (s *Service) Diagnose(ctx context.Context, c *Client, p client.Diagnose) (client.Diagnosis, error) {
	env, err := c.env(p.Env)
	if err != nil {
		return client.Diagnosis{}, err
	}
	if s.o.Doctor == nil {
		return client.Diagnosis{}, protocol.NewFault(protocol.ReasonUnsupported, "This daemon has no doctor.")
	}
	p.Env = env
	d := s.o.Doctor(ctx, p)
	d.Checks = filled(d.Checks)
	return d, nil
}
