package protocol

import "encoding/json"

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

// ID is a JSON-RPC id, kept as the JSON text that came: a string, or an
// integer of any size. Answers repeat it byte for byte.
type ID string

// MarshalJSON writes the text that came.
func (id ID) MarshalJSON() ([]byte, error) { return []byte(id), nil }

// UnmarshalJSON keeps the text. The message decoder refuses what is neither a
// string nor an integer.
func (id *ID) UnmarshalJSON(b []byte) error { *id = ID(b); return nil }
