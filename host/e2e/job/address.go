package job

import (
	"fmt"
	"net"
	"net/url"
	"strings"
)

// Address completes an address as a person writes it: where it has no scheme,
// a name gets https, and loopback or a number gets http. What is no address of
// the web is an error that says what to write.
func Address(text string) (string, error) {
	no := fmt.Errorf("URL=%s is no address of a web page: write one such as https://shop.example/ or localhost:8080", text)
	bare := !strings.Contains(text, "://")
	whole := text
	if bare {
		whole = "//" + text
	}
	u, err := url.Parse(whole)
	if err != nil || u.Hostname() == "" {
		return "", no
	}
	host := u.Hostname()
	switch {
	case !bare:
		if u.Scheme != "http" && u.Scheme != "https" {
			return "", no
		}
	case net.ParseIP(host) != nil, host == "localhost", strings.HasSuffix(host, ".localhost"):
		u.Scheme = "http"
	case !strings.Contains(host, ".") && u.Port() == "":
		return "", no // a word
	default:
		u.Scheme = "https"
	}
	return u.String(), nil
}
