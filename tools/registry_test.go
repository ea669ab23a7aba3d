package tools_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/margay/margay/tools"
)

// named is a tool of a name with an exposure; words tell two of one name apart.
func named(name string, exposure tools.Exposure, words string) tools.Tool {
	spec := tools.Spec{Name: name, Exposure: exposure, Description: words, ReadOnly: true, Parallel: true}
	return tools.Func(spec, func(context.Context, struct{}, tools.Call) (tools.Result, error) {
		return tools.Result{Text: words}, nil
	})
}

var (
	builtin = tools.Origin{Source: tools.SourceBuiltin}
	github  = tools.Origin{Source: tools.SourceMCP, Owner: "github"}
	gitlab  = tools.Origin{Source: tools.SourceMCP, Owner: "gitlab"}
	skill   = tools.Origin{Source: tools.SourceSkill, Owner: "invoices"}
)

// namesOf are the names of a catalog in its order.
func namesOf(c *tools.Catalog) string {
	var names []string
	for _, e := range c.Entries() {
		names = append(names, e.Name)
	}
	return strings.Join(names, " ")
}

// TestSnapshot_orders_by_source: session, builtin, skill, mcp, script, whenever they came; a later source covers no earlier one.
func TestSnapshot_orders_by_source(t *testing.T) {
	t.Parallel()
	var r tools.Registry
	r.Put(github, named("issues", "", "g"), named("read", "", "g"))
	r.Put(skill, named("read", "", "k"), named("total", "", "k"))
	r.Put(builtin, named("read", "", "b"))
	c := r.Snapshot(tools.Policy{
		Session: []tools.Tool{named("ask_user", "", "s")}, ScriptOwner: "price watch",
		Script: []tools.Tool{named("total", "", "u"), named("price", "", "u"), named("ask_user", "", "u")},
	})
	if got, want := namesOf(c), "ask_user read total issues price"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for i, want := range []tools.Entry{{Source: tools.SourceSession}, {Source: tools.SourceBuiltin}, {Source: tools.SourceSkill, Owner: "invoices"}, {Source: tools.SourceMCP, Owner: "github"}, {Source: tools.SourceScript, Owner: "price watch"}} {
		if e := c.Entries()[i]; e.Source != want.Source || e.Owner != want.Owner {
			t.Errorf("%s is of %s %q", e.Name, e.Source, e.Owner)
		}
	}
	for _, note := range []string{
		"read of skill “invoices” is left out: Margay has a tool of that name.",
		"read of mcp “github” is left out: Margay has a tool of that name.",
		"total of script “price watch” is left out: skill “invoices” has a tool of that name.",
		"ask_user of script “price watch” is left out: Margay has a tool of that name.",
	} {
		if !slices.Contains(c.Notes(), note) {
			t.Errorf("no note %q in %q", note, c.Notes())
		}
	}
}

// TestSnapshot_reserves_names: nobody else takes a name of the program's, also where it has no such tool by now.
func TestSnapshot_reserves_names(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"click", "snapshot", "open_tab", "agent", "delegate", "subagent_orchestrator", "tape_search", "tape_of_mine"} {
		for _, o := range []tools.Origin{github, skill} {
			var r tools.Registry
			r.Put(o, named(name, "", ""), named("mine", "", ""))
			if c := r.Snapshot(tools.Policy{}); namesOf(c) != "mine" || len(c.Notes()) != 1 || !strings.Contains(c.Notes()[0], name) {
				t.Errorf("%s of %v: %q, notes %q", name, o, namesOf(c), c.Notes())
			}
		}
		var r tools.Registry
		if c := r.Snapshot(tools.Policy{Script: []tools.Tool{named(name, "", "")}}); namesOf(c) != "" {
			t.Errorf("a script has %q", namesOf(c))
		}
	}
	var r tools.Registry
	r.Put(builtin, named("click", "", ""))
	if c := r.Snapshot(tools.Policy{Session: []tools.Tool{named("agent", "", "")}}); namesOf(c) != "agent click" {
		t.Errorf("the program itself has %q", namesOf(c))
	}
}

// TestSnapshot_parts_servers: two servers with a tool of one name both get their own, which lasts while both are known.
func TestSnapshot_parts_servers(t *testing.T) {
	t.Parallel()
	var r tools.Registry
	r.Put(github, named("issues", "", "g"), named("stars", "", "g"))
	if got := namesOf(r.Snapshot(tools.Policy{})); got != "issues stars" {
		t.Errorf("alone: %q", got)
	}
	r.Put(gitlab, named("issues", "", "l"))
	both := "github_issues stars gitlab_issues"
	c := r.Snapshot(tools.Policy{})
	if namesOf(c) != both {
		t.Errorf("both: %q", namesOf(c))
	}
	if e := c.Entries()[0]; e.Original != "issues" || !slices.Contains(c.Notes(), "issues of mcp “github” is called github_issues here.") {
		t.Errorf("its own name is %q, notes %q", e.Original, c.Notes())
	}
	r.Put(gitlab) // it does not answer now
	if got := namesOf(r.Snapshot(tools.Policy{})); got != "github_issues stars" {
		t.Errorf("one that does not answer: %q", got)
	}
	r.Drop(gitlab)
	if got := namesOf(r.Snapshot(tools.Policy{})); got != "issues stars" {
		t.Errorf("one that is gone: %q", got)
	}
}

// TestSnapshot_writes_names_that_models_take, each always the same and apart from the others.
func TestSnapshot_writes_names_that_models_take(t *testing.T) {
	t.Parallel()
	odd := []string{"a.b", "a/b", "a b", "名字", "", strings.Repeat("long_", 20), strings.Repeat("long_", 20) + "er"}
	var list []tools.Tool
	for _, name := range odd {
		list = append(list, named(name, "", ""))
	}
	var r tools.Registry
	r.Put(github, list...)
	c := r.Snapshot(tools.Policy{})
	seen := map[string]bool{}
	for i, e := range c.Entries() {
		if !regexp.MustCompile(`^[a-zA-Z0-9_-]{1,64}$`).MatchString(e.Name) || seen[e.Name] || e.Original != odd[i] {
			t.Errorf("%q is called %q", odd[i], e.Name)
		}
		seen[e.Name] = true
	}
	if len(seen) != len(odd) || namesOf(c) != namesOf(r.Snapshot(tools.Policy{})) {
		t.Errorf("%d names of %d: %q", len(seen), len(odd), namesOf(c))
	}
}

// TestSnapshot_exposes_by_class walks the table of exposures.
func TestSnapshot_exposes_by_class(t *testing.T) {
	t.Parallel()
	var r tools.Registry
	r.Put(builtin, named("u", "", ""), named("v", tools.ExposureUser, ""), named("m", tools.ExposureModel, ""), named("d", tools.ExposureDiagnostic, ""), named("h", tools.ExposureRuntime, ""))
	for name, c := range map[string]struct {
		policy tools.Policy
		want   string
	}{
		"all":                 {tools.Policy{}, "u v m"},
		"off":                 {tools.Policy{Off: []string{"u", "m", "d"}}, "v m"},
		"only":                {tools.Policy{Only: []string{"m", "d", "v"}}, "v m"},
		"only_none":           {tools.Policy{Only: []string{}}, ""},
		"never":               {tools.Policy{Never: []string{"m"}}, "u v"},
		"only_and_off":        {tools.Policy{Only: []string{"m", "v"}, Off: []string{"v"}}, "m"},
		"off_that_is_nothing": {tools.Policy{Off: []string{"w"}}, "u v m"},
	} {
		if got := namesOf(r.Snapshot(c.policy)); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	var listed []string
	for _, e := range r.Configurable() {
		listed = append(listed, e.Name)
	}
	if !slices.Equal(listed, []string{"u", "v"}) {
		t.Errorf("the settings list %q", listed)
	}
}

// TestSnapshot_is_closed: what is put or dropped afterwards changes it not, and what is not in it cannot be called.
func TestSnapshot_is_closed(t *testing.T) {
	t.Parallel()
	var r tools.Registry
	r.Put(builtin, named("read", "", "old"))
	before := r.Snapshot(tools.Policy{})
	r.Put(builtin, named("read", "", "new"), named("write", "", ""))
	after := r.Snapshot(tools.Policy{})
	if namesOf(before) != "read" || before.Specs()[0].Description != "old" || after.Has("write") != true || before.Has("write") {
		t.Errorf("before %q, after %q", namesOf(before), namesOf(after))
	}
	if before.Fingerprint() == after.Fingerprint() || after.Fingerprint() != r.Snapshot(tools.Policy{}).Fingerprint() {
		t.Error("the fingerprint tells nothing")
	}
	if off := r.Snapshot(tools.Policy{Off: []string{"write"}}); off.Fingerprint() == after.Fingerprint() {
		t.Error("what is off is not in the fingerprint")
	}
}

// TestSnapshot_leaves_out_a_broken_schema, and nothing else.
func TestSnapshot_leaves_out_a_broken_schema(t *testing.T) {
	t.Parallel()
	var r tools.Registry
	broken := tools.New(tools.Spec{Name: "broken", Parameters: []byte(`{"type":"object","properties":{"a":{"type":7}}}`)}, func(context.Context, any, tools.Call) (tools.Action, error) { return nil, nil })
	r.Put(github, broken, named("sound", "", ""))
	if c := r.Snapshot(tools.Policy{}); namesOf(c) != "sound" || !strings.HasPrefix(c.Notes()[0], "broken of mcp “github” is left out: its schema cannot be used") {
		t.Errorf("%q, notes %q", namesOf(c), c.Notes())
	}
}

// TestRegistry_is_shared: many put, drop and look at once.
func TestRegistry_is_shared(t *testing.T) {
	t.Parallel()
	var r tools.Registry
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			o := tools.Origin{Source: tools.SourceMCP, Owner: string(rune('a' + i))}
			for range 200 {
				r.Put(o, named("t", "", ""))
				r.Snapshot(tools.Policy{})
				r.Configurable()
				r.Drop(o)
			}
		})
	}
	wg.Wait()
	if c := r.Snapshot(tools.Policy{}); namesOf(c) != "" || r.Revision() != 8*400 {
		t.Errorf("%q is left, revision %d", namesOf(c), r.Revision())
	}
}
