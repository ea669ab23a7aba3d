// Package address reads addresses as a person types them and refuses what is
// no web page.
//
// It guarantees that what [Web] returns is an absolute http or https address,
// or about:blank: a script address would run in the page that is there, and the
// browser's own pages and local files are not ours to read.
package address

import (
	"net/url"
	"strings"

	"github.com/margay/margay/tools"
)

// Web completes what a person would type. Its error is a [tools.Mistake].
func Web(text string) (string, error) {
	text = strings.TrimSpace(text)
	if text == "about:blank" {
		return text, nil
	}
	if !strings.Contains(text, "://") && !knownScheme(text) {
		scheme := "https://"
		if host, _, _ := strings.Cut(text, "/"); strings.HasPrefix(host, "localhost") || strings.HasPrefix(host, "127.") {
			scheme = "http://"
		}
		text = scheme + text
	}
	u, err := url.Parse(text)
	if err != nil {
		return "", tools.Mistake("%q is no address: %v.", text, err)
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return "", tools.Mistake("%q cannot be opened: only http and https addresses can.", text)
	}
	if u.Hostname() == "" {
		return "", tools.Mistake("%q names no host. Give a whole address, such as https://example.com/page.", text)
	}
	return u.String(), nil
}

// knownScheme tells javascript:… from localhost:8080.
func knownScheme(text string) bool {
	scheme, _, found := strings.Cut(text, ":")
	if !found {
		return false
	}
	switch strings.ToLower(scheme) {
	case "javascript", "data", "about", "chrome", "file", "mailto", "blob", "view-source", "devtools", "edge", "tel":
		return true
	}
	return false
}

// Origin is the site of an address, empty for an address that has none.
func Origin(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
