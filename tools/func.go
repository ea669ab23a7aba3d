package tools

import "context"

// New makes a tool of a Prepare function with typed arguments. Where spec has
// no Parameters they are made from A.
func New[A any](spec Spec, prepare func(ctx context.Context, args A, call Call) (Action, error)) Tool {
	if spec.Parameters == nil {
		spec.Parameters = Schema[A]()
	}
	return typed[A]{spec, prepare}
}

type typed[A any] struct {
	spec    Spec
	prepare func(context.Context, A, Call) (Action, error)
}

func (t typed[A]) Spec() Spec { return t.spec }

func (t typed[A]) Prepare(ctx context.Context, call Call) (Action, error) {
	args, err := Decode[A](call)
	if err != nil {
		return nil, err
	}
	return t.prepare(ctx, args, call)
}

// Act makes an Action of an effect and a function.
func Act(effect Effect, do func(context.Context) (Result, error)) Action {
	return action{effect, do}
}

type action struct {
	effect Effect
	do     func(context.Context) (Result, error)
}

func (a action) Effect() Effect                         { return a.effect }
func (a action) Do(ctx context.Context) (Result, error) { return a.do(ctx) }

// Func makes a tool of a plain function: Prepare only reads the arguments, and
// the effect is spec.Class, or reading where spec is read-only.
func Func[A any](spec Spec, fn func(ctx context.Context, args A, call Call) (Result, error)) Tool {
	effect := Effect{Class: spec.Class}
	if spec.ReadOnly {
		effect.Class = ClassRead
	}
	return New(spec, func(_ context.Context, args A, call Call) (Action, error) {
		return Act(effect, func(ctx context.Context) (Result, error) {
			return fn(ctx, args, call)
		}), nil
	})
}
