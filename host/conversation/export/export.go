// Package export writes a conversation down for a person to keep, and reads one
// back in.
//
// It guarantees: what [JSON] writes, [Read] reads back, message by message,
// with the calls, their results and the names of their files; nothing that a
// page or a model said can become markup of the page that [HTML] writes, or end
// a block of [Markdown] early; a file that is damaged, too large or from a newer
// version is refused as a whole, with the place. Keys, and what providers want
// back, are in none of them.
package export

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/margay/margay/protocol/chat"
)

// Chat is a conversation as it is written down.
type Chat struct {
	Conversation chat.Conversation `json:"conversation"`
	// Messages are closed history, in order.
	Messages []chat.Message `json:"messages"`
}

// Version is that of the JSON that is written; files of a higher one are refused.
const Version = 1

// MostBytes bounds a file that is read.
const MostBytes = 256 << 20

// file is the JSON.
type file struct {
	Format  string `json:"format"`
	Version int    `json:"version"`
	Chat
}

const format = "margay conversation"

// JSON writes all that is kept of a conversation but what only a provider reads.
func JSON(c Chat) ([]byte, error) {
	f := file{Format: format, Version: Version, Chat: Chat{c.Conversation, plain(c.Messages)}}
	text, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return nil, fmt.Errorf("write conversation: %w", err)
	}
	return append(text, '\n'), nil
}

// plain is a copy without what only a provider reads: it is written to no file and taken from none, since it goes out with the
// next request.
func plain(messages []chat.Message) []chat.Message {
	out := make([]chat.Message, len(messages))
	for i, m := range messages {
		m.Vendor, m.ToolCalls = "", append([]chat.ToolCall(nil), m.ToolCalls...)
		for j := range m.ToolCalls {
			m.ToolCalls[j].Vendor = ""
		}
		out[i] = m
	}
	return out
}

// Read reads what JSON has written. Ids stay as they were: who stores it gives new ones. Files that were attached are named and
// not there.
func Read(text []byte) (Chat, error) {
	if len(text) > MostBytes {
		return Chat{}, fmt.Errorf("the file has %d bytes; %d are the most", len(text), MostBytes)
	}
	if !utf8.Valid(text) {
		return Chat{}, fmt.Errorf("the file is no text in UTF-8")
	}
	var f file
	if err := json.Unmarshal(text, &f); err != nil {
		return Chat{}, fmt.Errorf("the file cannot be read: %w", err)
	}
	switch {
	case f.Format != format:
		return Chat{}, fmt.Errorf("the file is no conversation that Margay has exported")
	case f.Version < 1 || f.Version > Version:
		return Chat{}, fmt.Errorf("the file is of version %d, and this Margay reads up to %d: upgrade it", f.Version, Version)
	}
	for i, m := range f.Messages {
		if err := sound(m); err != nil {
			return Chat{}, fmt.Errorf("message %d: %w", i+1, err)
		}
	}
	return Chat{f.Conversation, plain(f.Messages)}, nil
}

// sound refuses what no history holds.
func sound(m chat.Message) error {
	if m.Role != chat.RoleUser && m.Role != chat.RoleAssistant {
		return fmt.Errorf("nobody speaks as %q", m.Role)
	}
	if m.Role == chat.RoleUser && len(m.ToolCalls) > 0 {
		return fmt.Errorf("a person makes no calls")
	}
	for _, b := range m.Content {
		switch b.Type {
		case chat.BlockText, chat.BlockThinking, chat.BlockImage, chat.BlockFile:
		default:
			return fmt.Errorf("there is no content of kind %q", b.Type)
		}
	}
	for j, c := range m.ToolCalls {
		if c.Name == "" || c.Status == "" || !c.Status.Final() {
			return fmt.Errorf("call %d has no result (%q)", j+1, c.Status)
		}
	}
	return nil
}

// FileName is a name for a file of a conversation: its title without what a file system takes for something else.
func FileName(title, extension string) string {
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\?%*:|"<>`, r) {
			return '_'
		}
		return r
	}, strings.TrimSpace(title))
	name = strings.Trim(name, ". ")
	const most = 80
	if r := []rune(name); len(r) > most {
		name = strings.TrimRight(string(r[:most]), ". ")
	}
	if name == "" {
		name = "conversation"
	}
	return name + "." + extension
}

func when(t time.Time) string { return t.Format("2006-01-02 15:04") }

// pretty writes arguments for reading; as they came where they are no JSON.
func pretty(arguments string) string {
	var v any
	d := json.NewDecoder(strings.NewReader(arguments))
	d.UseNumber()
	if d.Decode(&v) != nil || d.More() {
		return arguments
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if e.Encode(v) != nil {
		return arguments
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// about is a line on a file: what it is, and its name.
func about(b chat.Block) string {
	name := b.Name
	if name == "" {
		name = string(b.Blob)
	}
	return fmt.Sprintf("[%s: %s]", b.Type, name)
}

// mark is how a call ended, in a sign.
func mark(s chat.CallStatus) string {
	switch s {
	case chat.CallCompleted:
		return "✅"
	case chat.CallUnknown:
		return "❓"
	default:
		return "❌"
	}
}
