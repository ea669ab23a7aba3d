package openai

import (
	"bytes"
	"net/http"
	"sync"

	"github.com/margay/margay/host/lazyregexp"
	"github.com/margay/margay/protocol/chat"
)

// Habits is what a provider's refusals have taught about it. The zero value knows
// nothing; it is safe for concurrent use.
type Habits struct {
	mu    sync.Mutex // guards the rest
	known habits
	// refused are pictures that it did not take, see [Model.blameless].
	refused map[chat.BlobID]bool
}

// habits are those that a request is written for.
type habits struct {
	// noUsage: it refuses to be asked for the usage.
	noUsage bool
	// reasoning is whether it wants reasoning back.
	reasoning wish
	// noDetails: it does not take back the details of reasoning that it wrote.
	noDetails bool
	// nineSigns: ids of calls have to be nine letters or digits.
	nineSigns bool
	// inTurn: a person may not speak right after the result of a call.
	inTurn bool
}

type wish int

const (
	unsaid wish = iota
	demanded
	unwanted
)

func (h *Habits) now() habits {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.known
}

// lacking are words that say that something should have been sent.
var lacking = lazyregexp.New(`(?i)missing|required|must (be|have|include|contain|pass|provide)|lacks|without|not (found|provided|present)`)

// nineSigns is how Mistral's servers say what ids of calls have to look like.
var nineSigns = lazyregexp.New(`(?i)tool[ _]call[ _]id.*length of 9`)

// outOfTurn is how servers, and templates of models on them, say that a message stands
// where none of its role may.
var outOfTurn = lazyregexp.New(`(?i)unexpected role .{0,3}user.{0,3} after role .{0,3}tool|roles must alternate|alternate (between )?.{0,3}user.{0,3}( and |/).{0,3}assistant`)

// learn reads a refusal of a request that was written for those habits, in the
// whole of its body: what is refused stands in its words, in a place or as a
// parameter. It reports whether the request would be written otherwise now.
// Nothing is unlearned, so nobody is asked without end.
func (h *Habits) learn(f *failure, used habits, gave bool) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if saysTurns(f.Status) && (outOfTurn.Match(f.raw) || outOfTurn.MatchString(f.Message)) {
		h.known.inTurn = true
	}
	if f.Status != http.StatusBadRequest && f.Status != http.StatusUnprocessableEntity {
		return h.known.inTurn && !used.inTurn
	}
	if bytes.Contains(f.raw, []byte("stream_options")) {
		h.known.noUsage = true
	}
	if nineSigns.Match(f.raw) {
		h.known.nineSigns = true
	}
	if bytes.Contains(f.raw, []byte("reasoning_details")) && !lacking.Match(f.raw) {
		h.known.noDetails = true
	}
	if bytes.Contains(f.raw, []byte("reasoning_content")) && h.known.reasoning == unsaid {
		if h.known.reasoning = unwanted; !gave || lacking.Match(f.raw) {
			h.known.reasoning = demanded
		}
	}
	return h.known != used
}

// saysTurns reports whether a failure of that status may be of the turns. A template that
// fails is a 500 to some; others tell of it in a stream, where there is no status.
func saysTurns(status int) bool {
	switch status {
	case 0, http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusInternalServerError:
		return true
	}
	return false
}
