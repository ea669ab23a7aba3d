package openai_test

import (
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// TestALongAnswerCostsItsLength: an answer of 50,000 pieces was joined anew
// with each of them, which cost seconds and 9 GB of garbage.
func TestALongAnswerCostsItsLength(t *testing.T) {
	const pieces = 50_000
	body := strings.Repeat("data: {\"choices\":[{\"delta\":{\"content\":\"1234567\"}}]}\n\n", pieces) +
		"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n"
	server := httptest.NewServer(&recorded{status: 200, kind: "text/event-stream", body: []byte(body), piece: 64 << 10})
	defer server.Close()
	m := openai.New(openai.Options{Model: "m", BaseURL: server.URL})
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	reply, err := m.Stream(t.Context(), llm.Request{Messages: []chat.Message{{
		Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: "go"}},
	}}}, func(llm.Delta) {})
	runtime.ReadMemStats(&after)
	if err != nil || len(reply.Text()) != 7*pieces {
		t.Fatalf("%d bytes of text, %v", len(reply.Text()), err)
	}
	if spent := after.TotalAlloc - before.TotalAlloc; spent > pieces*8<<10 {
		t.Errorf("%d MB were allocated for %d kB of text", spent>>20, len(reply.Text())>>10)
	}
}
