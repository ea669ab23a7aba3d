package provider

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// proxy picks the proxy for an address by the usual variables. Loopback is
// never proxied. It is written here because the standard library's reads the
// process's environment, which is not the one that serves a run.
func proxy(to *url.URL, env map[string]string) (*url.URL, error) {
	value := first(env, "HTTPS_PROXY", "https_proxy")
	if to.Scheme == "http" {
		value = first(env, "HTTP_PROXY", "http_proxy")
	}
	host := strings.ToLower(to.Hostname())
	if value == "" || direct(host, first(env, "NO_PROXY", "no_proxy")) {
		return nil, nil
	}
	if !strings.Contains(value, "://") {
		value = "http://" + value
	}
	u, err := url.Parse(value)
	if err != nil || u.Host == "" {
		return nil, fmt.Errorf("the proxy in HTTPS_PROXY or HTTP_PROXY is no address")
	}
	return u, nil
}

func direct(host, list string) bool {
	if addr, err := netip.ParseAddr(host); err == nil && addr.IsLoopback() || host == "localhost" {
		return true
	}
	for _, item := range strings.Split(list, ",") {
		item = strings.ToLower(strings.TrimSpace(item))
		if item == "*" {
			return true
		}
		item = strings.TrimPrefix(strings.TrimPrefix(item, "*"), ".")
		if item != "" && (host == item || strings.HasSuffix(host, "."+item)) {
			return true
		}
	}
	return false
}

func first(env map[string]string, names ...string) string {
	for _, n := range names {
		if v := strings.TrimSpace(env[n]); v != "" {
			return v
		}
	}
	return ""
}
