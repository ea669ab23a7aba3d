package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"unicode/utf8"
)

// DecodeError tells why a text was refused before it was decoded.
type DecodeError struct {
	// Offset is the byte at which the reason stands.
	Offset  int
	Message string
}

// Error says what is wrong and where.
func (e *DecodeError) Error() string { return fmt.Sprintf("%s (at byte %d)", e.Message, e.Offset) }

// maxDepth is encoding/json's own bound, so that both refuse the same texts.
const maxDepth = 10000

// scanner walks over JSON text once. It checks the grammar and, where it is
// strict, the keys; it keeps nothing of the values.
type scanner struct {
	data  []byte
	pos   int
	depth int
	// strict makes it refuse doubled keys, and keys that differ only in case
	// from a field of the type that the value is meant for.
	strict bool
	// keys holds the keys of the objects that are open, innermost last.
	keys [][]byte
}

func (s *scanner) fail(format string, args ...any) error {
	return &DecodeError{Offset: s.pos, Message: fmt.Sprintf(format, args...)}
}

// document scans a text that is one value and nothing more.
func (s *scanner) document(t reflect.Type) error {
	if err := s.utf8(); err != nil {
		return err
	}
	if err := s.value(t); err != nil {
		return err
	}
	return s.end()
}

func (s *scanner) utf8() error {
	if !utf8.Valid(s.data) {
		return s.fail("the text is not valid UTF-8")
	}
	return nil
}

// end checks that nothing follows.
func (s *scanner) end() error {
	if s.space(); s.pos < len(s.data) {
		return s.fail("something stands after the value")
	}
	return nil
}

func (s *scanner) space() {
	for s.pos < len(s.data) {
		switch s.data[s.pos] {
		case ' ', '\t', '\r', '\n':
			s.pos++
		default:
			return
		}
	}
}

// peek returns the next byte that is no white space, or 0 at the end.
func (s *scanner) peek() byte {
	if s.space(); s.pos < len(s.data) {
		return s.data[s.pos]
	}
	return 0
}

func (s *scanner) value(t reflect.Type) error {
	switch c := s.peek(); c {
	case '{':
		return s.object(t)
	case '[':
		return s.array(t)
	case '"':
		_, _, err := s.str()
		return err
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	case 0:
		if s.pos >= len(s.data) {
			return s.fail("the text ends where a value belongs")
		}
		return s.fail("no value begins here")
	default:
		return s.number()
	}
}

func (s *scanner) word(w string) error {
	if !bytes.HasPrefix(s.data[s.pos:], []byte(w)) {
		return s.fail("no value begins here")
	}
	s.pos += len(w)
	return nil
}

func (s *scanner) enter() error {
	if s.depth++; s.depth > maxDepth {
		return s.fail("values are nested deeper than %d", maxDepth)
	}
	s.pos++
	return nil
}

func (s *scanner) array(t reflect.Type) error {
	if err := s.enter(); err != nil {
		return err
	}
	defer func() { s.depth-- }()
	var elem reflect.Type
	if s.strict {
		elem = elemOf(t)
	}
	if s.peek() == ']' {
		s.pos++
		return nil
	}
	for {
		if err := s.value(elem); err != nil {
			return err
		}
		switch s.peek() {
		case ',':
			s.pos++
		case ']':
			s.pos++
			return nil
		default:
			return s.fail("a comma or ] belongs here")
		}
	}
}

func (s *scanner) object(t reflect.Type) error {
	return s.members(s.shape(t), func(_ []byte, t reflect.Type) error { return s.value(t) })
}

func (s *scanner) shape(t reflect.Type) shape {
	if !s.strict {
		return shape{}
	}
	return shapeOf(t)
}

// members walks an object and calls value at each member's value, which must
// scan it.
func (s *scanner) members(in shape, value func(key []byte, t reflect.Type) error) error {
	if err := s.enter(); err != nil {
		return err
	}
	set := keySet{s: s, base: len(s.keys)}
	defer func() { s.depth--; s.keys = s.keys[:set.base] }()
	if s.peek() == '}' {
		s.pos++
		return nil
	}
	for {
		key, err := s.key()
		if err != nil {
			return err
		}
		var t reflect.Type
		if s.strict {
			if err := set.add(key); err != nil {
				return err
			}
			if t, err = in.member(s, key); err != nil {
				return err
			}
		}
		if s.peek() != ':' {
			return s.fail("a colon belongs here")
		}
		s.pos++
		if err := value(key, t); err != nil {
			return err
		}
		switch s.peek() {
		case ',':
			s.pos++
		case '}':
			s.pos++
			return nil
		default:
			return s.fail("a comma or } belongs here")
		}
	}
}

// key reads a member's key and takes its escapes away.
func (s *scanner) key() ([]byte, error) {
	if s.peek() != '"' {
		return nil, s.fail("a key belongs here")
	}
	at := s.pos
	raw, escaped, err := s.str()
	if err != nil || !escaped {
		return raw, err
	}
	var key string
	if err := json.Unmarshal(s.data[at:s.pos], &key); err != nil {
		return nil, s.fail("the key cannot be read: %v", err)
	}
	return []byte(key), nil
}

// keySet refuses a key that stands twice in one object. Small objects are
// compared in place, large ones through a map.
type keySet struct {
	s    *scanner
	base int
	seen map[string]bool
}

const smallObject = 16

func (k *keySet) add(key []byte) error {
	mine := k.s.keys[k.base:]
	if k.seen == nil && len(mine) == smallObject {
		k.seen = make(map[string]bool, 4*smallObject)
		for _, m := range mine {
			k.seen[string(m)] = true
		}
	}
	if k.seen != nil {
		if k.seen[string(key)] {
			return k.s.fail("the key %q stands twice", key)
		}
		k.seen[string(key)] = true
		return nil
	}
	for _, m := range mine {
		if bytes.Equal(m, key) {
			return k.s.fail("the key %q stands twice", key)
		}
	}
	k.s.keys = append(k.s.keys, key)
	return nil
}
