package api

import (
	"context"
	"fmt"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// Limits of pages and pieces.
const (
	pageStandard = 50
	pageMost     = 200
	pieceMost    = 4 << 20
	maxSearch    = 512
)

func pageLimit(asked int) int {
	if asked <= 0 {
		return pageStandard
	}
	return min(asked, pageMost)
}

// Conversations lists conversations, last changed first.
func (s *Service) Conversations(_ context.Context, p client.ListConversations) (client.ConversationPage, error) {
	if len(p.Search) > maxSearch {
		return client.ConversationPage{}, protocol.NewFault(protocol.ReasonInvalidParams,
			fmt.Sprintf("The search has %d bytes; at most %d are allowed.", len(p.Search), maxSearch))
	}
	list, next, err := s.o.History.FindConversations(p.Search, p.Before, pageLimit(p.Limit))
	return client.ConversationPage{Conversations: filled(list), Next: next}, err
}

// Messages reads a page of closed history.
func (s *Service) Messages(_ context.Context, p client.ListMessages) (page client.MessagePage, err error) {
	if page.Conversation, err = s.o.History.Conversation(p.Conversation); err != nil {
		return page, err
	}
	// Live runs are read first: a run that ends in between is then in both
	// answers, and never in neither.
	live, err := s.o.Runs.Live(p.Conversation)
	if err != nil {
		return page, err
	}
	messages, next, err := s.o.History.Messages(p.Conversation, p.Before, pageLimit(p.Limit))
	page.Messages, page.Next, page.Live = filled(messages), next, filled(live)
	return page, err
}

// ReadBlob reads a piece of stored bytes.
func (s *Service) ReadBlob(_ context.Context, p client.ReadBlob) (client.BlobPiece, error) {
	limit := int64(pieceMost)
	if p.Limit > 0 {
		limit = min(p.Limit, pieceMost)
	}
	data, size, mimeType, err := s.o.History.ReadBlob(p.Blob, p.Offset, limit)
	return client.BlobPiece{Data: data, Size: size, MimeType: mimeType}, err
}

// Status describes the daemon as c sees it.
func (s *Service) Status(_ context.Context, c *Client) (client.Status, error) {
	status := s.o.Status(c.Env)
	live, err := s.o.Runs.Live("")
	status.LiveRuns, status.Abandoned, status.Browsers = chat.UnderWay(live), s.o.Runs.Abandoned(), filled(status.Browsers)
	if err != nil {
		return status, err
	}
	status.Damaged, err = s.damaged()
	return status, err
}

// filled makes an empty list of none, because the contract has lists and no null.
func filled[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
