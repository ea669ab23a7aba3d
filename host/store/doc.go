// Package store keeps conversations, runs and bytes in one bbolt file and a
// folder of content-addressed files beside it.
//
// It guarantees:
//
//   - A method that changes something returns nil only when the change is on
//     disk; a change is whole or absent, whenever the program dies.
//   - One goroutine writes. It commits whatever is waiting in one transaction;
//     a change that fails is taken out and the others are applied again, so
//     changes are pure functions of the transaction.
//   - No transaction leaves this package and none is held while anything
//     waits, so nobody can write inside a read. What is returned is copied.
//   - No value above 64 KiB stands in the database: longer bodies, long tool
//     results and attachments are compressed files, written and synced before
//     the commit that refers to them, removed after the commit that drops the
//     last reference.
//   - A conversation that was put away is in no answer until it is restored. When
//     it is removed, the file is compacted once nothing was written for a
//     minute, so that what was deleted is nowhere on the disk any more (not on
//     Windows, where a file that is open cannot be replaced).
//   - Only closed rounds are history. An open round lies in a record of its
//     own, and after a crash [Store.Recover] closes it in one transaction.
//   - A file that cannot be read is put aside under a new name and reported
//     ([protocol.ReasonStoreBroken]); a file that a newer version wrote is left
//     as it is ([protocol.ReasonStoreNewer]); a file that another process holds
//     is reported after two seconds ([protocol.ReasonStoreLocked]).
//   - What a caller can do something about is a [*protocol.Fault].
//
// The data directory:
//
//	margay.db                 the database, 0600
//	margay.db.compact         its copy while it is compacted
//	margay.db.broken          the mark that it made no sense while it was open: the next start looks at all of it
//	margay.db.damaged-TIME    one that could not be read, with its bytes in blobs.damaged-TIME
//	blobs/ab/ab12….zst        bytes by the SHA-256 of what they decompress to
//	blobs/tmp/                files being written
//
// The bucket tree; every record is {"v": version, "d": data}:
//
//	meta
//	  product                 "margay"
//	  schema                  record: version of this tree, program that wrote it
//	  compact                 "+": something was deleted since the file was compacted
//	conversations
//	  <conversation id>
//	    record                record: chat.Conversation
//	    messages
//	      <number, 8 bytes>   record: storedMessage; closed rounds and people's words
//	    ids
//	      <message id>        number
//	    runs
//	      <run id>            "+"
//	    nonces
//	      <nonce>             run id
//	    blobs
//	      <blob id>           "+": this conversation holds a reference
//	recent
//	  <changed, 8 bytes><conversation id>    "+": order of the list
//	runs
//	  <run id>                record: storedRun
//	live
//	  <run id>                conversation id: runs that have not ended
//	rounds
//	  <run id>                record: storedMessage; the open round of the run
//	fresh
//	  <nonce>                 run id: sends that began a conversation
//	blobs
//	  <blob id>               record: size, type, number of conversations that refer to it
//	                          (none: a message that is being written may still)
//	away
//	  <conversation id>       record: storedAway; deleted, but can be brought back
//	models
//	  <model id>              record: SavedModel; what a person saved, without its key
//	keys
//	  <key id>                record: SavedKey; where a key lies, never what it is
//	choices
//	  <name>                  record: text; what a person chose ("model": the default;
//	                          "damaged:" and a file's name: not to be told of it any more)
package store
