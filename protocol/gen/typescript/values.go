package typescript

import (
	"encoding/json"
	"go/ast"
	"go/constant"
	"go/types"
	"strconv"
	"strings"
)

// stringDecl writes a string type: a union of its constants and their list, or
// an alias where it has none.
func (e *emitter) stringDecl(obj types.Object) error {
	values := e.constantsOf(obj.Type())
	if len(values) == 0 {
		e.printf("export type %s = string;\n\n", name(obj))
		return nil
	}
	e.printf("export type %s = %s;\n\n", name(obj), strings.Join(values, " | "))
	list := name(obj) + "Values"
	if err := e.declare(obj.Pos(), list); err != nil {
		return err
	}
	e.printf("/** All values of %s, in the order of the Go source. */\n", name(obj))
	e.printf("export const %s: readonly %s[] = [\n", list, name(obj))
	for _, v := range values {
		e.printf("  %s,\n", v)
	}
	e.printf("];\n\n")
	return nil
}

// constantsOf lists the values of the exported constants of a type, as literals.
func (e *emitter) constantsOf(t types.Type) []string {
	var values []string
	for _, f := range e.pkg.files {
		for _, d := range f.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, s := range g.Specs {
				vs, ok := s.(*ast.ValueSpec)
				if !ok {
					continue
				}
				for _, n := range vs.Names {
					if c, ok := e.pkg.info.Defs[n].(*types.Const); ok && n.IsExported() && types.Identical(c.Type(), t) {
						values = append(values, literal(c.Val()))
					}
				}
			}
		}
	}
	return values
}

// constDecl writes exported constants: limits, texts, and the named values of
// the unions. Constants of a named type that is no text are Go's own.
func (e *emitter) constDecl(s *ast.ValueSpec) error {
	for _, n := range s.Names {
		c, ok := e.pkg.info.Defs[n].(*types.Const)
		if !ok || !n.IsExported() {
			continue
		}
		if named, ok := c.Type().(*types.Named); ok {
			if b, ok := named.Underlying().(*types.Basic); !ok || b.Info()&types.IsString == 0 {
				continue
			}
		}
		value := literal(c.Val())
		if value == "" {
			return e.fail(n.Pos(), "constant %s has no form in TypeScript", n.Name)
		}
		if err := e.declare(n.Pos(), name(c)); err != nil {
			return err
		}
		e.printf("%sexport const %s = %s;\n\n", tsdoc(s.Doc.Text(), ""), name(c), value)
	}
	return nil
}

// literal is a constant as TypeScript writes it, or empty.
func literal(v constant.Value) string {
	switch v.Kind() {
	case constant.String:
		// JSON's quoting is JavaScript's; Go's knows escapes that it does not.
		text, err := json.Marshal(constant.StringVal(v))
		if err != nil {
			return ""
		}
		return string(text)
	case constant.Int:
		if i, exact := constant.Int64Val(v); exact && i < 1<<53 && i > -1<<53 {
			return strconv.FormatInt(i, 10)
		}
	}
	return ""
}

// table writes a map from the constants of a text to numbers, such as the codes
// of the reasons.
func (e *emitter) table(s *ast.ValueSpec, n *ast.Ident, m *types.Map) error {
	lit, ok := s.Values[0].(*ast.CompositeLit)
	if !ok {
		return e.fail(n.Pos(), "table %s is not a literal", n.Name)
	}
	key, err := e.typeOf(n, m.Key(), false)
	if err != nil {
		return err
	}
	if err := e.declare(n.Pos(), n.Name); err != nil {
		return err
	}
	e.printf("%sexport const %s: Readonly<Record<%s, number>> = {\n", tsdoc(s.Doc.Text(), ""), n.Name, key)
	for _, el := range lit.Elts {
		kv := el.(*ast.KeyValueExpr)
		k, v := e.pkg.info.Types[kv.Key].Value, e.pkg.info.Types[kv.Value].Value
		if k == nil || v == nil {
			return e.fail(kv.Pos(), "table %s: an entry is no constant", n.Name)
		}
		e.printf("  %s: %s,\n", literal(k), literal(v))
	}
	e.printf("};\n\n")
	return nil
}
