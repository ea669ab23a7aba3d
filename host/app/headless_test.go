package app

import (
	"strings"
	"testing"

	"github.com/margay/margay/protocol/client"
)

// TestHeadless_program: the browser that a run names goes before the one that the daemon was started with.
func TestHeadless_program(t *testing.T) {
	t.Setenv("MARGAY_CHROMIUM", "no-browser-of-the-daemon")
	for _, tt := range []struct{ name, asked, want string }{
		{"of_the_run", "no-browser-of-the-run", "MARGAY_CHROMIUM names \"no-browser-of-the-run\""},
		{"of_the_daemon", "", "MARGAY_CHROMIUM names \"no-browser-of-the-daemon\""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, _, err := (&headless{}).open(t.Context(), client.Headless{Program: tt.asked})
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("it says %v", err)
			}
		})
	}
}
