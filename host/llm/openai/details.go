package openai

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// details is reasoning in parts, as some say it, often beside the same as text. What
// is no list says nothing.
type details []json.RawMessage

func (l *details) UnmarshalJSON(data []byte) error {
	var list []json.RawMessage
	if json.Unmarshal(data, &list) == nil {
		*l = list
	}
	return nil
}

func (l details) text() string {
	var b strings.Builder
	for _, raw := range l {
		var p struct {
			Text    loose `json:"text"`
			Summary loose `json:"summary"`
		}
		_ = json.Unmarshal(raw, &p) // what makes no sense says nothing
		b.WriteString(string(p.Text + p.Summary))
	}
	return b.String()
}

// kept are the details of an answer, for the model that wrote them: some vendors
// refuse the next request without them. Pieces of one part are joined, as they
// are documented: text and summary grow, of other members the last one counts.
// What has neither, as what is encrypted, stays as it came.
type kept struct{ parts []*detail }

// detail is a part of reasoning.
type detail struct {
	kind, index string
	// raw is the part while it is one piece; members what it is joined of, but for
	// its text, which grows in grown under its name.
	raw     json.RawMessage
	members map[string]json.RawMessage
	grows   string
	grown   strings.Builder
}

func (k *kept) add(list details) {
	for _, raw := range list {
		fresh := newDetail(raw)
		if fresh == nil || !k.join(fresh) {
			k.put(raw, fresh)
		}
	}
}

// put adds a part, but for one that is said again whole.
func (k *kept) put(raw json.RawMessage, fresh *detail) {
	if fresh == nil || slices.ContainsFunc(k.parts, func(d *detail) bool { return bytes.Equal(d.raw, raw) }) {
		return
	}
	fresh.raw = bytes.Clone(raw)
	k.parts = append(k.parts, fresh)
}

// newDetail reads a part; nil for what is none.
func newDetail(raw json.RawMessage) *detail {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || len(members) == 0 {
		return nil
	}
	d := &detail{kind: string(members["type"]), index: string(members["index"]), members: members}
	for _, name := range []string{"text", "summary"} {
		var text string
		if piece, there := members[name]; there && json.Unmarshal(piece, &text) == nil && string(piece) != "null" {
			d.grows = name
			d.grown.WriteString(text)
			break
		}
	}
	return d
}

// join adds a piece to the part it belongs to: the one of its kind and index, or,
// where nothing is numbered, the last one.
func (k *kept) join(piece *detail) bool {
	for _, d := range slices.Backward(k.parts) {
		if d.kind == piece.kind && d.index == piece.index && d.takes(piece) {
			d.take(piece)
			return true
		}
		if piece.index == "" {
			return false
		}
	}
	return false
}

// takes reports whether a piece goes on with the part: it says more of its text, or
// something that the text lacked, as a signature. Behind a signature begins another
// part, and so does one with another id.
func (d *detail) takes(piece *detail) bool {
	if d.grows == "" {
		return false
	}
	if d.says("signature") != "" && piece.grown.Len() > 0 {
		return false
	}
	if id, other := d.says("id"), piece.says("id"); id != "" && other != "" && id != other {
		return false
	}
	_, encrypted := piece.members["data"]
	return piece.grows == d.grows || piece.grows == "" && !encrypted
}

// says is a member that is a text, "" for any other.
func (d *detail) says(name string) (text string) {
	_ = json.Unmarshal(d.members[name], &text) // what is none says nothing
	return text
}

func (d *detail) take(piece *detail) {
	d.raw = nil
	d.grown.WriteString(piece.grown.String())
	for name, value := range piece.members {
		if name != d.grows && string(value) != "null" {
			d.members[name] = value
		}
	}
}

// json is the list as it goes back, nil where there is nothing.
func (k *kept) json() json.RawMessage {
	if len(k.parts) == 0 {
		return nil
	}
	list := make([]json.RawMessage, 0, len(k.parts))
	for _, d := range k.parts {
		if d.raw == nil {
			text, _ := json.Marshal(d.grown.String()) // a string
			d.members[d.grows] = text
			d.raw, _ = json.Marshal(d.members) // of sound JSON
		}
		list = append(list, d.raw)
	}
	out, err := json.Marshal(list)
	if err != nil {
		return nil
	}
	return json.RawMessage(joinHalves(string(out)))
}
