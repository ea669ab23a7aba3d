package secret_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zalando/go-keyring"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/secret"
)

const canary = "sk-CANARY-of-a-key"

// ring is a keyring in memory. fail is what it answers; hold keeps it silent
// until it is closed; what it deletes breaks its library where breaks says so.
type ring struct {
	kept   map[string]string
	fail   error
	breaks bool
	hold   chan struct{}
	held   atomic.Int32 // calls that are kept waiting
}

func (r *ring) wait() error {
	if r.hold != nil {
		r.held.Add(1)
		<-r.hold
	}
	return r.fail
}

func (r *ring) Set(service, user, key string) error {
	if err := r.wait(); err != nil {
		return err
	}
	r.kept[service+"/"+user] = key
	return nil
}

func (r *ring) Get(service, user string) (string, error) {
	if err := r.wait(); err != nil {
		return "", err
	}
	if key, there := r.kept[service+"/"+user]; there {
		return key, nil
	}
	return "", keyring.ErrNotFound
}

func (r *ring) Delete(service, user string) error {
	if r.breaks {
		panic("of the library")
	}
	if err := r.wait(); err != nil {
		return err
	}
	if _, there := r.kept[service+"/"+user]; !there {
		return keyring.ErrNotFound
	}
	delete(r.kept, service+"/"+user)
	return nil
}

func newRing() *ring { return &ring{kept: map[string]string{}} }

// TestPut_walks_the_table of a key, in host/README.md.
func TestPut_walks_the_table(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		ring *ring
		want secret.Place
	}{
		{"keyring", newRing(), secret.Keyring},
		{"locked", &ring{fail: errors.New("locked")}, secret.File},
		{"none", nil, secret.File},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "keys")
			o := secret.Options{Path: path}
			if tt.ring != nil {
				o.Ring = tt.ring
			}
			keys := secret.New(o)
			lies, err := keys.Put(t.Context(), "a", canary)
			if err != nil || lies != (secret.Stored{Place: tt.want}) {
				t.Fatalf("put in %+v, %v", lies, err)
			}
			place := lies.Place
			if got, err := keys.Get(t.Context(), place, "a"); err != nil || got != canary {
				t.Errorf("got %q, %v", got, err)
			}
			_, err = os.Stat(path)
			if inFile := err == nil; inFile != (place == secret.File) {
				t.Errorf("the file is there: %t", inFile)
			}
			if err := keys.Remove(t.Context(), place, "a"); err != nil {
				t.Error(err)
			}
			if err := keys.Remove(t.Context(), place, "a"); err != nil {
				t.Errorf("the second time: %v", err)
			}
			if _, err := keys.Get(t.Context(), place, "a"); err == nil || !strings.Contains(err.Error(), "save it again") {
				t.Errorf("after it was removed: %v", err)
			}
			if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("an empty file is left: %v", err)
			}
		})
	}
}

// TestGet_asks_no_other_place: what lies in the keyring is not looked for in the file.
func TestGet_asks_no_other_place(t *testing.T) {
	t.Parallel()
	r := newRing()
	path := filepath.Join(t.TempDir(), "keys")
	keys := secret.New(secret.Options{Path: path, Ring: r})
	if _, err := secret.New(secret.Options{Path: path}).Put(t.Context(), "a", canary); err != nil {
		t.Fatal(err)
	}
	if got, err := keys.Get(t.Context(), secret.Keyring, "a"); err == nil {
		t.Errorf("got %q out of the file", got)
	}
	r.fail = errors.New("is locked")
	_, err := keys.Get(t.Context(), secret.Keyring, "a")
	if err == nil || !strings.Contains(err.Error(), "is locked") || !strings.Contains(err.Error(), "unlock it") {
		t.Errorf("a locked keyring says %v", err)
	}
	_, err = secret.New(secret.Options{Path: path}).Get(t.Context(), secret.Keyring, "a")
	if err == nil || !strings.Contains(err.Error(), "is not there") {
		t.Errorf("without a keyring it says %v", err)
	}
	if _, err := keys.Get(t.Context(), "", "a"); err == nil {
		t.Error("no place was asked and an answer came")
	}
}

// silent is a keyring that does not answer, and its keys.
func silent(t *testing.T) (*ring, *secret.Keys) {
	r := newRing()
	r.hold = make(chan struct{})
	return r, secret.New(secret.Options{Path: filepath.Join(t.TempDir(), "keys"), Ring: r})
}

// TestSilentKeyring delays one caller by 3 s and no other, leaves one goroutine,
// and what it stores too late is taken back.
func TestSilentKeyring(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, keys := silent(t)
		for i := range 3 {
			want, wait := secret.Stored{Place: secret.File, Unsettled: i == 0}, 3*time.Second
			if i > 0 {
				wait = 0
			}
			began := time.Now()
			lies, err := keys.Put(t.Context(), "a", canary)
			if took := time.Since(began); took != wait || lies != want || err != nil {
				t.Errorf("put in %+v after %s, %v", lies, took, err)
			}
			began = time.Now()
			_, err = keys.Get(t.Context(), secret.Keyring, "b")
			if took := time.Since(began); took != 0 || err == nil || !strings.Contains(err.Error(), "did not answer within 3s") {
				t.Errorf("got after %s: %v", took, err)
			}
		}
		if n := r.held.Load(); n != 1 {
			t.Errorf("%d calls wait for the keyring, want one", n)
		}
		close(r.hold)
		synctest.Wait()
		if len(r.kept) != 0 {
			t.Errorf("the keyring keeps what lies in the file: %d", len(r.kept))
		}
		if place, err := keys.Where(t.Context()); place != secret.Keyring || err != nil {
			t.Errorf("it answers again, and new keys go to %q, %v", place, err)
		}
	})
}

// TestSilentKeyring_fails_late: what its library does when nobody waits any more
// ends no process and no later call.
func TestSilentKeyring_fails_late(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, keys := silent(t)
		r.breaks = true
		if lies, err := keys.Put(t.Context(), "a", canary); !lies.Unsettled || err != nil {
			t.Errorf("put in %+v, %v", lies, err)
		}
		close(r.hold)
		synctest.Wait()
		if len(r.kept) != 1 {
			t.Fatalf("it keeps %d, so nothing was tried here", len(r.kept))
		}
		r.breaks = false
		if err := keys.Remove(t.Context(), "", "a"); err != nil || len(r.kept) != 0 {
			t.Errorf("removed: %v; it keeps %d", err, len(r.kept))
		}
	})
}

// TestSilentKeyring_for_good: a call whose answer was lost keeps others away for a
// minute, and a few of them at most are waited for.
func TestSilentKeyring_for_good(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r, keys := silent(t)
		for range 10 {
			if _, err := keys.Get(t.Context(), secret.Keyring, "a"); err == nil {
				t.Fatal("a silent keyring answered")
			}
			time.Sleep(time.Minute) // of the bubble's time
		}
		if n := r.held.Load(); n != 4 {
			t.Errorf("%d calls wait, want 4", n)
		}
		close(r.hold)
		synctest.Wait()
		if place, err := keys.Where(t.Context()); place != secret.Keyring || err != nil {
			t.Errorf("it answers again, and new keys go to %q, %v", place, err)
		}
	})
}

// TestRemove_asks_its_place only, and never says that a key is gone where the
// place cannot be asked.
func TestRemove_asks_its_place(t *testing.T) {
	t.Parallel()
	r := newRing()
	r.fail = errors.New("was asked")
	path := filepath.Join(t.TempDir(), "keys")
	keys := secret.New(secret.Options{Path: path, Ring: r})
	if err := keys.Remove(t.Context(), secret.File, "a"); err != nil {
		t.Errorf("from the file: %v", err)
	}
	if err := keys.Remove(t.Context(), "", "a"); err == nil || !strings.Contains(err.Error(), "was asked") {
		t.Errorf("from anywhere: %v", err)
	}
	without := secret.New(secret.Options{Path: path})
	if err := without.Remove(t.Context(), secret.Keyring, "a"); err == nil || !strings.Contains(err.Error(), "is not there") {
		t.Errorf("from a keyring that is not there: %v", err)
	}
	if err := without.Remove(t.Context(), "", "a"); err != nil {
		t.Errorf("where there is no keyring: %v", err)
	}
}

// TestLocked is said in words, whatever the library calls it.
func TestLocked(t *testing.T) {
	t.Parallel()
	r := newRing()
	r.fail = errors.New("failed to unlock correct collection '/org/freedesktop/secrets/collection/login'")
	_, err := secret.New(secret.Options{Path: filepath.Join(t.TempDir(), "keys"), Ring: r}).Get(t.Context(), secret.Keyring, "a")
	if err == nil || err.Error() != "the system's keyring is locked: unlock it and try again" {
		t.Errorf("it says %v", err)
	}
}

// TestNone: a message bus without a keyring is no fault, in the words of either bus.
func TestNone(t *testing.T) {
	t.Parallel()
	for _, words := range []string{"The name org.freedesktop.secrets was not provided by any .service files", "The name is not activatable"} {
		r := newRing()
		r.fail = errors.New(words)
		keys := secret.New(secret.Options{Path: filepath.Join(t.TempDir(), "keys"), Ring: r})
		if place, err := keys.Where(t.Context()); place != secret.File || err != nil {
			t.Errorf("%s: new keys go to %q, %v", words, place, err)
		}
		if _, err := keys.Get(t.Context(), secret.Keyring, "a"); err == nil || !strings.Contains(err.Error(), "is not there") {
			t.Errorf("%s: it says %v", words, err)
		}
	}
}

func TestFile_is_private(t *testing.T) {
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("permissions follow from the folder there")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "keys")
	keys := secret.New(secret.Options{Path: path})
	put := func() {
		if _, err := keys.Put(t.Context(), "a", canary); err != nil {
			t.Fatal(err)
		}
	}
	put()
	put()
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if list, err := os.ReadDir(dir); err != nil || len(list) != 1 {
		t.Errorf("left in the folder: %v, %v", list, err)
	}
	for name, spoil := range map[string]func() error{
		"open to others": func() error { return os.Chmod(path, 0o644) },
		"a link":         func() error { return errors.Join(os.Rename(path, path+"2"), os.Symlink(path+"2", path)) },
		"no keys": func() error {
			return errors.Join(os.Remove(path), os.WriteFile(path, []byte(`{"keys": "`+canary+`"`), 0o600))
		},
	} {
		if err := errors.Join(os.RemoveAll(path), os.RemoveAll(path+"2")); err != nil {
			t.Fatal(err)
		}
		put()
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		_, err := keys.Get(t.Context(), secret.File, "a")
		_, errPut := keys.Put(t.Context(), "b", canary)
		for _, err := range []error{err, errPut} {
			if err == nil || strings.Contains(err.Error(), canary) || !strings.Contains(err.Error(), path) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestFile_crash: what a crash left half-written holds keys in the clear. The next
// change takes it away, also one that has nothing to write, and so does whoever
// removes what Margay wrote.
func TestFile_crash(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "keys")
	half := path + ".new"
	keys := secret.New(secret.Options{Path: path})
	put := func(name string) error {
		_, err := keys.Put(t.Context(), name, canary)
		return err
	}
	remove := func(name string) error { return keys.Remove(t.Context(), secret.File, name) }
	for _, step := range []struct {
		name, key string
		change    func(string) error
	}{
		{"another key", "a", put}, {"no change", "none", remove}, {"the last key goes", "a", remove}, {"no file", "none", remove},
	} {
		if err := os.WriteFile(half, []byte(`{"version": 1, "keys": {"b": "`+canary), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := step.change(step.key); err != nil {
			t.Errorf("%s: %v", step.name, err)
		}
		if _, err := os.Stat(half); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s: the half-written file is left: %v", step.name, err)
		}
	}
	for _, name := range []string{filepath.Base(path), filepath.Base(half)} {
		if !slices.Contains(config.Kept(), name) {
			t.Errorf("whoever removes the data leaves %s: %q", name, config.Kept())
		}
	}
}

func TestSystem_never_starts_a_bus(t *testing.T) {
	t.Parallel()
	if runtime.GOOS != "linux" {
		t.Skip("only there is a bus")
	}
	dir := t.TempDir()
	env := map[string]string{"XDG_RUNTIME_DIR": dir}
	getenv := func(name string) string { return env[name] }
	for bus, want := range map[string]bool{"": false, "disabled:": false, "autolaunch:": false, "unix:path=/nowhere": true} {
		env["DBUS_SESSION_BUS_ADDRESS"] = bus
		if got := secret.System(getenv) != nil; got != want {
			t.Errorf("%q: %t, want %t", bus, got, want)
		}
	}
	env["DBUS_SESSION_BUS_ADDRESS"] = ""
	if err := os.WriteFile(filepath.Join(dir, "bus"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if secret.System(getenv) == nil {
		t.Error("the bus of the session was not seen")
	}
	env["MARGAY_KEYRING"] = "off"
	if secret.System(getenv) != nil {
		t.Error("a keyring that was switched off is asked")
	}
}
