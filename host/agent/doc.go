// Package agent is the one loop: ask the model, run the tools, close the
// round, until the model asks for no more.
//
// It does no I/O of its own. It guarantees: a model is only ever sent closed
// rounds; before a call with effects leaves, the journal holds the round and
// the mark that this call started; exactly one terminal event ends a run, also
// when it is stopped, when it fails and when storing fails; after its context
// ends it returns within 100 ms, leaving behind (counted) a tool that does not
// return; a model that asks three times in a row for a tool that does not exist,
// or ten times for what fails in the same way, ends its run.
package agent
