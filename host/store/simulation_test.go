package store_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol/chat"
)

var (
	seed  = flag.Uint64("seed", 0, "seed of the simulation; 0 takes one from the clock")
	steps = flag.Int("steps", 150, "steps of the simulation")
)

// TestSimulation does random things to a store and to a model in memory, and
// compares: after each step what was touched, after each restart everything.
// A restart is either a Close, or a kill: the files are copied as they lie,
// under the open store, and the copy goes on.
func TestSimulation(t *testing.T) {
	t.Parallel()
	from := *seed
	if from == 0 {
		from = uint64(time.Now().UnixNano())
	}
	t.Logf("repeat with -seed=%d", from)
	w := &world{
		t: t, rand: rand.New(rand.NewPCG(from, 0)), dir: t.TempDir(),
		rooms: map[chat.ConversationID]*room{},
	}
	w.open()
	for range *steps {
		w.step()
	}
	w.restart()
	storetest.Close(t, w.store)
}

type world struct {
	t     *testing.T
	rand  *rand.Rand
	dir   string
	store *store.Store
	rooms map[chat.ConversationID]*room
	away  []*room // deleted, put away last
}

// room is what the model knows of a conversation.
type room struct {
	conversation chat.Conversation
	history      []string // ids and states, see outline
	run          chat.Run
	journal      *store.Journal
	open         *chat.Message
	rounds       int
}

func (w *world) open() {
	w.store = must[*store.Store](w.t)(open(w.dir))
}

func (w *world) step() {
	r := w.pick()
	switch n := w.rand.IntN(100); {
	case n < 15 || r == nil:
		w.begin("")
	case n < 20:
		w.restart()
	case n < 25:
		w.kill()
	case n < 30:
		w.rename(r)
	case n < 33:
		w.remove(r)
	case n < 35:
		w.bringBack()
	case r.run.State.Final() || r.run.State == chat.RunInterrupted && n < 60:
		w.begin(r.conversation.ID)
	case r.run.State == chat.RunInterrupted || r.run.State == chat.RunParked:
		w.resume(r)
	case r.open == nil && n < 45:
		w.openRound(r)
	case r.open != nil && n < 60:
		w.startCall(r)
	case n < 85:
		w.closeRound(r)
	case n < 90 && r.open == nil:
		w.park(r)
	default:
		w.finish(r)
	}
}

func (w *world) pick() *room {
	ids := make([]chat.ConversationID, 0, len(w.rooms))
	for id := range w.rooms {
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		return nil
	}
	slices.Sort(ids)
	return w.rooms[ids[w.rand.IntN(len(ids))]]
}

func (w *world) ok(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

// words are short, or long enough for a file, or beyond a record.
func (w *world) words() string {
	return strings.Repeat(fmt.Sprint("w", w.rand.IntN(10), " "), []int{1, 100, 3000, 40_000}[w.rand.IntN(4)])
}

func (w *world) begin(in chat.ConversationID) {
	n := newRun(in, "hello")
	n.Message.Content = text(w.words())
	begun := must[store.Begun](w.t)(w.store.BeginRun(w.t.Context(), n))
	r := w.rooms[begun.Conversation.ID]
	if r == nil {
		r = &room{}
		w.rooms[begun.Conversation.ID] = r
	}
	n.Message.Conversation, n.Message.Run = begun.Conversation.ID, begun.Run.ID
	r.conversation, r.run, r.journal, r.open = begun.Conversation, begun.Run, w.store.Journal(begun.Run.ID), nil
	r.history = append(r.history, outline(n.Message))
	w.compare(r)
}

func (w *world) round(r *room, states ...chat.CallStatus) chat.Message {
	r.rounds++
	msg := round(r.run, r.rounds, states...)
	for i := range msg.ToolCalls {
		if msg.ToolCalls[i].Status.Final() {
			msg.ToolCalls[i].Result = w.words()
		}
	}
	return msg
}

func (w *world) openRound(r *room) {
	msg := w.round(r, chat.CallStarted, chat.CallPending, chat.CallPending, chat.CallCompleted)
	w.ok(r.journal.OpenRound(w.t.Context(), msg))
	r.open = &msg
	w.compare(r)
}

func (w *world) startCall(r *room) {
	calls := r.open.ToolCalls
	next := slices.IndexFunc(calls, func(c chat.ToolCall) bool { return c.Status == chat.CallPending })
	if next < 0 {
		return
	}
	calls[next-1].Status, calls[next-1].Result = chat.CallCompleted, w.words()
	w.ok(r.journal.StartCall(w.t.Context(), r.open.ID, calls[next].ID, calls[next-1:next:next]))
	calls[next].Status = chat.CallStarted
	w.compare(r)
}

func (w *world) closeRound(r *room) {
	msg := r.open
	if msg == nil {
		m := w.round(r, chat.CallCompleted, chat.CallError)
		msg = &m
	}
	for i := range msg.ToolCalls {
		if !msg.ToolCalls[i].Status.Final() {
			msg.ToolCalls[i].Status, msg.ToolCalls[i].Result = chat.CallCompleted, w.words()
		}
	}
	w.ok(r.journal.CloseRound(w.t.Context(), *msg))
	r.history, r.open = append(r.history, outline(*msg)), nil
	w.compare(r)
}

func (w *world) finish(r *room) {
	msg := answer(r.run, w.words())
	w.ok(r.journal.Finish(w.t.Context(), msg, chat.RunDone))
	w.settleOpen(r)
	r.history = append(r.history, outline(msg))
	r.run.State = chat.RunDone
	w.compare(r)
}

// settleOpen does to the model what recovery does to an open round.
func (w *world) settleOpen(r *room) {
	if r.open == nil {
		return
	}
	for i, c := range r.open.ToolCalls {
		switch c.Status {
		case chat.CallStarted:
			r.open.ToolCalls[i].Status, r.open.ToolCalls[i].Result = chat.CallUnknown, "?"
		case chat.CallPending:
			r.open.ToolCalls[i].Status, r.open.ToolCalls[i].Result = chat.CallNotRun, "?"
		}
	}
	r.history, r.open = append(r.history, outline(*r.open)), nil
}

func (w *world) park(r *room) {
	w.ok(w.store.ParkRun(w.t.Context(), r.run))
	r.run.State = chat.RunParked
}

func (w *world) resume(r *room) {
	run := must[chat.Run](w.t)(w.store.SetRunState(w.t.Context(), r.run.ID, chat.RunRunning, chat.RunInterrupted, chat.RunParked))
	r.run, r.journal = run, w.store.Journal(run.ID)
}

func (w *world) rename(r *room) {
	c := must[chat.Conversation](w.t)(w.store.Conversation(r.conversation.ID))
	c.Title = w.words()[:3]
	r.conversation = must[chat.Conversation](w.t)(w.store.SaveConversation(w.t.Context(), c))
}

// remove removes a conversation at once, puts it away, or puts it away and
// brings it back.
func (w *world) remove(r *room) {
	how := w.rand.IntN(3)
	var err error
	if how == 0 {
		err = w.store.DeleteConversation(w.t.Context(), r.conversation.ID, r.conversation.Generation)
	} else {
		_, err = w.store.PutAway(w.t.Context(), r.conversation.ID)
	}
	if !r.run.State.Final() && r.run.State != chat.RunInterrupted {
		wantFault(w.t, err, "busy")
		return
	}
	w.ok(err)
	if how == 2 {
		must[chat.Conversation](w.t)(w.store.Restore(w.t.Context(), r.conversation.ID))
		w.compare(r)
		return
	}
	delete(w.rooms, r.conversation.ID)
	if how == 1 {
		w.away = append(w.away, r)
	}
}

// bringBack restores what was put away last, in this life of the store or in one before.
func (w *world) bringBack() {
	if len(w.away) == 0 {
		return
	}
	r := w.away[len(w.away)-1]
	w.away = w.away[:len(w.away)-1]
	must[chat.Conversation](w.t)(w.store.Restore(w.t.Context(), r.conversation.ID))
	w.rooms[r.conversation.ID] = r
	w.compare(r)
}

func (w *world) restart() {
	storetest.Close(w.t, w.store)
	w.open()
	w.recover()
}

// kill goes on with the files as a killed process leaves them.
func (w *world) kill() {
	next := w.t.TempDir()
	w.ok(os.CopyFS(next, os.DirFS(w.dir)))
	w.ok(w.store.Close())
	w.dir = next
	w.open()
	w.recover()
}

func (w *world) recover() {
	must[[]store.Recovered](w.t)(w.store.Recover(w.t.Context()))
	list, _, err := w.store.Conversations("", 1000)
	w.ok(err)
	if len(list) != len(w.rooms) {
		w.t.Fatalf("%d conversations, want %d", len(list), len(w.rooms))
	}
	for _, r := range w.rooms {
		if r.run.State == chat.RunRunning {
			w.settleOpen(r)
			r.run.State = chat.RunInterrupted
		}
		w.compare(r)
	}
	w.ok(w.store.Check())
}

// compare holds the store's conversation against the model's.
func (w *world) compare(r *room) {
	w.t.Helper()
	var got []string
	for _, msg := range must[[]chat.Message](w.t)(w.store.History(r.conversation.ID)) {
		got = append(got, outline(msg))
	}
	if !slices.Equal(got, r.history) {
		w.t.Fatalf("history is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(r.history, "\n"))
	}
	if run := must[chat.Run](w.t)(w.store.Run(r.run.ID)); run.State != r.run.State {
		w.t.Fatalf("run is %s, want %s", run.State, r.run.State)
	}
	if c := must[chat.Conversation](w.t)(w.store.Conversation(r.conversation.ID)); c.Title != r.conversation.Title {
		w.t.Fatalf("title is %q, want %q", c.Title, r.conversation.Title)
	}
}

// outline is a message as the comparison sees it: all but the words of recovery.
func outline(msg chat.Message) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %x", msg.ID, msg.Role, len(msg.Content[0].Text))
	for _, c := range msg.ToolCalls {
		size := len(c.Result)
		if c.Status == chat.CallUnknown || c.Status == chat.CallNotRun {
			size = 0
		}
		fmt.Fprintf(&b, " %s:%d", c.Status, size)
	}
	return b.String()
}

// TestKilled_with_a_torn_tail: bytes that a dying write left beyond what the
// last commit refers to are nobody's.
func TestKilled_with_a_torn_tail(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	path := filepath.Join(dir, "margay.db")
	f := must[*os.File](t)(os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0))
	must[int](t)(f.WriteString(strings.Repeat("half a page", 1000)))
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	s := storetest.OpenIn(t, dir)
	if list, _, err := s.Conversations("", 50); err != nil || len(list) != 20 {
		t.Errorf("%d conversations, %v", len(list), err)
	}
}
