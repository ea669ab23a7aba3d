package secret_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/margay/margay/host/secret"
)

// gnomeVar is set where this process is the one that TestGnome_keyring starts:
// the library keeps one connection for the process.
const gnomeVar = "SECRET_TEST_GNOME"

// TestGnome_keyring keeps a key in the keyring that many desktops have, locks it,
// kills it in between and comes back to it.
func TestGnome_keyring(t *testing.T) {
	if os.Getenv(gnomeVar) != "" {
		gnomeKeyring(t)
		return
	}
	t.Parallel()
	for _, name := range []string{"dbus-daemon", "gnome-keyring-daemon"} {
		if _, err := exec.LookPath(name); err != nil {
			missing(t, "there is no "+name+" here")
		}
	}
	home := t.TempDir()
	run := filepath.Join(home, "run")
	if err := os.Mkdir(run, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestGnome_keyring$", "-test.timeout=1m")
	cmd.Env = []string{
		gnomeVar + "=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "HOME=" + home, "XDG_DATA_HOME=" + filepath.Join(home, "share"),
		"XDG_RUNTIME_DIR=" + run, "DBUS_SESSION_BUS_ADDRESS=" + startBus(t),
	}
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func gnomeKeyring(t *testing.T) {
	path := filepath.Join(os.Getenv(gnomeVar), "keys")
	keys := secret.New(secret.Options{Path: path, Ring: secret.System(os.Getenv)})
	bus, err := dbus.SessionBusPrivate()
	if err == nil {
		err = errors.Join(bus.Auth(nil), bus.Hello())
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bus.Close() })
	get := func(name, says string) {
		t.Helper()
		began := time.Now()
		got, err := keys.Get(t.Context(), secret.Keyring, name)
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("it took %s", took)
		}
		if says == "" && (err != nil || got != canary) || says != "" && (err == nil || !strings.Contains(err.Error(), says)) {
			t.Errorf("got %q, %v; want %q", got, err, says)
		}
	}
	put := func(name string, want secret.Place) {
		t.Helper()
		if lies, err := keys.Put(t.Context(), name, canary); err != nil || lies != (secret.Stored{Place: want}) {
			t.Errorf("put in %+v, %v; want %s", lies, err, want)
		}
	}

	kill := startGnome(t, bus, "")
	if place, err := keys.Where(t.Context()); place != secret.File || err == nil || !strings.Contains(err.Error(), "never set up") {
		t.Errorf("without a keyring in it, new keys go to %q, %v", place, err)
	}
	put("first", secret.File)
	kill()
	kill = startGnome(t, bus, "--unlock")
	put("a", secret.Keyring)
	get("a", "")
	get("none", "save it again")
	if place, err := keys.Where(t.Context()); place != secret.Keyring || err != nil {
		t.Errorf("new keys go to %q, %v", place, err)
	}

	const service = "org.freedesktop.secrets"
	login := dbus.ObjectPath("/org/freedesktop/secrets/collection/login")
	if err := bus.Object(service, "/org/freedesktop/secrets").Call("org.freedesktop.Secret.Service.Lock", 0, []dbus.ObjectPath{login}).Err; err != nil {
		t.Fatal(err)
	}
	get("a", "is locked: unlock it") // nobody is there to ask for its password
	put("b", secret.File)
	if err := keys.Remove(t.Context(), secret.Keyring, "a"); err == nil {
		t.Error("a key was removed from a locked keyring")
	}

	kill()
	get("a", "is not there")
	if place, err := keys.Where(t.Context()); place != secret.File || err != nil { // a desktop without one is sound
		t.Errorf("with no keyring on the bus, new keys go to %q, %v", place, err)
	}
	put("c", secret.File)

	startGnome(t, bus, "--unlock")
	get("a", "")
	put("d", secret.Keyring)
	for _, name := range []string{"a", "d", "a"} {
		if err := keys.Remove(t.Context(), secret.Keyring, name); err != nil {
			t.Errorf("remove %s: %v", name, err)
		}
	}
	get("a", "save it again")
}

// startGnome starts the keyring, with its password where it is to unlock, and gives
// what kills it.
func startGnome(t *testing.T, bus *dbus.Conn, unlock string) (kill func()) {
	t.Helper()
	const name = "org.freedesktop.secrets"
	owners := make(chan *dbus.Signal, 16)
	bus.Signal(owners)
	defer bus.RemoveSignal(owners)
	if err := bus.AddMatchSignal(dbus.WithMatchInterface("org.freedesktop.DBus"), dbus.WithMatchMember("NameOwnerChanged"), dbus.WithMatchArg(0, name)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "gnome-keyring-daemon", slices.DeleteFunc([]string{"--foreground", "--components=secrets", unlock}, func(a string) bool { return a == "" })...)
	cmd.Stdin = strings.NewReader("password of the desktop")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	gone := false
	kill = func() {
		if !gone {
			gone = true
			_ = errors.Join(cmd.Process.Kill(), cmd.Wait()) // it was killed
		}
	}
	t.Cleanup(kill)
	for s := range owners {
		if len(s.Body) == 3 && s.Body[0] == name && s.Body[2] != "" {
			return kill
		}
	}
	t.Fatal("the bus has gone")
	return nil
}
