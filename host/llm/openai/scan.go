package openai

// scan follows JSON as it comes, piece by piece, up to where its first object or text
// is closed: until then nothing that costs more has to be asked.
type scan struct {
	depth           int
	inText, escaped bool
	begun, closed   bool
	over            bool // there is more behind it
}

func (s *scan) add(piece string) {
	i := 0
	for ; i < len(piece) && !s.closed; i++ {
		s.step(piece[i])
	}
	s.over = s.over || i < len(piece)
}

func (s *scan) step(c byte) {
	switch {
	case s.escaped:
		s.escaped = false
	case s.inText && c == '\\':
		s.escaped = true
	case c == '"':
		s.begun, s.inText = true, !s.inText
	case s.inText:
	case c == '{':
		s.begun = true
		s.depth++
	case c == '}' && s.begun:
		s.depth--
	}
	s.closed = s.begun && !s.inText && s.depth <= 0
}
