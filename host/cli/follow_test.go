package cli

import (
	"slices"
	"testing"
	"time"

	"github.com/margay/margay/protocol/chat"
)

type blank struct{}

func (blank) view(chat.View)   {}
func (blank) event(chat.Event) {}
func (blank) end(chat.Event)   {}

// Whoever comes late hears of the calls before, and of none twice.
func TestHeard_counts_calls_that_began_before(t *testing.T) {
	t.Parallel()
	var got []chat.CallID
	h := newHeard(blank{}, func(id chat.CallID) { got = append(got, id) })
	running := func(id chat.CallID) chat.Event { return chat.Event{Type: chat.EventCallRunning, ID: id} }
	now := time.Now()
	h.view(chat.View{Messages: []chat.Message{
		{ToolCalls: []chat.ToolCall{{ID: "r/1/0", Status: chat.CallCompleted, StartedAt: &now}}},
		{ToolCalls: []chat.ToolCall{
			{ID: "r/2/0", Status: chat.CallPending, StartedAt: &now}, // reads, so it is not marked
			{ID: "r/2/1", Status: chat.CallStarted, StartedAt: &now},
			{ID: "r/2/2", Status: chat.CallPending},
		}},
	}})
	h.event(running("r/2/1"))
	h.event(running("r/2/2"))
	h.event(chat.Event{Type: chat.EventCallResult, ID: "r/2/2"})
	if want := []chat.CallID{"r/1/0", "r/2/0", "r/2/1", "r/2/2"}; !slices.Equal(got, want) {
		t.Errorf("heard of %v, want %v", got, want)
	}
}
