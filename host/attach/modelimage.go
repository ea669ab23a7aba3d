package attach

import (
	"context"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// shown is an image for a model that sees, where there is room for it, and else a line
// that tells of it. One that stands there twice is shown once.
func (m *model) shown(ctx context.Context, b chat.Block, left *budget) chat.Block {
	line := func(text string) chat.Block { return chat.Block{Type: chat.BlockText, Text: text} }
	if _, there := left.given[b.Blob]; there {
		return line(llm.ShownBelow(b))
	}
	if left.images < 1 {
		left.leave(b.Name)
		return line(llm.LeftOut(b))
	}
	kind, data, err := m.picture(ctx, b)
	if err != nil {
		if ctx.Err() == nil { // else the whole request ends
			m.o.Log.Warn().Err(err).Str("blob", string(b.Blob)).Msg("an attached image cannot be read")
		}
		return line(llm.Unreadable(b))
	}
	if left.bytes < len(data) {
		left.images = 0 // what is older is left out too
		left.leave(b.Name)
		return line(llm.LeftOut(b))
	}
	left.images--
	left.bytes -= len(data)
	left.given[b.Blob] = data
	b.MimeType, b.Size = kind, int64(len(data))
	return b
}

// picture is an image as a model is given it. What is stored stays whole.
func (m *model) picture(ctx context.Context, b chat.Block) (kind string, data []byte, err error) {
	m.mu.Lock()
	small, known := m.pictures[b.Blob]
	m.mu.Unlock()
	if known {
		return small.MimeType, small.Data, nil
	}
	data, _, _, err = m.o.Blobs.ReadBlob(b.Blob, 0, -1)
	if err != nil || plainlyFits(data) {
		return b.MimeType, data, err
	}
	small, err = m.o.Image(ctx, data)
	if err != nil || len(small.Data) == 0 {
		return b.MimeType, data, err
	}
	m.mu.Lock()
	m.pictures[b.Blob] = small
	m.mu.Unlock()
	return small.MimeType, small.Data, nil
}
