package provider_test

import (
	"testing"

	"github.com/margay/margay/host/llm/provider"
)

// TestShown: an address may carry a name, a password or a key, which nobody is told.
func TestShown(t *testing.T) {
	t.Parallel()
	const key = "sk-secret-4711"
	for address, want := range map[string]string{
		"":                                      "",
		"its vendor's address":                  "its vendor's address",
		"https://api.openai.com/v1":             "https://api.openai.com/v1",
		"http://user:secret@host:8080/v1":       "http://host:8080/v1",
		"https://host/v1?api-key=secret#secret": "https://host/v1",
		"http://host/@mira/v1":                  "http://host/@mira/v1",
		"http://user:sec/ret?s@cr@host/v1":      "http://host/v1",
		"http://secret@[::1]:80/v1?k":           "http://[::1]:80/v1",
		"user:secret@host/v1":                   "host/v1",
		"host:80/v1?key=secret":                 "host:80/v1",
		"http://host/" + key + "/v1":            "http://host/[key]/v1",
	} {
		if got := provider.Shown(address, key); got != want {
			t.Errorf("%q: %q, want %q", address, got, want)
		}
	}
	for _, madeUp := range []string{"l", "lm-studio"} {
		if got := provider.Shown("http://lm-studio:1234/all/v1", madeUp); got != "http://lm-studio:1234/all/v1" {
			t.Errorf("the key %s makes it %q", madeUp, got)
		}
	}
}

func TestSameHost(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"https://a.test/v1", "https://A.test/v2/", true},
		{"https://a.test/v1", "https://a.test:443/v1", true},
		{"http://a.test:80", "http://a.test", true},
		{"http://[::1]/v1", "http://[::1]:80/v1", true},
		{"https://a.test/v1", "http://a.test/v1", false},
		{"https://a.test/v1", "http://a.test:443/v1", false},
		{"https://a.test/v1", "https://a.test:8443/v1", false},
		{"https://a.test/v1", "https://b.test/v1", false},
		{"https://a.test/v1", "https://a.test.evil/v1", false},
		{"%", "%", false},
	} {
		if got := provider.SameHost(tt.a, tt.b); got != tt.want {
			t.Errorf("%s and %s: %t", tt.a, tt.b, got)
		}
	}
}
