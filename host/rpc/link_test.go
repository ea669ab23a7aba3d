package rpc_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	proto "github.com/margay/margay/protocol/client"
	"github.com/margay/margay/protocol/driver"
)

// every is each route and notice that is declared, with its group.
var every = map[string]protocol.Group{
	"ping": protocol.GroupOpen, "hello": protocol.GroupOpen,
	"$/preface": protocol.GroupOpen, "$/cancel": protocol.GroupOpen, "$/chunk": protocol.GroupOpen,
	"conversation.send": protocol.GroupClient, "conversation.list": protocol.GroupClient, "conversation.messages": protocol.GroupClient,
	"conversation.rename": protocol.GroupClient, "conversation.delete": protocol.GroupClient, "conversation.restore": protocol.GroupClient,
	"conversation.deleted": protocol.GroupClient,
	"model.list":           protocol.GroupClient, "model.save": protocol.GroupClient, "model.delete": protocol.GroupClient,
	"model.default": protocol.GroupClient, "model.test": protocol.GroupClient, "model.discover": protocol.GroupClient,
	"model.sees": protocol.GroupClient,
	"doctor.run": protocol.GroupClient, "damage.dismiss": protocol.GroupClient,
	"run.attach": protocol.GroupClient, "run.detach": protocol.GroupClient, "run.stop": protocol.GroupClient,
	"run.resume": protocol.GroupClient, "run.list": protocol.GroupClient,
	"run.event": protocol.GroupClient, "run.credit": protocol.GroupClient,
	"blob.read": protocol.GroupClient, "blob.write": protocol.GroupClient, "daemon.status": protocol.GroupClient, "daemon.storage": protocol.GroupClient,
	"daemon.stop":     protocol.GroupAdmin,
	"driver.register": protocol.GroupDriver, "driver.tabChanged": protocol.GroupDriver,
	"driver.cdpEvent": protocol.GroupDriver, "driver.detached": protocol.GroupDriver,
	"browser.tabs": protocol.GroupBrowser, "browser.open": protocol.GroupBrowser, "browser.close": protocol.GroupBrowser,
	"browser.activate": protocol.GroupBrowser, "browser.navigate": protocol.GroupBrowser, "browser.frames": protocol.GroupBrowser,
	"browser.page": protocol.GroupBrowser, "browser.cdp": protocol.GroupBrowser, "browser.attach": protocol.GroupBrowser,
	"browser.detach": protocol.GroupBrowser, "browser.outcomes": protocol.GroupBrowser,
}

// TestEveryRouteHasItsGroup holds the list by hand, so that a route cannot
// change its group, or come without one, in passing.
func TestEveryRouteHasItsGroup(t *testing.T) {
	t.Parallel()
	declared := append(append(protocol.Routes(), proto.Routes()...), driver.Routes()...)
	seen := map[string]bool{}
	for _, info := range declared {
		if want, ok := every[info.Name]; !ok || info.Group != want {
			t.Errorf("%s is in group %q, the list says %q", info.Name, info.Group, want)
		}
		if seen[info.Name] {
			t.Errorf("%s is declared twice", info.Name)
		}
		seen[info.Name] = true
	}
	for name := range every {
		if !seen[name] {
			t.Errorf("%s is listed but not declared", name)
		}
	}
}

// TestGateTable walks every state of a link with every group.
func TestGateTable(t *testing.T) {
	t.Parallel()
	groups := []protocol.Group{protocol.GroupClient, protocol.GroupDriver, protocol.GroupScript, protocol.GroupAdmin, protocol.GroupBrowser}
	preface := func(origin string) string {
		return `{"jsonrpc":"2.0","method":"$/preface","params":{"origin":"` + origin + `","browserPid":1,"version":"1","build":"b"}}`
	}
	cases := map[string]struct {
		first string
		open  []protocol.Group
	}{
		"program_of_the_same_user": {"", []protocol.Group{protocol.GroupClient, protocol.GroupAdmin, protocol.GroupDriver}},
		"our_extension":            {preface("chrome-extension://ours/"), []protocol.Group{protocol.GroupClient, protocol.GroupDriver, protocol.GroupScript}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				o := server(t)
				o.Mux = rpc.NewMux()
				for _, g := range groups {
					rpc.Handle(o.Mux, protocol.Route[protocol.Empty, protocol.Empty]{Name: "in." + string(g), Group: g},
						func(context.Context, *rpc.Request, protocol.Empty) (protocol.Empty, error) {
							return protocol.Empty{}, nil
						})
				}
				o.Groups = cases["program_of_the_same_user"].open
				o.OnPreface = func(_ *rpc.Peer, p protocol.Preface) ([]protocol.Group, error) {
					if p.Origin != "chrome-extension://ours/" {
						return nil, errors.New("a foreign origin")
					}
					return cases["our_extension"].open, nil
				}
				p, w := link(t, o)
				if c.first != "" {
					w.say(c.first)
				}
				ask := func(g protocol.Group) string {
					w.say(`{"jsonrpc":"2.0","id":1,"method":"in.` + string(g) + `"}`)
					return brief(w.message())
				}
				for _, g := range groups {
					if got := ask(g); got != "1 hello_first" {
						t.Errorf("fresh, %s: %s", g, got)
					}
				}
				w.say(hello)
				w.message()
				for _, g := range groups {
					want := "1 not_allowed"
					for _, open := range c.open {
						if open == g {
							want = "1 {}"
						}
					}
					if got := ask(g); got != want {
						t.Errorf("open, %s: %s, want %s", g, got, want)
					}
				}
				// A preface after the first frame changes nothing.
				w.say(preface("chrome-extension://ours/"))
				if got := ask(protocol.GroupAdmin); (got == "1 {}") != (name == "program_of_the_same_user") {
					t.Errorf("after a late preface: %s", got)
				}
				if pf, ok := p.Preface(); ok != (c.first != "") || ok && pf.Origin != "chrome-extension://ours/" {
					t.Errorf("preface %+v, %t", pf, ok)
				}
				if p.Hello().Kind != protocol.KindTest {
					t.Errorf("hello %+v", p.Hello())
				}
			})
		})
	}
}

func TestForeignPrefaceEndsTheLink(t *testing.T) {
	t.Parallel()
	for name, params := range map[string]string{"foreign": `{"origin":"chrome-extension://theirs/"}`, "unreadable": `{"Origin":"x"}`} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				refusal := errors.New("a foreign origin")
				o := server(t)
				o.OnPreface = func(*rpc.Peer, protocol.Preface) ([]protocol.Group, error) { return nil, refusal }
				p, w := link(t, o)
				w.say(`{"jsonrpc":"2.0","method":"$/preface","params":` + params + `}`)
				w.over()
				<-p.Done()
				if name == "foreign" && !errors.Is(p.Err(), refusal) {
					t.Errorf("ended with %v", p.Err())
				}
			})
		})
	}
}

// TestStatesOfALink walks fresh, open and closed with hello.
func TestStatesOfALink(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, w := link(t, server(t))
		say := func(method, params, want string) {
			t.Helper()
			w.say(`{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`)
			if got := brief(w.message()); got != want {
				t.Errorf("%s %s: %s, want %s", method, params, got, want)
			}
		}
		say("ping", `{}`, `1 {"product":"margay"}`)
		say("test.echo", `{}`, "1 hello_first")
		say("no.such", `{}`, "1 method_not_found")
		say("hello", `{"product":"ocelot","protocol":{"min":1,"max":1}}`, "1 version_mismatch")
		say("hello", `{"product":"margay","protocol":{"min":7,"max":9}}`, "1 version_mismatch")
		say("hello", `{"Product":"margay"}`, "1 invalid_params")
		say("test.echo", `{}`, "1 hello_first")
		w.say(hello)
		w.expect(`{"jsonrpc":"2.0","id":"h","result":{"product":"margay","version":"1.0.0","build":"","protocol":1,"epoch":"e1","lingerMs":0,"dataDir":"","pid":0}}`)
		say("hello", `{"product":"margay","protocol":{"min":1,"max":1}}`, "1 conflict")
		say("ping", `{}`, `1 {"product":"margay"}`)
		say("test.echo", `{"a":1}`, `1 {"a":1}`)
		say("test.admin", `{}`, "1 not_allowed")
		_ = w.conn.Close()
		<-p.Done()
		if !errors.Is(p.Err(), io.EOF) {
			t.Errorf("ended with %v", p.Err())
		}
		err := p.Call(t.Context(), echoRoute.Info(), protocol.Empty{}, nil)
		if !errors.Is(err, protocol.NewFault(protocol.ReasonClosed, "")) {
			t.Errorf("a call on a closed link: %v", err)
		}
		if err := p.Notify(noteNotice.Info(), note{}); !errors.Is(err, protocol.NewFault(protocol.ReasonClosed, "")) {
			t.Errorf("a notice on a closed link: %v", err)
		}
	})
}

func TestHelloCanRefuse(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		o := server(t)
		answers := []error{protocol.NewFault(protocol.ReasonStoreLocked, "Process 7 holds it."), nil}
		o.Hello = func(context.Context, *rpc.Peer, protocol.Hello) (protocol.HelloReply, error) {
			err := answers[0]
			answers = answers[1:]
			return protocol.HelloReply{}, err
		}
		_, w := link(t, o)
		w.say(hello)
		if reason, id := w.fault(); reason != protocol.ReasonStoreLocked || id != `"h"` {
			t.Errorf("%s for %s", reason, id)
		}
		w.say(`{"jsonrpc":"2.0","id":1,"method":"test.echo","params":{}}`)
		if reason, _ := w.fault(); reason != protocol.ReasonHelloFirst {
			t.Errorf("after a refused hello: %s", reason)
		}
		w.say(hello)
		if m := w.message(); m.Error != nil {
			t.Errorf("the second hello: %v", m.Error)
		}
	})
}

// TestPendingCallsFailAtOnce ends the link in every way while calls wait.
func TestPendingCallsFailAtOnce(t *testing.T) {
	t.Parallel()
	closed := protocol.NewFault(protocol.ReasonClosed, "")
	ways := map[string]struct {
		end func(p *rpc.Peer, far net.Conn)
		why error
	}{
		"other_side_ends":   {func(_ *rpc.Peer, far net.Conn) { _ = far.Close() }, io.EOF},
		"closed_here":       {func(p *rpc.Peer, _ net.Conn) { _ = p.Close() }, rpc.ErrClosed},
		"no_frames":         {func(_ *rpc.Peer, far net.Conn) { _, _ = far.Write([]byte("loading settings\n")) }, protocol.ErrNotFrames},
		"end_inside_a_body": {func(_ *rpc.Peer, far net.Conn) { _, _ = far.Write([]byte{9, 0, 0, 0, '{'}); _ = far.Close() }, io.ErrUnexpectedEOF},
	}
	for name, way := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p, w := link(t, client(t))
				const calls = 20
				failed := make(chan error, calls)
				for range calls {
					go func() { failed <- p.Call(t.Context(), waitRoute.Info(), protocol.Empty{}, nil) }()
					w.message()
				}
				w.say(`{"jsonrpc":"2.0","id":1,"method":"test.wait"}`)
				synctest.Wait()
				way.end(p, w.conn)
				for range calls {
					if err := <-failed; !errors.Is(err, closed) {
						t.Errorf("failed with %v", err)
					}
				}
				<-p.Done()
				if !errors.Is(p.Err(), way.why) {
					t.Errorf("ended with %v, want %v", p.Err(), way.why)
				}
			})
		})
	}
}

func TestBothSidesCall(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		a, b := rpc.Pipe(client(t), server(t))
		defer func() { _, _ = a.Close(), b.Close() }()
		reply, err := rpc.Call(t.Context(), a, protocol.HelloRoute, protocol.Hello{
			Product: protocol.Product, Protocol: protocol.Supported(), Kind: protocol.KindCLI,
		})
		if err != nil || reply.Epoch != "e1" || b.Hello().Kind != protocol.KindCLI {
			t.Fatalf("%+v, %v", reply, err)
		}
		for _, c := range []rpc.Caller{a, b} {
			for n := range 3 {
				text := fmt.Sprintf("%d <é> \u2028", n)
				if err := rpc.Notify(c, noteNotice, note{Text: text}); err != nil {
					t.Fatal(err)
				}
			}
			synctest.Wait()
			got, err := rpc.Call(t.Context(), c, notesRoute, protocol.Empty{})
			if err != nil || len(got.Notes) != 3 || got.Notes[2] != "2 <é> \u2028" {
				t.Errorf("%+v, %v", got, err)
			}
			if _, err := rpc.Call(t.Context(), c, failRoute, failing{Reason: protocol.ReasonNoTab, Next: "Look."}); true {
				var f *protocol.Fault
				if !errors.As(err, &f) || f.Reason() != protocol.ReasonNoTab || f.Data.Next != "Look." || f.Message != "as asked" {
					t.Errorf("%v", err)
				}
			}
		}
	})
}

func TestMuxRefusesMistakes(t *testing.T) {
	t.Parallel()
	for name, register := range map[string]func(*rpc.Mux){
		"twice":     func(m *rpc.Mux) { rpc.Handle(m, echoRoute, echo) },
		"links_own": func(m *rpc.Mux) { rpc.On(m, protocol.CancelNotice, func(*rpc.Peer, protocol.Cancel) {}) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			defer func() {
				if v := recover(); v == nil || !strings.Contains(fmt.Sprint(v), "registered twice") {
					t.Errorf("recovered %v", v)
				}
			}()
			register(testMux())
		})
	}
	var names []string
	for _, info := range testMux().Routes() {
		names = append(names, info.Name)
	}
	if got := strings.Join(names, " "); got != "test.admin test.crash test.echo test.events test.fail test.note test.notes test.small test.wait" {
		t.Errorf("routes %s", got)
	}
}
