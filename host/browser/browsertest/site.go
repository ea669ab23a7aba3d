package browsertest

import (
	"embed"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

//go:embed pages
var pages embed.FS

// Site is a small web site on loopback. It has two names, so that a page can
// hold a frame of another site.
type Site struct {
	// URL ends without a slash and names 127.0.0.1; Other is the same site as localhost.
	URL, Other string
}

// NewSite serves the fixtures of this package until the test ends.
func NewSite(t testing.TB) *Site {
	t.Helper()
	mux := http.NewServeMux()
	mux.Handle("GET /", http.StripPrefix("/", http.FileServerFS(sub())))
	mux.HandleFunc("GET /done", done)
	mux.HandleFunc("GET /nothing", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	mux.HandleFunc("GET /slow", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(1500 * time.Millisecond): // Chrome passes over what is asked for again within two seconds
			_, _ = io.WriteString(w, "<!doctype html><title>Slow</title><p>Here at last.")
		case <-r.Context().Done():
		}
	})
	mux.HandleFunc("GET /unended", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		_, _ = io.WriteString(w, "<!doctype html><title>Unended</title><button>Here</button><p>And then")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	mux.HandleFunc("GET /never", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	var seen sync.Map // what has been asked for at /once
	mux.HandleFunc("GET /once", func(w http.ResponseWriter, r *http.Request) {
		if _, again := seen.LoadOrStore(r.URL.RawQuery, true); again {
			<-r.Context().Done()
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		// A page that is said not to be there is not kept by the browser to go back to.
		w.WriteHeader(http.StatusNotFound)
		_, _ = io.WriteString(w, "<!doctype html><title>Once</title><p>Not again.")
	})
	mux.HandleFunc("GET /paper.pdf", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		_, _ = io.WriteString(w, paper)
	})
	mux.HandleFunc("GET /paper-stalled.pdf", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/pdf")
		w.Header().Set("Content-Length", strconv.Itoa(1<<20))
		_, _ = io.WriteString(w, paper[:len(paper)/2]+strings.Repeat("% and so on\n", 1<<15))
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	mux.HandleFunc("GET /download", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Disposition", "attachment; filename=a.bin")
		_, _ = w.Write([]byte("bytes"))
	})
	mux.HandleFunc("GET /controls", controls)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return &Site{URL: server.URL, Other: strings.Replace(server.URL, "127.0.0.1", "localhost", 1)}
}

// done is what the order form leads to.
func done(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprintf(w, "<!doctype html><title>Thanks</title><h1>Thank you</h1><p>Order 4711 for %s, size %s, gift wrap %s.</p>",
		html.EscapeString(q.Get("name")), html.EscapeString(q.Get("size")), html.EscapeString(q.Get("gift")))
}

// controls is a page with 10,000 controls.
func controls(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	fmt.Fprint(w, "<!doctype html><title>Many</title><h1>Many</h1>")
	for i := range 5000 {
		fmt.Fprintf(w, "<p><button>Button %d</button> <label>Field %d <input value=v%d></label></p>\n", i, i, i)
	}
}

// paper is a PDF of one page that says “Hello”.
const paper = `%PDF-1.1
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 144]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 39>>stream
BT /F1 18 Tf 10 100 Td (Hello) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Times-Roman>>endobj
trailer<</Root 1 0 R>>
`
