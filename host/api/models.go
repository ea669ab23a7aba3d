package api

import (
	"context"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// Models saves models and tries them out; env is that of the client: [models.Service].
type Models interface {
	List(env map[string]string) (client.Models, error)
	Save(context.Context, client.SaveModel, map[string]string) (client.Model, error)
	Delete(context.Context, client.DeleteModel, map[string]string) (client.Models, error)
	MakeDefault(context.Context, client.ModelRef, map[string]string) (client.Models, error)
	Test(context.Context, client.TestModel, map[string]string) (client.ModelTested, error)
	Discover(context.Context, client.DiscoverModels, map[string]string) (client.ModelNames, error)
	Sees(context.Context, client.ModelName) (client.ModelSight, error)
}

func (l *Links) registerModels(mux *rpc.Mux) {
	m := l.service.o.Models
	rpc.Handle(mux, client.ModelList, func(_ context.Context, r *rpc.Request, _ protocol.Empty) (client.Models, error) {
		return m.List(l.client(r.Peer).Env)
	})
	rpc.Handle(mux, client.ModelSave, withEnv(l, m.Save))
	rpc.Handle(mux, client.ModelDelete, withEnv(l, m.Delete))
	rpc.Handle(mux, client.ModelDefault, withEnv(l, m.MakeDefault))
	rpc.Handle(mux, client.ModelTest, withEnv(l, m.Test))
	rpc.Handle(mux, client.ModelDiscover, withEnv(l, m.Discover))
	rpc.Handle(mux, client.ModelSees, func(ctx context.Context, _ *rpc.Request, p client.ModelName) (client.ModelSight, error) {
		return m.Sees(ctx, p)
	})
}

// withEnv gives an operation the variables of the client that asks.
func withEnv[P, R any](l *Links, fn func(context.Context, P, map[string]string) (R, error)) func(context.Context, *rpc.Request, P) (R, error) {
	return func(ctx context.Context, r *rpc.Request, p P) (R, error) { return fn(ctx, p, l.client(r.Peer).Env) }
}
