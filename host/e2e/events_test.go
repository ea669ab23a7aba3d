package e2e_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/protocol/chat"
)

// members are what each type of event must carry, by ScriptCat's stream and the
// table of events in protocol/README.md.
var members = map[chat.EventType][]string{
	chat.EventSync:          {"view"},
	chat.EventNewMessage:    {"begins"},
	chat.EventContentDelta:  {"delta"},
	chat.EventThinkingDelta: {"delta"},
	chat.EventCallStart:     {"id", "index", "toolCall"},
	chat.EventCallDelta:     {"id", "index", "delta"},
	chat.EventCallRunning:   {"id", "toolCall"},
	chat.EventCallResult:    {"id", "result", "status", "toolCall"},
	chat.EventCallComplete:  {"id", "result", "status", "toolCall"},
	chat.EventRetry:         {"attempt", "maxRetries", "error", "delayMs"},
	chat.EventWarning:       {"message"},
	chat.EventState:         {"state"},
	chat.EventDone:          {"usage", "durationMs"},
	chat.EventError:         {"message", "errorCode", "usage", "durationMs"},
}

// readEvents reads JSON lines and holds each to the members of its type: those
// there must be, and none that no event has.
func readEvents(t *testing.T, output string) []chat.Event {
	t.Helper()
	var events []chat.Event
	for line := range strings.Lines(output) {
		var e chat.Event
		strict := json.NewDecoder(strings.NewReader(line))
		strict.DisallowUnknownFields()
		var raw map[string]json.RawMessage
		if err := strict.Decode(&e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if err := json.Unmarshal([]byte(line), &raw); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		must, known := members[e.Type]
		if !known {
			t.Fatalf("unknown type of event: %s", line)
		}
		for _, name := range must {
			if name == "durationMs" && e.ErrorCode == chat.ErrorInterrupted {
				continue // how long a daemon had worked that died is not known
			}
			if value, ok := raw[name]; !ok || bytes.Equal(value, []byte("null")) {
				t.Errorf("%s has no %s: %s", e.Type, name, line)
			}
		}
		events = append(events, e)
	}
	if len(events) == 0 {
		t.Fatal("nothing was printed")
	}
	return events
}

// checkEvents holds the events of a run that nothing disturbed to their order:
// each call starts, gets its arguments, runs, has a result and is complete, in
// this order; there is one end and nothing after it. It returns the text of the
// last message.
func checkEvents(t *testing.T, events []chat.Event) (answer string) {
	t.Helper()
	stages := []chat.EventType{chat.EventCallStart, chat.EventCallDelta, chat.EventCallRunning, chat.EventCallResult, chat.EventCallComplete}
	at := map[chat.CallID]int{}
	arguments := map[chat.CallID]string{}
	if events[0].Type != chat.EventNewMessage {
		t.Errorf("it begins with %+v", events[0])
	}
	for i, e := range events {
		if e.Type.Terminal() != (i == len(events)-1) {
			t.Errorf("event %d of %d is %s", i+1, len(events), e.Type)
		}
		switch e.Type {
		case chat.EventNewMessage:
			answer = ""
		case chat.EventContentDelta:
			answer += e.Delta
		case chat.EventCallStart:
			if e.ToolCall.ID != e.ID || e.ToolCall.Name == "" || e.ToolCall.Arguments != "" {
				t.Errorf("a call starts as %+v", e.ToolCall)
			}
		case chat.EventCallDelta:
			arguments[e.ID] += e.Delta
		case chat.EventCallRunning:
			if e.ToolCall.Arguments != arguments[e.ID] {
				t.Errorf("call %s runs with %s, announced were %s", e.ID, e.ToolCall.Arguments, arguments[e.ID])
			}
		case chat.EventCallComplete:
			if !e.Status.Final() || e.ToolCall.Status != e.Status || e.ToolCall.Result != e.Result {
				t.Errorf("a call is complete as %+v", e)
			}
			if cut := e.ToolCall.ResultSize > int64(len(e.Result)); e.Truncated != cut {
				t.Errorf("a result is cut: %v, and it is said: %v", cut, e.Truncated)
			}
		}
		stage := slices.Index(stages, e.Type)
		if stage < 0 {
			continue
		}
		before, begun := at[e.ID]
		again := begun && stage == before && e.Type != chat.EventCallDelta
		if begun != (e.Type != chat.EventCallStart) || stage < before || again {
			t.Errorf("call %s: %s comes after %s", e.ID, e.Type, stages[before])
		}
		at[e.ID] = stage
	}
	for id, stage := range at {
		if stages[stage] != chat.EventCallComplete {
			t.Errorf("call %s ends with %s", id, stages[stage])
		}
	}
	return answer
}
