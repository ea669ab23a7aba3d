package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// memory tells the proportional set sizes of a person's processes: worker and
// panel are connected, the daemon has served a run that acted on a page, and
// nothing has happened since.
func memory(ctx context.Context, b *bench, _ figure) error {
	return withScene(ctx, b, "memory", func(r scene) error { return sizes(ctx, b, r) })
}

func sizes(ctx context.Context, b *bench, r scene) error {
	if err := serveRun(ctx, r.Rig, r.site.url+"/acts"); err != nil {
		return fmt.Errorf("serve a run: %w", err)
	}
	beacon, err := r.Dirs.ReadBeacon()
	if err != nil {
		return err
	}
	all, err := r.Processes()
	if err != nil {
		return err
	}
	idle, err := atRest(ctx, beacon.Pid)
	if err != nil {
		return err
	}
	note := fmt.Sprintf("PSS; %d bridges share the program with the daemon", len(all)-1)
	for _, pid := range all {
		if pid == beacon.Pid {
			continue
		}
		size, err := pss(pid)
		if err != nil {
			return err
		}
		b.table.row(figure{goal: 12}, "memory of a bridge", row{unit: "MiB", median: size, note: note})
	}
	b.table.row(figure{goal: 25}, "memory of the idle daemon", row{unit: "MiB", median: idle, note: note + "; after a run"})
	return nil
}

// serveRun opens a page and the panel, and has the offline model work in the page.
func serveRun(ctx context.Context, r *rig.Rig, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 2*waitTime)
	defer cancel()
	if _, err := r.OpenPage(ctx, url); err != nil {
		return err
	}
	panel, err := r.OpenPanel(ctx)
	if err != nil {
		return err
	}
	if err := panel.Await(ctx, `document.querySelector("#status")?.dataset.state === "ready"`); err != nil {
		return err
	}
	task := "Open " + url + ", fill Full name: Mira Lind and click “Press here”."
	return perform(ctx, r, client.Send{Content: []chat.Block{{Type: chat.BlockText, Text: task}}, Model: "offline"})
}

// atRest is the size of a process once it has not shrunk for a while: the
// daemon gives memory back when nothing has changed for two seconds.
func atRest(ctx context.Context, pid int) (float64, error) {
	least, err := pss(pid)
	if err != nil {
		return 0, err
	}
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for quiet := 0; quiet < 40; quiet++ {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return 0, ctx.Err()
		}
		size, err := pss(pid)
		if err != nil {
			return 0, err
		}
		if size < least-0.1 {
			least, quiet = size, 0
		}
	}
	return pss(pid)
}

// pss is the proportional set size of a process in MiB.
func pss(pid int) (float64, error) {
	text, err := os.ReadFile(filepath.Join("/proc", fmt.Sprint(pid), "smaps_rollup"))
	if err != nil {
		return 0, fmt.Errorf("this system does not tell the sizes of processes: %w", err)
	}
	for line := range strings.Lines(string(text)) {
		var kib float64
		if _, err := fmt.Sscanf(line, "Pss: %f kB", &kib); err == nil {
			return kib / 1024, nil
		}
	}
	return 0, fmt.Errorf("smaps_rollup of process %d has no Pss", pid)
}
