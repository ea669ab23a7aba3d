package openai

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"github.com/margay/margay/host/llm/sse"
)

// values are the JSON values in the data of an event: one, seldom several, over
// lines or a line each. Lines that do not look like JSON are passed over. It is
// not ok where something begins as JSON and is none.
func values(data []byte) (list []json.RawMessage, ok bool) {
	data = bytes.TrimSpace(data)
	if !looksLikeJSON(data) && !bytes.ContainsRune(data, '\n') {
		return nil, true
	}
	if list, ok = decoded(data); ok {
		return list, true
	}
	list = nil
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); !looksLikeJSON(line) {
			continue
		}
		more, ok := decoded(line)
		if !ok {
			return nil, false
		}
		list = append(list, more...)
	}
	return list, true
}

// looksLikeJSON tells objects and lists of them. Lines of a log begin with brackets, too.
func looksLikeJSON(data []byte) bool {
	if len(data) > 0 && data[0] == '[' {
		data = bytes.TrimLeft(data, "[ \t\r\n")
	}
	return len(data) > 0 && (data[0] == '{' || data[0] == ']')
}

// endsWithDone reports whether the last line of several is the end mark.
func endsWithDone(data string) bool {
	data = strings.TrimSpace(data)
	i := strings.LastIndexByte(data, '\n')
	return i >= 0 && sse.Event{Data: data[i:]}.Done()
}

// decoded reads values that stand one after the other.
func decoded(data []byte) (list []json.RawMessage, ok bool) {
	in := json.NewDecoder(bytes.NewReader(withoutNaN(data)))
	for {
		var raw json.RawMessage
		if err := in.Decode(&raw); errors.Is(err, io.EOF) {
			return list, true
		} else if err != nil {
			return nil, false
		}
		list = append(list, raw)
	}
}

// equalJSON reports whether two values are the same, numbers by what they amount to.
func equalJSON(a, b []byte) bool {
	first, ok := decoded(a)
	second, okay := decoded(b)
	if !ok || !okay || len(first) != 1 || len(second) != 1 {
		return false
	}
	return reflect.DeepEqual(exact(first[0]), exact(second[0]))
}

// canonical is the same text for values that are the same as equalJSON has it. What is
// not one value is itself.
func canonical(data []byte) string {
	list, ok := decoded(data)
	if !ok || len(list) != 1 {
		return string(data)
	}
	return fmt.Sprintf("%#v", exact(list[0])) // with the members of objects in their order
}

func exact(raw json.RawMessage) (value any) {
	in := json.NewDecoder(bytes.NewReader(raw))
	in.UseNumber()
	_ = in.Decode(&value) // of sound JSON
	return amounts(value)
}

// amounts puts what they amount to in the place of numbers: 1.0 and 10e-1 are 1.
func amounts(value any) any {
	switch v := value.(type) {
	case json.Number:
		return amount(string(v))
	case []any:
		for i := range v {
			v[i] = amounts(v[i])
		}
	case map[string]any:
		for name := range v {
			v[name] = amounts(v[name])
		}
	}
	return value
}

// decimal is a number as its sign and digits, with the power of ten of the last one.
type decimal struct {
	digits string
	power  int
}

// amount reads a number exactly, however large it is.
func amount(number string) any {
	digits, exponent, _ := strings.Cut(strings.ToLower(number), "e")
	power := 0
	if exponent != "" {
		var err error
		if power, err = strconv.Atoi(exponent); err != nil {
			return json.Number(number)
		}
	}
	sign := ""
	if strings.HasPrefix(digits, "-") {
		sign, digits = "-", digits[1:]
	}
	before, after, _ := strings.Cut(digits, ".")
	power -= len(after)
	digits = strings.TrimLeft(before+after, "0")
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return decimal{digits: "0"}
	}
	return decimal{sign + short, power + len(digits) - len(short)}
}

// withoutNaN makes null of the numbers that JSON does not have, which servers in
// Python write beside an answer.
func withoutNaN(data []byte) []byte {
	if !bytes.Contains(data, []byte("NaN")) && !bytes.Contains(data, []byte("Infinity")) {
		return data
	}
	out := make([]byte, 0, len(data))
	inText := false
	for i := 0; i < len(data); i++ {
		switch rest := data[i:]; {
		case inText && data[i] == '\\' && len(rest) > 1:
			out = append(out, rest[:2]...)
			i++
			continue
		case data[i] == '"':
			inText = !inText
		case inText:
		case bytes.HasPrefix(rest, []byte("NaN")):
			out, i = append(out, "null"...), i+len("NaN")-1
			continue
		case bytes.HasPrefix(rest, []byte("-Infinity")):
			out, i = append(out, "null"...), i+len("-Infinity")-1
			continue
		case bytes.HasPrefix(rest, []byte("Infinity")):
			out, i = append(out, "null"...), i+len("Infinity")-1
			continue
		}
		out = append(out, data[i])
	}
	return out
}
