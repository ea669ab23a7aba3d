package direct

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
)

// caller makes typed calls in one session; cdp.Call wants a cdp.Session. Events
// do not pass here: the driver hands them on itself, in order with the answers.
type caller struct {
	conn    *conn
	session string
}

// Call implements cdp.Session.
func (s caller) Call(ctx context.Context, method string, params, result any) error {
	raw, err := jsonv2.Marshal(params)
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	answers, err := s.conn.batch(ctx, command{session: s.session, method: method, params: raw})
	if err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	if answers[0].err != nil {
		return fmt.Errorf("%s: %w", method, answers[0].err)
	}
	if err := unmarshal(answers[0].result, result); err != nil {
		return fmt.Errorf("%s: read the answer: %w", method, err)
	}
	return nil
}

// Subscribe implements cdp.Session. The channel is closed from the start:
// events are taken with [Driver.Events].
func (s caller) Subscribe(string) (<-chan jsonv2.Value, func()) {
	none := make(chan jsonv2.Value)
	close(none)
	return none, func() {}
}

// decode reads an event's payload. A payload that does not fit is a browser
// of another age: the event is passed over.
func decode[E any](_ cdp.Event[E], m message) (E, bool) {
	var e E
	err := unmarshal(m.Params, &e)
	return e, err == nil
}
