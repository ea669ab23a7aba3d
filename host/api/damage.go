package api

import (
	"context"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// Damage knows the damaged data files that were put aside: [store.Store].
type Damage interface {
	Damaged() ([]store.Aside, error)
	DismissDamaged(ctx context.Context, file string) error
}

func registerDamage(mux *rpc.Mux, s *Service) {
	rpc.Handle(mux, client.DamageDismiss, func(ctx context.Context, _ *rpc.Request, p client.DismissDamage) (client.Damages, error) {
		return s.DismissDamage(ctx, p)
	})
}

// DismissDamage lets a damaged data file be told no more.
func (s *Service) DismissDamage(ctx context.Context, p client.DismissDamage) (client.Damages, error) {
	if s.o.Damage == nil {
		return client.Damages{}, protocol.NewFault(protocol.ReasonUnsupported, "This daemon puts no data aside.")
	}
	if err := s.o.Damage.DismissDamaged(ctx, p.File); err != nil {
		return client.Damages{}, err
	}
	list, err := s.damaged()
	return client.Damages{Damaged: filled(list)}, err
}

// damaged lists what was put aside and not dismissed; nil where there is none.
func (s *Service) damaged() ([]client.Damaged, error) {
	if s.o.Damage == nil {
		return nil, nil
	}
	all, err := s.o.Damage.Damaged()
	return Damaged(all), err
}

// Damaged are data files that were put aside as clients are told of them; nil
// where there is none.
func Damaged(all []store.Aside) []client.Damaged {
	var list []client.Damaged
	for _, a := range all {
		list = append(list, client.Damaged{File: a.File, At: a.At})
	}
	return list
}
