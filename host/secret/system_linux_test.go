package secret_test

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/godbus/dbus/v5"

	"github.com/margay/margay/host/secret"
)

// TestSystem goes over a real session bus: with nobody there, with a Secret
// Service, and with one whose prompt nobody answers. It is one test because the
// library keeps one connection for the process.
func TestSystem(t *testing.T) {
	if _, err := exec.LookPath("dbus-daemon"); err != nil {
		missing(t, "there is no dbus-daemon here")
	}
	keys := secret.New(secret.Options{Path: filepath.Join(t.TempDir(), "keys"), Ring: secret.System(func(string) string { return "unix:path=/set-below" }), Wait: 2 * time.Second})
	t.Setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path="+filepath.Join(t.TempDir(), "none"))
	if place, err := keys.Where(t.Context()); place != secret.File || err == nil || !strings.Contains(err.Error(), "cannot be used") {
		t.Errorf("without a bus: %q, %v", place, err)
	}

	t.Setenv("DBUS_SESSION_BUS_ADDRESS", startBus(t))
	if lies, err := keys.Put(t.Context(), "a", canary); err != nil || lies.Place != secret.File {
		t.Errorf("a bus without a keyring: put in %+v, %v", lies, err)
	}

	ring := offer(t)
	lies, err := keys.Put(t.Context(), "b", canary)
	if err != nil || lies.Place != secret.Keyring || ring.count() != 1 {
		t.Fatalf("with a keyring: put in %+v, %v; it holds %d", lies, err, ring.count())
	}
	if got, err := keys.Get(t.Context(), secret.Keyring, "b"); err != nil || got != canary {
		t.Errorf("got %q, %v", got, err)
	}
	if place, err := keys.Where(t.Context()); place != secret.Keyring || err != nil {
		t.Errorf("new keys go to %q, %v", place, err)
	}
	if _, err := keys.Get(t.Context(), secret.Keyring, "none"); err == nil || !strings.Contains(err.Error(), "save it again") {
		t.Errorf("what is not there: %v", err)
	}
	if err := keys.Remove(t.Context(), secret.Keyring, "b"); err != nil || ring.count() != 0 {
		t.Errorf("removed: %v; it holds %d", err, ring.count())
	}

	ring.lock()
	began := time.Now()
	_, err = keys.Get(t.Context(), secret.Keyring, "b")
	if took := time.Since(began); err == nil || !strings.Contains(err.Error(), "did not answer within 2s") || took > 5*time.Second {
		t.Errorf("locked, with a prompt that nobody answers: %v after %s", err, took)
	}
	if got, err := keys.Get(t.Context(), secret.File, "a"); err != nil || got != canary {
		t.Errorf("the file, meanwhile: %q, %v", got, err)
	}
}

// missing skips a test for want of something, loudly; where CI is set it fails.
func missing(t *testing.T, what string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf("CANNOT RUN: %s", what)
	}
	t.Skipf("SKIPPED, NOTHING WAS TESTED: %s", what)
}

// busConfig is a session bus that starts nobody: the machine's would start the
// keyring that is installed.
const busConfig = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><type>session</type><listen>unix:dir=%s</listen><auth>EXTERNAL</auth>
<policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/></policy></busconfig>`

// startBus starts a message bus and returns its address.
func startBus(t *testing.T) string {
	t.Helper()
	config := filepath.Join(t.TempDir(), "bus.conf")
	if err := os.WriteFile(config, fmt.Appendf(nil, busConfig, t.TempDir()), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), "dbus-daemon", "--config-file="+config, "--nofork", "--print-address=1")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = errors.Join(cmd.Process.Kill(), cmd.Wait()) }) // it was killed
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

// desktop is a keyring of a desktop: the part of the Secret Service that matters here.
type desktop struct {
	conn *dbus.Conn

	mu     sync.Mutex // guards what follows
	locked bool
	made   int
	items  map[dbus.ObjectPath]*item
}

type item struct {
	d          *desktop
	path       dbus.ObjectPath
	attributes map[string]string
	secret     wireSecret
}

type wireSecret struct {
	Session     dbus.ObjectPath
	Parameters  []byte
	Value       []byte
	ContentType string
}

const (
	base       = "org.freedesktop.Secret."
	root       = dbus.ObjectPath("/org/freedesktop/secrets")
	collection = dbus.ObjectPath("/org/freedesktop/secrets/collection/login")
	session    = dbus.ObjectPath("/org/freedesktop/secrets/session/1")
	prompt     = dbus.ObjectPath("/org/freedesktop/secrets/prompt/1")
	noPrompt   = dbus.ObjectPath("/")
)

// offer puts a Secret Service on the bus.
func offer(t *testing.T) *desktop {
	t.Helper()
	conn, err := dbus.Connect(os.Getenv("DBUS_SESSION_BUS_ADDRESS"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	d := &desktop{conn: conn, items: map[dbus.ObjectPath]*item{}}
	err = errors.Join(
		conn.Export(d, root, base+"Service"), conn.Export(d, root, "org.freedesktop.DBus.Properties"),
		conn.Export(d, collection, base+"Collection"), conn.Export(d, session, base+"Session"), conn.Export(silentPrompt{}, prompt, base+"Prompt"),
	)
	if err != nil {
		t.Fatal(err)
	}
	if reply, err := conn.RequestName("org.freedesktop.secrets", dbus.NameFlagDoNotQueue); err != nil || reply != dbus.RequestNameReplyPrimaryOwner {
		t.Fatal(reply, err)
	}
	return d
}

func (d *desktop) count() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.items)
}

func (d *desktop) lock() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.locked = true
}

func (d *desktop) Get(_, _ string) (dbus.Variant, *dbus.Error) {
	return dbus.MakeVariant([]dbus.ObjectPath{collection}), nil
}

func (d *desktop) OpenSession(string, dbus.Variant) (dbus.Variant, dbus.ObjectPath, *dbus.Error) {
	return dbus.MakeVariant(""), session, nil
}

func (d *desktop) Close() *dbus.Error { return nil }

func (d *desktop) Unlock(list []dbus.ObjectPath) ([]dbus.ObjectPath, dbus.ObjectPath, *dbus.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.locked {
		return nil, prompt, nil
	}
	return list, noPrompt, nil
}

func (d *desktop) CreateItem(properties map[string]dbus.Variant, s wireSecret, _ bool) (dbus.ObjectPath, dbus.ObjectPath, *dbus.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	attributes, _ := properties[base+"Item.Attributes"].Value().(map[string]string)
	d.made++
	it := &item{d: d, path: dbus.ObjectPath(fmt.Sprintf("%s/%d", collection, d.made)), attributes: attributes, secret: s}
	d.items[it.path] = it
	if err := d.conn.Export(it, it.path, base+"Item"); err != nil {
		return "", "", dbus.MakeFailedError(err)
	}
	return it.path, noPrompt, nil
}

func (d *desktop) SearchItems(want map[string]string) ([]dbus.ObjectPath, *dbus.Error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	found := []dbus.ObjectPath{}
	for path, it := range d.items {
		if it.attributes["username"] == want["username"] && it.attributes["service"] == want["service"] {
			found = append(found, path)
		}
	}
	return found, nil
}

func (it *item) GetSecret(dbus.ObjectPath) (wireSecret, *dbus.Error) { return it.secret, nil }

func (it *item) Delete() (dbus.ObjectPath, *dbus.Error) {
	it.d.mu.Lock()
	defer it.d.mu.Unlock()
	delete(it.d.items, it.path)
	return noPrompt, nil
}

// silentPrompt is a window that nobody looks at.
type silentPrompt struct{}

func (silentPrompt) Prompt(string) *dbus.Error { return nil }
