package clitest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// service answers the routes of runs with runs of the tasks in [service.play].
// It knows one run, and keeps its state in a file.
type service struct {
	info    daemon.Info
	mux     *rpc.Mux
	changed chan struct{}
	// drawn is signalled when a watcher gave credit back.
	drawn chan struct{}
	// streams keeps descriptors 1 and 2 from being closed by the collector.
	streams []*os.File
	work    sync.WaitGroup
	// children are waited for apart: they are ended after Park.
	children sync.WaitGroup

	mu   sync.Mutex // guards run and live
	run  *run
	live bool
}

// run is the one run. Its fields are guarded by the service's mutex.
type run struct {
	Task   string
	State  chat.RunState
	Text   string
	events []chat.Event
	subs   []*sub
	cancel context.CancelFunc
}

type sub struct {
	id   int64
	peer *rpc.Peer
	lane rpc.Lane
	// owed is how many events it has not said to have drawn.
	owed int
}

const runID, conversationID, messageID = chat.RunID("run-1"), chat.ConversationID("conversation-1"), chat.MessageID("message-1")

// Open opens the service.
func Open(_ context.Context, info daemon.Info) (daemon.Service, error) {
	switch os.Getenv(OpenVar) {
	case "locked":
		return nil, protocol.NewFault(protocol.ReasonStoreLocked, "Process 4711 holds the database.").WithNext("Run: kill 4711")
	case "newer":
		return nil, protocol.NewFault(protocol.ReasonStoreNewer, "The database was written by version 9.0.0.").WithNext("Update Margay.")
	case "broken":
		return nil, errors.New("no disk")
	case "panic":
		panic("opening went wrong")
	}
	s := &service{info: info, mux: rpc.NewMux(), changed: make(chan struct{}, 1), drawn: make(chan struct{}, 1)}
	if text := os.Getenv(PrintVar); text != "" {
		for fd := range uintptr(2) { // as a library would that knows nothing of ours
			f := os.NewFile(fd+1, "stray")
			_, _ = fmt.Fprintln(f, text)
			s.streams = append(s.streams, f)
		}
	}
	rpc.Handle(s.mux, client.ConversationSend, s.send)
	rpc.Handle(s.mux, client.RunAttach, s.attach)
	rpc.Handle(s.mux, client.RunResume, s.resume)
	rpc.Handle(s.mux, client.RunStop, s.stop)
	rpc.On(s.mux, client.RunCredit, s.credit)
	rpc.Handle(s.mux, client.DaemonStatus, s.status)
	rpc.Handle(s.mux, client.RunList, s.list)
	return s, s.load()
}

func (s *service) Mux() *rpc.Mux            { return s.mux }
func (s *service) Changed() <-chan struct{} { return s.changed }
func (s *service) Displaced() bool          { return false }

func (s *service) Busy() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.live
}

func (s *service) status(context.Context, *rpc.Request, protocol.Empty) (client.Status, error) {
	live := 0
	if s.Busy() {
		live = 1
	}
	return client.Status{Version: s.info.Version, DataDir: s.info.Dirs.Data, LiveRuns: live}, nil
}

func (s *service) list(context.Context, *rpc.Request, protocol.Empty) (client.RunPage, error) {
	if os.Getenv(OpenVar) == "mute" {
		return client.RunPage{}, protocol.NewFault(protocol.ReasonInternal, "The store does not answer.")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run == nil || s.run.State.Final() {
		return client.RunPage{Runs: []chat.Run{}}, nil
	}
	return client.RunPage{Runs: []chat.Run{s.view().Run}}, nil
}

func (s *service) Park(context.Context) error {
	s.mu.Lock()
	if s.live {
		s.run.State = chat.RunParked
		s.run.cancel()
	}
	s.mu.Unlock()
	s.work.Wait()
	return nil
}

func (s *service) Close() error {
	s.children.Wait()
	return nil
}

func (s *service) path() string { return filepath.Join(s.info.Dirs.Data, "run.json") }

// load finds the run of an earlier daemon: parked ones go on, others that had
// not ended are interrupted.
func (s *service) load() error {
	data, err := os.ReadFile(s.path())
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	s.run = &run{}
	if err := json.Unmarshal(data, s.run); err != nil {
		return err
	}
	switch s.run.State {
	case chat.RunParked:
		s.begin(true)
	case chat.RunRunning, chat.RunStopping:
		s.run.State = chat.RunInterrupted
	}
	return nil
}

// save writes the run; the mutex is held.
func (s *service) save() {
	data, err := json.Marshal(s.run)
	if err == nil {
		err = config.WriteFile(s.path(), data, 0o600) // a kill leaves a whole file
	}
	if err != nil {
		panic(err)
	}
}

func (s *service) send(_ context.Context, req *rpc.Request, p client.Send) (client.SendReply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if p.Content[0].Text == "vanish" && s.firstTime() {
		die()
		select {} // the end is on its way
	}
	if reason, ok := strings.CutPrefix(p.Content[0].Text, "refuse "); ok {
		return client.SendReply{}, protocol.NewFault(protocol.Reason(reason), "The task is refused.")
	}
	s.run = &run{Task: p.Content[0].Text}
	if s.run.Task == "environment" {
		s.run.Text = p.Env["OPENAI_API_KEY"] + " " + os.Getenv("OPENAI_API_KEY") + " " + p.Model
	}
	if s.run.Task == "browser" && p.Headless != nil {
		s.run.Task = "say " + p.Headless.Program
	}
	a := s.watch(req)
	req.AfterReply(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.begin(false)
	})
	return client.SendReply{Conversation: chat.Conversation{ID: conversationID}, Run: s.view().Run, Attached: a}, nil
}

// firstTime reports whether nobody asked before in this data directory.
func (s *service) firstTime() bool {
	f, err := os.OpenFile(filepath.Join(s.info.Dirs.Data, "asked"), os.O_CREATE|os.O_EXCL, 0o600)
	if err == nil {
		_ = f.Close()
	}
	return err == nil
}

// credit notes what a watcher has drawn.
func (s *service) credit(p *rpc.Peer, c client.Credit) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.run.subs {
		if w.peer == p && w.id == c.Subscription {
			w.owed -= c.Frames
		}
	}
	select {
	case s.drawn <- struct{}{}:
	default:
	}
}

// awaitDrawn waits until the newest watcher has drawn all that was sent to it.
func (s *service) awaitDrawn(ctx context.Context) {
	for {
		s.mu.Lock()
		owed := s.run.subs[len(s.run.subs)-1].owed
		s.mu.Unlock()
		if owed <= 0 {
			return
		}
		select {
		case <-s.drawn:
		case <-ctx.Done():
			return
		}
	}
}

// watch subscribes the caller; the mutex is held.
func (s *service) watch(req *rpc.Request) *client.AttachReply {
	w := &sub{id: int64(len(s.run.subs) + 1), peer: req.Peer, lane: req.Lane()}
	s.run.subs = append(s.run.subs, w)
	v := s.view()
	return &client.AttachReply{
		Subscription: w.id, Epoch: s.info.Epoch, Seq: int64(len(s.run.events)), View: &v, Ended: s.run.State.Final(),
	}
}

func (s *service) view() chat.View {
	v := chat.View{Run: chat.Run{ID: runID, Conversation: conversationID, State: s.run.State, DurationMs: 7}, Live: s.live}
	if len(s.run.events) > 0 || s.run.State.Final() {
		v.Messages = []chat.Message{{ID: messageID, Role: chat.RoleAssistant, Content: []chat.Block{{Type: chat.BlockText, Text: s.run.Text}}}}
	}
	return v
}

func (s *service) attach(_ context.Context, req *rpc.Request, _ client.Attach) (client.AttachReply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return *s.watch(req), nil
}

func (s *service) resume(_ context.Context, req *rpc.Request, _ client.Resume) (client.SendReply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.run.State = chat.RunRunning
	a := s.watch(req)
	req.AfterReply(func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.begin(true)
	})
	return client.SendReply{Run: s.view().Run, Attached: a}, nil
}

func (s *service) stop(context.Context, *rpc.Request, client.RunRef) (chat.Run, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.run.Task == "stubborn" {
		return s.view().Run, nil
	}
	s.run.State = chat.RunStopping
	s.run.cancel()
	return s.view().Run, nil
}

// begin plays the task; the mutex is held.
func (s *service) begin(again bool) {
	// The run's life ends with stop or Park.
	ctx, cancel := context.WithCancel(context.Background())
	s.run.State, s.run.cancel, s.live = chat.RunRunning, cancel, true
	s.save()
	s.signal()
	s.work.Go(func() {
		defer cancel()
		s.play(ctx, again)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.live = false
		s.save()
		s.signal()
	})
}

func (s *service) signal() {
	select {
	case s.changed <- struct{}{}:
	default:
	}
}

// emit numbers an event and sends it to whoever watches.
func (s *service) emit(e chat.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.run.events = append(s.run.events, e)
	s.run.Text += e.Delta
	switch e.Type {
	case chat.EventDone:
		s.run.State, s.live = chat.RunDone, false
	case chat.EventError:
		s.run.State, s.live = chat.RunFailed, false
	}
	s.save()
	n := chat.Numbered{Run: runID, Epoch: s.info.Epoch, Seq: int64(len(s.run.events)), Event: e}
	for _, w := range s.run.subs {
		w.owed++
		// A watcher that has gone misses it; it attaches again.
		_ = w.peer.NotifyIn(w.lane, client.RunEvent.Info(), client.Delivery{Subscription: w.id, Event: n})
	}
}

// play does the task. again says that it was begun before.
func (s *service) play(ctx context.Context, again bool) {
	usage := &chat.Usage{InputTokens: 12, OutputTokens: 3}
	done := chat.Event{Type: chat.EventDone, Usage: usage, DurationMs: 7}
	if !again {
		s.emit(chat.Event{Type: chat.EventNewMessage, Begins: &chat.Message{ID: messageID, Role: chat.RoleAssistant}})
	}
	task, arg, _ := strings.Cut(s.run.Task, " ")
	switch task {
	case "say":
		for _, word := range strings.SplitAfter(arg, " ") {
			s.emit(chat.Event{Type: chat.EventContentDelta, Delta: word})
		}
	case "click":
		s.click()
		s.emit(chat.Event{Type: chat.EventContentDelta, Delta: "clicked"})
	case "environment":
	case "vanish":
		s.emit(chat.Event{Type: chat.EventContentDelta, Delta: "whole"})
	case "fail":
		s.emit(chat.Event{Type: chat.EventError, Message: "no such model", ErrorCode: chat.ErrorAPI, Usage: usage, DurationMs: 7})
		return
	case "wait", "stubborn":
		s.emit(chat.Event{Type: chat.EventContentDelta, Delta: "waiting"})
		if again && arg == "once" {
			break
		}
		<-ctx.Done()
		if s.parked() {
			return
		}
		s.emit(chat.Event{Type: chat.EventError, ErrorCode: chat.ErrorCancelled, Message: "stopped", Usage: usage, DurationMs: 7})
		return
	case "die", "die-again":
		s.emit(chat.Event{Type: chat.EventContentDelta, Delta: "half "})
		if !again || task == "die-again" {
			s.awaitDrawn(ctx)
			die()
			<-ctx.Done() // the end is on its way
		}
		s.emit(chat.Event{Type: chat.EventContentDelta, Delta: "whole"})
	case "child":
		s.child(arg)
	}
	s.emit(done)
}

// die ends the daemon as kill -9 does.
func die() {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		panic(err)
	}
}

func (s *service) parked() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.run.State == chat.RunParked
}

func (s *service) click() {
	call := chat.ToolCall{ID: "run-1/1/0", Name: "click", Arguments: `{"ref": "e5"}`}
	index := 0
	start := call
	start.Arguments = ""
	s.emit(chat.Event{Type: chat.EventCallStart, ID: call.ID, ToolCall: &start, Index: &index})
	running := call
	running.Status = chat.CallStarted
	s.emit(chat.Event{Type: chat.EventCallRunning, ID: call.ID, ToolCall: &running})
	call.Status, call.Result, call.DurationMs = chat.CallCompleted, "ok", 42
	s.emit(chat.Event{Type: chat.EventCallResult, ID: call.ID, ToolCall: &call, Result: call.Result, Status: call.Status})
	s.emit(chat.Event{Type: chat.EventCallComplete, ID: call.ID, ToolCall: &call, Result: call.Result, Status: call.Status})
}

// child starts a process that would outlive the daemon, in a shell of its own,
// and says the pids of both.
func (s *service) child(seconds string) {
	cmd := exec.CommandContext(context.Background(), "/bin/sh", "-c", "sleep "+seconds+" & echo $$ $!; wait")
	out, err := cmd.StdoutPipe()
	if err != nil {
		panic(err)
	}
	c, err := s.info.Children.Start("sleeper", cmd)
	if err != nil {
		panic(err)
	}
	var shell, sleeper int
	if _, err := fmt.Fscan(out, &shell, &sleeper); err != nil {
		panic(err)
	}
	s.children.Go(func() { _ = c.Wait() }) // it ends before Close, with all children of the daemon
	s.emit(chat.Event{Type: chat.EventContentDelta, Delta: fmt.Sprintf("%d %d", shell, sleeper)})
}
