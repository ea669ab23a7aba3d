package openai_test

import (
	"slices"
	"strings"
	"testing"
	"time"

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
		"in_pieces_behind_a_head":       {slices.Concat(headed, headed), one, nil},
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

// TestRepeats_of_lists: a row of calls that is said again runs once; pieces go to the call
// that they belong to, and a name that says no more begins none.
func TestRepeats_of_lists(t *testing.T) {
	t.Parallel()
	a, b := call("open_tab", `{"url":"A"}`), call("open_tab", `{"url":"B"}`)
	two := []llm.Call{a, b}
	piece := func(names, url string) string {
		return `{` + names + `"function":{"name":"open_tab","arguments":"{\"url\":\"` + url + `\"}"}}`
	}
	list := func(first, second string) string { return callOf(piece(first, "A") + "," + piece(second, "B")) }
	head := func(names, name string) string {
		return callOf(`{` + names + `"function":{"name":"` + name + `","arguments":""}}`)
	}
	args := func(names, text string) string {
		return callOf(`{` + names + `"function":{"arguments":"` + strings.ReplaceAll(text, `"`, `\"`) + `"}}`)
	}
	const zero = `"index":0,`
	own, at, one := list(`"index":0,"id":"a",`, `"index":1,"id":"b",`), list(zero, zero), list(`"id":"x",`, `"id":"x",`)
	inPieces := []string{head(zero+`"id":"a",`, "open_tab"), args(zero, `{"url":"A"}`), head(zero+`"id":"b",`, "open_tab"), args(zero, `{"url":"B"}`)}
	shared := []string{head(`"id":"x",`, "open_tab"), args(``, `{"url":"A"}`), head(`"id":"x",`, "open_tab"), args(``, `{"url":"B"}`)}
	atOne := []string{head(zero, "open_tab"), args(zero, `{"url":"A"}`), head(zero, "open_tab"), args(zero, `{"url":"B"}`)}
	named := []string{head(zero+`"id":"a",`, "open"), head(zero+`"id":"a",`, "_tab"), args(zero, `{"url":"A"}`)}
	none := func(text string) string {
		return callOf(`{"index":0,"id":"c","function":{"name":"list_tabs","arguments":"` + text + `"}}`)
	}
	unnamed := func(text string) string {
		return callOf(`{"function":{"name":"open_tab","arguments":` + text + `}}`)
	}
	broken := func(names string) []string {
		return []string{callOf(`{` + names + `"id":"a","function":{"name":"open_tab","arguments":"{\"url\":"}}`), callOf(piece(names+`"id":"b",`, "B"))}
	}
	sound := []llm.Call{call("open_tab", `{"url":`), b}
	for name, tt := range map[string]struct {
		frames []string
		want   []llm.Call
	}{
		"the_second_without_names":     {[]string{own, list("", "")}, two},
		"the_second_not_in_a_list":     {[]string{own, callOf(piece("", "A")), callOf(piece("", "B"))}, two},
		"three_times":                  {[]string{own, list("", ""), own}, two},
		"at_one_index":                 {[]string{at, at}, two},
		"under_one_id":                 {[]string{one, one}, two},
		"without_any_name":             {[]string{list("", ""), list("", "")}, []llm.Call{a, b, a, b}},
		"and_another":                  {[]string{at, at, callOf(piece(zero, "C"))}, []llm.Call{a, b, call("open_tab", `{"url":"C"}`)}},
		"only_its_first":               {[]string{at, callOf(piece(zero, "A"))}, []llm.Call{a, b, a}},
		"in_another_order":             {[]string{own, callOf(piece(`"index":1,"id":"b",`, "B") + "," + piece(`"index":0,"id":"a",`, "A"))}, two},
		"in_pieces_by_the_head":        {slices.Concat(inPieces, inPieces), two},
		"heads_of_one_id":              {shared, two},
		"heads_of_one_id_twice":        {slices.Concat(shared, shared), two},
		"heads_at_one_index":           {atOne, two},
		"heads_at_one_index_twice":     {slices.Concat(atOne, atOne), two},
		"no_arguments_that_grow_again": {[]string{none("{}"), none("{"), none("{}")}, []llm.Call{call("list_tabs", "{}")}},
		"a_name_in_pieces":             {slices.Concat(named, named), two[:1]},
		"a_last_piece_with_a_text":     {[]string{unnamed(`"{\"url\""`), unnamed(`":\"A\"}"`), unnamed(`""`)}, two[:1]},
		"a_last_piece_with_null":       {[]string{unnamed(`"{\"url\""`), unnamed(`":\"A\"}"`), unnamed(`null`)}, two[:1]},
		"a_last_piece_and_another":     {[]string{unnamed(`"{\"url\":\"A\"}"`), unnamed(`""`), callOf(`{"function":{"name":"list_tabs","arguments":"{}"}}`)}, []llm.Call{a, call("list_tabs", "{}")}},
		"names_alone_in_one_list":      {[]string{callOf(`{"function":{"name":"list_tabs"}},{"function":{"name":"list_tabs"}}`)}, []llm.Call{call("list_tabs", "{}"), call("list_tabs", "{}")}},
		"behind_a_broken_one":          {broken(""), sound},
		"behind_a_broken_one_at_one":   {broken(zero), sound},
		"behind_a_broken_other_one":    {[]string{callOf(`{"index":0,"function":{"name":"click","arguments":"{"}}`), callOf(piece(zero, "B"))}, []llm.Call{call("click", "{"), b}},
		"another_name_for_it":          {[]string{callOf(`{"index":0,"id":"c","function":{"name":"functions.open_tab","arguments":"{\"url\":"}}`), callOf(`{"index":0,"id":"c","function":{"name":"open_tab","arguments":"\"A\"}"}}`)}, []llm.Call{call("functions.open_tab", a.Arguments)}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			check(t, askBytes(t, []byte(events(append(tt.frames, stop)...))), wanted{finish: llm.FinishCalls, calls: tt.want})
		})
	}
}

// saidAtLength is a long call, its copy, and many pieces that say nothing.
func saidAtLength(pieces int) []byte {
	long := callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"{\"x\":\"` + strings.Repeat("x", 96<<10) + `\"}"}}`)
	blank := callOf(`{"index":0,"id":"c","function":{"name":"f","arguments":"\n"}}`)
	return []byte(events(slices.Concat([]string{long, long}, slices.Repeat([]string{blank}, pieces), []string{stop})...))
}

// TestRepeats_at_length: what a piece costs does not depend on what came before it.
func TestRepeats_at_length(t *testing.T) {
	t.Parallel()
	body, start := saidAtLength(10_000), time.Now()
	if o := askBytes(t, body); len(o.reply.Calls) != 1 || time.Since(start) > 20*time.Second {
		t.Errorf("%d calls in %v", len(o.reply.Calls), time.Since(start))
	}
}

func BenchmarkRepeats(b *testing.B) {
	body := string(saidAtLength(3000))
	for b.Loop() {
		m := openai.New(openai.Options{Model: "m", Transport: &steps{list: []step{{status: 200, body: body}}}, Retries: -1})
		if r, err := m.Stream(b.Context(), llm.Request{Messages: words("go")}, func(llm.Delta) {}); err != nil || len(r.Calls) != 1 {
			b.Fatalf("%d calls, %v", len(r.Calls), err)
		}
	}
}
