//go:build linux

package doctor_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"github.com/margay/margay/host/browser/browsertest"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

func (w *world) database() string { return filepath.Join(w.dirs.Data, "margay.db") }

// schema makes a store and writes over which version it is of.
func (w *world) schema(record string) {
	w.t.Helper()
	w.doctor()
	db, err := bbolt.Open(w.database(), 0o600, nil)
	if err == nil {
		err = db.Update(func(tx *bbolt.Tx) error { return tx.Bucket([]byte("meta")).Put([]byte("schema"), []byte(record)) })
	}
	if err == nil {
		err = db.Close()
	}
	if err != nil {
		w.t.Fatal(err)
	}
}

// starts registers a script in place of the program.
func (w *world) starts(script string) {
	w.t.Helper()
	path := filepath.Join(w.home, "bin", "margay")
	w.script(path, script)
	w.edit(w.dirs.Bin(), path)
}

// stranger starts what looks like a browser with a data directory of its own, and
// returns that.
func stranger(w *world) string {
	w.t.Helper()
	dir := filepath.Join(w.home, "browser")
	w.mkdir(dir)
	cmd := w.command("/bin/sh")
	cmd.Args = []string{"/usr/lib/chromium/chromium", "-c", "echo up; read line", "--no-first-run", "--user-data-dir=" + dir}
	w.startUntil(cmd, "up")
	return dir
}

// named is the data directory of a browser that a person named to install.
func named(w *world) string {
	w.t.Helper()
	dir := filepath.Join(w.home, "u1")
	w.mkdir(dir)
	w.sh(w.exe + " install --user-data-dir " + dir)
	return dir
}

// installAgain does what the popup says, which does not know which browser it is.
func installAgain(w *world, _ client.Check) {
	w.t.Helper()
	w.sh(w.exe + " install")
}

// holdStore opens the database in another process.
func holdStore(w *world) {
	w.doctor()
	self, err := os.Executable()
	if err != nil {
		w.t.Fatal(err)
	}
	cmd := w.command(self)
	cmd.Env = append(cmd.Env, holdVar+"="+w.database())
	w.startUntil(cmd, "held")
}

// otherData registers a program that lies in another data directory.
func otherData(w *world) {
	other := filepath.Join(filepath.Dir(w.dirs.Data), "other")
	bin := filepath.Join(other, "bin", "margay")
	w.mkdir(filepath.Dir(bin))
	if err := os.Link(w.exe, bin); err != nil {
		copyFile(w.t, w.exe, bin)
	}
	w.write(filepath.Join(other, "margay.data"), "")
	w.edit(w.dirs.Bin(), bin)
	w.ends(other)
}

// ends ends the daemon of another data directory with the test.
func (w *world) ends(data string) {
	w.t.Cleanup(func() { w.sh(w.exe + " stop --data " + data) })
}

// notWritable takes the right to write from the folder, and from an
// administrator the power to write all the same.
func notWritable(w *world) { w.close(w.dirs.Data, 0o500) }

// close takes rights from the owner of a file or folder, and from an administrator
// the power to do without.
func (w *world) close(path string, mode os.FileMode) {
	w.t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		w.t.Fatal(err)
	}
	w.chmod(path, mode)
	w.t.Cleanup(func() { _ = os.Chmod(path, info.Mode().Perm()|0o600) })
	w.unprivileged()
}

// closed takes rights from something in the data directory that a daemon has made.
func closed(name string, mode os.FileMode) func(w *world) {
	return func(w *world) {
		w.doctor()
		path := filepath.Join(w.dirs.Data, name)
		if _, err := os.Stat(path); err != nil { // nothing was logged yet
			w.write(path, "")
		}
		w.close(path, mode)
	}
}

// link makes a link.
func (w *world) link(to, at string) {
	w.t.Helper()
	if err := os.Symlink(to, at); err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = os.Remove(at + ".old") })
}

// unprivileged lets the doctor run without what an administrator may do to the files
// of others.
func (w *world) unprivileged() {
	if os.Getuid() != 0 {
		return
	}
	setpriv, err := exec.LookPath("setpriv")
	if err != nil {
		browsertest.Missing(w.t, "an administrator can write everywhere, and there is no setpriv")
	}
	const powers = "-dac_override,-dac_read_search,-fowner"
	w.before = []string{setpriv, "--bounding-set=" + powers, "--inh-caps=" + powers, "--"}
}

// asideAndInstall runs the command that is told, and the one that its next step names.
func asideAndInstall(w *world, told client.Check) {
	w.t.Helper()
	w.sh(told.Command)
	_, command, found := strings.Cut(told.Next, "then install again: ")
	if !found {
		w.t.Fatalf("it does not say to install again: %q", told.Next)
	}
	w.sh(command)
}

// openAndInstall runs the command that is told, and then the one of the next diagnosis.
func openAndInstall(w *world, told client.Check) {
	w.t.Helper()
	w.sh(told.Command)
	w.sh(find(w.t, w.doctor(), told.ID).Command)
}

// endIt runs the command that is told, and a diagnosis which tells of what was killed.
func endIt(w *world, told client.Check) {
	w.t.Helper()
	w.sh(told.Command)
	w.doctor()
}

// another gives a file of the daemon to another user.
func another(name string) func(w *world) {
	return func(w *world) {
		w.doctor() // which lets a daemon make it
		if err := os.Chown(filepath.Join(w.dirs.Data, name), 4711, 4711); err != nil {
			browsertest.Missing(w.t, "only an administrator can give a file away: "+err.Error())
		}
	}
}

// withoutSudo runs the command that is told as one who has what sudo gives.
func withoutSudo(w *world, told client.Check) {
	w.t.Helper()
	command, found := strings.CutPrefix(told.Command, "sudo ")
	if !found {
		w.t.Fatalf("the command is %q", told.Command)
	}
	w.sh(command)
}

// instead puts a file where a folder belongs, or the other way round.
func instead(name string, folder bool) func(w *world) {
	return func(w *world) {
		path := filepath.Join(w.dirs.Data, name)
		w.remove(path)
		if folder {
			w.mkdir(path)
		} else {
			w.write(path, "x")
		}
	}
}

// noPrograms mounts the data directory over itself so that nothing in it may be
// run, for the doctor alone.
func noPrograms(w *world) {
	w.inNamespace(`mount --bind "$MARGAY_DATA" "$MARGAY_DATA" && mount -o remount,bind,noexec "$MARGAY_DATA" && exec "$@"`)
}

// smallDisk puts a disk without space under the data directory, for the doctor
// alone: it lies in a mount namespace of its own and goes with it.
func smallDisk(w *world) {
	w.inNamespace(`mount -t tmpfs -o size=1m,mode=700 margay-test "$MARGAY_DATA" && exec "$@"`)
}

// inNamespace lets the doctor run behind a script that mounts something.
func (w *world) inNamespace(script string) {
	apart := []string{"unshare", "--mount"}
	if os.Getuid() != 0 {
		apart = append(apart, "--map-root-user")
	}
	w.before = append(apart, "sh", "-c", script, "sh")
	if out, err := w.command(w.before[0], append(w.before[1:], "true")...).CombinedOutput(); err != nil {
		browsertest.Missing(w.t, fmt.Sprintf("no disk can be mounted in a namespace (unshare --mount): %v: %s", err, out))
	}
}

func modelAt(url string) []string {
	return []string{"MARGAY_MODEL=openai:scripted", "OPENAI_API_KEY=sk-test", "OPENAI_BASE_URL=" + url}
}

// busAt is a bus at which a keyring is looked for.
func busAt(w *world) string {
	return "DBUS_SESSION_BUS_ADDRESS=unix:path=" + filepath.Join(w.home, "bus")
}

func noise(w *world) { w.write(w.database(), strings.Repeat("no database ", 1000)) }

// dismiss takes note of what was lost, as a person does in the side panel.
func dismiss(w *world) {
	b := newBrowser(w)
	for _, d := range call(w.t, b, client.DaemonStatus, protocol.Empty{}).Damaged {
		call(w.t, b, client.DamageDismiss, client.DismissDamage{File: d.File})
	}
}

// saveModel saves a model with a key, as a person does in the options page, and
// makes it the default.
func saveModel(w *world) { saveModelAt(w, modelServer(w.t)) }

// saveModelAt saves one with that address, or with its vendor's.
func saveModelAt(w *world, base string) {
	w.t.Helper()
	b := newBrowser(w)
	list := call(w.t, b, client.ModelList, protocol.Empty{})
	save := client.SaveModel{Provider: "openai", Name: "gpt-5-mini", BaseURL: base, Key: "sk-not-asked"}
	for _, m := range list.Models {
		if m.Spec == "openai:gpt-5-mini" {
			save.ID, save.Revision = m.ID, m.Revision
		}
	}
	m := call(w.t, b, client.ModelSave, save)
	call(w.t, b, client.ModelDefault, client.ModelRef{Spec: m.Spec})
}

// elsewhere is an address that leads here and is not the one of this machine, as far
// as anybody can tell who does not know Linux.
func elsewhere(url string) string { return strings.Replace(url, "127.0.0.1", "0.0.0.0", 1) }

// listServer lists one model, and answers nothing else.
func listServer(t *testing.T, name string) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.HasSuffix(r.URL.Path, "/models") {
			t.Errorf("it was asked for %s, which may cost money", r.URL.Path)
		}
		fmt.Fprintf(w, `{"data":[{"id":%q}]}`, name)
	}))
	t.Cleanup(s.Close)
	return s.URL
}

// freePort is an address of this machine at which nobody answers.
func freePort(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0") //nolint:noctx // it is closed at once
	if err != nil {
		t.Fatal(err)
	}
	_ = l.Close()
	return l.Addr().String()
}

// modelServer answers, refusingServer refuses the key.
func modelServer(t *testing.T) string {
	s := httptest.NewServer(&llmtest.Handler{Model: llmtest.NewScript(llmtest.Say("ready"))})
	t.Cleanup(s.Close)
	return s.URL
}

// secureServer has a certificate of its own, which is put into the home folder as ca.pem.
func secureServer(w *world) string {
	s := httptest.NewUnstartedServer(&llmtest.Handler{Model: llmtest.NewScript(llmtest.Say("ready"))})
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // of handshakes that are broken off
	s.StartTLS()
	w.t.Cleanup(s.Close)
	w.write(filepath.Join(w.home, "ca.pem"), string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: s.Certificate().Raw})))
	return s.URL
}

// otherAuthority is a file with the certificate of an authority that has signed nothing.
func otherAuthority(w *world) string {
	w.t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		w.t.Fatal(err)
	}
	is := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, is, is, &key.PublicKey, key)
	if err != nil {
		w.t.Fatal(err)
	}
	path := filepath.Join(w.home, "other.pem")
	w.write(path, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	return path
}

func refusingServer(t *testing.T) string {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusUnauthorized)
		fmt.Fprint(w, `{"error":{"message":"this key is not known here"}}`)
	}))
	t.Cleanup(s.Close)
	return s.URL
}
