package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/pagescript"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/keys"
	"github.com/margay/margay/tools/page"
)

// fake is a driver that writes down what it is asked.
type fake struct {
	asked  []string
	err    error
	unread int // frames that a search did not reach
}

func (f *fake) note(format string, a ...any) { f.asked = append(f.asked, fmt.Sprintf(format, a...)) }

func (f *fake) Navigate(_ context.Context, at page.At, url string) (page.Report, error) {
	f.note("navigate %+v %s", at, url)
	return page.Report{Text: "there"}, f.err
}

func (f *fake) Walk(_ context.Context, at page.At, step page.Step) (page.Report, error) {
	f.note("walk %+v %s", at, step)
	return page.Report{Text: "there"}, nil
}

func (f *fake) Snapshot(_ context.Context, at page.At, most int) (page.Reading, error) {
	f.note("snapshot %+v %d", at, most)
	return page.Reading{Since: "the page went to http://b/.", Tab: 2, URL: "http://b/", Title: "B", Text: `- button "Order" [ref=e1]`}, f.err
}

func (f *fake) Find(_ context.Context, _ page.At, q pagescript.FindArgs) (page.Found, error) {
	f.note("find %+v", q)
	return page.Found{Tab: 2, URL: "http://b/", Lines: []string{`- button "A" [ref=e1]`}, Total: 5, Unread: f.unread}, f.err
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

func (f *fake) Whole(_ context.Context, at page.At) (page.Target, error) {
	f.note("whole %+v", at)
	return page.Target{Tab: 2, Words: "the page", Site: "http://b", Seen: "doc"}, f.err
}

func (f *fake) Look(_ context.Context, _ page.At, ref string) (page.Stand, error) {
	f.note("look %s", ref)
	return page.Stand{Words: `button "Order"`, Line: `button "Order" [ref=e1] disabled`, Visible: true}, f.err
}

func (f *fake) Shoot(_ context.Context, at page.At, ref string, whole bool) (page.Picture, error) {
	f.note("shoot %+v %q %v", at, ref, whole)
	return page.Picture{Tab: 2, Words: "tab 2", MimeType: "image/png", Data: []byte("png"), Width: 1280, Height: 720, Note: "Part of it."}, f.err
}

func (f *fake) Select(_ context.Context, t page.Target, values []string) (page.Report, error) {
	f.note("select %s %q", t.Ref, values)
	return page.Report{Text: "Selected."}, f.err
}

func (f *fake) Press(_ context.Context, t page.Target, chords []keys.Chord) (page.Report, error) {
	f.note("press %q %s", t.Ref, keys.Line(chords))
	return page.Report{Text: "Pressed."}, f.err
}

func (f *fake) Scroll(_ context.Context, t page.Target, s page.Scroll) (page.Report, error) {
	f.note("scroll %q %+v", t.Ref, s)
	return page.Report{Text: "Scrolled."}, f.err
}

func (f *fake) Execute(_ context.Context, t page.Target, code string) (page.Report, error) {
	f.note("execute %q %s", t.Ref, code)
	return page.Report{Text: "It returned:\n1"}, f.err
}

// PutBlob makes the fake a store too.
func (f *fake) PutBlob(_ context.Context, conversation chat.ConversationID, block chat.Block, data []byte) (chat.Block, error) {
	f.note("keep %s %s %s %q", conversation, block.Name, block.MimeType, data)
	block.Blob = "blob"
	return block, nil
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
	for _, tool := range page.Tools(f, f) {
		if tool.Spec().Name == name {
			return tool.Prepare(t.Context(), tools.Call{Args: json.RawMessage(args), Scope: tools.Scope{Conversation: "c", Run: "r", Tab: 9}, Round: 3})
		}
	}
	t.Fatalf("no tool %s", name)
	return nil, nil
}

// What a model reads of a tool begins with what it does, and names what the
// other tools need from it.
func TestDescriptions(t *testing.T) {
	t.Parallel()
	for _, tool := range page.Tools(&fake{}, nil) {
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
			"snapshot", "snapshot", `{"tab":2}`, "snapshot {Run:r Tab:2 Home:9 Round:3} 20000",
			tools.Effect{Class: tools.ClassRead},
			news + "the page went to http://b/.\nurl: http://b/\ntitle: B\ntab: 2\n\n- button \"Order\" [ref=e1]",
		},
		{"snapshot_has_a_most", "snapshot", `{"max_chars":9000000}`, "snapshot {Run:r Tab:0 Home:9 Round:3} 200000", tools.Effect{Class: tools.ClassRead}, ""},
		{
			"find", "find", `{"text":"a","role":"button"}`, "find {Text:a Pattern: Role:button Limit:20 Said:false Prefix:}",
			tools.Effect{Class: tools.ClassRead},
			"url: http://b/\ntab: 2\nfound: 5, shown: 1\n\n- button \"A\" [ref=e1]",
		},
		{
			"content_counts_characters", "get_tab_content", `{"offset":10}`, "content {Selector: MaxChars:20000 Offset:10}",
			tools.Effect{Class: tools.ClassRead},
			"url: http://b/\ntitle: B\ntab: 2\ntext: 10-13 of 100 characters\n\näöü",
		},
		{
			"click", "click", `{"ref":"e1","element":"the button"}`, "locate {Run:r Tab:0 Home:9 Round:3} e1; click e1",
			tools.Effect{Class: tools.ClassPage, Site: "http://b", Target: `click button "Order"`, Seen: "hash"},
			news + "x.\nClicked.",
		},
		{
			"fill_that_fails", "fill", `{"ref":"e1","value":"v"}`, `locate {Run:r Tab:0 Home:9 Round:3} e1; fill e1 "v"`,
			tools.Effect{Class: tools.ClassPage, Site: "http://b", Target: `fill button "Order"`, Seen: "hash"},
			"Could not.",
		},
		{
			"select", "select", `{"ref":"e1","values":["Large","Small"]}`, `locate {Run:r Tab:0 Home:9 Round:3} e1; select e1 ["Large" "Small"]`,
			tools.Effect{Class: tools.ClassPage, Site: "http://b", Target: `choose "Large", "Small" in button "Order"`, Seen: "hash"},
			"Selected.",
		},
		{
			"press_key", "press_key", `{"keys":"ctrl+a Enter","ref":"e1"}`, `locate {Run:r Tab:0 Home:9 Round:3} e1; press "e1" Control+A Enter`,
			tools.Effect{Class: tools.ClassPage, Site: "http://b", Target: `press Control+A Enter in button "Order"`, Seen: "hash"},
			"Pressed.",
		},
		{
			"press_key_where_the_focus_is", "press_key", `{"keys":"Escape"}`, `whole {Run:r Tab:0 Home:9 Round:3}; press "" Escape`,
			tools.Effect{Class: tools.ClassPage, Site: "http://b", Target: "press Escape in the page", Seen: "doc"},
			"Pressed.",
		},
		{
			"scroll", "scroll", `{"direction":"Down","amount":99999999}`, `whole {Run:r Tab:0 Home:9 Round:3}; scroll "" {Direction:down Amount:1000000}`,
			tools.Effect{Class: tools.ClassPage, Site: "http://b", Target: "scroll down in the page", Seen: "doc"},
			"Scrolled.",
		},
		{
			"scroll_to_an_element", "scroll", `{"ref":"e1"}`, `locate {Run:r Tab:0 Home:9 Round:3} e1; scroll "e1" {Direction:into Amount:0}`,
			tools.Effect{Class: tools.ClassPage, Site: "http://b", Target: `scroll to button "Order"`, Seen: "hash"},
			"Scrolled.",
		},
		{
			"execute_script", "execute_script", `{"code":"return  1"}`, `whole {Run:r Tab:0 Home:9 Round:3}; execute "" return  1`,
			tools.Effect{Class: tools.ClassPage, Site: "http://b", Target: "run a script in the page: return 1", Seen: "doc"},
			"It returned:\n1",
		},
		{
			"screenshot", "screenshot", `{"tab":2,"full_page":true}`, `shoot {Run:r Tab:2 Home:9 Round:3} "" true; keep c tab-2.png image/png "png"`,
			tools.Effect{Class: tools.ClassRead},
			"A screenshot of tab 2, 1280 × 720. Part of it.",
		},
		{
			"wait_for_a_text", "wait_for", `{"text":"a"}`, "find {Text:a Pattern: Role: Limit:3 Said:true Prefix:}",
			tools.Effect{Class: tools.ClassRead},
			`The text "a" is there after 0.0 s.`,
		},
		{
			"wait_for_a_state", "wait_for", `{"ref":"e1"}`, "look e1",
			tools.Effect{Class: tools.ClassRead},
			`Button "Order" is visible after 0.0 s.`,
		},
		{
			"navigate", "navigate", `{"url":"example.com/a b"}`, "navigate {Run:r Tab:0 Home:9 Round:3} https://example.com/a%20b",
			tools.Effect{Class: tools.ClassPage, Site: "https://example.com", Target: "open https://example.com/a%20b"},
			"there",
		},
		{
			"navigate_to_loopback", "navigate", `{"url":"localhost:8080/x"}`, "navigate {Run:r Tab:0 Home:9 Round:3} http://localhost:8080/x",
			tools.Effect{Class: tools.ClassPage, Site: "http://localhost:8080", Target: "open http://localhost:8080/x"},
			"there",
		},
		{
			"step_in_the_history", "navigate", `{"step":"back","tab":2}`, "whole {Run:r Tab:2 Home:9 Round:3}; walk {Run:r Tab:2 Home:9 Round:3} back",
			tools.Effect{Class: tools.ClassPage, Site: "http://b", Target: "go back in the history of the tab"},
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
		"no_place":        {"navigate", `{}`, "Give either url or step"},
		"two_places":      {"navigate", `{"url":"a.example","step":"back"}`, "Give either url or step"},
		"other_step":      {"navigate", `{"step":"reload"}`, `"reload" is no step`},
		"local_file":      {"navigate", `{"url":"file:///etc/passwd"}`, "only http and https"},
		"browsers_page":   {"navigate", `{"url":"chrome://settings"}`, "only http and https"},
		"data_address":    {"navigate", `{"url":"data:text/html,x"}`, "only http and https"},
		"no_host":         {"navigate", `{"url":"http:///x"}`, "names no host"},
		"no_address":      {"navigate", `{"url":"http://a b"}`, "no address"},
		"neither":         {"find", `{}`, "a text, a pattern or a role"},
		"both":            {"find", `{"text":"a","pattern":"b"}`, "either text or pattern"},
		"negative_offset": {"get_tab_content", `{"offset":-1}`, "0 or more"},
		"negative_wait":   {"snapshot", `{"wait":-1}`, "0 or more"},
		"no_key":          {"press_key", `{"keys":"hello"}`, "is no key"},
		"no_direction":    {"scroll", `{}`, "Give a direction"},
		"odd_direction":   {"scroll", `{"direction":"north"}`, "is no direction"},
		"scroll_back":     {"scroll", `{"direction":"down","amount":-1}`, "another direction"},
		"no_script":       {"execute_script", `{"code":" "}`, "empty"},
		"two_pictures":    {"screenshot", `{"ref":"e1","full_page":true}`, "not both"},
		"two_waits":       {"wait_for", `{"text":"a","ms":5}`, "exactly one"},
		"no_wait":         {"wait_for", `{}`, "exactly one"},
		"state_of_what":   {"wait_for", `{"text":"a","state":"visible"}`, "state needs the ref"},
		"odd_state":       {"wait_for", `{"ref":"e1","state":"blue"}`, "is no state"},
		"negative_time":   {"wait_for", `{"text":"a","timeout":-1}`, "more than 0"},
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
	for tool, args := range map[string]string{
		"click": `{"ref":"e1"}`, "fill": `{"ref":"e1","value":"v"}`, "handle_dialog": `{"accept":true}`, "select": `{"ref":"e1","values":["a"]}`,
		"press_key": `{"keys":"a"}`, "scroll": `{"direction":"down"}`, "execute_script": `{"code":"1"}`,
	} {
		f := &fake{err: protocol.NewFault(protocol.ReasonNotStarted, "no")}
		if _, err := prepare(t, f, tool, args); err != f.err { //nolint:errorlint // the very same
			t.Errorf("%s: got %v", tool, err)
		}
		for _, asked := range f.asked {
			if !strings.HasPrefix(asked, "locate") && !strings.HasPrefix(asked, "whole") {
				t.Errorf("%s: Prepare did %s", tool, asked)
			}
		}
	}
}

func TestSpecs(t *testing.T) {
	t.Parallel()
	if _, err := tools.NewCatalog(page.Tools(&fake{}, nil)...); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range page.Tools(&fake{}, nil) {
		s := tool.Spec()
		names = append(names, s.Name)
		reads := slices.Contains([]string{"snapshot", "find", "get_tab_content", "wait_for", "screenshot"}, s.Name)
		if s.ReadOnly != reads || s.Parallel != reads || s.Untrusted != (reads || s.Name == "execute_script") {
			t.Errorf("%s: read-only %v, parallel %v, untrusted %v", s.Name, s.ReadOnly, s.Parallel, s.Untrusted)
		}
		if len(s.Description) < 40 || len(s.Description) > 400 || strings.HasSuffix(s.Description, "\n") {
			t.Errorf("%s: description of %d characters", s.Name, len(s.Description))
		}
	}
	const order = "navigate snapshot click fill select press_key scroll wait_for find get_tab_content screenshot execute_script handle_dialog"
	if got := strings.Join(names, " "); got != order {
		t.Errorf("the tools are %s", got)
	}
}

// TestScreenshotWithoutAStore: a program without a store says so, and nothing is drawn.
func TestScreenshotWithoutAStore(t *testing.T) {
	t.Parallel()
	f := &fake{}
	for _, tool := range page.Tools(f, nil) {
		if tool.Spec().Name != "screenshot" {
			continue
		}
		action, err := tool.Prepare(t.Context(), tools.Call{Args: json.RawMessage(`{}`)})
		if err == nil {
			_, err = action.Do(t.Context())
		}
		if !tools.IsMistake(err) || !strings.Contains(err.Error(), "no store") || len(f.asked) > 0 {
			t.Errorf("got %v, asked %v", err, f.asked)
		}
	}
}

// TestFind_unread says of frames that they were not searched, and claims no reason.
func TestFind_unread(t *testing.T) {
	t.Parallel()
	for unread, said := range map[int]string{1: "1 frame of the page was not searched.", 3: "3 frames of the page were not searched."} {
		action, err := prepare(t, &fake{unread: unread}, "find", `{"text":"a"}`)
		if err != nil {
			t.Fatal(err)
		}
		result, err := action.Do(t.Context())
		if want := "found: 5, shown: 1\n" + said + "\n\n"; err != nil || !strings.Contains(result.Text, want) {
			t.Errorf("it said %q, %v; want %q", result.Text, err, want)
		}
	}
}
