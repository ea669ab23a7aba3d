// Package event carries the events of one run to whoever is watching.
//
// It guarantees:
//
//   - [Log.Emit] never waits, whoever watches and however slowly.
//   - Every event has a number, without gaps within one epoch. Deltas that
//     follow each other within a few milliseconds become one event, numbered as
//     its last part; nothing that must arrive overtakes them.
//   - The log keeps the run's [chat.View] as of the last event. Adding a delta
//     costs its own length, and taking the view costs the number of messages.
//   - A subscription gets events in order, each once: the part of the view that
//     it began with, what follows, or, when it fell behind, a sync that stands
//     for all it missed. It is sent as much as its credit allows, except for
//     the terminal event, which is sent at once and exactly once.
//   - What waits for one subscription is bounded (64 events, 256 KiB). A slow
//     or dead one affects nobody: each has a goroutine of its own, and no lock
//     is held while it sends.
//
// The table of states is in protocol/README.md, "Subscriptions and credit".
package event
