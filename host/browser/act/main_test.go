package act_test

import (
	"testing"

	"github.com/margay/margay/host/browser/browsertest"
)

func TestMain(m *testing.M) { browsertest.Main(m) }
