package api

import (
	"context"
	"time"

	"github.com/margay/margay/host/event"
	"github.com/margay/margay/host/run"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// Runs starts, stops and watches runs: [run.Manager].
type Runs interface {
	Start(context.Context, run.Request) (store.Begun, error)
	Resume(ctx context.Context, id chat.RunID, env map[string]string) (store.Begun, error)
	Stop(context.Context, chat.RunID) (chat.Run, error)
	Attach(context.Context, chat.RunID, event.SubscribeOptions) (*event.Subscription, error)
	Live(chat.ConversationID) ([]chat.Run, error)
	Abandoned() int
}

// History reads what is stored: [store.Store].
type History interface {
	Conversation(chat.ConversationID) (chat.Conversation, error)
	FindConversations(search, before string, limit int) (page []chat.Conversation, next string, err error)
	Messages(id chat.ConversationID, before string, limit int) (page []chat.Message, next string, err error)
	ReadBlob(id chat.BlobID, offset, limit int64) (data []byte, size int64, mimeType string, err error)
}

// Conversations changes what is stored of conversations: [store.Store].
type Conversations interface {
	Conversation(chat.ConversationID) (chat.Conversation, error)
	SaveConversation(context.Context, chat.Conversation) (chat.Conversation, error)
	PutAway(context.Context, chat.ConversationID) (until time.Time, err error)
	Restore(context.Context, chat.ConversationID) (chat.Conversation, error)
	Away() ([]store.Away, error)
}

// Attachments keeps what is attached to messages: Check says what it is and gives
// the bytes to keep, WriteBlob keeps them.
type Attachments interface {
	Check(ctx context.Context, name string, data []byte) (chat.Block, []byte, error)
	WriteBlob(ctx context.Context, block chat.Block, data []byte) (chat.Block, error)
}

// Options are what the operations stand on. Those without a
// word about nil are required.
type Options struct {
	Runs          Runs
	History       History
	Conversations Conversations
	Models        Models
	Attachments   Attachments
	// Instance names the browser whose process has that pid, so that the tab a
	// person looks at is looked for in that browser; nil leaves it open.
	Instance func(pid int) string
	// Status describes the daemon to a client with these model variables, which
	// decide its default model; live runs and abandoned tools are filled in
	// here. nil leaves the rest empty.
	Status func(env map[string]string) client.Status
	// Storage measures what is kept on disk; nil knows of nothing.
	Storage func(context.Context) (client.StorageUse, error)
	// Damage tells of data that was lost; nil knows of none.
	Damage Damage
	// Doctor tries the chain; Env in what it is asked holds the model variables
	// of the client. nil refuses.
	Doctor func(context.Context, client.Diagnose) client.Diagnosis
}

// Service is the operations.
type Service struct{ o Options }

// New returns the operations.
func New(o Options) *Service {
	if o.Status == nil {
		o.Status = func(map[string]string) client.Status { return client.Status{} }
	}
	if o.Storage == nil {
		o.Storage = func(context.Context) (client.StorageUse, error) {
			return client.StorageUse{Parts: []client.StoragePart{}}, nil
		}
	}
	if o.Instance == nil {
		o.Instance = func(int) string { return "" }
	}
	return &Service{o}
}
