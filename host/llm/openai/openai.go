// Package openai asks models over OpenAI's chat completions wire, which most
// providers speak, each with its own habits.
//
// It guarantees what [llm.Model] promises, and of the wire: the request is
// valid JSON and valid UTF-8 whatever the history holds; every call in it has
// exactly one result, a sound name and sound arguments; empty text is never
// sent. A request is tried again only where the failure passes by itself; what
// was emitted of an answer that broke off is said to be void then. A
// connection that ends before the answer does is an error, never a short
// answer. Whatever a provider sends, the key is hidden in all that comes out of
// here as package redact says: failures, names of models, every part of an answer.
package openai

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/redact"
	"github.com/margay/margay/protocol/chat"
)

// DefaultBaseURL is OpenAI's own address.
const DefaultBaseURL = "https://api.openai.com/v1"

// The defaults of Options.
const (
	ConnectTimeout = 30 * time.Second
	Silence        = 60 * time.Second
	// Idle is how long a provider may send signs of life and no part of an answer.
	Idle    = 10 * time.Minute
	Retries = 3
	// MaxBytes is far more than any answer has: what passes it has no end.
	MaxBytes = 64 << 20
	// Grace is how long the rest (usage, the end mark) is waited for once the
	// provider has said why the answer ends.
	Grace = 3 * time.Second
	// LongestWait is the longest Retry-After that is waited for; beyond it the
	// failure is reported at once with the time that the provider asks for.
	LongestWait = 60 * time.Second
)

// Options describe a model and where it is.
type Options struct {
	// Provider is the first half of the model's name, "openai" if empty.
	Provider string
	// Model is the provider's name of the model. Required.
	Model string
	// BaseURL is the address of the API, see [Base]; [DefaultBaseURL] if empty.
	BaseURL string
	// Key is sent as a bearer token where it is not empty.
	Key string
	// MaxTokens bounds the answer; 0 leaves it to the provider.
	MaxTokens int
	// Reasoning says that the provider is known to want the reasoning of the current
	// turn back in the next request. What it says itself wins, see [Habits].
	Reasoning bool
	// Habits is what was learned of the provider; models of one name at one address
	// share it. Nil means that the model learns for itself.
	Habits *Habits
	// Sees says that the model takes images; to others an image is told in words.
	Sees bool
	// Header holds further headers of every request.
	Header http.Header
	// Transport carries the requests; nil means a client of its own with
	// [ConnectTimeout] and no proxy.
	Transport http.RoundTripper
	// Proxy is the host of the proxy that Transport asks through, and ProxyFrom what names
	// it, for the words of a failure; both are empty where there is none, and Proxy where
	// what is named is no address.
	Proxy, ProxyFrom string
	// Retries is how often a failure that passes is tried again; 0 means
	// [Retries], less than 0 not at all.
	Retries int
	// Silence is how long the provider may send nothing; 0 means [Silence].
	Silence time.Duration
	// MaxBytes bounds an answer on the wire; 0 means [MaxBytes].
	MaxBytes int
	// Log takes what a person would look for when answers fail; the zero value
	// is silent. Keys and texts are never logged.
	Log zerolog.Logger
}

// Model is a model behind the wire. It is safe for concurrent use.
type Model struct {
	o      Options
	base   string
	url    string
	client *http.Client
	key    redact.Key
}

// New makes a model. It asks nothing of the network.
func New(o Options) *Model {
	if o.Provider == "" {
		o.Provider = "openai"
	}
	if o.BaseURL == "" {
		o.BaseURL = DefaultBaseURL
	}
	if o.Retries == 0 {
		o.Retries = Retries
	}
	if o.Silence == 0 {
		o.Silence = Silence
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = MaxBytes
	}
	if o.Habits == nil {
		o.Habits = &Habits{}
	}
	if o.Transport == nil {
		o.Transport = NewTransport()
	}
	o.Key = strings.TrimSpace(o.Key)
	base := Base(o.BaseURL)
	return &Model{
		o: o, base: base, url: base + "/chat/completions", key: redact.New(o.Key),
		client: &http.Client{Transport: o.Transport, CheckRedirect: follow},
	}
}

// Base is an address as [Options] want it: people paste the whole of it, too.
func Base(address string) string {
	address = strings.TrimRight(strings.TrimSpace(address), "/")
	return strings.TrimRight(strings.TrimSuffix(address, "/chat/completions"), "/")
}

// follow follows a redirect that keeps method and body, within the host: the key
// is not shown to another one.
func follow(req *http.Request, via []*http.Request) error {
	const most = 3
	if req.Method != via[0].Method || req.URL.Host != via[0].URL.Host || len(via) > most ||
		via[0].URL.Scheme == "https" && req.URL.Scheme != "https" {
		return http.ErrUseLastResponse
	}
	return nil
}

// NewTransport makes the transport that a Model uses by itself: it reads no
// environment, so a proxy has to be set on it.
func NewTransport() *http.Transport {
	return &http.Transport{
		DialContext:            dial,
		TLSHandshakeTimeout:    ConnectTimeout,
		OnProxyConnectResponse: throughProxy,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    2,
		IdleConnTimeout:        90 * time.Second,
		DisableCompression:     true, // a stream gains nothing; see unpacked
	}
}

// unsent is how much of a request may lie in this machine before the connection takes
// no more of it (Linux takes twice of that): not every system tells how much of that
// goes out, see [outgoing].
const unsent = 256 << 10

func dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: ConnectTimeout}).DialContext(ctx, network, address)
	if tcp, ok := conn.(*net.TCPConn); ok && err == nil {
		_ = tcp.SetWriteBuffer(unsent) // a larger one tells less, and works
	}
	return conn, err
}

// Name is "provider:model".
func (m *Model) Name() string { return m.o.Provider + ":" + m.o.Model }

// Stream asks, and asks again where the failure is one that passes. No call of
// an answer that broke off has run: calls run when the answer is whole.
func (m *Model) Stream(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
	pieces := m.key.Stream(emit)
	reply, err := m.ask(ctx, req, pieces.Emit)
	pieces.End()
	return m.key.Reply(reply), err
}

func (m *Model) ask(ctx context.Context, req llm.Request, emit func(llm.Delta)) (llm.Reply, error) {
	if bad := checkKey(m.o.Key); bad != nil {
		return llm.Reply{Cut: true}, bad
	}
	habits := m.o.Habits.now()
	body, err := m.body(req, habits)
	if err != nil {
		return llm.Reply{Cut: true}, unwritten(err)
	}
	var usage chat.Usage
	for attempt := 1; ; attempt++ {
		shown := false
		reply, fail := m.attempt(ctx, body, req.Tools, func(d llm.Delta) { shown = true; emit(d) })
		if fail == nil {
			reply.Usage = usage.Add(reply.Usage)
			return reply, nil
		}
		reply.Usage = usage.Add(reply.Usage)
		fail = m.hidden(fail)
		learned := !shown && m.o.Habits.learn(fail, habits, m.o.Reasoning) // what was shown would have to be taken back
		if learned || m.blameless(fail, req, emit) {
			habits = m.o.Habits.now()
			if body, err = m.body(req, habits); err != nil {
				return llm.Reply{Cut: true}, unwritten(err)
			}
			attempt--
			continue
		}
		wait, again := m.again(fail, attempt)
		again = again && ctx.Err() == nil
		m.o.Log.Warn().Str("model", m.Name()).Int("attempt", attempt).Int("status", fail.Status).
			Str("code", string(fail.Code)).Bool("again", again).Msg("a model request failed")
		if !again {
			return reply, m.final(ctx, fail)
		}
		usage = reply.Usage
		emit(llm.Delta{Retry: &llm.Retry{Attempt: attempt, Max: m.o.Retries, Err: &fail.Error, DelayMs: wait.Milliseconds()}})
		if !sleep(ctx, wait) {
			return reply, m.final(ctx, fail)
		}
	}
}

func unwritten(err error) error {
	return &llm.Error{
		Code: chat.ErrorInternal, Message: "the request could not be written: " + err.Error(),
		Next: "Start a new chat; this conversation holds something that cannot be sent.", Err: err,
	}
}

// again decides whether another attempt makes sense, and when.
func (m *Model) again(f *failure, attempt int) (time.Duration, bool) {
	if !f.passing || attempt > m.o.Retries {
		return 0, false
	}
	if f.after > 0 {
		return f.after, f.after <= LongestWait
	}
	base := time.Second << (attempt - 1)
	return base + rand.N(base/4+1), true
}

// final is the error that a caller sees. A stopped context explains everything.
func (m *Model) final(ctx context.Context, f *failure) error {
	if ctx.Err() != nil {
		return cancelled(ctx)
	}
	err := f.Error
	if f.passing && f.after > LongestWait {
		err.Next = "The provider asks to wait " + f.after.Round(time.Second).String() + ". Send again then, or choose another model."
	}
	return &err
}

func cancelled(ctx context.Context) error {
	cause := context.Cause(ctx)
	e := &llm.Error{Code: chat.ErrorCancelled, Message: "stopped", Err: cause}
	if errors.Is(cause, context.DeadlineExceeded) {
		e.Code, e.Message, e.Next = chat.ErrorNetwork, "the time given for the answer was not enough", llm.NextStep(chat.ErrorNetwork)
	}
	return e
}

func sleep(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}
