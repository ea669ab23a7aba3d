package openai

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"

	goopenai "github.com/sashabaranov/go-openai"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// content is a message's content on the wire: text where it is text only, parts
// where a model that sees is given images, nil where nothing is to be said.
func (m *Model) content(req llm.Request, blocks []chat.Block) any {
	var parts []goopenai.ChatMessagePart
	images := 0
	for _, b := range blocks {
		switch b.Type {
		case chat.BlockText:
			parts = append(parts, textPart(b.Text))
		case chat.BlockImage:
			part := m.image(req, b)
			if part.ImageURL != nil {
				images++
			}
			parts = append(parts, part)
		case chat.BlockFile:
			parts = append(parts, textPart(fmt.Sprintf("[attached %s: %s, %s, %d bytes]", b.Type, b.Name, b.MimeType, b.Size)))
		case chat.BlockThinking: // never goes back as text
		}
	}
	if images > 0 {
		return slices.DeleteFunc(parts, func(p goopenai.ChatMessagePart) bool {
			return p.ImageURL == nil && strings.TrimSpace(p.Text) == "" // empty text is refused
		})
	}
	var texts []string
	for _, p := range parts {
		texts = append(texts, p.Text)
	}
	if joined := strings.Join(texts, "\n"); strings.TrimSpace(joined) != "" {
		return joined
	}
	return nil
}

func textPart(text string) goopenai.ChatMessagePart {
	return goopenai.ChatMessagePart{Type: goopenai.ChatMessagePartTypeText, Text: clean(text)}
}

// image is the image itself where the model sees, and words where it does not.
func (m *Model) image(req llm.Request, b chat.Block) goopenai.ChatMessagePart {
	if !m.o.Sees {
		return textPart(llm.Unseen(b))
	}
	if req.Files == nil || b.Blob == "" || !isSeen(b.MimeType) {
		return textPart(llm.Unreadable(b))
	}
	data, err := req.Files(b.Blob)
	if err != nil {
		m.o.Log.Warn().Err(err).Str("blob", string(b.Blob)).Msg("an image was not read for a model")
		return textPart(llm.Unreadable(b))
	}
	return goopenai.ChatMessagePart{
		Type:     goopenai.ChatMessagePartTypeImageURL,
		ImageURL: &goopenai.ChatMessageImageURL{URL: "data:" + b.MimeType + ";base64," + base64.StdEncoding.EncodeToString(data)},
	}
}

// isSeen tells the kinds of images that models take.
func isSeen(mimeType string) bool {
	return slices.Contains([]string{"image/png", "image/jpeg", "image/gif", "image/webp"}, mimeType)
}

// result is a call's outcome in text, with a line for each image that the
// model is not shown.
func (m *Model) result(c chat.ToolCall) string {
	text := llm.ResultText(c)
	for _, b := range c.Attachments {
		if b.Type == chat.BlockImage && !m.o.Sees {
			text += "\n" + llm.Unseen(b)
		}
	}
	return clean(text)
}

// shown is what follows the results of a round: each image under its call.
func shown(c chat.ToolCall, id string) (blocks []chat.Block) {
	for _, b := range c.Attachments {
		if b.Type == chat.BlockImage || b.Type == chat.BlockText {
			blocks = append(blocks, chat.Block{Type: chat.BlockText, Text: "What " + c.Name + " (" + id + ") shows:"}, b)
		}
	}
	return blocks
}
