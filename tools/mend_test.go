package tools_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/tools"
)

// mended is a tool that says which arguments have reached it.
func mended(schema string) tools.Tool {
	return tools.New(tools.Spec{Name: "t", Parameters: json.RawMessage(schema), ReadOnly: true}, func(_ context.Context, _ any, call tools.Call) (tools.Action, error) {
		return tools.Act(tools.Effect{Class: tools.ClassRead}, func(context.Context) (tools.Result, error) {
			return tools.Result{Text: string(call.Args)}, nil
		}), nil
	})
}

const everyKind = `{"type":"object","required":["name"],"additionalProperties":false,"properties":{
	"name":{"type":"string"},"n":{"type":"integer"},"x":{"type":"number"},"on":{"type":"boolean"},
	"size":{"type":"string","enum":["Small","Large"]},"tags":{"type":"array","items":{"type":"string"}},
	"ids":{"type":"array","items":{"type":"integer"}},"at":{"type":"object","properties":{"x":{"type":"integer"}},"additionalProperties":false},
	"any":{},"both":{"type":["string","integer"]},"steps":{"type":"array","items":{"type":"object","properties":{"n":{"type":"integer"}}}}}}`

// TestMend walks the table of arguments that do not fit.
func TestMend(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ args, want string }{
		"sound":                      {`{"name":"a", "n":1}`, `{"name":"a", "n":1}`},
		"the_object_as_text":         {`"{\"name\":\"a\"}"`, `{"name":"a"}`},
		"a_number_as_text":           {`{"name":"a","n":"12"}`, `{"n":12,"name":"a"}`},
		"a_whole_number_as_fraction": {`{"name":"a","n":12.0}`, `{"n":12,"name":"a"}`},
		"a_fraction_as_text":         {`{"name":"a","x":"1.5"}`, `{"name":"a","x":1.5}`},
		"yes_as_text":                {`{"name":"a","on":"True"}`, `{"name":"a","on":true}`},
		"a_number_for_a_text":        {`{"name":12}`, `{"name":"12"}`},
		"digits_are_kept":            {`{"name":12345678901234567890}`, `{"name":"12345678901234567890"}`},
		"yes_for_a_text":             {`{"name":true}`, `{"name":"true"}`},
		"an_object_as_text":          {`{"name":"a","at":"{\"x\":\"3\"}"}`, `{"at":{"x":3},"name":"a"}`},
		"a_list_as_text":             {`{"name":"a","ids":"[1,2]"}`, `{"ids":[1,2],"name":"a"}`},
		"one_for_a_list":             {`{"name":"a","tags":"b"}`, `{"name":"a","tags":["b"]}`},
		"one_number_for_a_list":      {`{"name":"a","ids":"7"}`, `{"ids":[7],"name":"a"}`},
		"one_object_for_a_list":      {`{"name":"a","steps":{"n":"1"}}`, `{"name":"a","steps":[{"n":1}]}`},
		"null_that_may_be_left_out":  {`{"name":"a","n":null}`, `{"name":"a"}`},
		"a_choice_in_small_letters":  {`{"name":"a","size":" large"}`, `{"name":"a","size":"Large"}`},
		"a_member_that_takes_all":    {`{"name":"a","any":"12"}`, `{"name":"a","any":"12"}`},
		"a_member_of_two_kinds":      {`{"name":"a","both":"12"}`, `{"name":"a","both":"12"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := runOne(t, mended(everyKind), c.args)
			if o.Status != chat.CallCompleted || o.Result.Text != c.want {
				t.Errorf("%s gave %s %q, want %q", c.args, o.Status, o.Result.Text, c.want)
			}
			if kept := string(o.Args); (kept == "") != (c.args == c.want) || kept != "" && kept != c.want {
				t.Errorf("of %s is kept what ran: %q", c.args, kept)
			}
		})
	}
}

// TestMend_guesses_nothing: what may mean two things is told with the line of the schema.
func TestMend_guesses_nothing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ args, says string }{
		"no_number":           {`{"name":"a","n":"about 12"}`, `The schema says: "n": {"type":"integer"}.`},
		"a_fraction":          {`{"name":"a","n":"1.5"}`, `"n": {"type":"integer"}`},
		"zeros_in_front":      {`{"name":"a","n":"007"}`, `"n": {"type":"integer"}`},
		"no_yes":              {`{"name":"a","on":"yes"}`, `"on": {"type":"boolean"}`},
		"no_choice":           {`{"name":"a","size":"Medium"}`, `"size": {"type":"string","enum":["Small","Large"]}`},
		"missing":             {`{}`, `The schema says: "name": {"type":"string"}.`},
		"nothing":             {``, `"name": {"type":"string"}`},
		"null":                {`null`, `"name": {"type":"string"}`},
		"null_that_is_wanted": {`{"name":null}`, `"name": {"type":"string"}`},
		"an_unknown_member":   {`{"name":"a","nam":1}`, "The members are: any, at, both, ids, n, name, on, size, steps, tags, x."},
		"text_that_is_no_one": {`"name"`, "must be one JSON object"},
		"a_list":              {`[1]`, "must be one JSON object"},
		"broken":              {`{"name":`, "no JSON"},
		"two":                 {`{"name":"a"} {"name":"b"}`, "no JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if o := runOne(t, mended(everyKind), c.args); o.Status != chat.CallError || !strings.Contains(o.Result.Text, c.says) {
				t.Errorf("%s gave %s %q, want %q in it", c.args, o.Status, o.Result.Text, c.says)
			}
		})
	}
}

// FuzzMend: whatever a model writes, what reaches a tool fits its schema.
func FuzzMend(f *testing.F) {
	f.Add(`{"name":"a","n":"12","ids":"[1]","at":"{\"x\":1e0}"}`)
	f.Add(`"{\"name\":1}"`)
	f.Add(`{"name":{"a":[null]},"tags":null,"steps":[[]]}`)
	f.Fuzz(func(t *testing.T, args string) {
		o := runOne(t, mended(everyKind), args)
		if o.Status == chat.CallCompleted {
			if again := runOne(t, mended(everyKind), o.Result.Text); again.Status != chat.CallCompleted || again.Result.Text != o.Result.Text {
				t.Errorf("%q gave %q, and that %s %q", args, o.Result.Text, again.Status, again.Result.Text)
			}
		}
	})
}

func runOne(t testing.TB, tool tools.Tool, args string) tools.Outcome {
	t.Helper()
	r := tools.Runner{Log: zerolog.Nop(), Catalog: catalog(t, tool)}
	out, err := r.Run(t.Context(), []tools.Call{{ID: "r/1/0", Name: "t", Args: json.RawMessage(args)}})
	if err != nil {
		t.Fatal(err)
	}
	return out[0]
}
