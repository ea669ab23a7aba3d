package protocol_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/margay/margay/protocol"
)

func TestParseMessageTable(t *testing.T) {
	t.Parallel()
	const (
		request      = "request"
		notification = "notification"
		answer       = "answer"
	)
	cases := map[string]struct {
		body string
		want string // a kind, or a reason
		id   string
	}{
		"request":               {`{"jsonrpc":"2.0","id":1,"method":"ping"}`, request, `1`},
		"request_with_params":   {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}`, request, `1`},
		"positional_params":     {`{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}`, request, `1`},
		"null_params":           {`{"jsonrpc":"2.0","id":1,"method":"ping","params":null}`, request, `1`},
		"unknown_member":        {`{"jsonrpc":"2.0","id":7,"method":"no/such","extra":{"a":1}}`, request, `7`},
		"notification":          {`{"jsonrpc":"2.0","method":"ping"}`, notification, ``},
		"id_null":               {`{"jsonrpc":"2.0","id":null,"method":"ping"}`, "invalid_request", ``},
		"id_text":               {`{"jsonrpc":"2.0","id":"a-1","method":"ping"}`, request, `"a-1"`},
		"id_text_as_it_came":    {`{"jsonrpc":"2.0","id":"\u0061","method":"ping"}`, request, `"\u0061"`},
		"id_negative":           {`{"jsonrpc":"2.0","id":-1,"method":"ping"}`, request, `-1`},
		"id_beyond_2_53":        {`{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}`, request, `9007199254740993`},
		"id_of_any_size":        {`{"jsonrpc":"2.0","id":123456789012345678901234567890,"method":"ping"}`, request, `123456789012345678901234567890`},
		"id_fraction":           {`{"jsonrpc":"2.0","id":1.5,"method":"ping"}`, "invalid_request", ``},
		"id_exponent":           {`{"jsonrpc":"2.0","id":1e3,"method":"ping"}`, "invalid_request", ``},
		"id_object":             {`{"jsonrpc":"2.0","id":{},"method":"ping"}`, "invalid_request", ``},
		"id_list":               {`{"jsonrpc":"2.0","id":[1],"method":"ping"}`, "invalid_request", ``},
		"id_bool":               {`{"jsonrpc":"2.0","id":true,"method":"ping"}`, "invalid_request", ``},
		"list":                  {`[1,2]`, "invalid_request", ``},
		"batch":                 {`[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, "invalid_request", ``},
		"number":                {`7`, "invalid_request", ``},
		"null":                  {`null`, "invalid_request", ``},
		"text":                  {`"x"`, "invalid_request", ``},
		"empty_object":          {`{}`, "invalid_request", ``},
		"no_version":            {`{"id":1,"method":"ping"}`, "invalid_request", ``},
		"other_version":         {`{"jsonrpc":"1.0","id":1,"method":"ping"}`, "invalid_request", ``},
		"method_no_text":        {`{"jsonrpc":"2.0","id":1,"method":5}`, "invalid_request", ``},
		"method_null":           {`{"jsonrpc":"2.0","id":1,"method":null}`, "invalid_request", ``},
		"method_empty":          {`{"jsonrpc":"2.0","id":1,"method":""}`, "invalid_request", ``},
		"params_text":           {`{"jsonrpc":"2.0","id":1,"method":"ping","params":"x"}`, "invalid_request", ``},
		"method_and_result":     {`{"jsonrpc":"2.0","id":1,"method":"ping","result":1}`, "invalid_request", ``},
		"neither":               {`{"jsonrpc":"2.0","id":1}`, "invalid_request", ``},
		"no_json":               {`hello`, "parse_error", ``},
		"two_values":            {`{"jsonrpc":"2.0","method":"ping"} {}`, "parse_error", ``},
		"cut":                   {`{"jsonrpc":"2.0","id":1,"method":"ping"`, "parse_error", ``},
		"invalid_utf8":          {"{\"jsonrpc\":\"2.0\",\"method\":\"\xff\"}", "parse_error", ``},
		"doubled_key":           {`{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}`, "parse_error", ``},
		"doubled_unknown_key":   {`{"jsonrpc":"2.0","x":1,"x":2,"method":"ping"}`, "parse_error", ``},
		"other_case":            {`{"jsonrpc":"2.0","ID":1,"method":"ping"}`, "parse_error", ``},
		"other_case_beside":     {`{"jsonrpc":"2.0","id":1,"method":"ping","Method":"x"}`, "parse_error", ``},
		"doubled_inside_params": {`{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":1,"a":2}}`, request, `1`},
		"answer":                {`{"jsonrpc":"2.0","id":1,"result":{}}`, answer, `1`},
		"answer_null":           {`{"jsonrpc":"2.0","id":1,"result":null}`, answer, `1`},
		"fault":                 {`{"jsonrpc":"2.0","id":"x","error":{"code":-32000,"message":"m"}}`, answer, `"x"`},
		"fault_for_nothing":     {`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"m"}}`, answer, ``},
		"fault_unreadable":      {`{"jsonrpc":"2.0","id":1,"error":"m"}`, answer, `1`},
		"answer_with_odd_id":    {`{"jsonrpc":"2.0","id":1.5,"result":{}}`, answer, ``},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, fault := protocol.ParseMessage([]byte(c.body))
			got := request
			switch {
			case fault != nil:
				got = string(fault.Reason())
			case m.Answer():
				got = answer
			case m.ID == nil:
				got = notification
			}
			if got != c.want {
				t.Fatalf("taken for %s, want %s (%v)", got, c.want, fault)
			}
			id := ""
			if fault == nil && m.ID != nil {
				id = string(*m.ID)
			}
			if id != c.id {
				t.Errorf("id %s, want %s", id, c.id)
			}
		})
	}
}

func TestMessagesRoundTrip(t *testing.T) {
	t.Parallel()
	fault := protocol.NewFault(protocol.ReasonNoTab, "The <tab> is gone.").WithNext("List the tabs.")
	cases := map[string][]byte{
		"call":   protocol.AppendCall(nil, `"a"`, "x.y", []byte(`{"a":1}`)),
		"notice": protocol.AppendCall(nil, "", `odd"name`, nil),
		"result": protocol.AppendResult(nil, "12345678901234567890", []byte(`{}`)),
		"fault":  protocol.AppendFault(nil, "1", fault),
		"null":   protocol.AppendFault(nil, "", fault),
	}
	for name, body := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, f := protocol.ParseMessage(body)
			if f != nil {
				t.Fatalf("%s: %v", body, f)
			}
			if m.Error != nil && (m.Error.Message != fault.Message || m.Error.Reason() != fault.Reason() || m.Error.Data.Next != "List the tabs.") {
				t.Errorf("the fault became %+v", m.Error)
			}
			if name == "notice" && m.Method != `odd"name` {
				t.Errorf("method %q", m.Method)
			}
			if name == "null" && m.ID != nil {
				t.Errorf("id %s", *m.ID)
			}
		})
	}
}

func TestIDKeepsItsText(t *testing.T) {
	t.Parallel()
	for text, sound := range map[string]bool{
		`1`: true, `-1`: true, `0`: true, `9007199254740993`: true, `"x"`: true, `"\u0061"`: true,
		`null`: false, `1.5`: false, `01`: false, `1e3`: false, `{}`: false, `true`: false, `-`: false,
	} {
		var c protocol.Cancel
		err := json.Unmarshal([]byte(`{"id":`+text+`}`), &c)
		if (err == nil) != sound {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if back, err := json.Marshal(c); sound && (err != nil || string(back) != `{"id":`+text+`}`) {
			t.Errorf("%s became %s, %v", text, back, err)
		}
	}
	if _, err := json.Marshal(protocol.Cancel{}); err == nil {
		t.Error("an empty id was written")
	}
}

func TestPeekHead(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ beginning, id, method string }{
		"call":            {`{"jsonrpc":"2.0","id":12,"method":"x","params":{"a":"bbb`, `12`, "x"},
		"answer":          {`{"jsonrpc":"2.0","id":"q","result":{"a":"bbb`, `"q"`, ""},
		"id_cut":          {`{"jsonrpc":"2.0","id":12`, ``, ""},
		"id_after_params": {`{"jsonrpc":"2.0","method":"x","params":{"a":"bbb`, ``, "x"},
		"no_object":       {`[1,2`, ``, ""},
		"nothing":         {``, ``, ""},
		"null_id":         {`{"id":null,"params":[`, ``, ""},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := protocol.PeekHead([]byte(c.beginning))
			id := ""
			if h.ID != nil {
				id = string(*h.ID)
			}
			if id != c.id || h.Method != c.method {
				t.Errorf("id %q method %q", id, h.Method)
			}
		})
	}
}

// FuzzParseMessage checks that the envelope reader accepts nothing that is no
// JSON, and that what it accepts can be written and read again.
func FuzzParseMessage(f *testing.F) {
	for _, s := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"ping","params":{}}`, `{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"m"}}`,
		`[1,2]`, `hello`, `{"jsonrpc":"2.0","ID":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":1.5,"method":"x"}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		protocol.PeekHead(body)
		m, fault := protocol.ParseMessage(body)
		if fault != nil {
			return
		}
		if !json.Valid(body) {
			t.Fatalf("accepted what is no JSON: %q", body)
		}
		if m.Answer() || m.ID == nil {
			return
		}
		again, fault := protocol.ParseMessage(protocol.AppendCall(nil, *m.ID, m.Method, m.Params))
		if fault != nil || *again.ID != *m.ID || again.Method != m.Method || string(again.Params) != string(m.Params) {
			t.Fatalf("%q became %+v, %v", body, again, fault)
		}
	})
}

func TestChoose(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		a, b protocol.Versions
		want int
		ok   bool
	}{
		"same":         {protocol.Versions{Min: 1, Max: 1}, protocol.Versions{Min: 1, Max: 1}, 1, true},
		"highest":      {protocol.Versions{Min: 1, Max: 3}, protocol.Versions{Min: 2, Max: 5}, 3, true},
		"inside":       {protocol.Versions{Min: 1, Max: 9}, protocol.Versions{Min: 4, Max: 5}, 5, true},
		"touching":     {protocol.Versions{Min: 1, Max: 2}, protocol.Versions{Min: 2, Max: 3}, 2, true},
		"apart":        {protocol.Versions{Min: 1, Max: 1}, protocol.Versions{Min: 2, Max: 3}, 0, false},
		"turned_round": {protocol.Versions{Min: 3, Max: 1}, protocol.Versions{Min: 1, Max: 3}, 0, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, pair := range [][2]protocol.Versions{{c.a, c.b}, {c.b, c.a}} {
				got, ok := pair[0].Common(pair[1])
				if ok != c.ok || ok && got != c.want {
					t.Errorf("%v: %d, %t", pair, got, ok)
				}
			}
		})
	}
	hello := protocol.Hello{Product: protocol.Product, Protocol: protocol.Supported()}
	if v, fault := hello.Choose(); fault != nil || v != protocol.VersionMax {
		t.Errorf("our own hello: %d, %v", v, fault)
	}
	foreign := hello
	foreign.Product = "ocelot"
	later := hello
	later.Protocol = protocol.Versions{Min: protocol.VersionMax + 1, Max: protocol.VersionMax + 2}
	for name, h := range map[string]protocol.Hello{"ocelot": foreign, "no protocol version in common": later} {
		_, fault := h.Choose()
		if fault == nil || fault.Reason() != protocol.ReasonVersion || !strings.Contains(fault.Message, name) || fault.Data.Next == "" {
			t.Errorf("%s: %+v", name, fault)
		}
	}
}
