package relay

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol/driver"
)

// children are the debugging sessions of a tab's frames in other processes.
// They are attached to when a document of one is first asked for.
type children struct {
	armed    bool
	sessions map[string]*session
	// found says which session draws a document; it never changes.
	found map[string]string
}

type session struct {
	prepared bool
	// contexts are the isolated worlds of extensions in this session.
	contexts map[int64]struct{}
}

// of finds or makes the children of a tab. Called with mu held.
func (b *instance) of(tab int64) *children {
	c, ok := b.children[tab]
	if !ok {
		c = &children{sessions: map[string]*session{}, found: map[string]string{}}
		b.children[tab] = c
	}
	return c
}

// follow keeps the books of sessions and contexts. Called with mu held.
func (b *instance) follow(e driver.Event) {
	var p struct {
		SessionID  string `json:"sessionId"`
		TargetInfo struct {
			Type string `json:"type"`
		} `json:"targetInfo"`
		Context struct {
			ID     int64  `json:"id"`
			Origin string `json:"origin"`
		} `json:"context"`
		ContextID int64 `json:"executionContextId"`
	}
	switch e.Method {
	case "Inspector.detached":
		delete(b.children, e.Tab)
		return
	case "Target.attachedToTarget", "Target.detachedFromTarget",
		"Runtime.executionContextCreated", "Runtime.executionContextDestroyed", "Runtime.executionContextsCleared":
	default:
		return
	}
	if json.Unmarshal(e.Params, &p) != nil {
		return // an event of another shape is none that is awaited here
	}
	c := b.of(e.Tab)
	s := c.sessions[e.Session]
	switch {
	case e.Method == "Target.attachedToTarget" && p.TargetInfo.Type == "iframe":
		c.sessions[p.SessionID] = &session{contexts: map[int64]struct{}{}}
	case e.Method == "Target.detachedFromTarget":
		delete(c.sessions, p.SessionID)
	case s == nil:
	case e.Method == "Runtime.executionContextCreated" && strings.HasPrefix(p.Context.Origin, "chrome-extension:"):
		s.contexts[p.Context.ID] = struct{}{}
	case e.Method == "Runtime.executionContextDestroyed":
		delete(s.contexts, p.ContextID)
	case e.Method == "Runtime.executionContextsCleared":
		clear(s.contexts)
	}
}

// Session implements browser.Sessions. Chrome has no common name for a
// document and a session; the token that the worker leaves in each document's
// world is looked for in the worlds of the sessions.
func (b *instance) Session(ctx context.Context, tab int64, document string) (string, error) {
	ctx, cancel := browser.Within(ctx, browser.LookTime)
	defer cancel()
	_, token, ok := strings.Cut(document, ":")
	if !ok {
		return "", browser.NoDocument()
	}
	b.mu.Lock()
	name, known := b.of(tab).found[document]
	b.mu.Unlock()
	if known {
		return name, nil
	}
	if err := b.prepare(ctx, tab); err != nil {
		return "", err
	}
	name, err := b.search(ctx, tab, token)
	if err != nil {
		return "", err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.of(tab).found[document] = name
	return name, nil
}

// deepest bounds how many processes deep frames are followed.
const deepest = 8

// prepare attaches to the frames in other processes, and to those in them.
func (b *instance) prepare(ctx context.Context, tab int64) error {
	b.mu.Lock()
	armed := b.of(tab).armed
	b.mu.Unlock()
	if !armed {
		// Off first: sessions that an earlier life of the daemon had are not
		// announced again otherwise.
		if _, err := b.CDP(ctx, tab, false, autoAttach("", false), autoAttach("", true)); err != nil {
			return err
		}
		b.mu.Lock()
		b.of(tab).armed = true
		b.mu.Unlock()
	}
	for range deepest {
		fresh := b.unprepared(tab)
		if len(fresh) == 0 {
			break
		}
		var batch []driver.CDPCommand
		for _, name := range fresh {
			// Enabling tells of the contexts that are there; no more is wanted of it.
			batch = append(batch, autoAttach(name, true), driver.CDPCommand{Method: "Runtime.enable", Session: name})
		}
		if _, err := b.CDP(ctx, tab, false, batch...); err != nil {
			return err
		}
	}
	return nil
}

func (b *instance) unprepared(tab int64) []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	var fresh []string
	for name, s := range b.of(tab).sessions {
		if !s.prepared {
			s.prepared = true
			fresh = append(fresh, name)
		}
	}
	return fresh
}

func autoAttach(session string, on bool) driver.CDPCommand {
	params, _ := json.Marshal(map[string]any{ // such values always encode
		"autoAttach": on, "waitForDebuggerOnStart": false, "flatten": true,
		"filter": []map[string]any{{"type": "iframe"}, {"exclude": true}},
	})
	return driver.CDPCommand{Method: "Target.setAutoAttach", Params: params, Session: session}
}

// search asks every world for its token. A document that no session has is
// drawn by the tab's own process.
func (b *instance) search(ctx context.Context, tab int64, token string) (string, error) {
	var names []string
	var batch []driver.CDPCommand
	b.mu.Lock()
	for name, s := range b.of(tab).sessions {
		for _, id := range slices.Sorted(maps.Keys(s.contexts)) {
			params, _ := json.Marshal(map[string]any{"expression": "globalThis.__margayDocument", "contextId": id, "returnByValue": true})
			names = append(names, name)
			batch = append(batch, driver.CDPCommand{Method: "Runtime.evaluate", Params: params, Session: name})
		}
	}
	b.mu.Unlock()
	if len(batch) == 0 {
		return "", nil
	}
	replies, err := b.CDP(ctx, tab, false, batch...)
	if err != nil {
		return "", err
	}
	for i, r := range replies {
		var answer struct {
			Result struct {
				Value any `json:"value"`
			} `json:"result"`
		}
		if r.Error == "" && json.Unmarshal(r.Result, &answer) == nil && answer.Result.Value == token {
			return names[i], nil
		}
	}
	return "", nil
}
