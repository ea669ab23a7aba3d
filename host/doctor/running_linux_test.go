package doctor_test

import (
	"strings"
	"testing"

	"github.com/margay/margay/host/doctor"
)

func TestOwnData(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"/usr/lib/chromium/chromium|--no-first-run|--user-data-dir=/home/mira/work profile|about:blank|": "/home/mira/work profile",
		"/opt/google/chrome/chrome|--user-data-dir=one|--user-data-dir=two|":                             "two", // as the browser reads it
		"/usr/lib/chromium/chromium|": "",
		"/usr/lib/chromium/chromium --type=renderer --user-data-dir=/home/mira/p|":           "",
		"/usr/lib/chromium/chromium|--type=gpu-process|--user-data-dir=/home/mira/p|":        "",
		"/usr/lib/chromium/chromium|--remote-debugging-port=9222|--user-data-dir=/tmp/test|": "",
		"/usr/bin/chromium|--headless=new|--user-data-dir=/tmp/test|":                        "",
		"/usr/share/code/code|--user-data-dir=/home/mira/code|":                              "",
		"": "",
	} {
		dir, ok := doctor.OwnData(strings.ReplaceAll(line, "|", "\x00"))
		if dir != want || ok != (want != "") {
			t.Errorf("%q: %q, %t", line, dir, ok)
		}
	}
}

func FuzzOwnData(f *testing.F) {
	f.Add("chrome\x00--user-data-dir=/x\x00")
	f.Add("\x00\x00")
	f.Fuzz(func(t *testing.T, line string) {
		if dir, ok := doctor.OwnData(line); ok != (dir != "") || strings.Contains(dir, "\x00") {
			t.Errorf("%q, %t", dir, ok)
		}
	})
}
