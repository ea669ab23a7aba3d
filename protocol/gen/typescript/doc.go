// Package typescript turns the Go packages of the wire contract into
// TypeScript.
//
// It guarantees that every member, constant and route of the output stands for
// exactly one in the Go source, and refuses what it cannot map: there is no
// fallback type. The rules are these.
//
//   - A struct with json tags becomes an interface; its comments become TSDoc.
//     Structs without any tag (readers, writers, declarations) are Go's own
//     and are left out, unless something on the wire names them: then it is
//     an error.
//   - omitempty makes a member optional. A pointer without it may be null.
//   - A slice is an array and never null, because the Go side writes every nil
//     slice and map as empty (protocol.Marshal). []byte is base64 text.
//   - time.Time is a string (RFC 3339), json.RawMessage is unknown, and every
//     number is a number: integers on the wire stay within 2^53.
//   - A string type with constants becomes a union and a list of its values
//     (KindValues); one without becomes an alias of string.
//   - Routes, notices and page functions become maps from name to types, with
//     tables beside them that exist at run time.
//   - A name that would hide a global of TypeScript's own library
//     (globals.txt) gets the package's name in front: chat.Event is ChatEvent.
//
// It reads the source files in-process, so that Go's test cache notices when
// one of them changes.
package typescript
