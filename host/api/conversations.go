package api

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

func registerConversations(mux *rpc.Mux, s *Service) {
	rpc.Handle(mux, client.ConversationRename, func(ctx context.Context, _ *rpc.Request, p client.RenameConversation) (chat.Conversation, error) {
		return s.Rename(ctx, p)
	})
	rpc.Handle(mux, client.ConversationDelete, func(ctx context.Context, _ *rpc.Request, p client.ConversationRef) (client.Deleted, error) {
		return s.Delete(ctx, p)
	})
	rpc.Handle(mux, client.ConversationRestore, func(ctx context.Context, _ *rpc.Request, p client.ConversationRef) (chat.Conversation, error) {
		return s.o.Conversations.Restore(ctx, p.Conversation)
	})
	rpc.Handle(mux, client.ConversationDeleted, func(context.Context, *rpc.Request, protocol.Empty) (client.DeletedPage, error) {
		return s.Deleted()
	})
}

// Rename gives a conversation another title. A revision that is not the one in
// the store is a conflict.
func (s *Service) Rename(ctx context.Context, p client.RenameConversation) (chat.Conversation, error) {
	title := strings.Join(strings.Fields(chat.Clean(p.Title)), " ") // a title is one line
	if n := utf8.RuneCountInString(title); n == 0 || n > chat.MaxTitle {
		return chat.Conversation{}, protocol.NewFault(protocol.ReasonInvalidParams,
			fmt.Sprintf("A title has 1 to %d characters; this one has %d.", chat.MaxTitle, n))
	}
	c, err := s.o.Conversations.Conversation(p.Conversation)
	if err != nil {
		return c, err
	}
	c.Title, c.Revision = title, p.Revision
	return s.o.Conversations.SaveConversation(ctx, c)
}

// Delete puts a conversation away. One with a live run is busy.
func (s *Service) Delete(ctx context.Context, p client.ConversationRef) (client.Deleted, error) {
	until, err := s.o.Conversations.PutAway(ctx, p.Conversation)
	return client.Deleted{Until: until}, err
}

// Deleted lists what can be brought back, deleted last first.
func (s *Service) Deleted() (client.DeletedPage, error) {
	list, err := s.o.Conversations.Away()
	page := client.DeletedPage{Conversations: make([]client.DeletedConversation, len(list))}
	for i, a := range list {
		page.Conversations[i] = client.DeletedConversation{Conversation: a.Conversation, Until: a.Until}
	}
	return page, err
}
