package daemon

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
)

// childVar is the variable by which a child and what it starts are recognised
// where the note of it has no pid yet.
const childVar = "MARGAY_CHILD"

// Children are the processes that the daemon starts (browsers, servers,
// workers). Each is noted in DATA/children before it starts and heads a group
// of its own; all are ended when the daemon leaves, and what a daemon that
// died left behind is ended by the next one. A process that merely got the
// number of a dead child is never touched.
type Children struct {
	dir string
	log zerolog.Logger

	mu     sync.Mutex // guards live and closed
	live   map[*Child]struct{}
	closed bool
}

// childNote is the record of a child. Pid is 0 between the note and the start.
type childNote struct {
	Name  string `json:"name"`
	Path  string `json:"path"`
	Token string `json:"token"`
	Pid   int    `json:"pid,omitempty"`
	// Started tells the process from a later one with the same pid.
	Started string    `json:"started,omitempty"`
	At      time.Time `json:"at"`
}

// OpenChildren ends what an earlier daemon left behind and returns an empty
// set. Only the holder of the lock calls it.
func OpenChildren(d config.Dirs, log zerolog.Logger) (*Children, error) {
	c := &Children{dir: d.Children(), log: log, live: map[*Child]struct{}{}}
	if err := os.MkdirAll(c.dir, 0o700); err != nil {
		return nil, fmt.Errorf("open children: %w", err)
	}
	notes, err := os.ReadDir(c.dir)
	if err != nil {
		return nil, fmt.Errorf("open children: %w", err)
	}
	for _, note := range notes {
		if filepath.Ext(note.Name()) == ".json" {
			c.endLeft(filepath.Join(c.dir, note.Name()))
		}
	}
	return c, nil
}

// endLeft ends the child that a note of an earlier daemon names.
func (c *Children) endLeft(path string) {
	var n childNote
	data, err := os.ReadFile(path)
	if err == nil {
		err = json.Unmarshal(data, &n)
	}
	if err != nil {
		c.log.Warn().Err(err).Str("note", path).Msg("child note cannot be read, dropped")
	} else if ended := endGroup(n); ended > 0 {
		c.log.Warn().Str("name", n.Name).Int("pid", n.Pid).Int("processes", ended).Msg("child of an earlier daemon ended")
	}
	if err := os.Remove(path); err != nil {
		c.log.Warn().Err(err).Msg("child note stays")
	}
}

// endGroup kills a noted child, its group, and whatever else carries its
// token, and returns how many processes or groups that were.
func endGroup(n childNote) int {
	ended := 0
	if n.Pid > 1 && n.Started != "" && processStart(n.Pid) == n.Started && killGroup(n.Pid) == nil {
		ended++
	}
	if n.Token != "" {
		ended += killCarriers(childVar + "=" + n.Token)
	}
	return ended
}

// Child is a process that the daemon started.
type Child struct {
	set  *Children
	cmd  *exec.Cmd
	note string

	wait sync.Once
	done chan struct{}
	err  error // set before done is closed

	mu     sync.Mutex // guards reaped: while it is false, the pid and its group are ours
	reaped bool
}

// Start notes a command, starts it as the head of its own group and returns
// it. The caller must Wait for it, after it has read its pipes to their end.
func (c *Children) Start(name string, cmd *exec.Cmd) (*Child, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return nil, fmt.Errorf("start %s: the daemon is leaving", name)
	}
	token := rand.Text()
	ch := &Child{set: c, cmd: cmd, note: filepath.Join(c.dir, token+".json"), done: make(chan struct{})}
	n := childNote{Name: name, Path: cmd.Path, Token: token, At: time.Now().UTC()}
	if err := ch.write(n); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	cmd.Env = append(slices.Clip(cmd.Env), childVar+"="+token)
	headGroup(cmd)
	if err := cmd.Start(); err != nil {
		_ = os.Remove(ch.note)
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	n.Pid, n.Started = cmd.Process.Pid, processStart(cmd.Process.Pid)
	if err := ch.write(n); err != nil {
		// The token still finds it, so it may run on.
		c.log.Warn().Err(err).Str("name", name).Msg("child noted without pid")
	}
	c.live[ch] = struct{}{}
	return ch, nil
}

func (ch *Child) write(n childNote) error {
	data, err := json.Marshal(n)
	if err != nil {
		return err
	}
	return config.WriteFile(ch.note, data, 0o600)
}

// Pid is the process id.
func (ch *Child) Pid() int { return ch.cmd.Process.Pid }

// Wait waits for the end of the process, reaps it, ends what is left of its
// group and returns how it ended. It may be called more than once and from
// more than one goroutine.
func (ch *Child) Wait() error {
	ch.wait.Do(func() {
		ch.err = ch.reap()
		if err := os.Remove(ch.note); err != nil && !errors.Is(err, os.ErrNotExist) {
			ch.set.log.Warn().Err(err).Msg("child note stays")
		}
		ch.set.mu.Lock()
		delete(ch.set.live, ch)
		ch.set.mu.Unlock()
		close(ch.done)
	})
	<-ch.done
	return ch.err
}

// reap collects the state of the process and ends what it left of its group.
// Where the system can tell of an end without giving the pid back, the group
// is ended first, so that it is surely still ours.
func (ch *Child) reap() error {
	pid := ch.Pid()
	if awaitExit(pid) {
		ch.signal(killGroup)
		ch.disown()
		return ch.cmd.Wait()
	}
	err := ch.cmd.Wait()
	ch.disown()
	_ = killGroup(pid)
	return err
}

func (ch *Child) disown() {
	ch.mu.Lock()
	defer ch.mu.Unlock()
	ch.reaped = true
}

// signal passes the pid to fn unless it is no longer ours.
func (ch *Child) signal(fn func(pid int) error) {
	ch.mu.Lock()
	defer ch.mu.Unlock()
	if !ch.reaped {
		_ = fn(ch.Pid()) // an error means that it has ended
	}
}

// Stop asks the group to end, ends it by force when ctx is over, and waits.
func (ch *Child) Stop(ctx context.Context) {
	gone := make(chan struct{})
	go func() { // ends with the process, which is killed below at the latest
		_ = ch.Wait()
		close(gone)
	}()
	ch.signal(askGroup)
	select {
	case <-gone:
		return
	case <-ctx.Done():
	}
	ch.signal(killGroup)
	<-gone
}

// Close ends all children and refuses new ones: they are asked first, and
// ended by force when ctx is over.
func (c *Children) Close(ctx context.Context) {
	c.mu.Lock()
	c.closed = true
	live := make([]*Child, 0, len(c.live))
	for ch := range c.live {
		live = append(live, ch)
	}
	c.mu.Unlock()
	var wg sync.WaitGroup
	for _, ch := range live {
		wg.Go(func() { ch.Stop(ctx) })
	}
	wg.Wait()
}
