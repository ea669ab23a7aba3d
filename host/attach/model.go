package attach

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// Limits of one request.
const (
	// maxFile is how many characters of a file are given, maxFiles of all together.
	maxFile  = 100_000
	maxFiles = 200_000
	// maxImages and maxImageBytes bound the images that are sent.
	maxImages     = 8
	maxImageBytes = 20 << 20
)

// Blobs reads stored bytes: [store.Store].
type Blobs interface {
	ReadBlob(id chat.BlobID, offset, limit int64) (data []byte, size int64, mimeType string, err error)
}

// Options are what [Model] stands on. Blobs and Readers are required.
type Options struct {
	Blobs Blobs
	Readers
	// Sees says that the model takes images. Another one is told by its adapter that
	// there are images, of each the same.
	Sees bool
	Log  zerolog.Logger
}

// Model gives a model what is attached to the messages that it is asked with.
func Model(inner llm.Model, o Options) llm.Model {
	return &model{Model: inner, o: o, known: map[chat.BlobID]Pages{}, pictures: map[chat.BlobID]Picture{}, told: map[string]bool{}}
}

type model struct {
	llm.Model
	o Options

	mu sync.Mutex // guards the rest
	// known is the text of files, pictures the images that had to be made smaller; both
	// are read once for all rounds of a run.
	known    map[chat.BlobID]Pages
	pictures map[chat.BlobID]Picture
	// told are the warnings that have been given, once for all rounds.
	told map[string]bool
}

// Stream asks with the attachments put in.
func (m *model) Stream(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
	left := &budget{chars: maxFiles, images: maxImages, bytes: maxImageBytes, given: map[chat.BlobID][]byte{}}
	messages := slices.Clone(req.Messages)
	newest := len(messages) - 1
	for newest > 0 && messages[newest].Role != chat.RoleUser {
		newest--
	}
	for i, msg := range slices.Backward(messages) { // the newest first: they matter most
		calls := slices.Clone(msg.ToolCalls)
		for k, c := range slices.Backward(calls) {
			calls[k].Attachments = m.blocks(ctx, c.Attachments, left)
		}
		messages[i].ToolCalls = calls
		// Screenshots that a tool made are left out all the time; of what a person
		// attached they are told.
		left.attached, left.newest = msg.Role == chat.RoleUser, i == newest
		messages[i].Content = m.blocks(ctx, msg.Content, left)
		left.attached, left.newest = false, false
	}
	if err := ctx.Err(); err != nil { // what could not be read in time is not gone
		return llm.Reply{}, err
	}
	m.tell(left, emit)
	req.Messages = messages
	req.Files = func(id chat.BlobID) ([]byte, error) { return left.given[id], nil }
	return m.Model.Stream(ctx, req, emit)
}

// tell says what the person would not see, each once.
func (m *model) tell(left *budget, emit func(llm.Delta)) {
	m.warn(left.leftOut, emit, "The conversation holds more files than a model is given at a time. Left out, or only in part: ",
		". Attach again what is needed, or begin a new chat.")
	m.warn(left.inPart, emit, "A PDF is damaged, or could not be read in part, so the model may lack some of it: ", ". If that matters, save it anew, or attach its pages as images.")
	m.warn(left.guessed, emit, "How the letters of a text file are encoded does not stand in it, and was guessed: ", ". If they come out wrong, save it as UTF-8 and attach that.")
}

// warn names files to the person, oldest first, once with those words.
func (m *model) warn(names []string, emit func(llm.Delta), before, after string) {
	m.mu.Lock()
	said := m.told[before]
	m.told[before] = said || len(names) > 0
	m.mu.Unlock()
	if said || len(names) == 0 {
		return
	}
	slices.Reverse(names)
	emit(llm.Delta{Warning: before + strings.Join(names, ", ") + after})
}

// budget is what may still be given.
type budget struct {
	chars, images, bytes int
	// given are the images that a model is shown, by what was stored.
	given map[chat.BlobID][]byte
	// attached says that a person's message is looked at, and leftOut names what of
	// those the sums left out, newest first.
	attached bool
	leftOut  []string
	// newest says that it is the message to be answered; inPart names the files of it
	// of which parts may be missing, guessed those whose encoding was guessed.
	newest          bool
	inPart, guessed []string
}

func (b *budget) leave(name string) {
	if b.attached && !slices.Contains(b.leftOut, name) {
		b.leftOut = append(b.leftOut, name)
	}
}

// remark notes what the person is told of how a file was read.
func (b *budget) remark(file chat.Block, pages Pages) {
	if b.newest && (pages.Damaged || pages.Gaps) {
		b.inPart = append(b.inPart, file.Name)
	}
	if b.newest && file.Encoding != "" {
		b.guessed = append(b.guessed, fmt.Sprintf("%s (%.40s)", file.Name, file.Encoding))
	}
}

func (m *model) blocks(ctx context.Context, list []chat.Block, left *budget) []chat.Block {
	if !slices.ContainsFunc(list, func(b chat.Block) bool { return b.Type == chat.BlockFile || b.Type == chat.BlockImage }) {
		return list
	}
	var out []chat.Block // the last first
	for _, b := range slices.Backward(list) {
		switch {
		case b.Type == chat.BlockFile:
			out = append(out, chat.Block{Type: chat.BlockText, Text: m.inlined(ctx, b, left)})
		case b.Type == chat.BlockImage && m.o.Sees:
			shown := m.shown(ctx, b, left)
			out = append(out, shown)
			if left.attached && shown.Type == chat.BlockImage && b.Name != "" {
				out = append(out, chat.Block{Type: chat.BlockText, Text: fmt.Sprintf("[Attached image %q:]", b.Name)})
			}
		default:
			out = append(out, b)
		}
	}
	slices.Reverse(out)
	return out
}

// inlined is a file as text under its head line.
func (m *model) inlined(ctx context.Context, b chat.Block, left *budget) string {
	pages, err := m.text(ctx, b)
	if err != nil {
		return fmt.Sprintf("[The file %q is attached (%s), but it cannot be read: %s.]", b.Name, b.MimeType, err)
	}
	left.remark(b, pages)
	text := pages.Text
	total := utf8.RuneCountInString(text)
	given := min(total, maxFile, left.chars)
	if given < min(total, maxFile) { // the excerpt of the block tells of maxFile
		left.leave(b.Name)
	}
	if given == 0 && total > 0 {
		return fmt.Sprintf("[The file %q is attached (%s, %d characters). It is left out here, because newer files fill the room that there is.]", b.Name, b.MimeType, total)
	}
	left.chars -= given
	whole := given == total
	text = strings.TrimRight(firstRunes(text, given), "\n")
	number := frameNumber(text)
	end := fmt.Sprintf("[End of the file %q%s]", b.Name, number)
	if !whole {
		end = fmt.Sprintf("[The file %q%s is cut here: these are the first %d of its %d characters.]", b.Name, number, given, total)
	}
	return fmt.Sprintf("[Attached file %q%s, %s, %d characters:]\n%s\n%s", b.Name, number, b.MimeType, total, text, end)
}

// frameNumber tells the frame of a file from what looks like one within it: else the
// file could end itself, and go on in the words of the person.
func frameNumber(text string) string {
	lower := strings.ToLower(text)
	if !strings.Contains(lower, "end of the file") && !strings.Contains(lower, "is cut here") {
		return ""
	}
	for n := 1; ; n++ {
		if number := fmt.Sprintf(" (frame %d)", n); !strings.Contains(lower, number) {
			return number
		}
	}
}

func firstRunes(text string, n int) string {
	for i := range text {
		if n == 0 {
			return text[:i]
		}
		n--
	}
	return text
}

// text is that of a stored file.
func (m *model) text(ctx context.Context, b chat.Block) (Pages, error) {
	m.mu.Lock()
	pages, known := m.known[b.Blob]
	m.mu.Unlock()
	if known {
		return pages, nil
	}
	data, _, _, err := m.o.Blobs.ReadBlob(b.Blob, 0, -1)
	if err != nil {
		return pages, err
	}
	if b.MimeType == mimePDF {
		if pages, err = m.pdf(ctx, data); err != nil {
			return pages, err
		}
	} else {
		pages.Text = chat.Clean(string(data))
	}
	m.mu.Lock()
	m.known[b.Blob] = pages
	m.mu.Unlock()
	return pages, nil
}

func (m *model) pdf(ctx context.Context, data []byte) (Pages, error) {
	pages, err := m.o.PDF(ctx, data)
	if err == nil && pages.Read < pages.Total {
		pages.Text += fmt.Sprintf("\n\n[Only the first %d of its %d pages were read.]", pages.Read, pages.Total)
	}
	if err == nil && pages.Damaged {
		pages.Text = "[This file is damaged. Parts of it may be missing in what follows.]\n\n" + pages.Text
	}
	return pages, err
}
