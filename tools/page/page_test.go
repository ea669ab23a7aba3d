package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/page"
)

// fake is a driver that writes down what it is asked.
type fake struct {
	asked []string
	err   error
}

func (f *fake) note(format string, a ...any) { f.asked = append(f.asked, fmt.Sprintf(format, a...)) }

func (f *fake) Navigate(_ context.Context, at page.At, url string) (page.Report, error) {
	f.note("navigate %+v %s", at, url)
	return page.Report{Text: "there"}, f.err
}

func (f *fake) Snapshot(_ context.Context, at page.At, most int) (page.Reading, error) {
	f.note("snapshot %+v %d", at, most)
	return page.Reading{Since: "the page went to http://b/.", Tab: 2, URL: "http://b/", Title: "B", Text: `- button "Order" [ref=e1]`}, f.err
}

func (f *fake) Find(_ context.Context, _ page.At, q pagescript.FindArgs) (page.Found, error) {
	f.note("find %+v", q)
	return page.Found{Tab: 2, URL: "http://b/", Lines: []string{`- button "A" [ref=e1]`}, Total: 5}, f.err
}

func (f *fake) Content(_ context.Context, _ page.At, q pagescript.ContentArgs) (page.Reading, error) {
	f.note("content %+v", q)
	return page.Reading{Tab: 2, URL: "http://b/", Title: "B", Text: "äöü", Total: 100}, f.err
}

func (f *fake) Locate(_ context.Context, at page.At, ref string) (page.Target, error) {
	f.note("locate %+v %s", at, ref)
	return page.Target{Tab: 2, Ref: ref, Words: `button "Order"`, Site: "http://b", Seen: "hash"}, f.err
}

func (f *fake) Click(_ context.Context, t page.Target) (page.Report, error) {
	f.note("click %s", t.Ref)
	return page.Report{Since: "x.", Text: "Clicked."}, f.err
}

func (f *fake) Fill(_ context.Context, t page.Target, value string) (page.Report, error) {
	f.note("fill %s %q", t.Ref, value)
	return page.Report{Text: "Could not.", Failed: true}, f.err
}

func (f *fake) Asking(context.Context, page.At) (page.Dialog, error) {
	return page.Dialog{Tab: 2, Number: 3, Kind: "confirm", Message: "Sure?", Site: "http://b"}, f.err
}

func (f *fake) Answer(_ context.Context, d page.Dialog, accept bool, text string) (page.Report, error) {
	f.note("answer %d %v %q", d.Number, accept, text)
	return page.Report{Text: "Answered."}, f.err
}

func prepare(t *testing.T, f *fake, name, args string) (tools.Action, error) {
	t.Helper()
	for _, tool := range page.Tools(f) {
		if tool.Spec().Name == name {
			return tool.Prepare(t.Context(), tools.Call{Args: json.RawMessage(args), Scope: tools.Scope{Run: "r", Tab: 9}})
		}
	}
	t.Fatalf("no tool %s", name)
	return nil, nil
}

// What a model reads of a tool begins with what it does, and names what the
// other tools need from it.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	for _, tool := range page.Tools(&fake{}) {
		spec := tool.Spec()
		if text := spec.Description; !regexp.MustCompile(`^[A-Z][a-z]+ [a-z]`).MatchString(text) || len(text) < 60 {
			t.Errorf("%s begins with %q", spec.Name, text)
		}
		if spec.Name == "snapshot" && !strings.Contains(spec.Description, "[ref=") {
			t.Errorf("snapshot does not say what a ref is: %q", spec.Description)
		}
	}
}

func TestTools(t *testing.T) {
	t.Parallel()
	const news = "Since your last action: "
	cases := []struct {
		name, tool, args string
		asked            string
		effect           tools.Effect
		text             string
	}{
		{
			"snapshot", "snapshot", `{"tab":2}`, "snapshot {Run:r Tab:2 Home:9} 20000",
			tools.Effect{Class: tools.ClassRead},
			news + "the page went to http://b/.\nurl: http://b/\ntitle: B\ntab: 2\n\n- button \"Order\" [ref=e1]",
		},
		{"snapshot_has_a_most", "snapshot", `{"max_chars":9000000}`, "snapshot {Run:r Tab:0 Home:9} 200000", tools.Effect{Class: tools.ClassRead}, ""},
		{
			"find", "find", `{"text":"a","role":"button"}`, "find {Text:a Pattern: Role:button Limit:20 Prefix:}",
			tools.Effect{Class: tools.ClassRead},
			"url: http://b/\ntab: 2\nfound: 5, shown: 1\n\n- button \"A\" [ref=e1]",
		},
		{
			"content_counts_characters", "get_tab_content", `{"offset":10}`, "content {Selector: MaxChars:20000 Offset:10}",
			tools.Effect{Class: tools.ClassRead},
			"url: http://b/\ntitle: B\ntab: 2\ntext: 10-13 of 100 characters\n\näöü",
		},
		{
			"click", "click", `{"ref":"e1","element":"the button"}`, "locate {Run:r Tab:0 Home:9} e1; click e1",
			tools.Effect{Class: tools.ClassPage, Site: "http://b", Target: `click button "Order"`, Seen: "hash"},
			news + "x.\nClicked.",
		},
		{
			"fill_that_fails", "fill", `{"ref":"e1","value":"v"}`, `locate {Run:r Tab:0 Home:9} e1; fill e1 "v"`,
			tools.Effect{Class: tools.ClassPage, Site: "http://b", Target: `fill button "Order"`, Seen: "hash"},
			"Could not.",
		},
		{
			"navigate", "navigate", `{"url":"example.com/a b"}`, "navigate {Run:r Tab:0 Home:9} https://example.com/a%20b",
			tools.Effect{Class: tools.ClassPage, Site: "https://example.com", Target: "open https://example.com/a%20b"},
			"there",
		},
		{
			"navigate_to_loopback", "navigate", `{"url":"localhost:8080/x"}`, "navigate {Run:r Tab:0 Home:9} http://localhost:8080/x",
			tools.Effect{Class: tools.ClassPage, Site: "http://localhost:8080", Target: "open http://localhost:8080/x"},
			"there",
		},
		{
			"dialog", "handle_dialog", `{"accept":true,"text":"t"}`, `answer 3 true "t"`,
			tools.Effect{Class: tools.ClassPage, Site: "http://b", Target: `accept the confirm dialog "Sure?"`, Seen: "3"},
			"Answered.",
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := &fake{}
			action, err := prepare(t, f, c.tool, c.args)
			if err != nil {
				t.Fatal(err)
			}
			if got := action.Effect(); got != c.effect {
				t.Errorf("effect %+v, want %+v", got, c.effect)
			}
			result, err := action.Do(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.Join(f.asked, "; "); got != c.asked {
				t.Errorf("asked %s\nwant  %s", got, c.asked)
			}
			if c.text != "" && result.Text != c.text {
				t.Errorf("said %q\nwant %q", result.Text, c.text)
			}
			if result.Failed != (c.name == "fill_that_fails") {
				t.Errorf("failed is %v", result.Failed)
			}
		})
	}
}

func TestMistakes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ tool, args, words string }{
		"script_address":  {"navigate", `{"url":"javascript:alert(1)"}`, "only http and https"},
		"local_file":      {"navigate", `{"url":"file:///etc/passwd"}`, "only http and https"},
		"browsers_page":   {"navigate", `{"url":"chrome://settings"}`, "only http and https"},
		"data_address":    {"navigate", `{"url":"data:text/html,x"}`, "only http and https"},
		"no_host":         {"navigate", `{"url":"http:///x"}`, "names no host"},
		"no_address":      {"navigate", `{"url":"http://a b"}`, "no address"},
		"neither":         {"find", `{}`, "either text or pattern"},
		"both":            {"find", `{"text":"a","pattern":"b"}`, "either text or pattern"},
		"negative_offset": {"get_tab_content", `{"offset":-1}`, "0 or more"},
		"negative_wait":   {"snapshot", `{"wait":-1}`, "0 or more"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := &fake{}
			action, err := prepare(t, f, c.tool, c.args)
			if err == nil {
				_, err = action.Do(t.Context())
			}
			if !tools.IsMistake(err) || !strings.Contains(err.Error(), c.words) {
				t.Errorf("got %v", err)
			}
			if len(f.asked) > 0 {
				t.Errorf("the driver was asked: %v", f.asked)
			}
		})
	}
}

// TestPrepareChangesNothing: what Prepare cannot see is not acted on, and the
// driver's fault arrives as it is.
func TestPrepareChangesNothing(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"click", "fill", "handle_dialog"} {
		f := &fake{err: protocol.NewFault(protocol.ReasonNotStarted, "no")}
		if _, err := prepare(t, f, tool, `{"ref":"e1","value":"v","accept":true}`); err != f.err { //nolint:errorlint // the very same
			t.Errorf("%s: got %v", tool, err)
		}
		for _, asked := range f.asked {
			if !strings.HasPrefix(asked, "locate") {
				t.Errorf("%s: Prepare did %s", tool, asked)
			}
		}
	}
}

func TestSpecs(t *testing.T) {
	t.Parallel()
	if _, err := tools.NewCatalog(page.Tools(&fake{})...); err != nil {
		t.Fatal(err)
	}
	for _, tool := range page.Tools(&fake{}) {
		s := tool.Spec()
		reads := s.Name == "snapshot" || s.Name == "find" || s.Name == "get_tab_content"
		if s.ReadOnly != reads || s.Parallel != reads || s.Untrusted != reads {
			t.Errorf("%s: read-only %v, parallel %v, untrusted %v", s.Name, s.ReadOnly, s.Parallel, s.Untrusted)
		}
		if len(s.Description) < 40 || len(s.Description) > 400 || strings.HasSuffix(s.Description, "\n") {
			t.Errorf("%s: description of %d characters", s.Name, len(s.Description))
		}
	}
}
