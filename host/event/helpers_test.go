package event_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/margay/margay/host/event"
	"github.com/margay/margay/protocol/chat"
)

func newLog() *event.Log {
	return event.NewLog("e1", chat.View{Run: chat.Run{ID: "run", State: chat.RunRunning}, Messages: []chat.Message{
		{ID: "m0", Role: chat.RoleUser, Content: []chat.Block{{Type: chat.BlockText, Text: "hello"}}},
	}})
}

func begins(id string) chat.Event {
	return chat.Event{Type: chat.EventNewMessage, Begins: &chat.Message{ID: chat.MessageID(id), Role: chat.RoleAssistant, Content: []chat.Block{}, Round: 1}}
}

func delta(text string) chat.Event { return chat.Event{Type: chat.EventContentDelta, Delta: text} }

func done() chat.Event {
	return chat.Event{Type: chat.EventDone, Usage: &chat.Usage{OutputTokens: 7}, DurationMs: 42}
}

// client follows a subscription as a panel does: it applies events to a view
// and holds every rule of the wire against what comes.
type client struct {
	t   testing.TB
	sub *event.Subscription

	mu     sync.Mutex
	events []chat.Numbered
	seq    int64
	text   strings.Builder // of the last message
	syncs  int
	ends   int
	refuse error
	gate   chan struct{} // where set, each send waits for it
}

func (c *client) send(n chat.Numbered) (int, error) {
	if c.gate != nil {
		<-c.gate
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.refuse != nil {
		return 0, c.refuse
	}
	if c.ends > 0 {
		c.t.Errorf("event %d came after the end", n.Seq)
	}
	if n.Seq <= c.seq {
		c.t.Errorf("event %d came after %d", n.Seq, c.seq)
	}
	c.seq = n.Seq
	c.events = append(c.events, n)
	c.apply(n.Event)
	return 300 + len(n.Event.Delta), nil
}

func (c *client) apply(e chat.Event) {
	switch e.Type {
	case chat.EventNewMessage:
		c.text.Reset()
	case chat.EventContentDelta:
		c.text.WriteString(e.Delta)
	case chat.EventSync:
		c.syncs++
		c.show(*e.View)
	case chat.EventDone, chat.EventError:
		c.ends++
	}
}

func (c *client) show(v chat.View) {
	c.text.Reset()
	if n := len(v.Messages); n > 0 {
		for _, b := range v.Messages[n-1].Content {
			c.text.WriteString(b.Text)
		}
	}
}

// watch subscribes and starts.
func watch(t testing.TB, l *event.Log, o event.SubscribeOptions) *client {
	c := &client{t: t}
	return c.watch(l, o)
}

func (c *client) watch(l *event.Log, o event.SubscribeOptions) *client {
	o.Send = c.send
	c.sub = l.Subscribe(o)
	c.seq = c.sub.Seq
	if c.sub.View != nil {
		c.show(*c.sub.View)
	}
	c.sub.Start()
	return c
}

func (c *client) said() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []string
	for _, n := range c.events {
		list = append(list, fmt.Sprintf("%d:%s:%s", n.Seq, n.Event.Type, n.Event.Delta))
	}
	return list
}

func (c *client) shows() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.text.String()
}

var errGone = errors.New("the link is gone")
