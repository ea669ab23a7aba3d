package typescript

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"strings"
)

// route is a declared route, notice or page function.
type route struct {
	doc, name, group string
	params, result   string
	maxBytes         int64
	act              bool
}

// varDecl collects the routes of a package and writes its tables. Other
// variables are Go's own.
func (e *emitter) varDecl(s *ast.ValueSpec) error {
	for i, n := range s.Names {
		v, ok := e.pkg.info.Defs[n].(*types.Var)
		if !ok || i >= len(s.Values) {
			continue
		}
		switch t := v.Type().(type) {
		case *types.Map:
			key, named := t.Key().(*types.Named)
			elem, number := t.Elem().(*types.Basic)
			if named && number && elem.Kind() == types.Int && onWire(key.Obj()) {
				if err := e.table(s, n, t); err != nil {
					return err
				}
			}
		case *types.Named:
			if err := e.declaration(s, n, s.Values[i], t); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *emitter) declaration(s *ast.ValueSpec, n *ast.Ident, value ast.Expr, t *types.Named) error {
	kind := qualified(t.Obj())
	switch kind {
	case "protocol.Route", "protocol.Notice", "pagescript.Func":
	default:
		return nil
	}
	lit, ok := value.(*ast.CompositeLit)
	if !ok {
		return e.fail(n.Pos(), "%s must be a literal, so that its name can be read", n.Name)
	}
	r := route{doc: s.Doc.Text()}
	if err := e.members(lit, &r); err != nil {
		return err
	}
	var err error
	if r.params, err = e.typeOf(n, t.TypeArgs().At(0), true); err != nil {
		return err
	}
	if t.TypeArgs().Len() > 1 {
		if r.result, err = e.typeOf(n, t.TypeArgs().At(1), true); err != nil {
			return err
		}
	}
	switch kind {
	case "protocol.Route":
		e.routes = append(e.routes, r)
	case "protocol.Notice":
		e.notices = append(e.notices, r)
	default:
		e.funcs = append(e.funcs, r)
	}
	return nil
}

// members reads the constants of a declaration's literal.
func (e *emitter) members(lit *ast.CompositeLit, r *route) error {
	for _, el := range lit.Elts {
		kv, ok := el.(*ast.KeyValueExpr)
		if !ok {
			return e.fail(el.Pos(), "a declaration names its members")
		}
		v := e.pkg.info.Types[kv.Value].Value
		if v == nil {
			return e.fail(kv.Pos(), "a declaration holds constants only")
		}
		switch key := kv.Key.(*ast.Ident).Name; key {
		case "Name":
			r.name = constant.StringVal(v)
		case "Group":
			r.group = constant.StringVal(v)
		case "MaxBytes":
			r.maxBytes, _ = constant.Int64Val(v)
		case "Act":
			r.act = constant.BoolVal(v)
		default:
			return e.fail(kv.Pos(), "member %s of a declaration is unknown to the generator", key)
		}
	}
	if r.name == "" {
		return e.fail(lit.Pos(), "a declaration has no name")
	}
	return nil
}

// emitRoutes writes the maps and their tables at the end of the file.
func (e *emitter) emitRoutes() {
	group := func(r route) string { return fmt.Sprintf("group: %q", r.group) }
	e.emitMap(e.routes, mapped{
		name: "Routes", doc: "The calls: what each takes and answers, and the group that may make it.",
		table: "routes", tableDoc: "The calls at run time. A maxBytes of 0 means MaxMessage of the protocol.",
		tableType: "readonly group: Routes[K][\"group\"]; readonly maxBytes: number",
		member:    func(r route) string { return fmt.Sprintf("params: %s; result: %s; %s", r.params, r.result, group(r)) },
		value:     func(r route) string { return fmt.Sprintf("%s, maxBytes: %d", group(r), r.maxBytes) },
	})
	e.emitMap(e.notices, mapped{
		name: "Notices", doc: "The notices: messages without an answer, handled in order.",
		table: "notices", tableDoc: "The notices at run time.",
		tableType: "readonly group: Notices[K][\"group\"]",
		member:    func(r route) string { return fmt.Sprintf("params: %s; %s", r.params, group(r)) },
		value:     group,
	})
	act := func(r route) string { return fmt.Sprintf("act: %t", r.act) }
	e.emitMap(e.funcs, mapped{
		name: "Functions", doc: "The functions of the page script. Act says that it may change the page.",
		table: "functions", tableDoc: "The functions at run time.",
		tableType: "readonly act: Functions[K][\"act\"]",
		member:    func(r route) string { return fmt.Sprintf("args: %s; result: %s; %s", r.params, r.result, act(r)) },
		value:     act,
	})
	text := strings.TrimRight(e.body.String(), "\n") + "\n"
	e.body.Reset()
	e.body.WriteString(text)
}

// mapped says how declarations of one kind are written: an interface of types
// and a table of values, with one member each.
type mapped struct {
	name, doc                  string
	table, tableDoc, tableType string
	member, value              func(route) string
}

func (e *emitter) emitMap(routes []route, m mapped) {
	if len(routes) == 0 {
		return
	}
	e.printf("%sexport interface %s {\n", tsdoc(m.doc, ""), m.name)
	for _, r := range routes {
		e.printf("%s  %q: { %s };\n", tsdoc(r.doc, "  "), r.name, m.member(r))
	}
	e.printf("}\n\n%sexport const %s: { readonly [K in keyof %s]: { %s } } = {\n", tsdoc(m.tableDoc, ""), m.table, m.name, m.tableType)
	for _, r := range routes {
		e.printf("  %q: { %s },\n", r.name, m.value(r))
	}
	e.printf("};\n\n")
}
