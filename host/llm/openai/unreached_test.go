package openai_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
)

// TestUnreached says what mends a connection by what is wrong with it.
func TestUnreached(t *testing.T) {
	t.Parallel()
	plainServer := httptest.NewServer(http.NotFoundHandler())
	secure := quiet(httptest.NewUnstartedServer(http.NotFoundHandler()))
	secure.StartTLS()
	t.Cleanup(func() { plainServer.Close(); secure.Close() })
	refuses := func(status int) *url.URL {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(status) }))
		t.Cleanup(s.Close)
		return address(t, s.URL)
	}
	trusting := func(cert *x509.Certificate) *x509.CertPool {
		pool := x509.NewCertPool()
		pool.AddCert(cert)
		return pool
	}
	old, oldCert := certified(t, time.Now().Add(-time.Hour), "127.0.0.1")
	other, otherCert := certified(t, time.Now().Add(time.Hour), "192.0.2.1")
	for name, tt := range map[string]struct {
		base, next string
		proxy      *url.URL
		roots      *x509.CertPool
		lasting    bool
	}{
		"unknown_authority":  {base: secure.URL, next: "sudo update-ca-certificates", lasting: true},
		"certificate_is_old": {base: old, roots: trusting(oldCert), next: "clock", lasting: true},
		"for_another_name":   {base: other, roots: trusting(otherCert), next: "another name", lasting: true},
		"tls_to_plain":       {base: strings.Replace(plainServer.URL, "http:", "https:", 1), next: "http://", lasting: true},
		"plain_to_tls":       {base: strings.Replace(secure.URL, "https:", "http:", 1), next: "https://", lasting: true},
		"plain_and_closed":   {base: closing(t), next: "https://"},
		"refused_here":       {base: "http://" + nobody(t), next: "Start the server of the model at 127.0.0.1"},
		"refused_elsewhere":  {base: "http://0.0.0.0:" + port(t), next: "host and port"},
		"no_such_host":       {base: "http://models.invalid", next: "No host of the name models.invalid"},
		"proxy_wants_a_user": {base: "https://models.invalid", proxy: refuses(407), next: "the user and the password of the proxy", lasting: true},
		"plain_proxy_wants":  {base: "http://models.invalid", proxy: refuses(407), next: "the user and the password of the proxy", lasting: true},
		"proxy_is_none":      {base: "https://models.invalid", proxy: refuses(405), next: "or is none", lasting: true},
		"proxy_is_away":      {base: "https://models.invalid", proxy: address(t, "http://"+nobody(t)), next: "The proxy cannot be reached"},
		"socks_is_away":      {base: "https://models.invalid", proxy: address(t, "socks5://"+nobody(t)), next: "The proxy cannot be reached"},
		"proxy_closes":       {base: "https://models.invalid", proxy: address(t, closing(t)), next: "It is asked through the proxy"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			transport := openai.NewTransport()
			transport.TLSClientConfig = &tls.Config{RootCAs: tt.roots, MinVersion: tls.VersionTLS12}
			o := openai.Options{Model: "m", BaseURL: tt.base, Transport: transport, Retries: retriesOf(tt.lasting)}
			if tt.proxy != nil {
				transport.Proxy = http.ProxyURL(tt.proxy)
				o.Proxy, o.ProxyFrom = tt.proxy.Host, "https_proxy"
			}
			named := func(e *llm.Error) bool { // as it is set
				says := strings.NewReplacer("(by ", "", ")", "", "(", "").Replace(next(e))
				return tt.proxy == nil || strings.Contains(says, "https_proxy "+tt.proxy.Host) || strings.Contains(says, tt.proxy.Host+" https_proxy")
			}
			t.Cleanup(transport.CloseIdleConnections)
			got := ask(t, openai.New(o), llm.Request{Messages: words("go")})
			if got.err == nil || !strings.Contains(got.err.Next, tt.next) || !named(got.err) || len(retries(got)) != 0 {
				t.Errorf("%v, then %q with %d retries, want %q", got.err, next(got.err), len(retries(got)), tt.next)
			}
			_, err := openai.ListModels(t.Context(), o)
			if e, _ := errors.AsType[*llm.Error](err); e == nil || !strings.Contains(e.Next, tt.next) || !named(e) {
				t.Errorf("of the list: %v, then %q", err, next(e))
			}
		})
	}
}

// TestUnreached_behind_a_login: a network that wants one answers in the provider's place,
// and is not asked again.
func TestUnreached_behind_a_login(t *testing.T) {
	t.Parallel()
	for name, answer := range map[string]http.HandlerFunc{
		"511": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNetworkAuthenticationRequired) },
		"sent_on": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://login.invalid/portal", http.StatusFound)
		},
		"a_page": func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<html>log in</html>") },
		"sent_on_from": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://login.invalid/?k=v", http.StatusTemporaryRedirect)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := httptest.NewServer(answer)
			t.Cleanup(s.Close)
			const want = "open any page in the browser"
			o := ask(t, openai.New(openai.Options{Model: "m", BaseURL: s.URL}), llm.Request{Messages: words("go")})
			if o.err == nil || !strings.Contains(strings.ToLower(o.err.Next), want) || len(retries(o)) != 0 {
				t.Errorf("%v, then %q with %d retries", o.err, next(o.err), len(retries(o)))
			}
			_, err := openai.ListModels(t.Context(), openai.Options{BaseURL: s.URL})
			if e, _ := errors.AsType[*llm.Error](err); e == nil || !strings.Contains(strings.ToLower(e.Next), want) {
				t.Errorf("of the list: %v, then %q", err, next(e))
			}
		})
	}
}

// retriesOf leaves the retries on where none may be made.
func retriesOf(lasting bool) int {
	if lasting {
		return 0
	}
	return -1
}

func next(e *llm.Error) string {
	if e == nil {
		return ""
	}
	return e.Next
}

func address(t *testing.T, text string) *url.URL {
	t.Helper()
	u, err := url.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// quiet keeps what a server says of handshakes that clients break off out of the
// output of the tests.
func quiet(s *httptest.Server) *httptest.Server {
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	return s
}

// certified serves by TLS with a certificate of its own for an address until a time.
func certified(t *testing.T, until time.Time, ip string) (string, *x509.Certificate) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	is := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: until.Add(-48 * time.Hour), NotAfter: until, IsCA: true, BasicConstraintsValid: true,
		IPAddresses: []net.IP{net.ParseIP(ip)}, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, is, is, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	s := quiet(httptest.NewUnstartedServer(http.NotFoundHandler()))
	s.TLS = &tls.Config{Certificates: []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: key}}, MinVersion: tls.VersionTLS12}
	s.StartTLS()
	t.Cleanup(s.Close)
	return s.URL, cert
}

// closing takes connections and closes them without a word, as a server of TLS may.
func closing(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it is closed with the test
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = conn.Read(make([]byte, 4096)) // else the close is a reset
			_ = conn.Close()
		}
	}()
	t.Cleanup(func() { _ = l.Close(); <-done })
	return "http://" + l.Addr().String()
}

// nobody is an address of this machine at which nobody answers, port one that is free.
func nobody(t *testing.T) string { return "127.0.0.1:" + port(t) }

func port(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it is closed at once
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // it was only to find one
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}
