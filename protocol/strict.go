package protocol

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"sync"
)

// Unmarshal decodes JSON that comes from a link. It does what encoding/json
// does, and refuses what that lets pass to the surprise of its caller: a key
// that stands twice in one object, at any depth; a key that differs only in
// case from a field of the type it is decoded into; text after the value;
// invalid UTF-8. Members that the type does not know are passed over. Escapes
// of half a surrogate pair become U+FFFD.
func Unmarshal(data []byte, v any) error {
	s := scanner{data: data, strict: true}
	if err := s.document(reflect.TypeOf(v)); err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("decode: %w", err)
	}
	return nil
}

// shape is what an object is decoded into: a struct's fields, or a map.
type shape struct {
	fields *fieldSet
	elem   reflect.Type
}

// member returns the type that the member's value is decoded into, nil where
// nothing is known of it.
func (in shape) member(s *scanner, key []byte) (reflect.Type, error) {
	if in.fields == nil {
		return in.elem, nil
	}
	if t, ok := in.fields.byName[string(key)]; ok {
		return t, nil
	}
	for name := range in.fields.byName {
		if strings.EqualFold(name, string(key)) {
			return nil, s.fail("the key %q differs only in case from %q", key, name)
		}
	}
	return nil, nil
}

// fieldSet holds the fields of a struct as encoding/json names them.
type fieldSet struct {
	byName map[string]reflect.Type
}

// shapes remembers the shape of each type. They follow from the type alone, so
// that the memory can never be wrong, and there are only as many as the program
// has types.
var shapes sync.Map // reflect.Type → shape

var (
	jsonUnmarshaler = reflect.TypeFor[json.Unmarshaler]()
	textUnmarshaler = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// target follows pointers to the type that is decoded into; nil where that type
// decodes itself or is an interface, and so takes any JSON.
func target(t reflect.Type) reflect.Type {
	for t != nil {
		if p := reflect.PointerTo(t); p.Implements(jsonUnmarshaler) || p.Implements(textUnmarshaler) {
			return nil
		}
		if t.Kind() != reflect.Pointer {
			return t
		}
		t = t.Elem()
	}
	return nil
}

func elemOf(t reflect.Type) reflect.Type {
	if t = target(t); t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
		return t.Elem()
	}
	return nil
}

func shapeOf(t reflect.Type) shape {
	if t == nil {
		return shape{}
	}
	if known, ok := shapes.Load(t); ok {
		return known.(shape)
	}
	var in shape
	if inner := target(t); inner != nil {
		switch inner.Kind() {
		case reflect.Map:
			in.elem = inner.Elem()
		case reflect.Struct:
			in.fields = &fieldSet{byName: map[string]reflect.Type{}}
			in.fields.collect(inner, nil)
		}
	}
	shapes.Store(t, in)
	return in
}

// collect adds the fields of a struct and of those embedded in it. The outer
// field wins, as in encoding/json.
func (f *fieldSet) collect(t reflect.Type, above []reflect.Type) {
	for _, a := range above {
		if a == t {
			return
		}
	}
	var embedded []reflect.Type
	for i := range t.NumField() {
		field := t.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		inner := field.Type
		if inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		switch {
		case field.Tag.Get("json") == "-":
		case field.Anonymous && name == "" && inner.Kind() == reflect.Struct:
			embedded = append(embedded, inner)
		case field.IsExported():
			if name == "" {
				name = field.Name
			}
			if _, taken := f.byName[name]; !taken {
				f.byName[name] = field.Type
			}
		}
	}
	for _, e := range embedded {
		f.collect(e, append(above, t))
	}
}
