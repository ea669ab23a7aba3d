package protocol_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

type inner struct {
	Name string `json:"name"`
}

type outer struct {
	TabID int               `json:"tabId"`
	Inner inner             `json:"inner"`
	Ptr   *inner            `json:"ptr"`
	List  []inner           `json:"list"`
	Map   map[string]inner  `json:"map"`
	Env   map[string]string `json:"env"`
	Raw   json.RawMessage   `json:"raw"`
	Any   any               `json:"any"`
	At    time.Time         `json:"at"`
	Plain int
	inner `json:"-"`
}

func TestUnmarshalRefuses(t *testing.T) {
	t.Parallel()
	cases := map[string]struct{ text, want string }{
		"doubled_key":              {`{"tabId":1,"tabId":9}`, `"tabId" stands twice`},
		"doubled_by_escape":        {`{"tabId":1,"t\u0061bId":9}`, `"tabId" stands twice`},
		"doubled_unknown":          {`{"x":1,"x":2}`, `"x" stands twice`},
		"doubled_nested":           {`{"inner":{"name":"a","name":"b"}}`, `"name" stands twice`},
		"doubled_in_raw":           {`{"raw":{"a":1,"a":2}}`, `"a" stands twice`},
		"doubled_in_any":           {`{"any":[{"a":1,"a":2}]}`, `"a" stands twice`},
		"doubled_in_unknown":       {`{"x":{"y":{"a":1,"a":2}}}`, `"a" stands twice`},
		"doubled_in_large":         {`{"k0":0,"k1":0,"k2":0,"k3":0,"k4":0,"k5":0,"k6":0,"k7":0,"k8":0,"k9":0,"k10":0,"k11":0,"k12":0,"k13":0,"k14":0,"k15":0,"k16":0,"k17":0,"k3":1}`, `"k3" stands twice`},
		"doubled_half_surrogates":  {`{"\ud800":1,"\udc00":2}`, "stands twice"},
		"other_case":               {`{"TABID":9}`, `"TABID" differs only in case from "tabId"`},
		"other_case_beside":        {`{"tabId":1,"tabid":9}`, "differs only in case"},
		"other_case_nested":        {`{"inner":{"Name":"a"}}`, "differs only in case"},
		"other_case_behind_ptr":    {`{"ptr":{"Name":"a"}}`, "differs only in case"},
		"other_case_in_list":       {`{"list":[{},{"Name":"a"}]}`, "differs only in case"},
		"other_case_in_map":        {`{"map":{"x":{"Name":"a"}}}`, "differs only in case"},
		"other_case_beyond_ascii":  {`{"li\u017ft":[]}`, "differs only in case"},
		"other_case_without_tag":   {`{"plain":1}`, `"plain" differs only in case from "Plain"`},
		"text_after_value":         {`{} {}`, "after the value"},
		"invalid_utf8":             {"{\"x\":\"\xff\"}", "UTF-8"},
		"empty":                    {``, "ends where a value belongs"},
		"only_space":               {" \n", "ends where a value belongs"},
		"open_object":              {`{"a":1`, "comma or }"},
		"open_list":                {`[1`, "comma or ]"},
		"trailing_comma":           {`{"a":1,}`, "a key belongs"},
		"trailing_comma_in_list":   {`[1,]`, "no value begins"},
		"no_colon":                 {`{"a" 1}`, "colon"},
		"bare_key":                 {`{a:1}`, "a key belongs"},
		"leading_zero":             {`01`, "after the value"},
		"point_without_digit":      {`1.`, "after the point"},
		"exponent_without_digit":   {`1e+`, "exponent"},
		"minus_alone":              {`-`, "no value begins"},
		"nan":                      {`NaN`, "no value begins"},
		"control_character":        {"\"a\nb\"", "control character"},
		"unknown_escape":           {`"\x41"`, "escape is unknown"},
		"short_escape":             {`"\u12zz"`, "escape needs four"},
		"open_escape":              {`"\u1`, "ends inside a string"},
		"byte_order_mark":          {"\ufeff{}", "no value begins"},
		"nul":                      {"\x00", "no value begins"},
		"too_deep":                 {strings.Repeat("[", 10001) + strings.Repeat("]", 10001), "nested deeper"},
		"wrong_type_is_decode_err": {`{"tabId":"x"}`, "decode: json:"},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var v outer
			err := protocol.Unmarshal([]byte(c.text), &v)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want one that says %q", err, c.want)
			}
		})
	}
}

func TestUnmarshalAccepts(t *testing.T) {
	t.Parallel()
	cases := map[string]string{
		"unknown_members":       `{"tabId":3,"later":{"a":[1,2]}}`,
		"map_keys_in_two_cases": `{"env":{"Path":"a","PATH":"b"}}`,
		"unknown_in_two_cases":  `{"x":1,"X":2}`,
		"raw_in_two_cases":      `{"raw":{"name":1,"Name":2}}`,
		"same_key_elsewhere":    `{"inner":{"name":"a"},"ptr":{"name":"b"}}`,
		"white_space":           " \t\r\n{ \"list\" : [ { } , { } ] } \n",
		"numbers":               `{"any":[0,-0,1.5,-1e9,2E-3,12345678901234567890]}`,
		"escapes":               `{"inner":{"name":"\"\\\/\b\f\n\r\t\u00e9\ud83d\ude80"}}`,
		"null":                  `null`,
		"nulls":                 `{"ptr":null,"list":null,"raw":null}`,
		"time":                  `{"at":"2026-11-30T10:00:00Z"}`,
	}
	for name, text := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var got, want outer
			if err := protocol.Unmarshal([]byte(text), &got); err != nil {
				t.Fatal(err)
			}
			if err := json.Unmarshal([]byte(text), &want); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestHalfSurrogatesAreReplaced(t *testing.T) {
	t.Parallel()
	var v inner
	if err := protocol.Unmarshal([]byte(`{"name":"a\ud83dz \udc00"}`), &v); err != nil {
		t.Fatal(err)
	}
	if v.Name != "a\ufffdz \ufffd" {
		t.Errorf("got %q", v.Name)
	}
}

func TestEmbeddedFieldsAreKnown(t *testing.T) {
	t.Parallel()
	type base struct {
		Name string `json:"name"`
	}
	type full struct {
		base
		Size int `json:"size"`
	}
	var v full
	err := protocol.Unmarshal([]byte(`{"NAME":"a"}`), &v)
	var de *protocol.DecodeError
	if !errors.As(err, &de) {
		t.Errorf("error %v", err)
	}
	if err := protocol.Unmarshal([]byte(`{"name":"a","size":2}`), &v); err != nil {
		t.Error(err)
	}
}

func TestMarshalWritesNoNullLists(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		in   any
		want string
	}{
		"list":              {client.RunPage{}, `{"runs":[]}`},
		"omitted_stays_out": {chat.Block{Type: chat.BlockText}, `{"type":"text"}`},
		"nested": {struct {
			P *client.RunPage `json:"p"`
		}{&client.RunPage{}}, `{"p":{"runs":[]}}`},
		"in_list": {[]client.RunPage{{}}, `[{"runs":[]}]`},
		"in_map":  {map[string]client.RunPage{"a": {}, "b": {Runs: []chat.Run{}}}, `{"a":{"runs":[]},"b":{"runs":[]}}`},
		"in_any":  {[]any{client.RunPage{}, nil, 1}, `[{"runs":[]},null,1]`},
		"map": {struct {
			M map[string]int `json:"m"`
		}{}, `{"m":{}}`},
		"bytes": {client.BlobPiece{}, `{"data":"","size":0}`},
		"nil_pointer": {struct {
			P *inner `json:"p"`
		}{}, `{"p":null}`},
		"raw_is_left_alone": {struct {
			R json.RawMessage `json:"r"`
		}{json.RawMessage(`null`)}, `{"r":null}`},
		"page_text_unescaped": {inner{Name: "<b> & \u2028"}, `{"name":"<b> & \u2028"}`},
		"nil":                 {nil, `null`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := protocol.Marshal(c.in)
			if err != nil || string(got) != c.want {
				t.Errorf("got %s, %v; want %s", got, err, c.want)
			}
		})
	}
}

func TestMarshalLeavesTheValueAlone(t *testing.T) {
	t.Parallel()
	v := &client.MessagePage{Messages: []chat.Message{{}}}
	if _, err := protocol.Marshal(v); err != nil {
		t.Fatal(err)
	}
	if v.Live != nil || v.Messages[0].Content != nil {
		t.Error("the caller's value was changed")
	}
	if _, err := protocol.Marshal(func() {}); err == nil {
		t.Error("a function was encoded")
	}
}

// FuzzUnmarshal compares with encoding/json: what we accept it accepts too, with
// the same value.
func FuzzUnmarshal(f *testing.F) {
	for _, s := range []string{
		`{"tabId":1,"list":[{"name":"a"}],"map":{"x":{}}}`, `{"tabId":1,"TABID":2}`, `[1,2`, `"\ud800"`, `null`,
		`{"a":{"a":1,"a":2}}`, `{"any":[0,-0,1.5,-1e9]}`, "\"\xff\"", `{"raw":{"x":[[[]]]}}`, `{"k\u0061":1,"ka":2}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var got, want outer
		err := protocol.Unmarshal(text, &got)
		var de *protocol.DecodeError
		wantErr := json.Unmarshal(text, &want)
		switch {
		case err == nil && wantErr != nil:
			t.Fatalf("accepted what encoding/json refuses: %v", wantErr)
		case err == nil && !reflect.DeepEqual(got, want):
			t.Fatalf("got %+v, want %+v", got, want)
		case err != nil && !errors.As(err, &de) && wantErr == nil:
			t.Fatalf("refused while decoding what encoding/json accepts: %v", err)
		}
		// Whatever our grammar refuses for other reasons than keys, depth and
		// encoding, encoding/json refuses too.
		if de != nil && json.Valid(text) && !ours(de.Message) {
			t.Fatalf("refused sound JSON: %v", de)
		}
	})
}

func ours(message string) bool {
	for _, why := range []string{"stands twice", "differs only in case", "UTF-8", "nested deeper"} {
		if strings.Contains(message, why) {
			return true
		}
	}
	return false
}
