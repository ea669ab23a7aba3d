package dial_test

import (
	"bufio"
	"errors"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/protocol"
)

// TestReach_says_at_once_that_the_daemon_is_stopped, and how it is ended: nobody has
// to wait for a time limit that cannot help. The lock's text is not believed.
func TestReach_says_at_once_that_the_daemon_is_stopped(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Start, o.Timeout = true, time.Minute
	if err := o.Dirs.Prepare(); err != nil {
		t.Fatal(err)
	}
	// What holds the lock says so, and then stops itself.
	cmd := exec.CommandContext(t.Context(), "flock", o.Dirs.Lock(), "sh", "-c", "echo held; kill -STOP $$; kill -STOP $PPID; read line")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal("flock, which every Linux has in util-linux, does not start: ", err)
	}
	defer func() {
		_ = cmd.Process.Signal(syscall.SIGCONT)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for name, try := range map[string]func() error{
		"reach": func() error { _, err := dial.Reach(t.Context(), o); return err },
		"stop":  func() error { return dial.Stop(t.Context(), o) },
	} {
		err := try()
		var f *protocol.Fault
		if !errors.As(err, &f) || !holds(f, cmd.Process.Pid) || !strings.Contains(f.Message, "(flock)") || !strings.Contains(f.Message, "was stopped") || !strings.HasPrefix(f.Data.Next, "Run: kill -9") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
