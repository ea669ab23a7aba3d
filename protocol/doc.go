// Package protocol is the contract on every link of Margay: JSON-RPC 2.0 in
// native-messaging frames.
//
// It guarantees shapes and limits, not behaviour: frames and chunks
// ([Reader], [Writer], [Chunk]), the message envelope ([Message]), faults
// ([Fault], a closed and append-only list), the greeting ([Hello],
// [Preface]) and the way a route is declared ([Route], [Notice]). What the
// routes carry lives in protocol/client, protocol/driver, protocol/pagescript
// and protocol/chat. It imports the standard library only, so that every
// other package, and the generator that writes the TypeScript side, can
// stand on it.
package protocol

//go:generate go run ./gen
