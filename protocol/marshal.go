package protocol

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Marshal encodes what goes out on a link. It is encoding/json with two
// differences that the other side relies on: a nil slice or map is written as
// an empty one, never as null, and < > & are not escaped, so that page text
// keeps its size.
func Marshal(v any) ([]byte, error) {
	if rv := reflect.ValueOf(v); rv.IsValid() {
		if filled, changed := fill(rv); changed {
			v = filled.Interface()
		}
	}
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode: %w", err)
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

var jsonMarshaler = reflect.TypeFor[json.Marshaler]()

// fill returns the value with its nil slices and maps made empty, and whether
// it differs. It copies what it changes and leaves the caller's value alone.
func fill(v reflect.Value) (reflect.Value, bool) {
	t := v.Type()
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return fillPointed(v)
	case reflect.Slice:
		if t.Implements(jsonMarshaler) {
			return v, false
		}
		if v.IsNil() {
			return reflect.MakeSlice(t, 0, 0), true
		}
		return fillSlice(v)
	case reflect.Map:
		if v.IsNil() {
			return reflect.MakeMap(t), true
		}
		return fillMap(v)
	case reflect.Struct:
		if t.Implements(jsonMarshaler) {
			return v, false
		}
		return fillStruct(v)
	}
	return v, false
}

func fillPointed(v reflect.Value) (reflect.Value, bool) {
	if v.IsNil() || v.Type().Implements(jsonMarshaler) {
		return v, false
	}
	inner, changed := fill(v.Elem())
	if !changed {
		return v, false
	}
	if v.Kind() == reflect.Interface {
		return inner, true
	}
	p := reflect.New(v.Type().Elem())
	p.Elem().Set(inner)
	return p, true
}

// plain reports whether values of the type hold nothing that could be nil.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map, reflect.Struct, reflect.Array:
		return false
	}
	return true
}

func fillSlice(v reflect.Value) (reflect.Value, bool) {
	if plain(v.Type().Elem()) {
		return v, false
	}
	out, changed := v, false
	for i := range v.Len() {
		e, differs := fill(v.Index(i))
		if !differs {
			continue
		}
		if !changed {
			out, changed = reflect.MakeSlice(v.Type(), v.Len(), v.Len()), true
			reflect.Copy(out, v)
		}
		out.Index(i).Set(e)
	}
	return out, changed
}

func fillMap(v reflect.Value) (reflect.Value, bool) {
	if plain(v.Type().Elem()) {
		return v, false
	}
	out, changed := v, false
	for it := v.MapRange(); it.Next(); {
		e, differs := fill(it.Value())
		if !differs {
			continue
		}
		if !changed {
			out, changed = reflect.MakeMapWithSize(v.Type(), v.Len()), true
			for c := v.MapRange(); c.Next(); {
				out.SetMapIndex(c.Key(), c.Value())
			}
		}
		out.SetMapIndex(it.Key(), e)
	}
	return out, changed
}

func fillStruct(v reflect.Value) (reflect.Value, bool) {
	t := v.Type()
	out, changed := v, false
	for i := range t.NumField() {
		if plain(t.Field(i).Type) || !t.Field(i).IsExported() || leftOut(t.Field(i), v.Field(i)) {
			continue
		}
		f, differs := fill(v.Field(i))
		if !differs {
			continue
		}
		if !changed {
			out, changed = reflect.New(t).Elem(), true
			out.Set(v)
		}
		out.Field(i).Set(f)
	}
	return out, changed
}

// leftOut reports whether a field is nil and is not written at all.
func leftOut(f reflect.StructField, v reflect.Value) bool {
	return (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.IsNil() &&
		strings.Contains(f.Tag.Get("json"), ",omit")
}
