// Package fetch is the one way to the web for what a page, a skill, a script or
// a model names: web tools, requests of userscripts, installs, logins of servers.
//
// It guarantees: no request leaves for an address of this machine or of a
// private network unless a person has allowed that host, whatever the address is
// written as, whatever its name leads to at that moment, and at each redirect;
// what goes out is asked of the very addresses that were looked at; no
// credentials go along to another host; a body ends at its limit, counted after
// unpacking, and a request at its time, however slowly it drips. Proxies of the
// environment are not used, since behind them nobody could look where a name leads.
package fetch

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"
)

// Options are what a client may be told. The zero value is a client of the public web.
type Options struct {
	// Allowed reports whether a person has allowed a host of a private network, as it stands in the address; nil allows none.
	Allowed func(host string) bool
	// Timeout bounds a request with all its redirects, 30 s by default.
	Timeout time.Duration
	// MostBytes is how much of a body is read, 5 MiB by default.
	MostBytes int64
	// MostRedirects, 10 by default.
	MostRedirects int
	// UserAgent is sent where the request has none.
	UserAgent string
	// Resolve finds the addresses of a name; the system's by default.
	Resolve func(ctx context.Context, host string) ([]netip.Addr, error)
	// Dial opens a connection to an address that was looked at; the system's by default.
	Dial func(ctx context.Context, network, address string) (net.Conn, error)
}

// Client fetches. It may be used from everywhere at once.
type Client struct {
	o         Options
	transport *http.Transport
}

// New makes a client.
func New(o Options) *Client {
	o.Timeout = cmp.Or(o.Timeout, 30*time.Second)
	o.MostBytes = cmp.Or(o.MostBytes, 5<<20)
	o.MostRedirects = cmp.Or(o.MostRedirects, 10)
	if o.Allowed == nil {
		o.Allowed = func(string) bool { return false }
	}
	if o.Resolve == nil {
		o.Resolve = func(ctx context.Context, host string) ([]netip.Addr, error) {
			return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		}
	}
	if o.Dial == nil {
		o.Dial = (&net.Dialer{Timeout: 10 * time.Second}).DialContext
	}
	c := &Client{o: o}
	c.transport = &http.Transport{
		Proxy: nil, DialContext: c.dial, TLSHandshakeTimeout: 10 * time.Second, ForceAttemptHTTP2: true,
		MaxIdleConnsPerHost: 2, IdleConnTimeout: 30 * time.Second, MaxResponseHeaderBytes: 256 << 10,
	}
	return c
}

// Request is what to fetch.
type Request struct {
	// URL is http or https; blanks around it are taken off.
	URL string
	// Method is GET where it is empty.
	Method string
	Header http.Header
	Body   []byte
}

// Response is what came. A status of an error is a response, too.
type Response struct {
	// URL is where it came from in the end.
	URL    string
	Status int
	Header http.Header
	Body   []byte
	// Cut says that the body is not whole, and Why: it is longer than the limit, or the connection broke off.
	Cut bool
	Why string
}

// Get fetches an address.
func (c *Client) Get(ctx context.Context, address string) (Response, error) {
	return c.Do(ctx, Request{URL: address})
}

// Do fetches. Its errors tell a person, or a model, what was wrong; one of kind [*BlockedError] that nothing was sent.
func (c *Client) Do(ctx context.Context, r Request) (Response, error) {
	u, err := parse(r.URL)
	if err != nil {
		return Response{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, c.o.Timeout)
	defer cancel()
	method, header, body := cmp.Or(strings.ToUpper(r.Method), http.MethodGet), r.Header.Clone(), r.Body
	if header == nil {
		header = http.Header{}
	}
	if header.Get("User-Agent") == "" {
		header.Set("User-Agent", c.o.UserAgent)
	}
	for hops := 0; ; hops++ {
		resp, err := c.once(ctx, u, method, header, body)
		if err != nil {
			return Response{}, c.explain(ctx, u, err)
		}
		next := resp.Header.Get("Location")
		if !redirects(resp.StatusCode) || next == "" {
			return c.read(u, resp), nil
		}
		_ = resp.Body.Close() // of a redirect nothing is read
		if hops == c.o.MostRedirects {
			return Response{}, fmt.Errorf("%s leads on and on: more than %d redirects", r.URL, c.o.MostRedirects)
		}
		to, err := u.Parse(next)
		if err != nil {
			return Response{}, fmt.Errorf("%s leads to %q, which is no address", u, next)
		}
		from := u
		if u, err = parse(to.String()); err != nil {
			return Response{}, fmt.Errorf("%s leads elsewhere: %w", from, err)
		}
		if u.Host != from.Host || from.Scheme == "https" && u.Scheme == "http" {
			header.Del("Authorization")
			header.Del("Cookie")
			header.Del("Proxy-Authorization")
		}
		if s := resp.StatusCode; s == http.StatusSeeOther && method != http.MethodHead || method == http.MethodPost && (s == http.StatusMovedPermanently || s == http.StatusFound) {
			method, body = http.MethodGet, nil
			header.Del("Content-Type")
		}
	}
}

func redirects(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

func (c *Client) once(ctx context.Context, u *url.URL, method string, header http.Header, body []byte) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, u.String(), bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	req.Header = header
	return c.transport.RoundTrip(req)
}

// dial looks at all addresses of a host before it connects to one of them.
func (c *Client) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	addrs, err := c.addresses(ctx, host)
	if err != nil {
		return nil, err
	}
	if !c.o.Allowed(host) {
		for _, a := range addrs {
			if Private(a) {
				return nil, &BlockedError{host, fmt.Sprintf("%s is an address of this machine or of a private network", a)}
			}
		}
	}
	var last error
	for _, a := range addrs {
		conn, err := c.o.Dial(ctx, network, net.JoinHostPort(a.String(), port))
		if err == nil {
			return conn, nil
		}
		last = err
	}
	return nil, last
}

func (c *Client) addresses(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	addrs, err := c.o.Resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	if len(addrs) == 0 {
		return nil, errNoAddress
	}
	return addrs, nil
}

// explain words why nothing came.
func (c *Client) explain(ctx context.Context, u *url.URL, err error) error {
	if blocked := (*BlockedError)(nil); errors.As(err, &blocked) {
		return &BlockedError{u.String(), blocked.Why}
	}
	if unknown := (*net.DNSError)(nil); errors.As(err, &unknown) && unknown.IsNotFound {
		return fmt.Errorf("there is no host %s", u.Hostname())
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return fmt.Errorf("%s did not answer within %s", u.Host, c.o.Timeout)
	}
	return fmt.Errorf("%s could not be reached: %w", u.Host, err)
}

// read takes the body up to the limit.
func (c *Client) read(u *url.URL, resp *http.Response) Response {
	defer func() { _ = resp.Body.Close() }() // what could be read is there
	out := Response{URL: u.String(), Status: resp.StatusCode, Header: resp.Header}
	body, err := io.ReadAll(io.LimitReader(resp.Body, c.o.MostBytes+1))
	switch {
	case int64(len(body)) > c.o.MostBytes:
		body = body[:c.o.MostBytes]
		out.Cut, out.Why = true, fmt.Sprintf("it is longer than %d bytes", c.o.MostBytes)
	case errors.Is(err, context.DeadlineExceeded):
		out.Cut, out.Why = true, fmt.Sprintf("it had not come whole within %s", c.o.Timeout)
	case err != nil:
		out.Cut, out.Why = true, "the connection broke off"
	}
	out.Body = body
	return out
}

// Media is the type that the body is of, told or else guessed, without its parameters.
func (r Response) Media() string {
	media, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || media == "" {
		media, _, _ = mime.ParseMediaType(http.DetectContentType(r.Body)) // always has one
	}
	return media
}
