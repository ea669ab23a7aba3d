package agent_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/margay/margay/host/agent"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

// What a tool says of its failure is bounded before it is stored and sent: it may
// quote all that it was given. What a call that succeeded gives is left alone.
func TestRun_bounds_what_a_failure_says(t *testing.T) {
	t.Parallel()
	long := "no such address: " + strings.Repeat("é", 1<<20) + " (in the argument url)"
	fail := func(context.Context, tools.Call) (tools.Result, error) { return tools.Result{}, errors.New(long) }
	var sent string
	look := func(_ context.Context, req llm.Request, _ func(llm.Delta)) (llm.Reply, error) {
		sent = req.Messages[len(req.Messages)-1].ToolCalls[0].Result
		return llm.Reply{Content: []chat.Block{{Type: chat.BlockText, Text: "Done."}}, Finish: llm.FinishStop}, nil
	}
	b := newBench(t, []turn{calls("look"), look}, tool("look", true, fail))
	agent.Run(t.Context(), b.options)
	if len(sent) < 100 || len(sent) > 10_000 || !strings.Contains(sent[:100], "no such address") || !strings.Contains(sent[len(sent)-100:], "(in the argument url)") ||
		!strings.Contains(sent, "bytes are left out here") || !utf8.ValidString(sent) {
		t.Errorf("%d bytes were sent: %.100q", len(sent), sent)
	}
	b = newBench(t, []turn{calls("look"), look}, tool("look", true, gives(long)))
	agent.Run(t.Context(), b.options)
	if sent != long {
		t.Errorf("%d of %d bytes of a result were sent", len(sent), len(long))
	}
}
