package typescript

import (
	"go/ast"
	"go/types"
	"reflect"
	"strings"
)

// typeDecl writes a type declaration where it belongs on the wire.
func (e *emitter) typeDecl(g *ast.GenDecl, s *ast.TypeSpec) error {
	obj := e.pkg.info.Defs[s.Name]
	if !obj.Exported() || s.TypeParams != nil || !onWire(obj) {
		return nil
	}
	if s.Assign.IsValid() {
		return e.fail(s.Pos(), "type alias %s: declare the type itself", s.Name.Name)
	}
	if err := e.declare(s.Pos(), name(obj)); err != nil {
		return err
	}
	doc := s.Doc.Text()
	if doc == "" && !g.Lparen.IsValid() {
		doc = g.Doc.Text()
	}
	e.printf("%s", tsdoc(doc, ""))
	if special, ok := specials[qualified(obj)]; ok {
		e.printf("export type %s = %s;\n\n", name(obj), special)
		return nil
	}
	switch t := s.Type.(type) {
	case *ast.StructType:
		return e.structDecl(obj, t)
	default:
		return e.stringDecl(obj)
	}
}

// specials are types whose Go form says nothing about their form on the wire.
var specials = map[string]string{
	"protocol.ID":     "string | number",
	"json.RawMessage": "unknown",
	"time.Time":       "string",
}

func qualified(obj types.Object) string {
	if obj.Pkg() == nil { // error and the like
		return obj.Name()
	}
	return obj.Pkg().Name() + "." + obj.Name()
}

// onWire reports whether a type travels: text, or a struct with json tags or
// without fields.
func onWire(obj types.Object) bool {
	if _, ok := specials[qualified(obj)]; ok {
		return true
	}
	switch t := obj.Type().Underlying().(type) {
	case *types.Basic:
		return t.Kind() == types.String
	case *types.Struct:
		for i := range t.NumFields() {
			if reflect.StructTag(t.Tag(i)).Get("json") != "" {
				return true
			}
		}
		return t.NumFields() == 0
	}
	return false
}

func (e *emitter) structDecl(obj types.Object, s *ast.StructType) error {
	if len(s.Fields.List) == 0 {
		e.printf("export type %s = Record<string, never>;\n\n", name(obj))
		return nil
	}
	e.printf("export interface %s {\n", name(obj))
	for _, f := range s.Fields.List {
		if err := e.field(f); err != nil {
			return err
		}
	}
	e.printf("}\n\n")
	return nil
}

func (e *emitter) field(f *ast.Field) error {
	if len(f.Names) != 1 {
		return e.fail(f.Pos(), "a member needs one name and its own tag (no embedding, no lists)")
	}
	n := f.Names[0]
	if !n.IsExported() {
		return e.fail(f.Pos(), "member %s is not exported in a type of the wire", n.Name)
	}
	tag := ""
	if f.Tag != nil {
		tag = reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json")
	}
	key, opts, _ := strings.Cut(tag, ",")
	if key == "-" {
		return nil
	}
	if key == "" {
		return e.fail(f.Pos(), "member %s has no json name", n.Name)
	}
	optional := false
	for _, o := range strings.Split(opts, ",") {
		switch o {
		case "":
		case "omitempty", "omitzero":
			optional = true
		default:
			return e.fail(f.Pos(), "member %s: option %q of its json tag is unknown", n.Name, o)
		}
	}
	ts, err := e.typeOf(f, e.pkg.info.Defs[n].Type(), optional)
	if err != nil {
		return err
	}
	mark := ""
	if optional {
		mark = "?"
	}
	doc := f.Doc.Text()
	if doc == "" {
		doc = f.Comment.Text()
	}
	e.printf("%s  %s%s: %s;\n", tsdoc(doc, "  "), key, mark, ts)
	return nil
}

// typeOf maps a Go type. Optional says that the member leaves out its zero
// value, so that a pointer is never null.
func (e *emitter) typeOf(at ast.Node, t types.Type, optional bool) (string, error) {
	switch t := t.(type) {
	case *types.Named:
		return e.namedType(at, t)
	case *types.Basic:
		if ts, ok := basic(t); ok {
			return ts, nil
		}
	case *types.Pointer:
		ts, err := e.typeOf(at, t.Elem(), true)
		if err == nil && !optional {
			ts += " | null"
		}
		return ts, err
	case *types.Slice:
		if b, ok := t.Elem().(*types.Basic); ok && b.Kind() == types.Byte {
			return "string", nil
		}
		ts, err := e.typeOf(at, t.Elem(), false)
		if strings.Contains(ts, " ") {
			ts = "(" + ts + ")"
		}
		return ts + "[]", err
	case *types.Map:
		if k, ok := t.Key().Underlying().(*types.Basic); ok && k.Kind() == types.String {
			ts, err := e.typeOf(at, t.Elem(), false)
			return "Record<string, " + ts + ">", err
		}
	}
	return "", e.fail(at.Pos(), "type %s has no form in TypeScript; the generator must be taught or the type changed", t)
}

func basic(t *types.Basic) (string, bool) {
	switch {
	case t.Info()&types.IsString != 0:
		return "string", true
	case t.Info()&types.IsBoolean != 0:
		return "boolean", true
	case t.Info()&(types.IsInteger|types.IsFloat) != 0 && t.Kind() != types.Uintptr:
		return "number", true
	}
	return "", false
}

func (e *emitter) namedType(at ast.Node, t *types.Named) (string, error) {
	obj := t.Obj()
	if obj.Pkg() == nil || t.TypeArgs().Len() > 0 {
		return "", e.fail(at.Pos(), "type %s has no form in TypeScript", t)
	}
	ours := strings.HasPrefix(obj.Pkg().Path()+"/", e.src.Module+"/")
	if !ours {
		if special, ok := specials[qualified(obj)]; ok {
			return special, nil
		}
		return "", e.fail(at.Pos(), "type %s of another module has no form in TypeScript", t)
	}
	if !e.generated(obj.Pkg()) || !onWire(obj) || !obj.Exported() {
		return "", e.fail(at.Pos(), "type %s is not one of the wire's: it needs an exported name and json tags, in a package that is generated", t)
	}
	return e.use(obj), nil
}

func (e *emitter) generated(p *types.Package) bool {
	for _, dir := range e.src.Packages {
		if p.Path() == e.src.Module+"/"+dir {
			return true
		}
	}
	return false
}
