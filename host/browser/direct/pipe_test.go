package direct_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/browser/direct"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/driver"
)

// scripted is a browser's end of the pipe, in this process.
type scripted struct {
	in  *bufio.Reader // what the driver writes
	out io.WriteCloser
}

type pipe struct {
	io.Reader
	io.WriteCloser
	closeRead func() error
}

func (p pipe) Close() error { return errors.Join(p.WriteCloser.Close(), p.closeRead()) }

func newPipe() (pipe, *scripted) {
	r1, w1 := io.Pipe() // driver to browser
	r2, w2 := io.Pipe() // browser to driver
	return pipe{r2, w1, r2.Close}, &scripted{bufio.NewReader(r1), w2}
}

// page is a browser with one page. An answer that begins with "error " is one in these words.
func (s *scripted) page(on func(method string) (answer string, ok bool)) {
	for {
		text, err := s.in.ReadString(0)
		if err != nil {
			_ = s.out.Close()
			return
		}
		var m struct {
			ID      int             `json:"id"`
			Method  string          `json:"method"`
			Session string          `json:"sessionId"`
			Params  json.RawMessage `json:"params"`
		}
		if err := json.Unmarshal([]byte(strings.TrimSuffix(text, "\x00")), &m); err != nil {
			panic(err)
		}
		result, ok := on(m.Method)
		if !ok {
			continue
		}
		if m.Method == "Target.setAutoAttach" && m.Session == "" {
			s.say(`{"method":"Target.attachedToTarget","params":{"sessionId":"S","targetInfo":{"targetId":"T","type":"page","title":"","url":"about:blank","attached":true,"canAccessOpener":false},"waitingForDebugger":false}}`)
		}
		id, _ := json.Marshal(m.ID)
		kind := "result"
		if words, failed := strings.CutPrefix(result, "error "); failed {
			said, _ := json.Marshal(words)
			kind, result = "error", `{"code":-32000,"message":`+string(said)+`}`
		}
		s.say(`{"id":` + string(id) + `,"` + kind + `":` + result + `,"sessionId":"` + m.Session + `"}`)
	}
}

func (s *scripted) say(text string) { _, _ = io.WriteString(s.out, text+"\x00") }

func usual(method string) (string, bool) {
	switch method {
	case "Browser.getVersion":
		return `{"product":"HeadlessChrome/1","protocolVersion":"1.3","revision":"","userAgent":"","jsVersion":""}`, true
	case "Page.getFrameTree":
		return `{"frameTree":{"frame":{"id":"F","loaderId":"L","url":"about:blank","domainAndRegistry":"","securityOrigin":"","mimeType":"","secureContextType":"Secure","crossOriginIsolatedContextType":"NotIsolated","gatedAPIFeatures":[]}}}`, true
	case "Hang":
		return "", false
	}
	return "{}", true
}

func connect(t *testing.T, on func(string) (string, bool)) (*direct.Driver, *scripted) {
	t.Helper()
	ours, theirs := newPipe()
	served := make(chan struct{})
	go func() { defer close(served); theirs.page(on) }()
	d, err := direct.New(t.Context(), ours, direct.Options{Log: zerolog.Nop()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close(); <-served })
	return d, theirs
}

func reason(err error) protocol.Reason {
	var f *protocol.Fault
	if errors.As(err, &f) {
		return f.Reason()
	}
	return ""
}

// TestClosedPipe: when the browser ends, everything that waits fails at once.
func TestClosedPipe(t *testing.T) {
	t.Parallel()
	d, theirs := connect(t, usual)
	if d.Name() != "Chrome/1" {
		t.Errorf("the browser is called %q", d.Name())
	}
	errs := make(chan error)
	for _, act := range []bool{true, false, true} {
		go func() {
			_, err := d.CDP(t.Context(), 1, act, driver.CDPCommand{Method: "Runtime.evaluate"}, driver.CDPCommand{Method: "Hang"})
			errs <- err
		}()
	}
	_ = theirs.out.Close()
	for range 3 {
		select {
		case err := <-errs:
			if r := reason(err); r != protocol.ReasonUnknown && r != protocol.ReasonNoBrowser {
				t.Errorf("got %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Fatal("a call still waits for a browser that has ended")
		}
	}
	if _, err := d.Tabs(t.Context()); reason(err) != protocol.ReasonNoBrowser {
		t.Errorf("a call after the end got %v", err)
	}
}

// TestClosedTab: of an act that had been sent when its tab closed nobody knows whether it closed it; a look has seen nothing.
func TestClosedTab(t *testing.T) {
	t.Parallel()
	for act, want := range map[bool]protocol.Reason{true: protocol.ReasonUnknown, false: protocol.ReasonNoTab} {
		sent := make(chan struct{})
		d, theirs := connect(t, func(method string) (string, bool) {
			if method == "Hang" {
				close(sent)
			}
			return usual(method)
		})
		failed := make(chan error)
		go func() {
			_, err := d.CDP(t.Context(), 1, act, driver.CDPCommand{Method: "Hang"})
			failed <- err
		}()
		<-sent
		theirs.say(`{"method":"Target.detachedFromTarget","params":{"sessionId":"S"}}`)
		if err := <-failed; reason(err) != want {
			t.Errorf("act %v got %v, want %s", act, err, want)
		}
	}
}

// TestBrokenMessage: a message that is no JSON ends the connection, with the
// reason said.
func TestBrokenMessage(t *testing.T) {
	t.Parallel()
	d, theirs := connect(t, usual)
	theirs.say("{not json")
	select {
	case <-d.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("the connection goes on")
	}
	if _, err := d.Tabs(t.Context()); err == nil || !strings.Contains(err.Error(), "invalid character") {
		t.Errorf("got %v", err)
	}
}

// TestRefusedAct: of an act the browser's words say that it did nothing only where they are known to mean that.
func TestRefusedAct(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		said string
		want protocol.Reason
	}{
		"words_that_nobody_knows":    {"Internal error", protocol.ReasonUnknown},
		"in_the_middle_of_it":        {"Debugger detached while handling command.", protocol.ReasonUnknown},
		"the_page_went_away_over_it": {"Execution context was destroyed.", protocol.ReasonUnknown},
		"a_tab_that_is_gone":         {"No target with given id found", protocol.ReasonNoTab},
		"not_allowed":                {"Not allowed", protocol.ReasonNotPage},
		"not_understood":             {"Invalid parameters", protocol.ReasonInvalidParams},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, _ := connect(t, func(method string) (string, bool) {
				if method == "Target.activateTarget" {
					return "error " + c.said, true
				}
				return usual(method)
			})
			if err := d.ActivateTab(t.Context(), 1); reason(err) != c.want {
				t.Errorf("%q became %v, want %s", c.said, err, c.want)
			}
		})
	}
}

// FuzzMessages: whatever a browser writes, the driver neither panics nor hangs.
func FuzzMessages(f *testing.F) {
	for _, seed := range []string{
		`{"method":"Target.attachedToTarget","params":{"sessionId":"S2","targetInfo":{"targetId":"T2","type":"page"}}}`,
		`{"method":"Target.attachedToTarget","params":{"sessionId":"S3","targetInfo":{"targetId":"T3","type":"iframe","parentFrameId":"F"}},"sessionId":"S"}`,
		`{"method":"Target.detachedFromTarget","params":{"sessionId":"S"}}`,
		`{"method":"Page.frameNavigated","params":{"frame":{"id":"F","loaderId":"L2","url":"http://a/","parentId":"F"},"type":"Navigation"},"sessionId":"S"}`,
		`{"method":"Page.frameDetached","params":{"frameId":"F","reason":"remove"},"sessionId":"S"}`,
		`{"method":"Runtime.executionContextCreated","params":{"context":{"id":1,"name":"margay","uniqueId":"u"}},"sessionId":"S"}`,
		`{"id":1,"result":{}}`, `{"id":-1}`, `[]`, `null`, ``, `{"method":"Target.targetCrashed","params":{"targetId":"T"}}`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, `"id"`) && strings.Contains(text, "\x00") {
			return // an answer in the browser's name to what it was not asked
		}
		d, theirs := connect(t, usual)
		said := make(chan struct{})
		go func() { // ends at the latest when the pipe is closed
			defer close(said)
			theirs.say(text)
			theirs.say(text)
		}()
		select {
		case <-said:
		case <-d.Done(): // it was no message, and nobody reads any more
		}
		_, _ = d.Tabs(t.Context())
		_, _ = d.Frames(t.Context(), 1)
	})
}
