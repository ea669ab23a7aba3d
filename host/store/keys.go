package store

import (
	"encoding/binary"
	"fmt"
	"time"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// Every key of the database is made in this file.

// maxKey is far below bbolt's limit of 32 KiB; no identifier of ours comes near it.
const maxKey = 512

// The names of the fixed buckets and keys; see the tree in the package comment.
const (
	inMeta          = "meta"
	inConversations = "conversations"
	inRecent        = "recent"
	inRuns          = "runs"
	inLive          = "live"
	inRounds        = "rounds"
	inFresh         = "fresh"
	inBlobs         = "blobs"
	inAway          = "away"
	inModels        = "models"
	inKeys          = "keys"
	inChoices       = "choices"

	inMessages = "messages"
	inIDs      = "ids"
	inNonces   = "nonces"

	keyProduct = "product"
	keySchema  = "schema"
	keyRecord  = "record"
	keyCompact = "compact"
)

// present is the value of a key that says all by being there. (An empty value
// would read as absent within the transaction that wrote it.)
const present = "+"

// topBuckets are those that the first migration makes.
func topBuckets() []string {
	return []string{inConversations, inRecent, inRuns, inLive, inRounds, inFresh, inBlobs}
}

// secondBuckets are those that the second migration makes.
func secondBuckets() []string {
	return []string{inAway, inModels, inKeys, inChoices}
}

// conversationBuckets are those within each conversation.
func conversationBuckets() []string {
	return []string{inMessages, inIDs, inRuns, inNonces, inBlobs}
}

// textKey is the key of an identifier. Identifiers come from outside, so one
// that is empty or too long is the caller's mistake and not a panic below.
func textKey[T ~string](id T) ([]byte, error) {
	if id == "" {
		return nil, protocol.NewFault(protocol.ReasonInvalidParams, "An identifier is empty.")
	}
	if len(id) > maxKey {
		return nil, protocol.NewFault(protocol.ReasonInvalidParams,
			fmt.Sprintf("An identifier has %d bytes; at most %d are allowed.", len(id), maxKey))
	}
	return []byte(id), nil
}

// numberKey sorts as the number does.
func numberKey(n uint64) []byte {
	return binary.BigEndian.AppendUint64(nil, n)
}

func numberOf(key []byte) uint64 {
	if len(key) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(key)
}

// recentKey sorts conversations by their last change.
func recentKey(c chat.Conversation) []byte {
	return append(numberKey(timeNumber(c.UpdatedAt)), c.ID...)
}

func conversationOf(recent []byte) chat.ConversationID {
	if len(recent) < 8 {
		return ""
	}
	return chat.ConversationID(recent[8:])
}

// timeNumber is a time as a number that sorts; what is before 1970 is 1970.
func timeNumber(t time.Time) uint64 {
	return uint64(max(t.UnixNano(), 0))
}
