package protocol

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// ParseMessage reads the envelope of a message in one pass over its bytes. The
// parts of the message point into body.
//
// Its error is always the *Fault to answer with: parse_error where the body is
// no JSON, or a key of the envelope is doubled or written in another case;
// invalid_request where it is JSON but neither request, notification nor
// answer. The parameters and the result are checked as JSON only; whoever
// decodes them uses Unmarshal.
func ParseMessage(body []byte) (Message, *Fault) {
	e := envelope{scanner: scanner{data: body}}
	if err := e.read(); err != nil {
		return Message{}, NewFault(ReasonParse, "The frame cannot be read: "+err.Error()+".")
	}
	if !e.object {
		return Message{}, invalid("a message is one JSON object, not a list or a single value")
	}
	return e.message()
}

func invalid(why string) *Fault {
	return NewFault(ReasonInvalidRequest, "The message is no JSON-RPC 2.0: "+why+".")
}

// envelope collects the raw members of a message.
type envelope struct {
	scanner
	object bool

	jsonrpc, id, method, params, result, fault []byte
}

var envelopeShape = reflect.TypeFor[Message]()

func (e *envelope) read() error {
	if e.peek() != '{' {
		return e.document(nil)
	}
	e.object = true
	if err := e.utf8(); err != nil {
		return err
	}
	// The keys of the envelope are strict; what its members hold is not read as
	// part of it, and so is only checked to be JSON.
	e.strict = true
	if err := e.members(shapeOf(envelopeShape), e.member); err != nil {
		return err
	}
	return e.end()
}

func (e *envelope) member(key []byte, _ reflect.Type) error {
	e.space()
	start := e.pos
	e.strict = false
	err := e.value(nil)
	e.strict = true
	if err != nil {
		return err
	}
	if e.pos == len(e.data) {
		// Nothing follows the value, so that it may be cut short.
		return e.fail("a comma or } belongs here")
	}
	raw := e.data[start:e.pos]
	switch string(key) {
	case "jsonrpc":
		e.jsonrpc = raw
	case "id":
		e.id = raw
	case "method":
		e.method = raw
	case "params":
		e.params = raw
	case "result":
		e.result = raw
	case "error":
		e.fault = raw
	}
	return nil
}

// message classifies what was collected.
func (e *envelope) message() (Message, *Fault) {
	m := Message{JSONRPC: "2.0"}
	if string(e.jsonrpc) != `"2.0"` {
		return m, invalid(`"jsonrpc" must be "2.0"`)
	}
	if e.method == nil {
		return e.answer(m)
	}
	if e.result != nil || e.fault != nil {
		return m, invalid(`"method" and "result" or "error" exclude each other`)
	}
	if e.id != nil {
		id, ok := e.soundID()
		if !ok {
			return m, invalid(`"id" must be a string or an integer`)
		}
		m.ID = &id
	}
	if m.Method = text(e.method); m.Method == "" {
		return Message{}, invalid(`"method" must be a name`)
	}
	switch {
	case e.params == nil || string(e.params) == "null":
	case e.params[0] == '{' || e.params[0] == '[':
		m.Params = e.params
	default:
		return m, invalid(`"params" must be an object`)
	}
	return m, nil
}

// answer reads an answer. One whose id fits no call, null included, still is
// an answer: it must not be answered.
func (e *envelope) answer(m Message) (Message, *Fault) {
	if e.result == nil && e.fault == nil {
		return m, invalid(`it has neither "method" nor "result" nor "error"`)
	}
	if id, ok := e.soundID(); ok {
		m.ID = &id
	}
	m.Result = e.result
	if e.fault != nil {
		m.Error = new(Fault)
		if Unmarshal(e.fault, m.Error) != nil {
			m.Error = NewFault(ReasonInternal, "The other side answered with an error that cannot be read.")
		}
	}
	return m, nil
}

func (e *envelope) soundID() (ID, bool) { return ID(e.id), soundID(e.id) }

// Head is what the beginning of a message tells of it.
type Head struct {
	// ID is nil where the beginning does not show it.
	ID     *ID
	Method string
}

// PeekHead reads id and method from the beginning of a message that is not
// whole, as far as they stand in front of the parameters or the result, where
// our writers put them. It is used to answer a message that is refused.
func PeekHead(beginning []byte) Head {
	e := envelope{scanner: scanner{data: beginning, strict: true}}
	if e.peek() == '{' {
		// The text is cut, so that this ends in an error; what came before it counts.
		_ = e.members(shapeOf(envelopeShape), e.member)
	}
	var h Head
	if id, ok := e.soundID(); ok {
		h.ID = &id
	}
	h.Method = text(e.method)
	return h
}

// text is the string that JSON text holds, empty where it holds none.
func text(raw []byte) string {
	if len(raw) > 1 && raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 {
		return string(raw[1 : len(raw)-1])
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}
