package openai

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// written is what a model wrote as the arguments of a call, piece by piece.
type written struct {
	all []byte
	// last is the newest piece; again says that each began with the one before:
	// some vendors say everything once more each time.
	last   []byte
	again  bool
	pieces int
	scan   scan
	// whole is what isWhole said last; stale says that more has come since.
	whole, stale bool
}

// add takes a piece and gives what of it is new, for those who watch.
func (w *written) add(piece string) (fresh string) {
	bare := strings.TrimSpace(piece)
	if bare == "" && (w.isEmpty() || w.again || w.scan.closed) {
		return "" // around an object blanks say nothing
	}
	if w.isPlaceholder() && strings.HasPrefix(bare, "{") {
		*w = written{} // what counts is what follows
	}
	w.stale = true
	before := w.last
	if w.again && bytes.HasPrefix(before, []byte(piece)) && w.isWhole() {
		return "" // all of it is said once more, from its beginning
	}
	w.again = w.pieces > 0 && (w.again || w.pieces == 1) && bytes.HasPrefix([]byte(piece), before)
	w.scan.add(piece)
	w.all = append(w.all, piece...)
	w.last = []byte(piece)
	w.pieces++
	if w.again {
		return piece[len(before):]
	}
	return piece
}

// isEmpty reports whether nothing came.
func (w *written) isEmpty() bool { return len(w.all) == 0 }

// isPlaceholder reports whether all that came is an empty object: some say one
// before the arguments come.
func (w *written) isPlaceholder() bool { return string(bytes.TrimSpace(w.all)) == "{}" }

// raw is what came, but for what stands in it twice: pieces that belong together
// as they are win over the last one.
func (w *written) raw() []byte {
	if w.again && !json.Valid(w.all) {
		return w.last
	}
	all := bytes.TrimSpace(w.all)
	if rest := bytes.TrimSpace(bytes.TrimPrefix(all, []byte("{}"))); len(rest) < len(all) && bytes.HasPrefix(rest, []byte("{")) {
		return rest
	}
	return w.all
}

// dressed is an object with what models write around it and servers forget to take
// off: a fence, the marks that end a call in the model's own format.
var dressed = lazyregexp.New("(?s)^\\s*(?:```(?:json)?)?\\s*(\\{.*\\})\\s*(?:\\s|```|<[|｜][^<>]{1,60}[|｜]>|</tool_call>)*$")

// value is the object that was meant, where it is clear which one; else what came.
// It is asked for with every piece, so that what costs much is tried only
// where the first or the last sign speaks for it.
func (w *written) value() []byte {
	raw := w.raw()
	trimmed := bytes.TrimSpace(raw)
	if len(trimmed) == 0 || isObject(trimmed) {
		return raw
	}
	first, last := trimmed[0], trimmed[len(trimmed)-1]
	if first == '{' && last == '}' {
		return severalTimes(trimmed)
	}
	var text string // some encode the object twice
	if first == '"' && last == '"' && json.Unmarshal(raw, &text) == nil && isObject([]byte(text)) {
		return []byte(text)
	}
	if first != '`' && last != '`' && last != '>' {
		return raw
	}
	if found := dressed.FindStringSubmatch(string(raw)); found != nil && isObject([]byte(found[1])) {
		return []byte(found[1])
	}
	return raw
}

// severalTimes takes one of several objects that are all the same: some say the pieces
// of a call twice. Others are not parted, since nobody knows which one was meant.
func severalTimes(data []byte) []byte {
	list, ok := decoded(data)
	if !ok || len(list) < 2 || !bytes.HasPrefix(data, list[0]) {
		return data
	}
	for _, other := range list[1:] {
		if !equalJSON(list[0], other) {
			return data
		}
	}
	return list[0]
}

// isWhole reports whether an object came, and all of it. It is asked with every piece
// by vendors that name the call each time, so what is open costs nothing, and what
// has not changed is not looked at again.
func (w *written) isWhole() bool {
	if w.stale {
		w.whole = (w.scan.closed || w.again) && isObject(w.value())
		w.stale = false
	}
	return w.whole
}

// isJust reports whether an object came and nothing behind it, as far as is known.
func (w *written) isJust() bool {
	return (w.again || w.scan.closed && !w.scan.over) && w.isWhole()
}

func isObject(data []byte) bool {
	data = bytes.TrimSpace(data)
	return len(data) > 1 && data[0] == '{' && data[len(data)-1] == '}' && json.Valid(data)
}
