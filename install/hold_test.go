package install_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/margay/margay/install"
)

// Another installation is waited for. Where the wait is in vain, the person is
// told why.
func TestInstall_waits_for_another(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		busy  int // how often it is held
		why   error
		words []string // of the error
	}{
		"for_a_moment":    {busy: 3},
		"for_ever":        {busy: 1 << 30, words: []string{"another process is installing or uninstalling", "try again"}},
		"denied_for_ever": {busy: 1 << 30, why: errors.New("access is denied"), words: []string{"access is denied", "another process"}},
		"denied_at_first": {busy: 20, why: errors.New("access is denied")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				p := newPerson(t, "linux", "/home/m")
				tries := 0
				release, err := install.HoldBy(p.setup(linuxData), func(string) (func(), error) {
					if tries++; tries <= tc.busy {
						return nil, errors.Join(install.ErrHeld, tc.why)
					}
					return func() {}, nil
				})
				if (err == nil) != (tc.words == nil) || (release == nil) != (err != nil) {
					t.Fatalf("error %v, want %q", err, tc.words)
				}
				for _, want := range tc.words {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("error %q does not say %q", err, want)
					}
				}
			})
		})
	}
}

// A folder that an uninstall takes away just while it is prepared is prepared
// anew; one that there is no making is told at once.
func TestInstall_prepares_anew_what_another_takes_away(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		times int
		err   error
		fails bool
	}{
		"vanished_once":   {times: 1, err: fs.ErrNotExist},
		"vanished_thrice": {times: 3, err: fs.ErrNotExist},
		"never_there":     {times: 1 << 30, err: fs.ErrNotExist, fails: true},
		"may_not":         {times: 1, err: fs.ErrPermission, fails: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s := newPerson(t, "linux", "/home/m").setup(linuxData)
				began, tries := time.Now(), 0
				s.Prepare = func() error {
					if tries++; tries <= tc.times {
						return &fs.PathError{Op: "lstat", Path: linuxData, Err: tc.err}
					}
					return nil
				}
				_, err := install.HoldBy(s, func(string) (func(), error) { return func() {}, nil })
				if tc.fails != errors.Is(err, tc.err) || !tc.fails && err != nil {
					t.Errorf("error %v", err)
				}
				if took := time.Since(began); took > time.Second {
					t.Errorf("it took %v", took)
				}
			})
		})
	}
}

// What another installation has prepared and not yet put on record is not taken
// back by one that waited for it in vain.
func TestInstall_that_waited_in_vain_takes_nothing_back(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p := newPerson(t, "linux", "/home/m")
		p.mkdir(linuxData)
		s := p.setup(linuxData)
		if err := s.Prepare(); err != nil {
			t.Fatal(err)
		}
		release, err := install.TryHold(p.file(linuxData))
		if err != nil {
			t.Fatal(err)
		}
		defer release()
		mark := linuxData + "/margay.data"
		if _, err := s.Install(nil); err == nil || !strings.Contains(err.Error(), "another process") {
			t.Fatalf("error %v", err)
		}
		if _, err := os.Stat(p.file(mark)); err != nil {
			t.Errorf("the other's mark is gone: %v", err)
		}
	})
}

// An uninstall may take the folder away between our look at it and its making:
// then it is this install that made it, and the folders above it.
func TestInstall_into_a_folder_that_goes_away_meanwhile(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	before := p.tree()
	s := p.setup(linuxData)
	if err := s.Prepare(); err != nil { // another's
		t.Fatal(err)
	}
	prepare, times := s.Prepare, 0
	s.Prepare = func() error {
		if times++; times > 1 {
			return prepare()
		}
		if err := os.RemoveAll(p.file("/home/m/.local")); err != nil {
			t.Error(err)
		}
		return fs.ErrNotExist
	}
	mustInstall(t, s)
	mustUninstall(t, s, false)
	p.same(before)
}

// The first thing that an install does is to make the folder; an uninstall that
// was about to remove it leaves it to that one, and has not failed.
func TestUninstall_while_another_install_begins(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "linux", "/home/m")
	s := p.setup(linuxData)
	mustInstall(t, s)
	stop := make(chan struct{})
	var running sync.WaitGroup
	defer running.Wait()
	defer close(stop)
	running.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				_ = os.Mkdir(p.file(linuxData+"/log"), 0o700) // there is no folder half of the time
			}
		}
	})
	for range 300 {
		if _, err := s.Remove(false); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.MkdirAll(p.file(linuxData), 0o700), os.WriteFile(p.file(linuxData+"/margay.data"), nil, 0o600),
			os.WriteFile(p.file(s.Machine.Record), []byte(`{"version": 1, "entries": [{"kind": "data", "path": "`+linuxData+`", "made": ["`+linuxData+`"]}]}`), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
}
