package daemon_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/gofrs/flock"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
)

// What a daemon notes of itself outlives it, and a person may be told to end whoever
// has its number.
func TestHolder_where_the_system_does_not_tell(t *testing.T) {
	t.Parallel()
	own := strconv.Itoa(os.Getpid()) + "\n"
	for name, tt := range map[string]struct {
		held   bool
		text   string // of the lock; the file is not there where it is empty
		beacon int
		want   int
	}{
		"held":                     {held: true, text: own, want: os.Getpid()},
		"held_and_only_the_beacon": {held: true, text: "\n", beacon: os.Getpid(), want: os.Getpid()},
		"held_by_nobody_there":     {held: true, text: "2147483646\n"},
		"held_and_a_group":         {held: true, text: "-1\n"},
		"held_and_nothing_noted":   {held: true, text: "\n"},
		"free":                     {text: own},
		"free_with_a_beacon":       {text: "\n", beacon: os.Getpid()},
		"no_lock":                  {beacon: os.Getpid()},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDirs(t)
			if tt.text != "" {
				if err := os.WriteFile(d.Lock(), []byte(tt.text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if tt.beacon != 0 {
				if err := d.WriteBeacon(config.Beacon{Pid: tt.beacon}); err != nil {
					t.Fatal(err)
				}
			}
			if tt.held {
				l := flock.New(d.Lock())
				if ok, err := l.TryLock(); err != nil || !ok {
					t.Fatal(ok, err)
				}
				defer l.Unlock() //nolint:errcheck // the test ends
			}
			if got := daemon.Believed(d).Pid; got != tt.want {
				t.Errorf("process %d, want %d", got, tt.want)
			}
		})
	}
}
