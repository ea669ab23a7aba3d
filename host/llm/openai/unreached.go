package openai

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"strings"
	"syscall"

	"github.com/margay/margay/host/lazyregexp"
	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

// proxyError is what a proxy answers that does not let a request through.
type proxyError struct{ status int }

func (e *proxyError) Error() string {
	return fmt.Sprintf("the proxy answered %d %s", e.status, http.StatusText(e.status))
}

// throughProxy keeps what a proxy says to a request for a way through it.
func throughProxy(_ context.Context, _ *url.URL, _ *http.Request, answer *http.Response) error {
	if answer.StatusCode == http.StatusOK {
		return nil
	}
	return &proxyError{answer.StatusCode}
}

// proxyNames are the variables that may name a proxy.
const proxyNames = "HTTPS_PROXY, HTTP_PROXY and ALL_PROXY"

// proxyVariables are what names the proxy: the variable that is set, where that is known,
// with what it names.
func (m *Model) proxyVariables() string {
	switch {
	case m.o.ProxyFrom == "":
		return proxyNames
	case m.o.Proxy == "":
		return m.o.ProxyFrom
	}
	return m.o.ProxyFrom + " (" + m.o.Proxy + ")"
}

func proxyPassword(variables string) string {
	return fmt.Sprintf("Check the user and the password of the proxy in %s.", variables)
}

// throughIt names the proxy, where there is one, in what is to be done about a connection
// that fails on the way: one that takes a connection and says nothing looks like a
// provider that does.
func (m *Model) throughIt(err error, next string) string {
	_, untrusted := errors.AsType[*TrustError](err) // then nothing was asked
	if own, _ := m.throughNoProxy(err); own != "" || untrusted || m.o.Proxy == "" {
		return next
	}
	return strings.TrimSpace(fmt.Sprintf("It is asked through the proxy %s (by %s): check that, or set NO_PROXY for the host of this provider. %s", m.o.Proxy, m.o.ProxyFrom, next))
}

// TrustError is what a transport gives where an authority that it is to trust cannot
// be had: no wait mends that.
type TrustError struct {
	// Variable names the file or folder of certificates.
	Variable, Path string
	Err            error
}

func (e *TrustError) Error() string {
	return fmt.Sprintf("%s names %s, which gives no certificate: %v", e.Variable, e.Path, e.Err)
}

func (e *TrustError) Unwrap() error { return e.Err }

// unreached is what to do about an error of a connection, by its kind; "" where it
// is none of those that say more. lasting says that no wait mends it.
func (m *Model) unreached(err error) (next string, lasting bool) {
	if next, lasting := m.throughNoProxy(err); next != "" {
		return next, lasting
	}
	if next := uncertified(err); next != "" {
		return next, true
	}
	if e, ok := errors.AsType[*TrustError](err); ok {
		return "Correct " + e.Variable + ", or unset it, where the command or the browser is started, then try again.", true
	}
	_, noTLS := errors.AsType[tls.RecordHeaderError](err)
	dns, isDNS := errors.AsType[*net.DNSError](err)
	switch {
	case errors.Is(err, http.ErrSchemeMismatch), noTLS:
		return "The server speaks plain HTTP there: begin its address with http://, or give the port of its TLS.", true
	case errors.Is(err, io.EOF) && strings.HasPrefix(m.base, "http://"):
		return "The server closed the connection without a word: if it wants TLS, begin its address with https://. Else try again.", false
	case isDNS && dns.IsNotFound:
		return "No host of the name " + dns.Name + " was found: check the provider's address and the network, then try again.", false
	case isRefused(err) && m.here() != "":
		return "Start the server of the model at " + m.here() + ", or mend its address, then try again.", false
	case isRefused(err):
		return "Nothing takes connections there: check host and port of the provider's address, and that its server runs, then try again.", false
	}
	return "", false
}

// wsaRefused is what Windows says in place of ECONNREFUSED, which package syscall
// has there as a number of its own.
const wsaRefused = syscall.Errno(10061)

// isRefused reports whether nothing takes connections at an address.
func isRefused(err error) bool {
	return errors.Is(err, syscall.ECONNREFUSED) || runtime.GOOS == "windows" && errors.Is(err, wsaRefused)
}

// throughNoProxy is what to do where a proxy is the one that fails.
func (m *Model) throughNoProxy(err error) (next string, lasting bool) {
	said, isProxy := errors.AsType[*proxyError](err)
	op, isOp := errors.AsType[*net.OpError](err)
	switch {
	case errors.Is(err, ErrProxy):
		return fmt.Sprintf("Check %s, or set NO_PROXY for this provider, then try again.", m.proxyVariables()), true
	case isProxy && said.status == http.StatusProxyAuthRequired:
		return proxyPassword(m.proxyVariables()), true
	case isProxy:
		return fmt.Sprintf("The proxy does not let this address through, or is none. Check %s, or set NO_PROXY for this provider, then try again.", m.proxyVariables()), true
	case isOp && op.Op == "proxyconnect", strings.Contains(plain(err), "proxyconnect"), strings.Contains(plain(err), "socks connect"):
		return fmt.Sprintf("The proxy cannot be reached. Check %s, or set NO_PROXY for this provider, then try again.", m.proxyVariables()), false
	}
	return "", false
}

// trustIt is how an authority is made known. A browser that runs keeps the variables
// that it was started with, and the daemon the authorities of the system.
const trustIt = "If it is a server or a proxy that you trust, get the certificate of its authority as a file. For all programs: copy it to /usr/local/share/ca-certificates/NAME.crt and run “sudo update-ca-certificates” (Debian, Ubuntu), or to /etc/pki/ca-trust/source/anchors/ and run “sudo update-ca-trust” (Fedora), then run “margay stop”. For Margay alone: name the file in SSL_CERT_FILE, in the terminal where margay runs; for the browser, close it and start it from a terminal that has the variable."

// uncertified is what to do about a certificate that is not taken; "" where it is
// not that. What a system's own check says is not told apart.
func uncertified(err error) string {
	_, unknown := errors.AsType[x509.UnknownAuthorityError](err)
	_, name := errors.AsType[x509.HostnameError](err)
	invalid, isInvalid := errors.AsType[x509.CertificateInvalidError](err)
	_, bad := errors.AsType[*tls.CertificateVerificationError](err)
	switch {
	case name:
		return "The server's certificate is for another name: check the host in the provider's address."
	case isInvalid && invalid.Reason == x509.Expired:
		return "The server's certificate has run out or is not valid yet: check this machine's clock; if that is right, the server needs a new certificate."
	case unknown:
		return "The server's certificate is signed by an authority that this machine does not know. " + trustIt
	case bad, isInvalid:
		return "The server's certificate is not accepted. " + trustIt
	}
	return ""
}

// Words by which a server says that it wants TLS.
var wantsTLS = lazyregexp.New(`(?i)\bHTTP request (was sent )?to (an )?HTTPS (server|port)`)

// movedNext is what to do where a request is sent on to another address.
const movedNext = "Check the base URL: the provider has moved, or it wants https. If that is right, open any page in the browser: a network that wants a login sends all to its own page."

// isPage reports whether an answer is a page for people.
func isPage(data []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(data), []byte("<")) }

// aPage is the failure of a provider in whose place a page answered.
func aPage(instead string) *failure {
	return &failure{Error: llm.Error{
		Code: chat.ErrorAPI, Message: "the provider's answer is no " + instead + " but a web page",
		Next: "Open any page in the browser: a network that wants a login shows its own page to all. Else check the base URL: it should end where /chat/completions begins, often with /v1.",
	}}
}
