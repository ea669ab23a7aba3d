package offline

import (
	"context"

	"github.com/margay/margay/host/llm"
)

type Model struct{}

func New() *Model           { return &Model{} }
func (*Model) Name() string { return "offline" }
func (*Model) Stream(context.Context, llm.Request, func(llm.Delta)) (llm.Reply, error) {
	return llm.Reply{}, nil
}
