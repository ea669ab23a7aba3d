package e2e_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// acts is how many buttons a counting page has.
const acts = 5

// counting is a site of pages with buttons. Each press of a button is sent to
// the server, which counts it.
type counting struct {
	url string

	mu      sync.Mutex // guards what follows
	pressed map[string]int
	// changed is closed and made anew at each press.
	changed chan struct{}
}

func newCounting(t *testing.T) *counting {
	t.Helper()
	c := &counting{pressed: map[string]int{}, changed: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{job}/{$}", c.page)
	mux.HandleFunc("POST /{job}/press/{act}", func(_ http.ResponseWriter, r *http.Request) {
		c.press(r.PathValue("job"), r.PathValue("act"))
	})
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	c.url = server.URL
	return c
}

// page shows the buttons, and enough text that reading it is stored as bytes
// of their own.
func (c *counting) page(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, `<!doctype html><title>Counting</title><h1>Job %s</h1>
<script>const press = act => fetch("press/" + act, {method: "POST", keepalive: true})</script>`, r.PathValue("job"))
	for act := 1; act <= acts; act++ {
		fmt.Fprintf(w, `<p><button onclick="press(%d)">Act %d</button>`, act, act)
	}
	fmt.Fprintf(w, "<p>%s", strings.Repeat("The page of job "+r.PathValue("job")+" has a lot to say. ", 200))
}

func pressKey(job, act string) string { return job + "/" + act }

func (c *counting) press(job, act string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pressed[pressKey(job, act)]++
	close(c.changed)
	c.changed = make(chan struct{})
}

// count is how often a button was pressed so far.
func (c *counting) count(job string, act int) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.pressed[pressKey(job, fmt.Sprint(act))]
}

// await waits until a button was pressed: the page sends its press while the
// tool that caused it already has its answer.
func (c *counting) await(ctx context.Context, job string, act int) error {
	for {
		c.mu.Lock()
		n, changed := c.pressed[pressKey(job, fmt.Sprint(act))], c.changed
		c.mu.Unlock()
		if n > 0 {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("button %d of job %s was never pressed: %w", act, job, ctx.Err())
		}
	}
}

// repeated lists the buttons that were pressed more than once.
func (c *counting) repeated() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []string
	for key, n := range c.pressed {
		if n > 1 {
			list = append(list, fmt.Sprintf("%s: %d times", key, n))
		}
	}
	return list
}
