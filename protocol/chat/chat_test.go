package chat_test

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/margay/margay/protocol/chat"
)

func TestNewID(t *testing.T) {
	t.Parallel()
	ids := make([]string, 1000)
	seen := map[string]bool{}
	for i := range ids {
		ids[i] = chat.NewID()
		if seen[ids[i]] || len(ids[i]) != 26 {
			t.Fatalf("id %q comes twice or has the wrong length", ids[i])
		}
		seen[ids[i]] = true
	}
	// Clocks may tick coarsely, so only ids of clearly different times are compared.
	if first, last := ids[0], ids[len(ids)-1]; first[:12] > last[:12] {
		t.Errorf("later id %q sorts before earlier %q", last, first)
	}
}

func TestClean(t *testing.T) {
	t.Parallel()
	if got := chat.Clean("a\xffb"); got != "a\uFFFDb" {
		t.Errorf("got %q", got)
	}
}

func TestShortened(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty":         "",
		"exact":         strings.Repeat("x", chat.PreviewBytes),
		"one_over":      strings.Repeat("x", chat.PreviewBytes+1),
		"split_two":     "x" + strings.Repeat("é", chat.PreviewBytes),
		"split_three":   "xx" + strings.Repeat("あ", chat.PreviewBytes),
		"split_four":    "xxx" + strings.Repeat("🐱", chat.PreviewBytes),
		"broken_inside": strings.Repeat("\x80", chat.PreviewBytes*2),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := chat.ToolCall{Result: text}.Shortened()
			if len(text) <= chat.PreviewBytes {
				if got.Result != text || got.ResultBlob != "" {
					t.Fatalf("a short result was changed")
				}
				return
			}
			if len(got.Result) > chat.PreviewBytes || len(got.Result) < chat.PreviewBytes-utf8.UTFMax {
				t.Errorf("preview has %d bytes", len(got.Result))
			}
			if !strings.HasPrefix(text, got.Result) || utf8.ValidString(text) && !utf8.ValidString(got.Result) {
				t.Errorf("the preview splits a character or is no beginning")
			}
			if got.ResultSize != int64(len(text)) || got.ResultBlob != chat.BlobOf([]byte(text)) {
				t.Errorf("size %d, blob %s", got.ResultSize, got.ResultBlob)
			}
			if again := got.Shortened(); !slices.Equal([]string{again.Result, string(again.ResultBlob)}, []string{got.Result, string(got.ResultBlob)}) {
				t.Errorf("shortening twice changes the call")
			}
		})
	}
}
