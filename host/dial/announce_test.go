package dial_test

import (
	"strings"
	"testing"

	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/dial"
)

func TestReadAnnouncement(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		text string
		want daemon.State
		err  string
	}{
		"serving":              {"{\"state\":\"serving\",\"pid\":7}\n", daemon.StateServing, ""},
		"after_other_words":    {"warning: old kernel\n{}\n{\"state\":\"held\"}\n", daemon.StateHeld, ""},
		"without_line_end":     {"{\"state\":\"failed\"}", daemon.StateFailed, ""},
		"nothing":              {"", "", "without a word"},
		"panic":                {"panic: no\n\ngoroutine 1\nmain.main()\n", "", "panic: no"},
		"half":                 {"{\"state\":\"serv", "", "{\"state\":\"serv"},
		"one_line_without_end": {strings.Repeat("x", 1<<20), "", "cannot be read"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			said, err := dial.ReadAnnouncement(strings.NewReader(tc.text))
			if said.State != tc.want || (err != nil) != (tc.err != "") || err != nil && !strings.Contains(err.Error(), tc.err) {
				t.Errorf("%+v, %v, want %q and an error with %q", said, err, tc.want, tc.err)
			}
		})
	}
}

func FuzzReadAnnouncement(f *testing.F) {
	f.Add("{\"state\":\"serving\",\"pid\":7}\n")
	f.Add("x\n\ny")
	f.Add("{\"state\":\"serving\",\"pid\":\"seven\"}\n")
	f.Fuzz(func(t *testing.T, text string) {
		said, err := dial.ReadAnnouncement(strings.NewReader(text))
		if (said.State == "") != (err != nil) {
			t.Errorf("%+v, %v: a state or an error, and not both", said, err)
		}
	})
}
