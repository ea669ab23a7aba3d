package api

import (
	"context"

	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// WriteBlob stores a file that a message is about to carry. What it is follows
// from its bytes; what no model could be given is refused.
func (s *Service) WriteBlob(ctx context.Context, p client.WriteBlob) (chat.Block, error) {
	block, data, err := s.o.Attachments.Check(ctx, p.Name, p.Data)
	if err != nil {
		return chat.Block{}, err
	}
	return s.o.Attachments.WriteBlob(ctx, block, data)
}
