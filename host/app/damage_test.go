package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// A daemon that began an empty store beside a damaged one says so to everybody
// who asks, until a person dismisses it.
func TestDamage_is_told_by_the_status_until_it_is_dismissed(t *testing.T) {
	t.Parallel()
	dirs := config.Dirs{Data: filepath.Join(t.TempDir(), "data")}
	if err := dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dirs.Database(), []byte(strings.Repeat("noise ", 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	if s, err := store.Open(store.Options{Dir: dirs.Data}); err == nil {
		t.Fatal("noise was opened: ", s.Close())
	}
	var heard traffic
	l := serve(t, dirs, zerolog.Nop(), &heard)
	told := ask(t, l, &heard, client.DaemonStatus, protocol.Empty{}).Damaged
	if len(told) != 1 || !strings.HasPrefix(told[0].File, "margay.db.damaged-") || told[0].At.IsZero() {
		t.Fatalf("the status tells of %+v", told)
	}
	if left := ask(t, l, &heard, client.DamageDismiss, client.DismissDamage{File: told[0].File}).Damaged; left == nil || len(left) != 0 {
		t.Errorf("dismissed, and left is %+v", left)
	}
	if told := ask(t, l, &heard, client.DaemonStatus, protocol.Empty{}).Damaged; len(told) != 0 {
		t.Errorf("dismissed, and the status tells of %+v", told)
	}
	if _, err := os.Stat(filepath.Join(dirs.Data, told[0].File)); err != nil {
		t.Error(err)
	}
}
