package app_test

import (
	"net"
	"path/filepath"
	"testing"
	"time"

	"github.com/rs/zerolog"
)

// TestClose_waits_for_no_keyring: one that is silent holds no daemon up that leaves.
// Only Linux's keyring can be played here.
func TestClose_waits_for_no_keyring(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "bus")
	l, err := net.Listen("unix", socket) //nolint:noctx // it is closed with the test
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // only listened on
	t.Setenv("MARGAY_KEYRING", "")
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+socket)
	service := open(t, keyInRing(t), zerolog.Nop())
	if _, err := l.Accept(); err != nil { // the keyring is asked
		t.Fatal(err)
	}
	began := time.Now()
	if err := service.Close(); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > time.Second {
		t.Errorf("it took %s", took)
	}
}
