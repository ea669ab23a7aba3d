package tools

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// mend turns arguments that a model wrote almost rightly into what the schema wants, where that can mean one thing only. It
// gives them back as they are where nothing is to be mended; whether they fit then is for the checker to say.
func (c checker) mend(args json.RawMessage) json.RawMessage {
	text := bytes.TrimSpace(args)
	if len(text) == 0 || string(text) == "null" || string(text) == `""` {
		return json.RawMessage("{}")
	}
	var inner string
	if text[0] == '"' && json.Unmarshal(text, &inner) == nil { // the object as JSON text
		if inner = strings.TrimSpace(inner); !strings.HasPrefix(inner, "{") {
			return args
		}
		text = []byte(inner)
	}
	object, ok := decode(text).(map[string]any)
	if !ok {
		return args
	}
	mended, changed := mendObject(object, c.schema)
	if !changed && len(text) == len(args) {
		return args
	}
	out, err := json.Marshal(mended)
	if err != nil {
		return args
	}
	return out
}

// decode reads JSON with its numbers as they are written; nil where it is none.
func decode(text []byte) any {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil || d.More() {
		return nil
	}
	return v
}

func mendObject(object map[string]any, s *jsonschema.Schema) (map[string]any, bool) {
	out, changed := make(map[string]any, len(object)), false
	for name, v := range object {
		want := s.Properties[name]
		if want == nil {
			out[name] = v
			continue
		}
		if v == nil && !takes(want, "null") && !slices.Contains(s.Required, name) {
			changed = true
			continue
		}
		to, did := mendValue(v, want)
		out[name], changed = to, changed || did
	}
	return out, changed
}

// mendValue turns one value. Where a schema takes several kinds, only what it takes as it is stays so.
func mendValue(v any, s *jsonschema.Schema) (any, bool) {
	switch v := v.(type) {
	case string:
		return mendText(v, s)
	case json.Number:
		if n, ok := whole(v.String()); ok && takes(s, "integer") && !takes(s, "number") {
			return n, n != v
		}
		if takes(s, "string") && !takes(s, "number") && !takes(s, "integer") {
			return v.String(), true
		}
	case bool:
		if takes(s, "string") && !takes(s, "boolean") {
			return strconv.FormatBool(v), true
		}
	case map[string]any:
		if takes(s, "object") {
			return mendObject(v, s)
		}
	case []any:
		return mendList(v, s)
	}
	return single(v, s)
}

func mendText(v string, s *jsonschema.Schema) (any, bool) {
	if len(s.Enum) > 0 {
		return mendChoice(v, s)
	}
	if takes(s, "string") {
		return v, false
	}
	text := strings.TrimSpace(v)
	switch {
	case takes(s, "number"):
		if n, ok := decode([]byte(text)).(json.Number); ok {
			return n, true
		}
	case takes(s, "integer"):
		if n, ok := whole(text); ok {
			return n, true
		}
	case takes(s, "boolean"):
		if b := strings.ToLower(text); b == "true" || b == "false" {
			return b == "true", true
		}
	}
	if strings.HasPrefix(text, "{") && takes(s, "object") || strings.HasPrefix(text, "[") && takes(s, "array") {
		if inner := decode([]byte(text)); inner != nil {
			to, _ := mendValue(inner, s)
			return to, true
		}
	}
	return single(v, s)
}

// whole is a number without a fraction, as Go's integers are read: 12.0 and 1.2e1 are 12.
func whole(text string) (json.Number, bool) {
	if _, ok := decode([]byte(text)).(json.Number); !ok {
		return "", false
	}
	if _, err := strconv.ParseInt(text, 10, 64); err == nil {
		return json.Number(text), true
	}
	n, err := strconv.ParseFloat(text, 64)
	if err != nil || n != math.Trunc(n) || math.Abs(n) > 1<<53 {
		return "", false
	}
	return json.Number(strconv.FormatInt(int64(n), 10)), true
}

// mendChoice takes a choice in other capitals, where just one is called so.
func mendChoice(v string, s *jsonschema.Schema) (any, bool) {
	var fit []string
	for _, e := range s.Enum {
		choice, ok := e.(string)
		if ok && choice == v {
			return v, false
		}
		if ok && strings.EqualFold(choice, strings.TrimSpace(v)) {
			fit = append(fit, choice)
		}
	}
	if len(fit) != 1 {
		return v, false
	}
	return fit[0], true
}

func mendList(list []any, s *jsonschema.Schema) (any, bool) {
	if s.Items == nil {
		return list, false
	}
	out, changed := make([]any, len(list)), false
	for i, v := range list {
		to, did := mendValue(v, s.Items)
		out[i], changed = to, changed || did
	}
	return out, changed
}

// single makes a list of one value, where a list is wanted and the value would stand in it.
func single(v any, s *jsonschema.Schema) (any, bool) {
	if v == nil || !takes(s, "array") || s.Type != "array" {
		return v, false
	}
	if s.Items != nil {
		v, _ = mendValue(v, s.Items)
	}
	return []any{v}, true
}

// takes reports whether a schema names a kind of value. One that names none takes all, of which nothing is turned.
func takes(s *jsonschema.Schema, kind string) bool {
	if s.Type == "" && len(s.Types) == 0 {
		return true
	}
	return s.Type == kind || slices.Contains(s.Types, kind)
}
