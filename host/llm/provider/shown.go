package provider

import (
	"net/url"
	"strings"

	"github.com/margay/margay/host/llm/redact"
)

// Shown is an address as people and clients see it: without what an address can
// carry besides, which is a name, a password, and a query, which holds a key with
// some vendors; and without the key where somebody has put it into the path.
func Shown(address, key string) string {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		scheme, rest = "", address
	} else {
		scheme += "://"
	}
	who := rest
	if i := strings.IndexAny(rest, "/?#"); i >= 0 && !misread(address) {
		who = rest[:i]
	}
	rest = rest[strings.LastIndex(who, "@")+1:]
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		rest = rest[:i]
	}
	host, path, found := strings.Cut(rest, "/") // a key that was made up may be the name of the host
	if found {
		path = "/" + redact.New(key).Failure(path)
	}
	return scheme + host + path
}

// misread reports whether an address is none, so that a slash in it need not be
// the end of a password.
func misread(address string) bool {
	u, err := url.Parse(address)
	return err != nil || u.Host == "" && strings.Contains(address, "@")
}

// SameHost reports whether two addresses lead to the same server in the same way,
// so that a key that was given for one may go to the other.
func SameHost(a, b string) bool {
	x, errX := url.Parse(a)
	y, errY := url.Parse(b)
	return errX == nil && errY == nil && x.Scheme == y.Scheme && strings.EqualFold(x.Hostname(), y.Hostname()) && port(x) == port(y)
}

// port is the one that is meant where none is written, too.
func port(u *url.URL) string {
	switch {
	case u.Port() != "":
		return u.Port()
	case u.Scheme == "https":
		return "443"
	}
	return "80"
}
