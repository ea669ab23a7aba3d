package typescript

import (
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

func (e *emitter) emitRoutes() {
	if len(e.routes) > 0 {
		e.printf("/** The calls: what each takes and answers, and the group that may make it. */\nexport interface Routes {\n")
		for _, r := range e.routes {
			e.printf("%s  %q: { params: %s; result: %s; group: %q };\n", tsdoc(r.doc, "  "), r.name, r.params, r.result, r.group)
		}
		e.printf("}\n\n")
		e.printf("/** The calls at run time. A maxBytes of 0 means MaxMessage of the protocol. */\n")
		e.printf("export const routes: { readonly [K in keyof Routes]: { readonly group: Routes[K][\"group\"]; readonly maxBytes: number } } = {\n")
		for _, r := range e.routes {
			e.printf("  %q: { group: %q, maxBytes: %d },\n", r.name, r.group, r.maxBytes)
		}
		e.printf("};\n\n")
	}
	if len(e.notices) > 0 {
		e.printf("/** The notices: messages without an answer, handled in order. */\nexport interface Notices {\n")
		for _, r := range e.notices {
			e.printf("%s  %q: { params: %s; group: %q };\n", tsdoc(r.doc, "  "), r.name, r.params, r.group)
		}
		e.printf("}\n\n")
		e.printf("/** The notices at run time. */\n")
		e.printf("export const notices: { readonly [K in keyof Notices]: { readonly group: Notices[K][\"group\"] } } = {\n")
		for _, r := range e.notices {
			e.printf("  %q: { group: %q },\n", r.name, r.group)
		}
		e.printf("};\n\n")
	}
	if len(e.funcs) > 0 {
		e.printf("/** The functions of the page script. Act says that it may change the page. */\nexport interface Functions {\n")
		for _, r := range e.funcs {
			e.printf("%s  %q: { args: %s; result: %s; act: %t };\n", tsdoc(r.doc, "  "), r.name, r.params, r.result, r.act)
		}
		e.printf("}\n\n")
		e.printf("/** The functions at run time. */\n")
		e.printf("export const functions: { readonly [K in keyof Functions]: { readonly act: Functions[K][\"act\"] } } = {\n")
		for _, r := range e.funcs {
			e.printf("  %q: { act: %t },\n", r.name, r.act)
		}
		e.printf("};\n\n")
	}
	text := strings.TrimRight(e.body.String(), "\n") + "\n"
	e.body.Reset()
	e.body.WriteString(text)
}
