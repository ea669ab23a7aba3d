package address_test

import (
	"net/url"
	"strings"
	"testing"

	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/address"
)

func TestWeb(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"example.com/a b": "https://example.com/a%20b", " http://a/x ": "http://a/x", "localhost:8080/x": "http://localhost:8080/x",
		"127.0.0.1:1": "http://127.0.0.1:1", "about:blank": "about:blank", "HTTPS://A/": "https://A/",
	} {
		if got, err := address.Web(text); err != nil || got != want {
			t.Errorf("%q is %q, %v; want %q", text, got, err, want)
		}
	}
	for text, words := range map[string]string{
		"javascript:alert(1)": "only http and https", "JavaScript:alert(1)": "only http and https", "file:///etc/passwd": "only http and https",
		"chrome://settings": "only http and https", "data:text/html,x": "only http and https", "view-source:http://a": "only http and https",
		"http:///x": "names no host", "http://a b": "no address", "": "names no host",
	} {
		if got, err := address.Web(text); !tools.IsMistake(err) || !strings.Contains(err.Error(), words) {
			t.Errorf("%q is %q, %v", text, got, err)
		}
	}
}

func TestOrigin(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"http://a:80/b?c": "http://a:80", "about:blank": "", "://": ""} {
		if got := address.Origin(text); got != want {
			t.Errorf("the origin of %q is %q, want %q", text, got, want)
		}
	}
}

func FuzzWeb(f *testing.F) {
	for _, text := range []string{"example.com", "javascript:x", "java\nscript:x", "http://[::1]:80/", "//a", "chrome:a@b.c"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := address.Web(text)
		if err != nil || got == "about:blank" {
			return
		}
		u, err := url.Parse(got)
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
			t.Errorf("%q was taken as %q: %v", text, got, err)
		}
	})
}
