package e2e_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/margay/margay/host/cli"
)

// TestRun_of_an_answer_that_breaks_off: it is asked for again, a person is told, and
// standard output has the whole answer alone.
func TestRun_of_an_answer_that_breaks_off(t *testing.T) {
	t.Parallel()
	const piece = "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":%q}}]}\n\n"
	var asked atomic.Int32
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if asked.Add(1) < 3 {
			_, _ = fmt.Fprintf(w, piece, "HALF AN ANSWER")
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}
		_, _ = fmt.Fprintf(w, piece+"data: [DONE]\n\n", "The whole answer.")
	}))
	defer srv.Close()
	term := newTerminal(t, "MARGAY_MODEL=openai:x", "OPENAI_BASE_URL="+srv.URL)
	got := term.run(t, patience(t), nil, "run", "hello")
	if got.code != cli.ExitDone || got.stdout != "The whole answer.\n" || asked.Load() != 3 {
		t.Errorf("exit code %d after %d requests, %q", got.code, asked.Load(), got.stdout)
	}
	for _, says := range []string{"try 1 of 3", "try 2 of 3", "Void"} {
		if !strings.Contains(got.stderr, says) {
			t.Errorf("%q is not said: %q", says, got.stderr)
		}
	}
}
