package provider

import (
	"net/url"
	"strings"

	"golang.org/x/net/http/httpproxy"

	"github.com/margay/margay/host/llm/openai"
)

// proxy picks the proxy for an address by the usual variables, of the environment
// that serves a run and not of the process. Loopback is never proxied. One that is
// no address is an error: going around it silently may be what nobody wants.
func proxy(to *url.URL, env map[string]string) (*url.URL, error) {
	value := first(env, "HTTPS_PROXY", "https_proxy")
	if to.Scheme == "http" {
		value = first(env, "HTTP_PROXY", "http_proxy")
	}
	if value == "" || direct(to, first(env, "NO_PROXY", "no_proxy")) {
		return nil, nil
	}
	if !strings.Contains(value, "://") {
		value = "http://" + value
	}
	u, err := url.Parse(value)
	if err != nil || u.Host == "" { // its own words would repeat a password
		return nil, openai.ErrProxy
	}
	return u, nil
}

// direct reports whether an address is reached without a proxy: names, their
// subdomains, addresses and their blocks, each also with a port.
func direct(to *url.URL, list string) bool {
	const some = "http://proxy.invalid"
	c := httpproxy.Config{HTTPProxy: some, HTTPSProxy: some, NoProxy: list}
	through, err := c.ProxyFunc()(to)
	return err == nil && through == nil
}

func first(env map[string]string, names ...string) string {
	for _, n := range names {
		if v := strings.TrimSpace(env[n]); v != "" {
			return v
		}
	}
	return ""
}
