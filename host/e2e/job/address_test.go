package job_test

import (
	"testing"

	"github.com/margay/margay/host/e2e/job"
)

func TestAddress(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"http://shop.example/a?b#c": "http://shop.example/a?b#c",
		"HTTPS://shop.example":      "https://shop.example",
		"shop.example":              "https://shop.example",
		"shop.example:8443/a":       "https://shop.example:8443/a",
		"intranet:8080":             "https://intranet:8080",
		"http://intranet":           "http://intranet",
		"localhost:18805":           "http://localhost:18805",
		"localhost":                 "http://localhost",
		"app.localhost/":            "http://app.localhost/",
		"127.0.0.1:18805/":          "http://127.0.0.1:18805/",
		"[::1]:8080/":               "http://[::1]:8080/",
		"notaurl":                   "",
		"two words":                 "",
		"http://":                   "",
		"javascript:alert(1)":       "",
		"mailto:a@b":                "",
		"file:///etc/passwd":        "",
		"chrome://settings":         "",
	} {
		got, err := job.Address(text)
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%q: got %q, %v, want %q", text, got, err, want)
		}
	}
}
