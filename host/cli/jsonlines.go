package cli

import (
	"encoding/json"
	"io"

	"github.com/margay/margay/protocol/chat"
)

// jsonLines prints each event as a line of JSON. A view that tells more than
// the person's own message is printed as a sync.
type jsonLines struct {
	out io.Writer
}

func (j *jsonLines) view(v chat.View) {
	for _, m := range v.Messages {
		if m.Role == chat.RoleAssistant {
			j.event(chat.Event{Type: chat.EventSync, View: &v})
			return
		}
	}
}

func (j *jsonLines) event(e chat.Event) { j.line(e) }

// end prints how long it took even where that rounds to nothing.
func (j *jsonLines) end(e chat.Event) {
	j.line(struct {
		chat.Event
		DurationMs int64 `json:"durationMs"`
	}{e, e.DurationMs})
}

func (j *jsonLines) line(v any) {
	// A reader that has gone ends the process by SIGPIPE; nothing else fails here.
	enc := json.NewEncoder(j.out)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
}
