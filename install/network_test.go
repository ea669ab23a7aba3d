//go:build linux

package install_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// What comes over the network is compared before it is run.
func TestScript_from_the_network(t *testing.T) {
	t.Parallel()
	h, margay := newHome(t)
	archive := archiveOf(t, margay)
	sum := sha256.Sum256(archive)
	good := hex.EncodeToString(sum[:])
	bad := strings.Repeat("0", 64)
	files := map[string][]byte{
		"/margay.tar.gz":        archive,
		"/margay.tar.gz.sha256": []byte(good + "  margay.tar.gz\n"),
		"/forged.tar.gz":        archive,
		"/forged.tar.gz.sha256": []byte(bad + "  forged.tar.gz\n"),
		"/unsummed.tar.gz":      archive,
		"/no-sum.tar.gz":        archive,
		"/no-sum.tar.gz.sha256": []byte("<html>not found</html>"),
		"/empty-sum.tgz":        archive,
		"/empty-sum.tgz.sha256": {},
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, ok := files[r.URL.Path]
		if !ok {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(data) // the script has gone where it fails
	}))
	t.Cleanup(server.Close)
	empty := filepath.Join(t.TempDir(), "margay")
	if err := os.WriteFile(empty, nil, 0o700); err != nil { // the shell would run it as a script that does nothing
		t.Fatal(err)
	}
	before := h.tree()
	for name, tc := range map[string]struct {
		args  []string
		words string
	}{
		"forged":         {[]string{server.URL + "/forged.tar.gz"}, "and not " + bad},
		"sum_given_bad":  {[]string{server.URL + "/margay.tar.gz", "--sha256", bad}, "nothing was installed"},
		"sum_is_no_sum":  {[]string{server.URL + "/no-sum.tar.gz"}, "is no SHA-256 sum"},
		"sum_is_empty":   {[]string{server.URL + "/empty-sum.tgz"}, "is no SHA-256 sum"},
		"no_sum_at_all":  {[]string{server.URL + "/unsummed.tar.gz"}, "could not load " + server.URL + "/unsummed.tar.gz.sha256"},
		"not_there":      {[]string{server.URL + "/none.tar.gz"}, "could not load"},
		"in_the_clear":   {[]string{"http://127.0.0.1.example.com/margay.tar.gz"}, "is no https address"},
		"path_not_there": {[]string{"/none/margay"}, "is not there"},
		"empty_program":  {[]string{empty}, "is empty"},
		"file_and_sum":   {[]string{margay, "--sha256", bad}, "nothing was installed"},
		"short_sum":      {[]string{margay, "--sha256", good[:60]}, "is no SHA-256 sum"},
		"sum_alone":      {[]string{"--sha256", bad}, "nothing was installed"},
	} {
		if out, err := h.run(script(t), tc.args...); err == nil || !strings.Contains(out, tc.words) {
			t.Errorf("%s: %v, %s, want %q", name, err, out, tc.words)
		}
	}
	if after := h.tree(); !slices.Equal(after, before) {
		t.Errorf("something was written though nothing was installed: %q", after)
	}
	h.must(script(t), server.URL+"/margay.tar.gz")
	h.must(script(t), server.URL+"/unsummed.tar.gz", "--sha256", strings.ToUpper(good))
	h.must(filepath.Join(h.dir, ".local/bin/margay"), "uninstall")
	if after := h.tree(); !slices.Equal(after, before) {
		t.Errorf("left: %q", after)
	}
}

// wget follows an address to one in the clear, so with it the sum has to be named.
func TestScript_without_curl(t *testing.T) {
	t.Parallel()
	h, _ := newHome(t)
	tools := strings.TrimPrefix(h.env[1], "PATH=")
	if err := os.Remove(filepath.Join(tools, "curl")); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		wget  string // instead of the system's
		args  []string
		words string
	}{
		{"touch \"$HOME/called\"", []string{"https://127.0.0.1:1/margay"}, "name the sum with --sha256, or install curl"},
		{"exit 4", []string{"https://127.0.0.1:1/margay", "--sha256", strings.Repeat("0", 64)}, "could not load"},
		{`: >"${2#--output-document=}"`, []string{"https://127.0.0.1:1/margay", "--sha256", strings.Repeat("0", 64)}, "nothing was installed"},
	} {
		at := filepath.Join(tools, "wget")
		if err := os.Remove(at); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte("#!/bin/sh\n"+tc.wget+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
		if out, err := h.run(script(t), tc.args...); err == nil || !strings.Contains(out, tc.words) {
			t.Errorf("%q: %v, %s, want %q", tc.args, err, out, tc.words)
		}
	}
	if left := h.tree(); len(left) > 1 {
		t.Errorf("it wrote %q", left)
	}
}

// A server that takes the call and says nothing does not hold the script longer than it
// says: it is called once.
func TestScript_from_a_server_that_is_silent(t *testing.T) {
	t.Parallel()
	text := read(t, "install.sh")
	quick := filepath.Join(t.TempDir(), "install.sh")
	write(t, quick, regexp.MustCompile(`(?m)^silence=\d+$`).ReplaceAllString(text, "silence=1"))
	if read(t, quick) == text {
		t.Fatal("the script names no time")
	}
	for _, without := range []string{"wget", "curl"} {
		t.Run("without_"+without, func(t *testing.T) {
			t.Parallel()
			silent, err := net.Listen("tcp", "127.0.0.1:0") // whose calls nobody takes, but the system
			if err != nil {
				t.Fatal(err)
			}
			h, _ := newHome(t)
			if err := os.Remove(filepath.Join(strings.TrimPrefix(h.env[1], "PATH="), without)); err != nil && !os.IsNotExist(err) {
				t.Fatal(err)
			}
			out, err := h.run("/bin/sh", quick, "http://"+silent.Addr().String()+"/margay.tar.gz", "--sha256", strings.Repeat("0", 64))
			if err == nil || !strings.Contains(out, "nothing came from there for 1 seconds") {
				t.Errorf("%v: %s", err, out)
			}
			if n := calls(t, silent); n != 1 {
				t.Errorf("the server was called %d times", n)
			}
		})
	}
}

// calls counts those that wait to be taken, and closes the door.
func calls(t *testing.T, l net.Listener) (n int) {
	t.Helper()
	last, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = last.Close() }() // nothing was said on it
	for ; ; n++ {
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		own := c.RemoteAddr().String() == last.LocalAddr().String()
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if own {
			if err := l.Close(); err != nil {
				t.Error(err)
			}
			return n
		}
	}
}

func archiveOf(t *testing.T, program string) []byte {
	t.Helper()
	data, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	zipped, err := gzip.NewWriterLevel(&buf, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	tarred := tar.NewWriter(zipped)
	if err := tarred.WriteHeader(&tar.Header{Name: "margay-0.1.0/margay", Mode: 0o755, Size: int64(len(data)), Typeflag: tar.TypeReg}); err != nil {
		t.Fatal(err)
	}
	if _, err := tarred.Write(data); err != nil {
		t.Fatal(err)
	}
	if err := tarred.Close(); err != nil {
		t.Fatal(err)
	}
	if err := zipped.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}
