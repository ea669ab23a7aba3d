package openai

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// A picture that a provider refuses would be refused with every later message, too.
// So what was said before the message that is to be answered is asked again
// without its pictures, and those are remembered. The message's own are never left
// out without a word: the failure says what to do.

// aboutPictures reports whether a request was refused for its pictures. Its
// words tell, or the place that it points at; the rest of a body may repeat what was
// sent, and the words the model's name.
func (m *Model) aboutPictures(f *failure) bool {
	switch f.Status {
	case http.StatusRequestEntityTooLarge:
		return true
	case http.StatusBadRequest, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity, http.StatusNotFound:
		said := f.Message + " " + strings.Join(pointed(f.raw), " ")
		return f.Code == chat.ErrorAPI && seeing.MatchString(strings.ReplaceAll(nameless(said, m.o.Model), "_", " "))
	}
	return false
}

// pointed is what errors in a body call themselves, and the parameters and places of
// the request that they point at. What they repeat of the request is none of it.
func pointed(body []byte) []string {
	var whole any
	_ = json.Unmarshal(body, &whole) // what is no JSON points at nothing
	return pointers(whole)
}

func pointers(part any) (list []string) {
	switch part := part.(type) {
	case []any:
		for _, one := range part {
			list = append(list, pointers(one)...)
		}
	case map[string]any:
		for _, name := range []string{"code", "type", "param", "loc"} {
			list = append(list, fmt.Sprint(part[name]))
		}
		for _, name := range []string{"error", "errors", "detail"} {
			list = append(list, pointers(part[name])...)
		}
	}
	return list
}

// blameless handles a refusal for pictures. It reports whether to ask again, now
// that those of earlier messages are left out.
func (m *Model) blameless(f *failure, req llm.Request, emit func(llm.Delta)) bool {
	if !m.o.Sees || !m.aboutPictures(f) {
		return false
	}
	turn := max(0, lastUser(req.Messages))
	if fresh := m.o.Habits.leaveOut(pictures(req.Messages[:turn])); len(fresh) > 0 {
		emit(llm.Delta{Warning: "The provider did not take a picture of an earlier message, so none of them is sent to it any more: " + strings.Join(fresh, ", ") + "."})
		return true
	}
	if len(pictures(req.Messages[turn:])) == 0 {
		return false
	}
	f.Code = chat.ErrorAPI
	if !unsupported.MatchString(f.Message) || f.Status == http.StatusUnsupportedMediaType {
		f.Next = "Choose another model, or say not to take screenshots."
		if len(pictures(req.Messages[turn:turn+1])) > 0 { // the person's own
			f.Next = "Send the message again without the picture, or with a smaller one or another kind of it, or choose another model."
		}
	}
	return false
}

// pictures are the images of messages, also those that tools made.
func pictures(messages []chat.Message) (list []chat.Block) {
	isImage := func(b chat.Block) bool { return b.Type == chat.BlockImage }
	for _, msg := range messages {
		list = append(list, slices.DeleteFunc(slices.Clone(msg.Content), func(b chat.Block) bool { return !isImage(b) })...)
		for _, c := range msg.ToolCalls {
			list = append(list, slices.DeleteFunc(slices.Clone(c.Attachments), func(b chat.Block) bool { return !isImage(b) })...)
		}
	}
	return list
}

// withoutRefused gives messages before the last of the person without the pictures
// that the provider does not take.
func (m *Model) withoutRefused(messages []chat.Message) []chat.Message {
	turn := lastUser(messages)
	if turn < 1 || !m.o.Sees {
		return messages
	}
	messages = slices.Clone(messages)
	for i := range messages[:turn] {
		messages[i].Content = m.o.Habits.without(messages[i].Content)
		messages[i].ToolCalls = slices.Clone(messages[i].ToolCalls)
		for k, c := range messages[i].ToolCalls {
			messages[i].ToolCalls[k].Attachments = m.o.Habits.without(c.Attachments)
		}
	}
	return messages
}

// leaveOut remembers pictures, and gives the names of those that were not known.
func (h *Habits) leaveOut(list []chat.Block) (fresh []string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, b := range list {
		if h.refused[b.Blob] {
			continue
		}
		if h.refused == nil {
			h.refused = map[chat.BlobID]bool{}
		}
		h.refused[b.Blob] = true
		fresh = append(fresh, b.Name)
	}
	return fresh
}

func (h *Habits) without(list []chat.Block) []chat.Block {
	h.mu.Lock()
	defer h.mu.Unlock()
	list = slices.Clone(list)
	for i, b := range list {
		if b.Type == chat.BlockImage && h.refused[b.Blob] {
			list[i] = chat.Block{Type: chat.BlockText, Text: llm.Refused(b)}
		}
	}
	return list
}
