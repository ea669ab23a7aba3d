package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"
)

// site serves the pages that are acted on.
type site struct {
	url    string
	server *http.Server
	done   chan error
}

func newSite(ctx context.Context) (*site, error) {
	var listen net.ListenConfig
	l, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("serve the pages: %w", err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /acts", func(w http.ResponseWriter, _ *http.Request) { serve(w, acts) })
	mux.HandleFunc("GET /controls", func(w http.ResponseWriter, _ *http.Request) { serve(w, ""); controls(w) })
	s := &site{url: "http://" + l.Addr().String(), server: &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}, done: make(chan error, 1)}
	go func() { s.done <- s.server.Serve(l) }() // ends with close
	return s, nil
}

func (s *site) close() error {
	err := s.server.Close()
	if served := <-s.done; !errors.Is(served, http.ErrServerClosed) {
		err = errors.Join(err, served)
	}
	return err
}

func serve(w http.ResponseWriter, page string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = w.Write([]byte(page)) // a browser that has gone needs no page
}

// acts counts what reaches it, trusted clicks and changes of the field, and
// shows the clicks.
const acts = `<!doctype html><title>Acts</title><h1>Acts</h1>
<script>
window.clicks = 0;
window.inputs = 0;
function pressed(event) {
	if (event.isTrusted) document.querySelector("#count").textContent = "Clicks: " + ++window.clicks + ".";
}
</script>
<p><button onclick="pressed(event)">Press here</button>
<p><label>Full name <input oninput="window.inputs++"></label>
<p id="count">
<div style="height: 3000px"></div>
<p><button onclick="pressed(event)">Far away</button>
`

// controls writes a page with 10,000 controls.
func controls(w http.ResponseWriter) {
	_, _ = fmt.Fprint(w, "<!doctype html><title>Many</title><h1>Many</h1>")
	for i := range manyControls / 2 {
		_, _ = fmt.Fprintf(w, "<p><button>Button %d</button> <label>Field %d <input value=v%d></label></p>\n", i, i, i)
	}
}

const manyControls = 10_000
