package openai_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
)

// manner is how a provider says its calls.
type manner struct {
	ids, indexes      string // own, one for all, or none
	idEach, nameEach  bool   // with each piece, or with the first one only
	head, tail, grows bool   // a first and a last piece without arguments; each piece says all so far
	mixed             bool   // the pieces of all calls in turns
	lists             bool   // all of it in one list
	twice             string // how the whole is said once more: the same, bare, or not
}

// TestManners: any list of calls, in whatever manner it is said, comes out as it was meant:
// each call that has an id, an index or a place in a list of its own, once however often it
// is said; and each time, where nothing names it.
func TestManners(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(12, 1))
	for n := range 6000 {
		m := randomManner(r)
		calls := m.randomCalls(r)
		frames := m.say(r, calls)
		want := calls
		switch {
		case m.twice == "same":
			frames = append(frames, m.say(r, calls)...)
		case m.twice == "bare":
			bare := m
			bare.ids, bare.indexes, bare.mixed = "none", "none", false
			frames = append(frames, bare.say(r, calls)...)
		}
		if m.twice != "" && m.ids == "none" && m.indexes == "none" {
			want = slices.Concat(calls, calls)
		}
		o := askBytes(t, []byte(events(append(frames, stop)...)))
		checkCalls(t, "reply", o.reply.Calls, want, false)
		live := o.assembled()
		for i, c := range live {
			if strings.Trim(c.Arguments, "{}") == "" {
				live[i].Arguments = "{}" // nobody who watches minds how often
			}
		}
		checkCalls(t, "deltas", live, want, true)
		if t.Failed() {
			t.Fatalf("%d: %+v says\n%s", n, m, strings.Join(frames, "\n"))
		}
	}
}

func randomManner(r *rand.Rand) manner {
	some := func() bool { return r.IntN(2) == 0 }
	of := func(words ...string) string { return words[r.IntN(len(words))] }
	m := manner{
		ids: of("own", "own", "one", "none"), indexes: of("own", "own", "one", "none"), twice: of("", "", "same", "bare"),
		idEach: some(), nameEach: some(), head: some(), tail: some(), grows: some(), mixed: some(), lists: some(),
	}
	named := m.indexes == "own" && m.ids != "one" || m.ids == "own" && m.idEach // each piece, without a doubt
	m.mixed = m.mixed && named && !m.lists
	m.tail = m.tail && !m.lists                                    // what stands in one list counts
	m.tail = m.tail && !(m.twice == "bare" && m.indexes == "none") // it may begin the bare one
	return m
}

// isWeak reports whether neither id nor index tells the calls apart, but each has one.
func (m manner) isWeak() bool {
	return m.ids != "own" && m.indexes != "own" && (m.ids == "one" || m.indexes == "one")
}

// randomCalls are one to four, equal ones among them where something tells those apart.
func (m manner) randomCalls(r *rand.Rand) []llm.Call {
	var list []llm.Call
	for len(list) < 1+r.IntN(4) {
		c := call([]string{"open_tab", "click"}[r.IntN(2)], fmt.Sprintf(`{"url":"https://%d.example.test/"}`, r.IntN(3)))
		if !m.isWeak() && r.IntN(6) == 0 {
			c = call("list_tabs", "{}")
		}
		if m.isWeak() && !(m.lists && m.ids == "none") && slices.Contains(list, c) {
			break
		}
		list = append(list, c)
	}
	return list
}

// say gives the frames of a list of calls.
func (m manner) say(r *rand.Rand, list []llm.Call) []string {
	said := make([][]string, len(list))
	for i, c := range list {
		said[i] = m.pieces(r, i, c)
	}
	all := slices.Concat(said...)
	if m.mixed {
		all = inTurns(r, said)
	}
	if m.lists {
		return []string{callOf(strings.Join(all, ","))}
	}
	for i, piece := range all {
		all[i] = callOf(piece)
	}
	return all
}

// inTurns mixes the pieces of calls, but for the first ones.
func inTurns(r *rand.Rand, said [][]string) (all []string) {
	for i, pieces := range said {
		all, said[i] = append(all, pieces[0]), pieces[1:]
	}
	isEmpty := func(pieces []string) bool { return len(pieces) == 0 }
	for said = slices.DeleteFunc(said, isEmpty); len(said) > 0; said = slices.DeleteFunc(said, isEmpty) {
		i := r.IntN(len(said))
		all, said[i] = append(all, said[i][0]), said[i][1:]
	}
	return all
}

// pieces are those of one call.
func (m manner) pieces(r *rand.Rand, number int, c llm.Call) []string {
	var args []string
	if m.head {
		args = append(args, "")
	}
	for from, cut := 0, 0; cut < len(c.Arguments); from = cut {
		cut += 1 + r.IntN(len(c.Arguments)-cut)
		if m.grows {
			from = 0
		}
		args = append(args, c.Arguments[from:cut])
	}
	if m.tail {
		args = append(args, []string{"", "null", "\n"}[r.IntN(3)])
	}
	var out []string
	for i, a := range args {
		function := map[string]any{"arguments": a}
		if i == 0 || m.nameEach {
			function["name"] = c.Name
		}
		d := map[string]any{"function": function}
		switch id := (map[string]string{"own": fmt.Sprint("call_", number), "one": "call"})[m.ids]; {
		case id != "" && (i == 0 || m.idEach):
			d["id"] = id
		}
		switch m.indexes {
		case "own":
			d["index"] = number
		case "one":
			d["index"] = 0
		}
		data, err := json.Marshal(d)
		if err != nil {
			panic(err)
		}
		out = append(out, string(data))
	}
	return out
}
