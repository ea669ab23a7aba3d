package attach

import (
	"math"
	"strings"

	"github.com/ledongthuc/pdf"
)

// matrix is a transformation of PDF: [a b c d e f].
type matrix [6]float64

// times gives the transformation that does m first and then n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m[0]*n[0] + m[1]*n[2], m[0]*n[1] + m[1]*n[3],
		m[2]*n[0] + m[3]*n[2], m[2]*n[1] + m[3]*n[3],
		m[4]*n[0] + m[5]*n[2] + n[4], m[4]*n[1] + m[5]*n[3] + n[5],
	}
}

// size is how much larger things become.
func (m matrix) size() float64 { return math.Sqrt(math.Abs(m[0]*m[3] - m[1]*m[2])) }

// at is the transformation that moves by x, y.
func at(x, y float64) matrix { return matrix{1, 0, 0, 1, x, y} }

// look is what a page's program has set.
type look struct {
	page matrix // of the page ("cm")
	font *font
	size float64
	// leading is the way to the next line; chars and words are added after each
	// character and each space; wide stretches.
	leading, chars, words, wide float64
}

// writer runs a page's program and writes down its text: what is drawn on one line
// stands on one, and where a gap is drawn there is a space. A PDF has no spaces and
// no lines of its own but those that some programs draw.
type writer struct {
	look
	saved []look
	// text and line are the transformations of the text and of its line's beginning.
	text, line matrix
	out        strings.Builder
	glyphs     []string // of the line that is being written
	// end is where the last text ended; ended says that there was one, and spaced
	// that it was a space.
	end           [2]float64
	ended, spaced bool
	// unknown counts the characters that the file does not tell, known the others.
	known, unknown int
	left           int // of the characters that may be written
	forms          int // that were drawn
	fonts          *fonts
}

// Within a form others may be drawn, and those that draw themselves have no end.
const (
	deepest   = 6
	mostForms = 200
)

func (w *writer) run(program, resources pdf.Value, depth int) {
	names := map[string]*font{}
	pdf.Interpret(program, func(stack *pdf.Stack, op string) {
		args := make([]pdf.Value, stack.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stack.Pop()
		}
		switch op {
		case "Tf":
			name := nth(args, 0).Name()
			if names[name] == nil {
				names[name] = w.fonts.read(resources.Key("Font").Key(name))
			}
			w.font, w.size = names[name], num(args, 1)
		case "Do":
			if depth >= deepest || w.forms >= mostForms {
				return
			}
			w.form(resources.Key("XObject").Key(nth(args, 0).Name()), resources, depth)
		default:
			w.do(op, args)
		}
	})
}

// form runs the program of what is drawn as a whole; pictures have none.
func (w *writer) form(form, resources pdf.Value, depth int) {
	if form.Key("Subtype").Name() != "Form" {
		return
	}
	w.forms++
	if own := form.Key("Resources"); own.Kind() == pdf.Dict {
		resources = own
	}
	was := w.look
	if m := form.Key("Matrix"); m.Len() == len(matrix{}) {
		w.page = matrix{m.Index(0).Float64(), m.Index(1).Float64(), m.Index(2).Float64(), m.Index(3).Float64(), m.Index(4).Float64(), m.Index(5).Float64()}.times(w.page)
	}
	w.run(form, resources, depth+1)
	w.look = was
}

func nth(args []pdf.Value, i int) pdf.Value {
	if i < len(args) {
		return args[i]
	}
	return pdf.Value{}
}

func num(args []pdf.Value, i int) float64 { return nth(args, i).Float64() }

func six(args []pdf.Value) matrix {
	return matrix{num(args, 0), num(args, 1), num(args, 2), num(args, 3), num(args, 4), num(args, 5)}
}

// do carries out what moves, sets or shows text; all else draws.
func (w *writer) do(op string, args []pdf.Value) {
	switch op {
	case "q":
		if len(w.saved) < 1000 {
			w.saved = append(w.saved, w.look)
		}
	case "Q":
		if n := len(w.saved); n > 0 {
			w.look, w.saved = w.saved[n-1], w.saved[:n-1]
		}
	case "cm":
		w.page = six(args).times(w.page)
	case "BT":
		w.text, w.line = at(0, 0), at(0, 0)
	case "Tm":
		w.text = six(args)
		w.line = w.text
	case "Td":
		w.move(num(args, 0), num(args, 1))
	case "TD":
		w.leading = -num(args, 1)
		w.move(num(args, 0), num(args, 1))
	case "TL":
		w.leading = num(args, 0)
	case "Tc":
		w.chars = num(args, 0)
	case "Tw":
		w.words = num(args, 0)
	case "Tz":
		w.wide = num(args, 0) / 100
	case "T*":
		w.move(0, -w.leading)
	case "Tj":
		w.show(nth(args, 0).RawString())
	case "'":
		w.move(0, -w.leading)
		w.show(nth(args, 0).RawString())
	case "\"":
		w.words, w.chars = num(args, 0), num(args, 1)
		w.move(0, -w.leading)
		w.show(nth(args, 2).RawString())
	case "TJ":
		w.showAll(nth(args, 0))
	}
}

func (w *writer) move(x, y float64) {
	w.line = at(x, y).times(w.line)
	w.text = w.line
}

// showAll shows strings with the way between them, in thousandths of the size.
func (w *writer) showAll(list pdf.Value) {
	for i := range list.Len() {
		switch v := list.Index(i); v.Kind() {
		case pdf.String:
			w.show(v.RawString())
		case pdf.Integer, pdf.Real:
			w.text = at(-v.Float64()/1000*w.size*w.wide, 0).times(w.text)
		}
	}
}

func (w *writer) show(raw string) {
	if w.font == nil || raw == "" {
		return
	}
	for _, c := range w.font.decode(raw) {
		w.put(c)
		way := c.width*w.size + w.chars
		if c.space {
			way += w.words
		}
		w.text = at(way*w.wide, 0).times(w.text)
		here := w.text.times(w.page)
		w.end = [2]float64{here[4], here[5]}
	}
}

// The parts of a character's height that make a gap a space, a line another one,
// and a step back a new beginning.
const (
	gap     = 0.18
	another = 0.5
	back    = -1.0
)

// put writes a character where it stands beside the one before.
func (w *writer) put(c char) {
	here := w.text.times(w.page)
	height := max(w.size*here.size(), 1e-6)
	// In the direction of writing, and across.
	dx, dy := here[4]-w.end[0], here[5]-w.end[1]
	if length := math.Hypot(here[0], here[1]); length > 0 {
		cos, sin := here[0]/length, here[1]/length
		dx, dy = dx*cos+dy*sin, dy*cos-dx*sin
	}
	switch {
	case !w.ended:
	case math.Abs(dy) > another*height || dx < back*height:
		w.say("\n")
	case dx > gap*height && c.text != " " && !w.spaced:
		w.say(" ")
	}
	w.ended, w.spaced = true, c.text == " "
	if c.text == unknown {
		w.unknown++
	} else if c.text != " " {
		w.known++
	}
	w.say(c.text)
}

// full ends a page's program: what it draws from there on would not be kept.
type full struct{}

func (w *writer) say(text string) {
	if w.left -= len(text); w.left < 0 {
		panic(full{})
	}
	if text == "\n" {
		w.endLine()
	} else if text != "" {
		w.glyphs = append(w.glyphs, text)
	}
}

// endLine writes the line down in the order in which it is read.
func (w *writer) endLine() {
	w.out.WriteString(inOrder(w.glyphs))
	w.out.WriteString("\n")
	w.glyphs = w.glyphs[:0]
}

// unread reports whether most characters are ones that the file does not tell.
func (w *writer) unread() bool { return w.unknown > w.known }
