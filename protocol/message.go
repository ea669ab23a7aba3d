package protocol

import (
	"encoding/json"
	"errors"
)

// Message is the JSON-RPC 2.0 envelope: a request (ID and Method), a
// notification (Method), or an answer (ID and either Result or Error).
type Message struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      *ID             `json:"id,omitempty"`
	Method  string          `json:"method,omitempty"`
	Params  json.RawMessage `json:"params,omitempty"`
	Result  json.RawMessage `json:"result,omitempty"`
	Error   *Fault          `json:"error,omitempty"`
}

// Answer reports whether the message answers a call. An answer is never
// answered itself, not even with a fault, so that two peers cannot go on
// complaining to each other.
func (m *Message) Answer() bool { return m.Method == "" }

// ID is a JSON-RPC id, kept as the JSON text that came: a string, or an
// integer of any size. Answers repeat it byte for byte.
type ID string

// MarshalJSON writes the text that came.
func (id ID) MarshalJSON() ([]byte, error) {
	if !soundID([]byte(id)) {
		return nil, errors.New("an id is neither a string nor an integer")
	}
	return []byte(id), nil
}

// UnmarshalJSON keeps the text and refuses what is neither a string nor an integer.
func (id *ID) UnmarshalJSON(b []byte) error {
	if !soundID(b) {
		return errors.New("an id must be a string or an integer")
	}
	*id = ID(b)
	return nil
}

// soundID reports whether JSON text is a string or an integer.
func soundID(b []byte) bool {
	if len(b) == 0 {
		return false
	}
	s := scanner{data: b}
	if b[0] == '"' {
		_, _, err := s.str()
		return err == nil && s.pos == len(b)
	}
	if s.at('-') {
		s.pos++
	}
	if s.at('0') {
		s.pos++
	} else if s.digits() == 0 {
		return false
	}
	return s.pos == len(b)
}
