package store_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/store"
	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
)

// The fault of the one start that found the damage may pass unseen, so later
// starts tell of what was put aside until a person has dismissed it.
func TestDamaged_is_told_until_it_is_dismissed(t *testing.T) {
	t.Parallel()
	dir := filled(t)
	if list := must[[]store.Aside](t)(storetest.OpenIn(t, filled(t)).Damaged()); len(list) != 0 {
		t.Fatalf("a whole store tells of %v", list)
	}
	path := filepath.Join(dir, "margay.db")
	noise := strings.Repeat("noise ", 5000)
	if err := os.WriteFile(path, []byte(noise), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := open(dir)
	wantFault(t, err, protocol.ReasonStoreBroken, "damaged")

	s := must[*store.Store](t)(open(dir))
	list := must[[]store.Aside](t)(s.Damaged())
	if len(list) != 1 || !strings.HasPrefix(list[0].File, "margay.db.damaged-") || time.Since(list[0].At).Abs() > time.Minute {
		t.Fatalf("told of %+v", list)
	}
	wantFault(t, s.DismissDamaged(t.Context(), "margay.db"), protocol.ReasonNotFound, "margay.db")
	wantFault(t, s.DismissDamaged(t.Context(), "../"+list[0].File), protocol.ReasonNotFound, "kept as")
	for range 2 { // a second window may dismiss it, too
		if err := s.DismissDamaged(t.Context(), list[0].File); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left := must[[]store.Aside](t)(storetest.OpenIn(t, dir).Damaged()); len(left) != 0 {
		t.Errorf("dismissed, and still told of %+v", left)
	}
	if kept := must[[]byte](t)(os.ReadFile(filepath.Join(dir, list[0].File))); string(kept) != noise {
		t.Error("the copy was changed")
	}
}
