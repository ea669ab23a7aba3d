package store_test

import (
	"fmt"
	"os"
	"testing"

	"github.com/margay/margay/host/store/storetest"
	"github.com/margay/margay/protocol"
)

func TestOpen_locked_finds_the_holder(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	storetest.OpenIn(t, dir)
	_, err := open(dir)
	wantFault(t, err, protocol.ReasonStoreLocked, fmt.Sprintf("in use by process %d", os.Getpid()))
}
