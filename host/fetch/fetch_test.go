package fetch_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/margay/margay/host/fetch"
)

// names is a made-up net: what names lead to, and a server behind every public address.
type names struct {
	t       *testing.T
	leads   map[string][]string
	server  *httptest.Server
	dialled atomic.Int64
}

func newNames(t *testing.T, handler http.Handler) *names {
	t.Helper()
	n := &names{t: t, server: httptest.NewServer(handler), leads: map[string][]string{
		"good.example.test": {"93.184.216.34"}, "other.example.test": {"93.184.216.35"}, "xn--fiqs8s.example.test": {"93.184.216.36"},
		"a.example.test": {"127.0.0.1"}, "b.example.test": {"93.184.216.34", "10.0.0.5"}, "empty.example.test": {}, "home.example.test": {"192.168.1.10"},
	}}
	t.Cleanup(n.server.Close)
	return n
}

func (n *names) client(o fetch.Options) *fetch.Client {
	o.Resolve = func(_ context.Context, host string) ([]netip.Addr, error) {
		list, known := n.leads[host]
		if !known {
			return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
		}
		var out []netip.Addr
		for _, a := range list {
			out = append(out, netip.MustParseAddr(a))
		}
		return out, nil
	}
	o.Dial = func(ctx context.Context, network, _ string) (net.Conn, error) {
		n.dialled.Add(1)
		return (&net.Dialer{}).DialContext(ctx, network, n.server.Listener.Addr().String())
	}
	return fetch.New(o)
}

func says(words string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = fmt.Fprint(w, words) })
}

// TestGet_blocks_what_is_private, however it is written: nothing is even dialled.
func TestGet_blocks_what_is_private(t *testing.T) {
	t.Parallel()
	for _, address := range strings.Fields(`
		http://127.0.0.1:8080/ http://0.0.0.0/ http://0/ http://127.1/ http://2130706433/ http://0x7f000001/ http://0177.0.0.1/ http://127.0.0.01/ http://0x7f.1/
		http://[::1]/ http://[::]/ http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/ http://[64:ff9b::7f00:1]/ http://[64:ff9b::a9fe:a9fe]/ http://[2002:7f00:1::]/ http://[::127.0.0.1]/
		http://[fe80::1]/ http://[fe80::1%25eth0]/ http://[fc00::1]/ http://[fec0::1]/ http://[ff02::1]/ http://[2001:db8::1]/
		http://10.1.2.3/ http://172.16.0.1/ http://172.31.255.255/ http://192.168.0.1/ http://169.254.169.254/latest http://100.64.0.1/ http://198.18.0.1/ http://192.0.0.1/
		http://240.0.0.1/ http://255.255.255.255/ http://224.0.0.1/
		http://a.example.test/ http://A.Example.Test./ http://b.example.test/ http://home.example.test/
		http://user:pw@127.0.0.1/ http://good.example.test@127.0.0.1/ http://127.0.0.1#@good.example.test/ http://good.example.test\@127.0.0.1/
		http://①②⑦.⓪.⓪.①/ http://127。0。0。1/ http://１２７.0.0.1/
		ftp://good.example.test/ file:///etc/passwd javascript:alert(1) data:text/plain,a http:// //good.example.test/ good.example.test
		http://good.example.test:22/ http://good.example.test:25/ http://good.example.test:6379/ http://good.example.test:0/ http://good.example.test:99999/
		http://a..b/ http://.good.example.test/`) {
		t.Run(address, func(t *testing.T) {
			t.Parallel()
			n := newNames(t, says("secret"))
			r, err := n.client(fetch.Options{}).Get(t.Context(), address)
			if err == nil || n.dialled.Load() != 0 {
				t.Errorf("%d %q came, dialled %d times: %v", r.Status, r.Body, n.dialled.Load(), err)
			}
		})
	}
}

// TestGet_takes_what_is_public, also beside private ranges, in capitals, with blanks around it and in other scripts.
func TestGet_takes_what_is_public(t *testing.T) {
	t.Parallel()
	for _, address := range []string{
		"http://172.32.0.1/", "http://100.128.0.1/", "http://11.0.0.1/", "http://[2606:4700::1111]/", "http://[64:ff9b::5db8:d822]/",
		"HTTP://Good.Example.Test/", " http://good.example.test/\n", "http://good.example.test:8080/a?b=c#d", "http://good.example.test:443/", "http://中国.example.test/",
	} {
		n := newNames(t, says("hello"))
		r, err := n.client(fetch.Options{}).Get(t.Context(), address)
		if err != nil || string(r.Body) != "hello" || strings.Contains(r.URL, "#") {
			t.Errorf("%q: %q from %s, %v", address, r.Body, r.URL, err)
		}
	}
}

// TestGet_asks_where_a_person_allows: that host, and no other of the private network.
func TestGet_asks_where_a_person_allows(t *testing.T) {
	t.Parallel()
	n := newNames(t, says("my own"))
	c := n.client(fetch.Options{Allowed: func(host string) bool { return host == "home.example.test" }})
	if r, err := c.Get(t.Context(), "http://home.example.test:8123/"); err != nil || string(r.Body) != "my own" {
		t.Errorf("%q, %v", r.Body, err)
	}
	var blocked *fetch.BlockedError
	if _, err := c.Get(t.Context(), "http://192.168.1.10:8123/"); !errors.As(err, &blocked) || !strings.Contains(err.Error(), "private network") {
		t.Errorf("the address behind it: %v", err)
	}
}

// TestDo_follows_redirects: each hop is looked at, and what is secret stays with the host that it was for.
func TestDo_follows_redirects(t *testing.T) {
	t.Parallel()
	var seen []string
	n := newNames(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		seen = append(seen, fmt.Sprintf("%s %s%s %q %q", r.Method, r.Host, r.URL, r.Header.Get("Authorization"), r.Header.Get("Cookie")))
		switch r.URL.Path {
		case "/inside":
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
		case "/keep":
			http.Redirect(w, r, "http://other.example.test/end", http.StatusTemporaryRedirect)
		case "/post":
			http.Redirect(w, r, "/end", http.StatusFound)
		case "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		case "/odd":
			w.Header().Set("Location", "ht tp://%zz")
			w.WriteHeader(http.StatusFound)
		default:
			_, _ = fmt.Fprint(w, "end")
		}
	}))
	c := n.client(fetch.Options{})
	secret := http.Header{"Authorization": {"Bearer x"}, "Cookie": {"a=b"}}
	var blocked *fetch.BlockedError
	if _, err := c.Get(t.Context(), "http://good.example.test/inside"); !errors.As(err, &blocked) || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Errorf("a hop inside: %v", err)
	}
	seen = nil
	r, err := c.Do(t.Context(), fetch.Request{URL: "http://good.example.test/keep", Method: "post", Body: []byte("b"), Header: secret})
	if want := []string{`POST good.example.test/keep "Bearer x" "a=b"`, `POST other.example.test/end "" ""`}; err != nil || fmt.Sprint(seen) != fmt.Sprint(want) || r.URL != "http://other.example.test/end" {
		t.Errorf("another host: %q from %s, %v", seen, r.URL, err)
	}
	seen = nil
	if _, err := c.Do(t.Context(), fetch.Request{URL: "http://good.example.test/post", Method: "POST", Body: []byte("b"), Header: secret}); err != nil || seen[1] != `GET good.example.test/end "Bearer x" "a=b"` {
		t.Errorf("after a post: %q, %v", seen, err)
	}
	if secret.Get("Authorization") == "" {
		t.Error("the caller's header was changed")
	}
	for path, words := range map[string]string{"/round": "more than 10 redirects", "/odd": "no address"} {
		if _, err := c.Get(t.Context(), "http://good.example.test"+path); err == nil || !strings.Contains(err.Error(), words) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestGet_bounds_what_comes: by size after unpacking, and by time however it drips.
func TestGet_bounds_what_comes(t *testing.T) {
	t.Parallel()
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	_, _ = z.Write(make([]byte, 8<<20)) // into memory
	_ = z.Close()
	n := newNames(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/bomb":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb.Bytes())
		case "/drip":
			_, _ = fmt.Fprint(w, "first")
			w.(http.Flusher).Flush()
			<-r.Context().Done()
		case "/silent":
			<-r.Context().Done()
		case "/broken":
			w.Header().Set("Content-Length", "100")
			_, _ = fmt.Fprint(w, "half")
		case "/none":
			w.WriteHeader(http.StatusNoContent)
		case "/missing":
			w.WriteHeader(http.StatusNotFound)
			_, _ = fmt.Fprint(w, "<h1>Not here</h1>")
		}
	}))
	c := n.client(fetch.Options{MostBytes: 1 << 20, Timeout: 300 * time.Millisecond})
	for path, want := range map[string]struct {
		status, size int
		cut, err     string
	}{
		"/bomb":    {200, 1 << 20, "longer than 1048576 bytes", ""},
		"/drip":    {200, 5, "not come whole within 300ms", ""},
		"/broken":  {200, 4, "broke off", ""},
		"/none":    {204, 0, "", ""},
		"/missing": {404, 17, "", ""},
		"/silent":  {0, 0, "", "did not answer within 300ms"},
	} {
		r, err := c.Get(t.Context(), "http://good.example.test"+path)
		if r.Status != want.status || len(r.Body) != want.size || !strings.Contains(r.Why, want.cut) || r.Cut != (want.cut != "") {
			t.Errorf("%s: %d, %d bytes, cut %v: %s", path, r.Status, len(r.Body), r.Cut, r.Why)
		}
		if (err == nil) != (want.err == "") || err != nil && !strings.Contains(err.Error(), want.err) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := c.Get(t.Context(), "http://nowhere.example.test/"); err == nil || err.Error() != "there is no host nowhere.example.test" {
		t.Errorf("no host: %v", err)
	}
	if _, err := c.Get(t.Context(), "http://empty.example.test/"); err == nil || !strings.Contains(err.Error(), "no address") {
		t.Errorf("no address: %v", err)
	}
}

// TestText_reads_what_is_text, in its encoding, and says what else it is.
func TestText_reads_what_is_text(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ media, body, text, says string }{
		"utf8":           {"text/plain; charset=utf-8", "grün", "grün", ""},
		"latin1":         {"text/html; charset=iso-8859-1", "gr\xfcn", "grün", ""},
		"gbk":            {"text/html; charset=gbk", "\xc4\xe3\xba\xc3", "你好", ""},
		"gbk_in_page":    {"text/html", `<meta charset="gb2312">` + "\xc4\xe3\xba\xc3", `<meta charset="gb2312">你好`, ""},
		"utf16_mark":     {"", "\xff\xfeh\x00i\x00", "hi", ""},
		"no_type":        {"", "<!doctype html><p>hi", "<!doctype html><p>hi", ""},
		"json":           {"application/json", `{"a":"ü"}`, `{"a":"ü"}`, ""},
		"problem":        {"application/problem+json", `{}`, `{}`, ""},
		"broken_utf8":    {"text/plain; charset=utf-8", "a\xffb", "a\uFFFDb", ""},
		"odd_type":       {"text/plain; charset=nonsense", "hi", "hi", ""},
		"image":          {"image/png", "\x89PNG", "", "image/png, of 4 bytes"},
		"pdf":            {"application/pdf", "%PDF-1.7", "", "application/pdf"},
		"octets":         {"application/octet-stream", "\x00\x01", "", "application/octet-stream"},
		"image_untold":   {"", "\x89PNG\r\n\x1a\n", "", "image/png"},
		"nothing_at_all": {"image/png", "", "", ""},
	} {
		r := fetch.Response{URL: "http://good.example.test/", Header: http.Header{}, Body: []byte(c.body)}
		if c.media != "" {
			r.Header.Set("Content-Type", c.media)
		}
		text, err := r.Text()
		if text != c.text || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// FuzzGet: whatever the address, nothing private is dialled.
func FuzzGet(f *testing.F) {
	for _, s := range []string{"http://127.1/", "http://[::ffff:7f00:1]/", "http://①②⑦.⓪.⓪.①/", "http://a@b:80/", "https://good.example.test/"} {
		f.Add(s)
	}
	var bad atomic.Value
	c := fetch.New(fetch.Options{
		Resolve: func(context.Context, string) ([]netip.Addr, error) { return nil, &net.DNSError{IsNotFound: true} },
		Dial: func(_ context.Context, _, address string) (net.Conn, error) {
			host, _, _ := net.SplitHostPort(address)
			if a, err := netip.ParseAddr(host); err != nil || fetch.Private(a) {
				bad.Store(address)
			}
			return nil, errors.New("not now")
		},
	})
	f.Fuzz(func(t *testing.T, address string) {
		_, _ = c.Get(t.Context(), address) // only where it went counts
		if a := bad.Load(); a != nil {
			t.Errorf("%q dialled %s", address, a)
		}
	})
}
