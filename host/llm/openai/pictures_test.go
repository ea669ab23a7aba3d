package openai_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// TestPicture_that_is_refused does not end the conversation: it is told with the
// message that it came with, and left out of what follows.
func TestPicture_that_is_refused(t *testing.T) {
	t.Parallel()
	img := func(blob string) chat.Block {
		return chat.Block{Type: chat.BlockImage, Name: blob + ".png", Blob: chat.BlobID(blob), MimeType: "image/png", Size: 3}
	}
	first := chat.Message{Role: chat.RoleUser, Content: append(block("what is this?"), img("bad"))}
	shot := chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{ModelID: "a", Name: "screenshot", Arguments: "{}", Status: chat.CallCompleted, Result: "ok", Attachments: []chat.Block{img("bad")}}}}
	for name, tt := range map[string]struct {
		status int
		body   string
		words  string
	}{
		"too_large":       {400, `{"error":{"message":"messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes"}}`, "exceeds 5 MB"},
		"body_too_large":  {413, "<html>Request Entity Too Large</html>", "413"},
		"not_readable":    {400, `{"error":{"message":"Invalid base64 image_url.","code":"invalid_image_format"}}`, "Invalid base64"},
		"no_such_format":  {415, `{"error":{"message":"unsupported image format"}}`, "unsupported"},
		"of_a_place":      {422, `{"detail":[{"type":"string_type","loc":["body","messages",0,"content",1,"image_url"],"msg":"Input should be a valid string","input":{"url":"x"}}]}`, "valid string"},
		"of_a_parameter":  {400, `{"error":{"message":"Invalid value","param":"messages[0].content[1].image_url","code":null}}`, "Invalid value"},
		"of_a_code":       {400, `{"error":{"message":"The file could not be read","code":"invalid_image_format"}}`, "could not be read"},
		"takes_no_images": {404, `{"error":{"message":"No endpoints found that support image input"}}`, "image input"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			requests := 0
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				data, _ := io.ReadAll(r.Body)
				if requests++; strings.Contains(string(data), "base64,YmFk") {
					answer(tt.status, tt.body)(w, r)
					return
				}
				_, _ = w.Write([]byte(sound))
			}))
			defer srv.Close()
			habits := &openai.Habits{}
			try := func(messages ...chat.Message) outcome {
				m := openai.New(openai.Options{Model: "m", BaseURL: srv.URL, Retries: -1, Habits: habits, Sees: true})
				return ask(t, m, llm.Request{Messages: messages, Files: func(id chat.BlobID) ([]byte, error) { return []byte(id), nil }})
			}
			o := try(first)
			if o.err == nil || o.err.Code == chat.ErrorContextTooLarge || !strings.Contains(o.err.Error(), tt.words) ||
				!strings.Contains(o.err.Next, "without the picture") && !strings.Contains(o.err.Next, "takes no images") || !strings.Contains(o.err.Next, "choose another model") {
				t.Errorf("with the picture: %+v", o.err)
			}
			next := append(append([]chat.Message{first, shot}, words("on")...), words("and now?")...)
			for i, want := range []int{2, 3} { // refused and asked again, then known
				requests = 1
				o = try(next...)
				if o.err != nil || o.reply.Text() != "ok" || requests != 1+[]int{2, 1}[i] {
					t.Errorf("later %d: %q, %v, %d requests", want, o.reply.Text(), o.err, requests-1)
				}
				warned := 0
				for _, d := range o.deltas {
					if strings.Contains(d.Warning, "bad.png") {
						warned++
					}
				}
				if warned != 1-i {
					t.Errorf("later %d: warned %d times", want, warned)
				}
			}
			if o = try(append(next, chat.Message{Role: chat.RoleUser, Content: append(block("again"), img("bad"))})...); o.err == nil {
				t.Error("a picture that is sent anew was left out without a word")
			}
		})
	}
}

// TestPicture_is_not_to_blame: what is refused for another reason is not asked again
// without pictures.
func TestPicture_is_not_to_blame(t *testing.T) {
	t.Parallel()
	img := chat.Block{Type: chat.BlockImage, Name: "a.png", Blob: "a", MimeType: "image/png", Size: 3}
	for name, body := range map[string]string{
		"of_the_model":        `{"error":{"message":"no such model"}}`,
		"as_part_of_a_word":   `{"error":{"message":"no provisioned capacity for this revision"}}`,
		"in_the_model's_name": `{"error":{"message":"the model test-vision-image does not exist"}}`,
		"in_what_it_repeats":  `{"detail":[{"type":"missing","loc":["body","messages",0,"role"],"msg":"Field required","input":{"type":"image_url"}}]}`,
		"in_what_was_sent":    `{"error":{"message":"no such model"},"request":{"content":[{"type":"image_url"}]}}`,
		"without_its_vendor":  `{"error":{"message":"test-vision-image does not support the parameter temperature"}}`,
		"for_another_reason":  `{"error":{"message":"Incorrect API key provided, so no image was read"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m, rec := serve(t, 400, []byte(body), openai.Options{Sees: true, Model: "maker/test-vision-image"})
			o := ask(t, m, llm.Request{
				Messages: append([]chat.Message{{Role: chat.RoleUser, Content: []chat.Block{img}}}, words("on")...),
				Files:    func(chat.BlobID) ([]byte, error) { return []byte("x"), nil },
			})
			if o.err == nil || strings.Contains(o.err.Next, "picture") || strings.Contains(o.err.Next, "images") || len(rec.sent) != 1 {
				t.Errorf("%+v after %d requests", o.err, len(rec.sent))
			}
		})
	}
}

// TestPicture_of_a_tool is none that a person can leave out.
func TestPicture_of_a_tool(t *testing.T) {
	t.Parallel()
	img := chat.Block{Type: chat.BlockImage, Name: "a.png", Blob: "a", MimeType: "image/png", Size: 3}
	shot := chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{ModelID: "a", Name: "screenshot", Arguments: "{}", Status: chat.CallCompleted, Result: "ok", Attachments: []chat.Block{img}}}}
	m, _ := serve(t, 400, []byte(`{"error":{"message":"image exceeds 5 MB maximum"}}`), openai.Options{Sees: true})
	o := ask(t, m, llm.Request{Messages: append(words("go"), shot), Files: func(chat.BlobID) ([]byte, error) { return []byte("x"), nil }})
	if o.err == nil || !strings.Contains(o.err.Next, "not to take screenshots") || strings.Contains(o.err.Next, "without the picture") {
		t.Errorf("%+v", o.err)
	}
}
