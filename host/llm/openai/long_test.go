package openai_test

import (
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

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

// TestALongCallCostsItsLength: a call that is named with each of its pieces was read
// from its beginning with each that ends like an object, 5 s for 200 kB. It costs
// about what the same costs where it is named once.
func TestALongCallCostsItsLength(t *testing.T) {
	const pieces = 30_000
	took := func(name string) time.Duration {
		piece := func(name, arguments string) string {
			return events(callOf(`{"index":0,"id":"a","function":{` + name + `"arguments":"` + arguments + `"}}`))
		}
		const first = `"name":"f",`
		body := piece(first, `{\"x\":\"`) + strings.Repeat(piece(name, "some {text}"), pieces) + piece(name, `\"}`) + events(stop, "[DONE]")
		m := openai.New(openai.Options{Model: "m", Transport: &steps{list: []step{{status: 200, body: body}}}, Retries: -1})
		start := time.Now()
		o := ask(t, m, llm.Request{Messages: words("go")})
		if o.err != nil || len(o.reply.Calls) != 1 || len(o.reply.Calls[0].Arguments) != 11*pieces+len(`{"x":""}`) {
			t.Fatalf("%d calls, %v", len(o.reply.Calls), o.err)
		}
		return time.Since(start)
	}
	once, always := took(""), took(`"name":"f",`)
	if always > 5*once+time.Second {
		t.Errorf("it took %v, and %v where it is named once", always, once)
	}
}
