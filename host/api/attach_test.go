package api_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// TestWriteBlob_to_message: what is attached is sent with a message and read back.
func TestWriteBlob_to_message(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := r.dial()
	words := "name,price\nlamp,12\n"
	block := call(t, l, client.BlobWrite, client.WriteBlob{Name: "C:\\Users\\me\\prices.csv", MimeType: "image/png", Data: []byte(words)})
	if block.Type != chat.BlockFile || block.Name != "prices.csv" || block.MimeType != "text/plain" || block.Size != int64(len(words)) {
		t.Errorf("stored as %+v", block)
	}
	p := send("what does the lamp cost?")
	p.Content = append(p.Content, block)
	reply := call(t, l, client.ConversationSend, p)
	l.until(t)
	page := call(t, l, client.ConversationMessages, client.ListMessages{Conversation: reply.Conversation.ID})
	if got := page.Messages[0].Content; len(got) != 2 || got[1] != block {
		t.Errorf("the message holds %+v", got)
	}
	if piece := call(t, l, client.BlobRead, client.ReadBlob{Blob: block.Blob}); string(piece.Data) != words {
		t.Errorf("read %q", piece.Data)
	}
}

func TestWriteBlob_refuses(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := r.dial()
	for name, tt := range map[string]struct {
		data []byte
		want protocol.Reason
	}{
		"nothing":  {nil, protocol.ReasonInvalidParams},
		"a binary": {[]byte("\x7fELF\x00\x01"), protocol.ReasonUnsupported},
	} {
		_, err := rpc.Call(t.Context(), l, client.BlobWrite, client.WriteBlob{Name: name, Data: tt.data})
		wantFault(t, err, tt.want)
		if err != nil && !strings.Contains(err.Error(), name[:4]) {
			t.Errorf("%s: the refusal does not name the file: %v", name, err)
		}
	}
	most := bytes.Repeat([]byte("x"), 20<<20)
	if block := call(t, l, client.BlobWrite, client.WriteBlob{Name: "most.txt", Data: most}); block.Size != 20<<20 {
		t.Errorf("the largest file is stored as %+v", block)
	}
}
