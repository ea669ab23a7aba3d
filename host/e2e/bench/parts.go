package main

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol/driver"
)

// parts is a browser that keeps how long each step of an act took, so that a
// figure can say where its time goes.
type parts struct {
	browser.Transport

	mu    sync.Mutex // guards the rest
	order []string
	took  map[string][]time.Duration
}

// Page implements browser.Transport.
func (p *parts) Page(ctx context.Context, tab int64, document, function string, args any, act bool) (json.RawMessage, error) {
	defer p.note(function, time.Now())
	return p.Transport.Page(ctx, tab, document, function, args, act)
}

// CDP implements browser.Transport.
func (p *parts) CDP(ctx context.Context, tab int64, act bool, commands ...driver.CDPCommand) ([]driver.CDPReply, error) {
	defer p.note("input", time.Now())
	return p.Transport.CDP(ctx, tab, act, commands...)
}

// Frames implements browser.Transport.
func (p *parts) Frames(ctx context.Context, tab int64) ([]browser.Frame, error) {
	defer p.note("frames", time.Now())
	return p.Transport.Frames(ctx, tab)
}

func (p *parts) note(step string, began time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.took == nil {
		p.took = map[string][]time.Duration{}
	}
	if p.took[step] == nil {
		p.order = append(p.order, step)
	}
	p.took[step] = append(p.took[step], time.Since(began))
}

// clear forgets what came before.
func (p *parts) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.order, p.took = nil, nil
}

// String lists the medians of the steps in the order in which they first came.
func (p *parts) String() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	var words []string
	for _, step := range p.order {
		words = append(words, fmt.Sprintf("%s %.1f", step, inMs(at(p.took[step], 0.5))))
	}
	return strings.Join(words, ", ")
}
