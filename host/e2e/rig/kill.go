package rig

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/serviceworker"
)

// Parts are what Strike can kill.
func Parts() []string { return []string{"worker", "bridge", "daemon", "panel"} }

// Strike kills a part of the product with no warning; a panel is reloaded,
// which takes from it all that it holds.
func (r *Rig) Strike(ctx context.Context, part string, p *Panel) error {
	switch part {
	case "worker":
		return r.KillWorker(ctx)
	case "bridge":
		return r.KillBridges()
	case "daemon":
		return r.KillDaemon()
	case "panel":
		return p.Reload(ctx)
	}
	return fmt.Errorf("there is no part %q to kill: it is one of %s", part, strings.Join(Parts(), ", "))
}

// KillWorker ends the extension's service worker, as the browser does when it
// evicts one.
func (r *Rig) KillWorker(ctx context.Context) error {
	list, err := r.targets(ctx)
	if err != nil {
		return err
	}
	for _, t := range list {
		if t.URL != PanelURL || t.Type != "page" {
			continue
		}
		// Any page of the extension can speak for its workers.
		p, err := r.attach(ctx, t.TargetID)
		if err != nil {
			return err
		}
		if _, err := cdp.Call(ctx, p.session, serviceworker.Enable, cdp.Empty{}); err != nil {
			return err
		}
		_, err = cdp.Call(ctx, p.session, serviceworker.StopAllWorkers, cdp.Empty{})
		return err
	}
	return errors.New("kill the worker: no page of the extension is open")
}

// KillDaemon kills the daemon with no warning.
func (r *Rig) KillDaemon() error {
	b, err := r.Dirs.ReadBeacon()
	if err != nil {
		return fmt.Errorf("kill the daemon: %w", err)
	}
	return kill(b.Pid)
}

// KillBridges kills every bridge with no warning.
func (r *Rig) KillBridges() error {
	pids, err := r.Bridges()
	if err != nil {
		return err
	}
	if len(pids) == 0 {
		return errors.New("kill the bridges: none runs")
	}
	for _, pid := range pids {
		if err := kill(pid); err != nil {
			return err
		}
	}
	return nil
}

func kill(pid int) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return p.Kill()
}

// Bridges lists the bridges that run.
func (r *Rig) Bridges() ([]int, error) {
	return r.running(func(args []string) bool {
		return len(args) > 1 && strings.HasPrefix(args[1], "chrome-extension://")
	})
}

// Processes lists the processes of the rig's program, to see that none is left.
func (r *Rig) Processes() ([]int, error) {
	return r.running(func([]string) bool { return true })
}

// Left lists the command lines of the processes that are the rig's: its
// program, and everything that the browser started or that names the profile.
func (r *Rig) Left() ([]string, error) {
	return Running(func(line string, group int) bool {
		return group == r.Browser.Pid() || strings.Contains(line, r.Profile) || strings.Contains(line, r.Dirs.Data)
	})
}

// Running lists the command lines of the processes of the whole machine for
// which is is true; it is given the process group too.
func Running(is func(line string, group int) bool) ([]string, error) {
	all, err := processes()
	if err != nil {
		return nil, err
	}
	var found []string
	for _, p := range all {
		if group, err := Group(p.pid); err == nil && is(p.line(), group) {
			found = append(found, p.line())
		}
	}
	return found, nil
}

// process is one that runs.
type process struct {
	pid  int
	args []string
}

func (p process) line() string { return strings.Join(p.args, " ") }

// processes lists those of the whole machine. Where the system does not show
// them as files, there are none.
func processes() ([]process, error) {
	all, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		return nil, err
	}
	var found []process
	for _, file := range all {
		text, err := os.ReadFile(file)
		text = bytes.TrimRight(text, "\x00")
		if err != nil || len(text) == 0 {
			continue // it has gone, or has ended and is not waited for yet
		}
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		if err != nil {
			return nil, err
		}
		found = append(found, process{pid, strings.Split(string(text), "\x00")})
	}
	return found, nil
}

// Group is the process group of a process.
func Group(pid int) (int, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0, err
	}
	// pid (name) state parent group …; the name may hold anything.
	_, rest, _ := strings.Cut(string(stat[bytes.LastIndexByte(stat, ')')+1:]), " ")
	fields := strings.Fields(rest)
	if len(fields) < 3 {
		return 0, fmt.Errorf("/proc/%d/stat has no process group", pid)
	}
	return strconv.Atoi(fields[2])
}

// gone waits until nothing of the rig is left.
func (r *Rig) gone(ctx context.Context) error { return awaitNone(ctx, r.Left) }

// awaitNone waits until a list of command lines is empty.
func awaitNone(ctx context.Context, list func() ([]string, error)) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	for {
		left, err := list()
		if err != nil || len(left) == 0 {
			return err
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return fmt.Errorf("%d processes are left: %s", len(left), strings.Join(left, "; "))
		}
	}
}

// running finds running copies of the rig's program by their command lines.
func (r *Rig) running(is func(args []string) bool) ([]int, error) {
	all, err := processes()
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, p := range all {
		if p.args[0] == r.margay && is(p.args) {
			pids = append(pids, p.pid)
		}
	}
	return pids, nil
}
