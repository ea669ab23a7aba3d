package openai_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
)

// TestRepeats: a call that a provider says again, whole or in pieces, runs once; what
// has an id, an index or a place in the list of its own is another call.
func TestRepeats(t *testing.T) {
	t.Parallel()
	f := func(args string) string { // in two pieces, named each time
		return callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\""}}`) + "\n" + callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":":`+args+`}"}}`)
	}
	byIndex := func(args string) string {
		return callOf(`{"index":0,"function":{"name":"f","arguments":"{\"x\""}}`) + "\n" + callOf(`{"index":0,"function":{"arguments":":`+args+`}"}}`)
	}
	headed := []string{
		callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":""}}`), callOf(`{"index":0,"function":{"arguments":"{\"x\""}}`), callOf(`{"index":0,"function":{"arguments":":1}"}}`),
	}
	growing := []string{
		headed[0], headed[1], callOf(`{"index":0,"function":{"arguments":"{\"x\":"}}`), callOf(`{"index":0,"function":{"arguments":"{\"x\":1}"}}`),
	}
	g := callOf(`{"index":1,"id":"d","function":{"name":"g","arguments":"{\"y\":2}"}}`)
	of := func(args string) string {
		return callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":` + args + `}"}}`)
	}
	one := []llm.Call{call("f", `{"x":1}`)}
	two := []llm.Call{one[0], one[0]}
	unlike := []llm.Call{one[0], call("f", `{"x":2}`)}
	with := []llm.Call{one[0], call("g", `{"y":2}`)}
	for name, tt := range map[string]struct {
		frames []string
		want   []llm.Call
		live   []llm.Call
	}{
		"in_pieces":                     {[]string{f("1"), f("1")}, one, nil},
		"in_pieces_three_times":         {[]string{f("1"), f("1"), f("1")}, one, nil},
		"in_pieces_after_whole":         {[]string{of("1"), f("1")}, one, nil},
		"in_pieces_by_index":            {[]string{byIndex("1"), byIndex("1")}, one, nil},
		"in_pieces_without_id_or_index": {[]string{f("1"), callOf(`{"function":{"name":"f","arguments":"{\"x\""}}`), callOf(`{"function":{"arguments":":1}"}}`)}, one, nil},
		"in_pieces_behind_a_head":       {slices.Concat(headed, headed), one, []llm.Call{call("f", `{"x":1}{"x":1}`)}},
		"in_pieces_that_grow":           {slices.Concat(growing, growing), one, nil},
		"in_pieces_with_a_fraction":     {[]string{f("1"), f("1.0")}, one, nil},
		"in_pieces_and_another":         {[]string{f("1"), f("2")}, unlike, nil},
		"in_pieces_by_index_another":    {[]string{byIndex("1"), byIndex("2")}, unlike, nil},
		"in_pieces_and_then_another":    {[]string{f("1"), f("1"), g}, with, nil},
		"in_pieces_both":                {[]string{f("1"), g, f("1"), g}, with, nil},
		"in_pieces_of_one_list":         {[]string{callOf(`{"index":0,"function":{"name":"f","arguments":"{\"x\""}},{"index":0,"function":{"arguments":":1}"}},{"index":0,"function":{"name":"f","arguments":"{\"x\""}},{"index":0,"function":{"arguments":":1}"}}`)}, two, nil},
		"in_pieces_at_two_places":       {[]string{f("1"), callOf(`{"index":1,"id":"d","function":{"name":"f","arguments":"{\"x\""}}`), callOf(`{"index":1,"id":"d","function":{"name":"f","arguments":":1}"}}`)}, two, nil},
		"in_pieces_not_ended":           {[]string{f("1"), callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":2"}}`)}, []llm.Call{one[0], call("f", `{"x":2`)}, nil},
		"as_the_one_call_of_old":        {[]string{said(`{"function_call":{"name":"f","arguments":"{\"x\":1}"}}`), said(`{"function_call":{"name":"f","arguments":"{\"x\":1}"}}`)}, one, nil},
		"with_a_fraction":               {[]string{of("1"), of("1.0")}, one, nil},
		"with_an_exponent":              {[]string{of("1"), of("10e-1")}, one, nil},
		"with_zeros":                    {[]string{of("[100, -0.0]"), of("[1E2, 0]")}, []llm.Call{call("f", `{"x":[100, -0.0]}`)}, nil},
		"with_another_fraction":         {[]string{of("1"), of("1.01")}, []llm.Call{one[0], call("f", `{"x":1.01}`)}, nil},
		"with_another_sign":             {[]string{of("1"), of("-1")}, []llm.Call{one[0], call("f", `{"x":-1}`)}, nil},
		"with_another_size":             {[]string{of("1"), of("10")}, []llm.Call{one[0], call("f", `{"x":10}`)}, nil},
		"with_a_text":                   {[]string{of("1"), of(`\"1\"`)}, []llm.Call{one[0], call("f", `{"x":"1"}`)}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, _ := serve(t, 200, []byte(strings.ReplaceAll(events(append(tt.frames, stop)...), "\n{", "\n\ndata: {")), openai.Options{Retries: -1})
			check(t, ask(t, m, llm.Request{Messages: words("go")}), wanted{finish: llm.FinishCalls, calls: tt.want, live: tt.live})
		})
	}
}
