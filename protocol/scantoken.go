package protocol

import (
	"encoding/binary"
	"math/bits"
)

// str scans a string and returns what stands between the quotes, and whether
// it holds escapes.
func (s *scanner) str() (raw []byte, escaped bool, err error) {
	s.pos++
	start := s.pos
	for {
		s.pos += plainText(s.data[s.pos:])
		if s.pos == len(s.data) {
			return nil, false, s.fail("the text ends inside a string")
		}
		switch s.data[s.pos] {
		case '"':
			raw = s.data[start:s.pos]
			s.pos++
			return raw, escaped, nil
		case '\\':
			escaped = true
			if err := s.escape(); err != nil {
				return nil, false, err
			}
		default:
			return nil, false, s.fail("a control character stands in a string")
		}
	}
}

// plainText is how many bytes of a string need no thought. It is where most of
// a long message's time goes, so it looks at eight bytes at a time: in found,
// the lowest bit that is set belongs to the first byte that ends the run (what
// the subtractions borrow spoils only bits above it).
func plainText(b []byte) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		quote, slash := w^ones*'"', w^ones*'\\'
		found := ((quote-ones)&^quote | (slash-ones)&^slash | (w-ones*' ')&^w) & tops
		if found != 0 {
			return i + bits.TrailingZeros64(found)/8
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c == '"' || c == '\\' || c < ' ' {
			return i
		}
	}
	return len(b)
}

func (s *scanner) escape() error {
	rest := s.data[s.pos:]
	if len(rest) < 2 {
		return s.fail("the text ends inside a string")
	}
	switch rest[1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.pos += 2
		return nil
	case 'u':
		if len(rest) < 6 {
			return s.fail("the text ends inside a string")
		}
		for _, c := range rest[2:6] {
			if !isHex(c) {
				return s.fail("an escape needs four hexadecimal digits")
			}
		}
		s.pos += 6
		return nil
	}
	return s.fail("an escape is unknown")
}

func isHex(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F'
}

// number scans a number by the grammar of JSON.
func (s *scanner) number() error {
	if s.at('-') {
		s.pos++
	}
	switch {
	case s.at('0'):
		s.pos++
	case s.digits() == 0:
		return s.fail("no value begins here")
	}
	if s.at('.') {
		s.pos++
		if s.digits() == 0 {
			return s.fail("a digit belongs after the point")
		}
	}
	if s.at('e') || s.at('E') {
		s.pos++
		if s.at('+') || s.at('-') {
			s.pos++
		}
		if s.digits() == 0 {
			return s.fail("a digit belongs in the exponent")
		}
	}
	return nil
}

func (s *scanner) at(c byte) bool { return s.pos < len(s.data) && s.data[s.pos] == c }

func (s *scanner) digits() int {
	start := s.pos
	for s.pos < len(s.data) && '0' <= s.data[s.pos] && s.data[s.pos] <= '9' {
		s.pos++
	}
	return s.pos - start
}
