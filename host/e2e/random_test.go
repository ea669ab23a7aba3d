package e2e_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/margay/margay/host/dial"
)

// killsPerJob bounds how often one job loses its daemon, so that it ends.
const killsPerJob = 4

// lifetime is the longest that a daemon lives from when the client of a job has
// reached it: about as long as an undisturbed job takes.
const lifetime = 400 * time.Millisecond

// TestRandom_kills kills the daemon with -9 at random moments of jobs, a
// hundred times in all. What must hold is the same as at the crash points. The
// seed is printed, and MARGAY_SEED sets it; the moments follow from it, what
// they hit depends on the machine.
func TestRandom_kills(t *testing.T) {
	t.Parallel()
	kills := 100
	if testing.Short() {
		kills = 20
	}
	seed := seedOf(t)
	t.Logf("MARGAY_SEED=%d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	w := newWorld(t, ordinary)
	killed := 0
	for killed < kills && !t.Failed() {
		killed += w.hunt(t, random, min(killsPerJob, kills-killed))
	}
	t.Logf("%d kills during %d jobs", killed, w.jobs)
}

func seedOf(t *testing.T) uint64 {
	text := os.Getenv("MARGAY_SEED")
	if text == "" {
		return rand.Uint64()
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("MARGAY_SEED: %v", err)
	}
	return seed
}

// hunt does one job and kills its daemons, most of them, each at a random
// moment of its life. It returns how many were killed.
func (w *world) hunt(t *testing.T, random *rand.Rand, most int) (kills int) {
	ctx := patience(t)
	p := w.pursue(t, ctx)
	var killed atomic.Int64
	var killers sync.WaitGroup
	p.life = func(c *dial.Client) {
		if killed.Load() >= int64(most) {
			return
		}
		after := time.Duration(random.Int64N(int64(lifetime)))
		killers.Go(func() { // ends with the link, which ends with the life
			moment := time.NewTimer(after)
			defer moment.Stop()
			select {
			case <-c.Done():
				return
			case <-moment.C:
			}
			killed.Add(1)
			if err := killProcess(c.Reply().Pid); err != nil {
				t.Errorf("kill the daemon: %v", err)
			}
		})
	}
	run, err := p.toEnd(ctx)
	killers.Wait()
	if err != nil {
		t.Fatal(err)
	}
	w.check(t, ctx, run)
	return int(killed.Load())
}

func killProcess(pid int) error {
	p, err := os.FindProcess(pid)
	if err != nil {
		return err
	}
	return p.Kill()
}
