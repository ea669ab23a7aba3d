package provider

import (
	"fmt"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/http/httpproxy"

	"github.com/margay/margay/host/llm/openai"
)

// proxy picks the proxy for an address by the usual variables, of the environment
// that serves a run and not of the process. Loopback is never proxied. One that is
// no address is an error: going around it silently may be what nobody wants.
func proxy(to *url.URL, env map[string]string) (*url.URL, error) {
	name, value := proxyVariable(to, env)
	if value == "" || direct(to, first(env, "NO_PROXY", "no_proxy")) {
		return nil, nil
	}
	if !strings.Contains(value, "://") {
		value = "http://" + value
	}
	u, err := url.Parse(value)
	if err != nil || u.Host == "" { // its own words would repeat a password
		return nil, fmt.Errorf("%w: %s does not hold one", openai.ErrProxy, name)
	}
	if u.Scheme == "socks" { // as desktops write it
		u.Scheme = "socks5"
	}
	if !slices.Contains([]string{"http", "https", "socks5", "socks5h"}, u.Scheme) {
		return nil, fmt.Errorf("%w: %s begins with none of http://, https:// and socks5://", openai.ErrProxy, name)
	}
	return u, nil
}

// proxyVariable is the variable that names the proxy for an address: the one for its
// scheme, else the one for all.
func proxyVariable(to *url.URL, env map[string]string) (name, value string) {
	names := []string{"HTTPS_PROXY", "https_proxy"}
	if to.Scheme == "http" {
		names = []string{"HTTP_PROXY", "http_proxy"}
	}
	return firstOf(env, append(names, "ALL_PROXY", "all_proxy")...)
}

// Proxy is the proxy through which a model is asked, by its host, and the variable
// that names it; both are empty where there is none, and the host where it is no address.
func (c Choice) Proxy(env map[string]string) (host, from string) {
	to, err := url.Parse(c.BaseURL)
	if err != nil {
		return "", ""
	}
	u, err := proxy(to, env)
	if err == nil && u == nil {
		return "", ""
	}
	from, _ = proxyVariable(to, env)
	if err == nil {
		host = u.Host
	}
	return host, from
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
	_, value := firstOf(env, names...)
	return value
}

// firstOf is the first of some variables that is set, with its value.
func firstOf(env map[string]string, names ...string) (name, value string) {
	for _, n := range names {
		if v := strings.TrimSpace(env[n]); v != "" {
			return n, v
		}
	}
	return "", ""
}
