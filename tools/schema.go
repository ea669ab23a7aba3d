package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema makes the JSON Schema of a tool's parameters from a Go struct. Names
// come from json tags, descriptions from jsonschema tags (the tag is the
// description, as in `jsonschema:"the element to press"`), and what has no
// omitempty is required. It panics on a type that has no schema: a programmer's
// error that the first test run shows.
func Schema[A any]() json.RawMessage {
	s, err := jsonschema.For[A](nil)
	if err != nil {
		panic(fmt.Sprintf("tools: schema of %T: %v", *new(A), err))
	}
	dropNull(s)
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	raw, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("tools: schema of %T: %v", *new(A), err))
	}
	// The marshaller leaves an empty map out, and several vendors refuse a schema
	// of type object without properties.
	if len(s.Properties) == 0 {
		return json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)
	}
	return raw
}

// dropNull takes "null" out of the types that Go's nil slices and pointers
// bring in: a model that leaves a member out need not be told of null.
func dropNull(s *jsonschema.Schema) {
	if len(s.Types) == 2 && s.Types[0] == "null" {
		s.Type, s.Types = s.Types[1], nil
	}
	for _, p := range s.Properties {
		dropNull(p)
	}
	if s.Items != nil {
		dropNull(s.Items)
	}
}

// checker tells whether arguments fit a schema.
type checker struct {
	schema   *jsonschema.Schema
	resolved *jsonschema.Resolved
	// lines are the members of the schema as they were written.
	lines map[string]json.RawMessage
}

func newChecker(raw json.RawMessage) (checker, error) {
	var s jsonschema.Schema
	if err := json.Unmarshal(raw, &s); err != nil {
		return checker{}, fmt.Errorf("read schema: %w", err)
	}
	resolved, err := s.Resolve(nil)
	if err != nil {
		return checker{}, fmt.Errorf("resolve schema: %w", err)
	}
	var written struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal(raw, &written); err != nil {
		return checker{}, fmt.Errorf("read schema: %w", err)
	}
	return checker{&s, resolved, written.Properties}, nil
}

// check returns a Mistake where args do not fit.
func (c checker) check(args json.RawMessage) error {
	var object map[string]any
	if err := json.Unmarshal(args, &object); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) {
			return Mistake("The arguments are no JSON: %s at byte %d. Send one JSON object.", syntax.Error(), syntax.Offset)
		}
		return Mistake("The arguments must be one JSON object, such as {\"name\": \"value\"}, not another JSON value.")
	}
	if object == nil {
		return Mistake("The arguments must be one JSON object, not null.")
	}
	if err := c.resolved.Validate(object); err != nil {
		text := readable(err)
		return Mistake("The arguments do not fit: %s.%s", text, c.quote(text, object))
	}
	return nil
}

// quote gives the lines of the schema that an error is about: of the member that it begins with, of those that are missing,
// or the names that there are.
func (c checker) quote(text string, object map[string]any) string {
	member, _, _ := strings.Cut(text, ": ")
	member, _, _ = strings.Cut(member, ".")
	if line := c.lines[member]; line != nil {
		return " The schema says: " + Quote(member) + ": " + string(line) + "."
	}
	var lines []string
	for _, name := range c.schema.Required {
		if _, there := object[name]; !there && c.lines[name] != nil {
			lines = append(lines, Quote(name)+": "+string(c.lines[name]))
		}
	}
	if len(lines) > 0 {
		return " The schema says: " + strings.Join(lines, ", ") + "."
	}
	names := slices.Sorted(maps.Keys(c.lines))
	if len(names) == 0 {
		return " It takes none."
	}
	return " The members are: " + strings.Join(names, ", ") + "."
}

var validating = regexp.MustCompile(`validating (\S+): `)

// readable turns the library's path of steps into the last place that it names.
func readable(err error) string {
	text := err.Error()
	place := ""
	for _, m := range validating.FindAllStringSubmatch(text, -1) {
		if m[1] != "root" {
			place = strings.TrimPrefix(strings.ReplaceAll(m[1], "/properties/", "."), ".")
		}
	}
	text = validating.ReplaceAllString(text, "")
	if place == "" {
		return text
	}
	return strings.ReplaceAll(place, "/", ".") + ": " + text
}

// Decode turns the checked arguments of a call into a Go value.
func Decode[A any](call Call) (A, error) {
	var a A
	if len(call.Args) == 0 {
		return a, nil
	}
	if err := json.Unmarshal(call.Args, &a); err != nil {
		return a, Mistake("The arguments do not fit: %v.", err)
	}
	return a, nil
}
