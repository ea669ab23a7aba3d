package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/margay/margay/host/llm"
)

// Server answers with a model over OpenAI's wire, on loopback.
type Server struct {
	// URL is the base URL: what OPENAI_BASE_URL would be set to.
	URL string

	http    *httptest.Server
	handler *Handler
}

// Serve starts a server that answers with m: a Script, or any other model.
func Serve(m llm.Model) *Server {
	h := &Handler{Model: m}
	srv := httptest.NewServer(h)
	return &Server{URL: srv.URL + "/v1", http: srv, handler: h}
}

// Close ends the server, answers in progress included.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Bodies are the bodies of all requests so far.
func (s *Server) Bodies() [][]byte { return s.handler.Bodies() }

// Problems lists the requests that a strict provider would have refused.
func (s *Server) Problems() []string { return s.handler.Problems() }

// Handler is the server's handler, for a server of one's own.
type Handler struct {
	Model llm.Model
	// Piece is how many bytes are written and flushed at a time; 0 means 48.
	Piece int

	mu       sync.Mutex // guards what follows
	bodies   [][]byte
	problems []string
}

// Bodies are the bodies of all requests so far.
func (h *Handler) Bodies() [][]byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([][]byte(nil), h.bodies...)
}

// Problems lists the requests that a strict provider would have refused.
func (h *Handler) Problems() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return append([]string(nil), h.problems...)
}

// ServeHTTP answers POST …/chat/completions.
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return // the caller is gone
	}
	req, model, err := parseWire(body)
	h.mu.Lock()
	h.bodies = append(h.bodies, body)
	if err != nil {
		h.problems = append(h.problems, err.Error())
	}
	h.mu.Unlock()
	if err != nil {
		refuse(w, http.StatusBadRequest, err.Error())
		return
	}
	out := &wireWriter{w: w, model: model, piece: h.Piece}
	reply, err := h.Model.Stream(r.Context(), req, out.delta)
	if err == nil {
		out.end(reply)
		return
	}
	status := http.StatusInternalServerError
	if e, ok := errors.AsType[*llm.Error](err); ok && e.Status != 0 {
		status = e.Status
	}
	if !out.begun {
		refuse(w, status, err.Error())
		return
	}
	out.fail(status, err.Error())
}

func refuse(w http.ResponseWriter, status int, words string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": words, "type": "invalid_request_error"}})
}

// wireWriter writes deltas as frames.
type wireWriter struct {
	w     http.ResponseWriter
	model string
	piece int
	begun bool
}

func (o *wireWriter) delta(d llm.Delta) {
	delta := map[string]any{}
	switch {
	case d.Text != "":
		delta["content"] = d.Text
	case d.Thinking != "":
		delta["reasoning_content"] = d.Thinking
	case d.Start != nil:
		delta["tool_calls"] = []any{map[string]any{
			"index": d.Index, "id": d.Start.ModelID, "type": "function",
			"function": map[string]any{"name": d.Start.Name, "arguments": ""},
		}}
	case d.Arguments != "":
		delta["tool_calls"] = []any{map[string]any{"index": d.Index, "function": map[string]any{"arguments": d.Arguments}}}
	default:
		return
	}
	o.frame(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": nil}}})
}

func (o *wireWriter) end(r llm.Reply) {
	finish := string(r.Finish)
	if r.Finish == llm.FinishBlocked {
		finish = "content_filter"
	}
	o.frame(map[string]any{"choices": []any{map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": finish}}})
	o.frame(map[string]any{"choices": []any{}, "usage": map[string]any{
		"prompt_tokens": r.Usage.InputTokens, "completion_tokens": r.Usage.OutputTokens,
		"total_tokens":          r.Usage.InputTokens + r.Usage.OutputTokens,
		"prompt_tokens_details": map[string]any{"cached_tokens": r.Usage.CacheReadInputTokens},
	}})
	o.write("data: [DONE]\n\n")
}

func (o *wireWriter) fail(status int, words string) {
	o.frame(map[string]any{"error": map[string]any{"message": words, "code": status}})
}

func (o *wireWriter) frame(v map[string]any) {
	v["id"], v["object"], v["model"] = "cmpl-test", "chat.completion.chunk", o.model
	text, err := json.Marshal(v)
	if err != nil {
		text = fmt.Appendf(nil, `{"error":{"message":%q}}`, err.Error())
	}
	o.write("data: " + string(text) + "\n\n")
}

func (o *wireWriter) write(text string) {
	if !o.begun {
		o.begun = true
		o.w.Header().Set("Content-Type", "text/event-stream")
	}
	n := o.piece
	if n <= 0 {
		n = 48
	}
	flush := http.NewResponseController(o.w)
	for len(text) > 0 {
		k := min(n, len(text))
		if _, err := io.WriteString(o.w, text[:k]); err != nil {
			return // the caller is gone; the request's context says so
		}
		_ = flush.Flush()
		text = text[k:]
	}
}
