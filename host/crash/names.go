package crash

import "slices"

// Names lists every point, for the tests that hit each of them.
func Names() []string { return slices.Clone(names) }

// names is what the source says; a test compares both. Sorted.
var names = []string{
	"agent.ask.after",
	"agent.ask.before",
	"agent.call.after",
	"agent.call.before",
	"agent.close_round.after",
	"agent.close_round.before",
	"agent.finish.after",
	"agent.finish.before",
	"agent.open_round.after",
	"agent.open_round.before",
	"agent.start_call.after",
	"agent.start_call.before",
	"agent.terminal.after",
	"agent.terminal.before",
	"api.deliver.after",
	"api.deliver.before",
	"event.emit.after",
	"event.emit.before",
	"relay.act.after",
	"relay.act.before",
	"relay.look.after",
	"relay.look.before",
	"run.launch.after",
	"run.launch.before",
	"store.begin_run.after",
	"store.begin_run.before",
	"store.blob.after",
	"store.blob.before",
	"store.close_round.after",
	"store.close_round.before",
	"store.commit.after",
	"store.commit.before",
	"store.finish.after",
	"store.finish.before",
	"store.open_round.after",
	"store.open_round.before",
	"store.park_run.after",
	"store.park_run.before",
	"store.recover.after",
	"store.recover.before",
	"store.run_state.after",
	"store.run_state.before",
	"store.start_call.after",
	"store.start_call.before",
}
