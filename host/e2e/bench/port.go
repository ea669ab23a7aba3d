package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

//go:embed port.js
var portScript string

// longTask is what the page is told to call again and again.
type longTask struct {
	Route   string          `json:"route"`
	Params  any             `json:"params"`
	Refusal protocol.Reason `json:"refusal,omitempty"`
}

// portLongCall and portLongReply are besideLongCall and besideLongReply as a
// person meets them: the 5 MB pass between the panel's page and the daemon, and
// the small calls come from the service worker, over its own port.
func portLongCall(ctx context.Context, b *bench, f figure) error {
	return b.inChromium(ctx, f, "portcall", func(chat.BlobID) longTask {
		return longTask{
			Route: client.ConversationList.Name, Params: client.ListConversations{Before: strings.Repeat("x", longBytes)},
			Refusal: protocol.ReasonInvalidParams,
		}
	})
}

func portLongReply(ctx context.Context, b *bench, f figure) error {
	return b.inChromium(ctx, f, "portreply", func(blob chat.BlobID) longTask {
		return longTask{Route: client.BlobRead.Name, Params: client.ReadBlob{Blob: blob, Limit: pieceBytes}}
	})
}

func (b *bench) inChromium(ctx context.Context, f figure, name string, task func(chat.BlobID) longTask) (err error) {
	dir := filepath.Join(b.dir, name)
	dirs := config.Dirs{Data: filepath.Join(dir, "data")}
	if err := dirs.Prepare(); err != nil {
		return err
	}
	blob, err := seed(ctx, dirs)
	if err != nil {
		return fmt.Errorf("seed the store: %w", err)
	}
	starting, cancel := context.WithTimeout(ctx, waitTime)
	defer cancel()
	r, err := rig.Start(starting, rig.Options{Margay: b.margay, Dir: dir})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	page, worker, err := wired(starting, r)
	if err != nil {
		return err
	}
	if err := ask(ctx, page, "begin", task(blob), nil); err != nil {
		return err
	}
	return b.besideLong(ctx, f, page, worker, "measure", "the worker's run.list beside the panel's 5 MB: two ports, two bridges")
}

// besideLong measures the worker's small calls with that function of our script
// while the page's long messages pass, and ends those.
func (b *bench) besideLong(ctx context.Context, f figure, page, worker *rig.Page, measure, note string) error {
	began := time.Now()
	var ms []float64
	if err := ask(ctx, worker, measure, map[string]any{"times": b.n, "pauseMs": between.Milliseconds()}, &ms); err != nil {
		return err
	}
	over := time.Since(began)
	var passed int
	if err := ask(ctx, page, "end", nil, &passed); err != nil {
		return err
	}
	if passed == 0 {
		return errors.New("no long message passed meanwhile")
	}
	took := make([]time.Duration, len(ms))
	for i := range ms {
		took[i] = time.Duration(ms[i] * float64(time.Millisecond))
	}
	b.table.timed(f, took, fmt.Sprintf("%s; %.0f MB/s passed", note, float64(passed)*longBytes/1e6/over.Seconds()))
	return nil
}

// wired puts the wire and our script into the panel's page and the worker.
func wired(ctx context.Context, r *rig.Rig) (page, worker *rig.Page, err error) {
	wire, err := bundleWire(ctx)
	if err != nil {
		return nil, nil, err
	}
	if page, err = r.OpenPage(ctx, rig.PanelURL); err != nil {
		return nil, nil, err
	}
	if worker, err = r.Worker(ctx); err != nil {
		return nil, nil, err
	}
	for _, p := range []*rig.Page{page, worker} {
		for _, script := range []string{wire, portScript + "undefined;"} {
			if err := p.Eval(ctx, script, nil); err != nil {
				return nil, nil, err
			}
		}
	}
	return page, worker, nil
}

// ask calls a function of our script.
func ask(ctx context.Context, p *rig.Page, function string, args, result any) error {
	text, err := json.Marshal(args)
	if err != nil {
		return err
	}
	return p.Eval(ctx, "bench."+function+"("+string(text)+")", result)
}

// bundleWire is the extension's wire as a script of its own: in the panel's
// bundle nothing of it can be reached.
func bundleWire(ctx context.Context) (string, error) {
	cmd := exec.CommandContext(ctx, filepath.Join("node_modules", ".bin", "esbuild"),
		"src/wire/index.ts", "--bundle", "--format=iife", "--global-name=wire", "--target=chrome125", "--log-level=warning")
	cmd.Dir = "extension"
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("bundle the wire: %s", exit.Stderr)
	}
	if err != nil {
		return "", fmt.Errorf("bundle the wire (run make build): %w", err)
	}
	return string(out), nil
}
