package doctor_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/doctor"
	"github.com/margay/margay/protocol/client"
	"github.com/margay/margay/protocol/driver"
)

// stuck are browsers with as many tabs each, in which no page answers.
type stuck struct{ browsers, tabs int }

func (s stuck) Tabs(context.Context) (list []browser.Tab, err error) {
	for b := range s.browsers {
		for range s.tabs {
			list = append(list, browser.Tab{Browser: fmt.Sprint("browser ", b), Tab: driver.Tab{URL: "https://alert.example/"}})
		}
	}
	return list, nil
}

func (s stuck) Tab(browser.TabID) (browser.Place, error) {
	return browser.Place{Transport: hung{}}, nil
}

// hung is a browser that answers nothing.
type hung struct{ browser.Transport }

func (hung) Frames(ctx context.Context, _ int64) ([]browser.Frame, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

// TestPage_of_stuck_browsers: each of them takes all of its time, and together they
// take no more: the check has a bound, and so has what asks the daemon for all of its.
func TestPage_of_stuck_browsers(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		state, cause := doctor.Page(t.Context(), doctor.Daemon{Tabs: stuck{browsers: 6, tabs: 7}})
		if state != client.CheckFailed || strings.Count(cause, "alert.example") != 6*5 {
			t.Errorf("%s %q", state, cause)
		}
		if took := time.Since(began); took > 21*time.Second {
			t.Errorf("it took %s", took)
		}
	})
}
