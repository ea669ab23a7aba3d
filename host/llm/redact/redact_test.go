package redact_test

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/redact"
	"github.com/margay/margay/protocol/chat"
)

// secret has signs that are written otherwise in addresses and in base64.
const secret = "sk-CANARY/0123456789+abcdef~XYZ-planted-key-4711"

func TestText_hides_all_forms(t *testing.T) {
	t.Parallel()
	escaped := strings.ReplaceAll(strings.ReplaceAll(secret, "-", `\u002d`), "/", `\/`)
	for name, tt := range map[string]struct{ text, want string }{
		"as_it_is":            {"bad key " + secret + ".", "bad key [key]."},
		"a_beginning":         {"invalid token " + secret[:46], "invalid token [key]"},
		"before_stars":        {"key " + secret[:20] + "**** is wrong", "key [key]**** is wrong"},
		"before_truncated":    {secret[:15] + "[truncated]", "[key][truncated]"},
		"little_behind_sk":    {secret[:14] + "[truncated]", secret[:14] + "[truncated]"},
		"a_middle":            {"…" + secret[7:20] + "…", "…[key]…"},
		"an_end":              {"key ..." + secret[30:], "key ...[key]"},
		"twelve_signs":        {"x" + secret[9:21] + "x", "x[key]x"},
		"eleven_signs":        {"x" + secret[9:20] + "x", "x" + secret[9:20] + "x"},
		"in_a_word":           {"abc" + secret + "def", "abc[key]def"},
		"twice":               {secret + " and " + secret, "[key] and [key]"},
		"hex":                 {"0x" + hex.EncodeToString([]byte(secret)) + ";", "0x[key];"},
		"hex_in_capitals":     {strings.ToUpper(hex.EncodeToString([]byte(secret))), "[key]"},
		"hex_of_a_piece":      {hex.EncodeToString([]byte(secret[5:17])), "[key]"},
		"percent":             {"?k=" + url.QueryEscape(secret) + "&x", "?k=[key]&x"},
		"percent_of_all":      {"%73%6b%2d%43%41%4e%41%52%59%2F%30%31%32%33%34", "[key]"},
		"percent_twice":       {url.QueryEscape(url.QueryEscape(secret)), "[key]"},
		"json":                {`{"k":"` + escaped + `"}`, `{"k":"[key]"}`},
		"json_in_json":        {strings.ReplaceAll(`"`+escaped+`"`, `\`, `\\`), `"[key]"`},
		"x_escapes":           {strings.ReplaceAll(secret, "-", `\x2d`), "[key]"},
		"between_other_signs": {"größer " + secret + " größer", "größer [key] größer"},
		"others":              {"sk-… and sk-CANARY are how keys begin, 100% of \\u0041ll\\", "sk-… and sk-CANARY are how keys begin, 100% of \\u0041ll\\"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := redact.New(secret).Text(tt.text); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// TestText_hides_base64 of the key and of every piece of it that is long enough,
// however it lies among other signs.
func TestText_hides_base64(t *testing.T) {
	t.Parallel()
	k := redact.New(secret)
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		for _, before := range []string{"", ":", "Bearer ", "me:", "Basic :", "abcd:"} {
			for from := len("sk-"); from < len(secret)-redact.Enough; from++ {
				text := enc.EncodeToString([]byte(before + secret[from:from+redact.Enough] + "\x01\x02"))
				if got := k.Text(text); !strings.Contains(got, redact.Mark) {
					t.Fatalf("%q of %q is left", text, before+secret[from:])
				}
			}
			text := enc.EncodeToString([]byte(before + secret))
			if got := k.Text(text); len(got) > len(enc.EncodeToString([]byte(before)))+len(redact.Mark)+4 {
				t.Errorf("%q of %q", got, before)
			}
			if got := k.Text(url.QueryEscape(text)); !strings.Contains(got, redact.Mark) {
				t.Errorf("%q, escaped", got)
			}
		}
	}
}

// TestFailure_hides_more than a text does: the beginning before a cut, short keys.
func TestFailure_hides_more(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ key, text, want string }{
		"before_a_cut":        {secret, "bad key sk-CA… and " + secret[:30] + "...", "bad key … and [key]..."},
		"kinds_of_keys":       {secret, "keys... begin with sk-… or with s...", "keys... begin with sk-… or with s..."},
		"a_short_key":         {"k3y-1", "k3y-1 is wrong, and k3y-10 too", "[key] is wrong, and k3y-10 too"},
		"beside_letters":      {"é", "éé é né", "éé [key] né"},
		"one_of_eight":        {"k3y-1234", "xk3y-1234x", "x[key]x"},
		"nothing_without_one": {"", "sk-… is …", "sk-… is …"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := redact.New(tt.key).Failure(tt.text); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
	if got := redact.New("lm-studio").Text("lm-studio-community/gemma"); got != "lm-studio-community/gemma" {
		t.Errorf("%q: a word that was made up for a key is hidden in what is no failure", got)
	}
}

// TestStream_hides_it_in_pieces of any size, in each part of an answer, and holds
// nothing back but what may be the key.
func TestStream_hides_it_in_pieces(t *testing.T) {
	t.Parallel()
	const text = "Your key is " + secret + ", as größe was."
	for size := 1; size < len(text); size++ {
		var got parts
		s := redact.New(secret).Stream(got.take)
		for i := 0; i < len(text); i += size {
			piece := text[i:min(len(text), i+size)]
			s.Emit(llm.Delta{Text: piece})
		}
		for i := 0; i < len(text); i += size {
			s.Emit(llm.Delta{Thinking: text[i:min(len(text), i+size)]})
		}
		s.Emit(llm.Delta{Start: &llm.CallStart{ModelID: secret, Name: "fill_" + secret}})
		for i := 0; i < len(text); i += size {
			s.Emit(llm.Delta{Arguments: text[i:min(len(text), i+size)]})
		}
		s.End()
		const want = "Your key is [key], as größe was."
		if got.text != want || got.thinking != want || got.arguments != want || got.names != "[key]fill_[key]" {
			t.Fatalf("in pieces of %d: %+v", size, got)
		}
	}
}

type parts struct{ text, thinking, arguments, names string }

func (p *parts) take(d llm.Delta) {
	p.text += d.Text
	p.thinking += d.Thinking
	p.arguments += d.Arguments
	if d.Start != nil {
		p.names += d.Start.ModelID + d.Start.Name
	}
}

// TestStream_holds_back_little: what cannot be a piece of the key is there at once.
func TestStream_holds_back_little(t *testing.T) {
	t.Parallel()
	var got parts
	s := redact.New(secret).Stream(got.take)
	s.Emit(llm.Delta{Text: "The answer: !"})
	if got.text != "The answer: !" {
		t.Errorf("%q", got.text)
	}
	s.Emit(llm.Delta{Text: " sk-C"})
	if got.text != "The answer: ! " {
		t.Errorf("%q", got.text)
	}
	s.Emit(llm.Delta{Thinking: "hm!"}) // nothing of the text is left behind what follows it
	if got.text != "The answer: ! sk-C" || got.thinking != "hm!" {
		t.Errorf("%+v", got)
	}
	s.Emit(llm.Delta{Text: "ANARY/01234"}) // parted by something else, it is the key all the same
	s.End()
	if got.text != "The answer: ! sk-C[key]" {
		t.Errorf("%q", got.text)
	}
}

// TestStream_forgets_what_is_void when an answer is asked for again.
func TestStream_forgets_what_is_void(t *testing.T) {
	t.Parallel()
	var got parts
	s := redact.New(secret).Stream(got.take)
	s.Emit(llm.Delta{Text: "sk-CANA"})
	s.Emit(llm.Delta{Retry: &llm.Retry{Err: errors.New("lost")}})
	s.Emit(llm.Delta{Text: "RY/0123456!"})
	s.End()
	if got.text != "RY/0123456!" {
		t.Errorf("%q", got.text)
	}
}

func TestReply_is_hidden_whole(t *testing.T) {
	t.Parallel()
	encoded := base64.StdEncoding.EncodeToString([]byte("Bearer " + secret))
	got := redact.New(secret).Reply(llm.Reply{
		Content: []chat.Block{{Type: chat.BlockText, Text: "a " + secret}},
		Calls:   []llm.Call{{ModelID: secret, Name: "fill_" + secret, Arguments: `{"v":"` + secret + `"}`, Vendor: secret}},
		Vendor:  `{"r":"` + encoded + `"}`,
	})
	if !got.Hidden {
		t.Error("a call whose arguments were changed would run")
	}
	if same := redact.New(secret).Reply(llm.Reply{Content: []chat.Block{{Text: secret}}, Calls: []llm.Call{{ModelID: secret, Arguments: `{"v":"sk-"}`}}}); same.Hidden {
		t.Error("a call whose arguments are as they came would not run")
	}
	if c := got.Calls[0]; got.Content[0].Text != "a [key]" || c.ModelID != "[key]" || c.Name != "fill_[key]" || c.Arguments != `{"v":"[key]"}` || c.Vendor != "[key]" || strings.Contains(got.Vendor, encoded[12:40]) {
		t.Errorf("%+v", got)
	}
}

// TestText_leaves_what_vendors_share: what many keys begin with is no part of the
// secret, and hiding it would change what a model writes of other keys.
func TestText_leaves_what_vendors_share(t *testing.T) {
	t.Parallel()
	const behind = "0123456789abcdefghijkl"
	for name, begins := range map[string]string{
		"anthropic":  "sk-ant-api03-",
		"openrouter": "sk-or-v1-",
		"underlines": "github_pat_",
		"jwt":        "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := redact.New(begins + behind)
			forms := func(s string) []string {
				return []string{
					s, hex.EncodeToString([]byte(s)), url.QueryEscape(s),
					base64.RawStdEncoding.EncodeToString([]byte(s)), base64.RawStdEncoding.EncodeToString([]byte(":" + s)), base64.RawStdEncoding.EncodeToString([]byte("::" + s)),
				}
			}
			for _, other := range []string{begins, begins + "another-one-that-goes-on"} {
				for _, text := range forms(other) {
					if got := k.Text("token=" + text); got != "token="+text {
						t.Errorf("%q of %q", got, text)
					}
				}
			}
			for _, text := range forms(begins + behind[:redact.Enough] + "\x01\x02") {
				if got := k.Text("token=" + text); !strings.HasPrefix(got, "token=") || !strings.Contains(got, redact.Mark) || strings.Index(got, redact.Mark) > len("token=")+3 {
					t.Errorf("%q of %q", got, text)
				}
			}
			if got := k.Text(behind[:redact.Enough]); got != redact.Mark {
				t.Errorf("%q without its beginning", got)
			}
			if got := k.Failure("bad key " + begins + behind[:4] + "****"); len(begins) > redact.Enough && strings.Contains(got, begins) {
				t.Errorf("%q in a failure", got)
			}
		})
	}
	if got := redact.New("sk-test-key-4711").Text("of sk-test-key-4711"); got != "of [key]" {
		t.Errorf("%q: little stands behind its marks, so all of it counts", got)
	}
}

// TestText_counts_marks_of_a_secret: a mark that ends no vendor's beginning leaves
// none of the signs before it out.
func TestText_counts_marks_of_a_secret(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		key    string
		begins int // how many of its signs others have, too
	}{
		"a_uuid":                  {aUUID, 0},
		"a_uuid_of_letters_first": {"deadbeef-4a2b-4c3d-9e8f-0123456789ab", len("deadbeef-")},
		"of_google":               {ofGoogle, 0},
		"a_mark_in_what_follows":  {"sk-aB3dE_fG6-iJ9kL0mN1oP2qR3s", len("sk-")},
		"small_letters_and_a_one": {"q7-x_zabcdefghijklmnopqrstuv", 0},
		"a_vendor_s":              {"sk-ant-api03-0123456789abcdefghij", len("sk-ant-api03-")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			k := redact.New(tt.key)
			for from := tt.begins; from <= len(tt.key)-redact.Enough; from++ {
				piece := tt.key[from : from+redact.Enough]
				for _, text := range []string{piece, hex.EncodeToString([]byte(piece)), base64.StdEncoding.EncodeToString([]byte(piece + "\x01\x02"))} {
					if got := k.Text("x" + text); !strings.Contains(got, redact.Mark) {
						t.Errorf("%q of %q is left", got, piece)
					}
				}
			}
			before := tt.key[:tt.begins+redact.Enough-1]
			if got := k.Text(before); got != before {
				t.Errorf("%q of %q", got, before)
			}
		})
	}
}

// Keys without a vendor's beginning whose marks stand near their own.
const (
	aUUID    = "3f2b8c1d-4a2b-4c3d-9e8f-0123456789ab"
	ofGoogle = "AIzaSyB3-dE4fG5_hI6jK7lM8nO9pQ0rS1tU2vW"
)

// FuzzText: whatever stands around and within, no twelve signs of the key are left
// behind what it begins with.
func FuzzText(f *testing.F) {
	f.Add("bad key ", " is wrong", 3, 30, 0)
	f.Add("%2", `\u00`, 0, 12, 0)
	f.Add("größe", "é", 5, 48, 0)
	f.Add("", "", 0, 25, 1)
	f.Add("x-api-key: ", "...", 0, 21, 2)
	keys := []struct {
		key    string
		begins int
	}{{secret, len("sk-")}, {aUUID, 0}, {ofGoogle, 0}}
	f.Fuzz(func(t *testing.T, before, after string, from, to, which int) {
		key := keys[uint(which)%uint(len(keys))]
		from, to = min(max(0, from), len(key.key)), min(max(0, to), len(key.key))
		got := redact.New(key.key).Text(before + key.key[min(from, to):to] + after)
		for i := key.begins; i <= len(key.key)-redact.Enough; i++ {
			if strings.Contains(got, key.key[i:i+redact.Enough]) {
				t.Fatalf("%q", got)
			}
		}
	})
}
