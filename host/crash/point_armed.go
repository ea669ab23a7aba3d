//go:build crashpoints

package crash

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync"
)

// here is what this process is told to do: one order, so a process dies at one
// point at most. It is a package variable because a crash has no owner; it
// exists in crash tests only.
var here = newOrders(os.Getenv("MARGAY_CRASH"))

// Point kills the process if it is the armed point and its passing is the one asked for.
func Point(name string) {
	if !here.passes(name) {
		return
	}
	err := here.leave(name)
	if err == nil {
		var self *os.Process
		if self, err = os.FindProcess(os.Getpid()); err == nil {
			err = self.Kill()
		}
	}
	if err != nil {
		panic("crash: " + err.Error())
	}
	select {} // the kill is on its way
}

type orders struct {
	file string // where the order lies that is still to be taken

	mu    sync.Mutex // guards the rest
	taken bool
	point string
	left  int // passings until the one that kills
}

func newOrders(text string) *orders {
	if file, ok := strings.CutPrefix(text, "@"); ok {
		return &orders{file: file}
	}
	o := &orders{taken: true}
	o.parse(text)
	return o
}

// passes reports whether the process shall die at this passing of a point.
func (o *orders) passes(name string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.taken {
		o.take()
	}
	if o.point != name {
		return false
	}
	o.left--
	return o.left == 0
}

// take takes the first line of the file, which the next process then does not
// find. Processes that pass points come one after the other: they hold the
// lock of the data directory.
func (o *orders) take() {
	text, err := os.ReadFile(o.file)
	if errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err != nil {
		panic("crash: " + err.Error())
	}
	line, rest, _ := strings.Cut(string(text), "\n")
	if rest == "" {
		err = os.Remove(o.file)
	} else {
		err = os.WriteFile(o.file, []byte(rest), 0o600)
	}
	if err != nil {
		panic("crash: " + err.Error())
	}
	o.taken = true
	o.parse(line)
}

// leave writes down which process dies here, for the test to see.
func (o *orders) leave(name string) error {
	if o.file == "" {
		return nil
	}
	f, err := os.OpenFile(o.file+".hit", os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, name, os.Getpid())
	return errors.Join(err, f.Close())
}

func (o *orders) parse(text string) {
	name, count, found := strings.Cut(text, ":")
	o.point, o.left = name, 1
	if !found {
		return
	}
	n, err := strconv.Atoi(count)
	if err != nil || n < 1 {
		panic("MARGAY_CRASH: want name or name:n with n from 1, got " + text)
	}
	o.left = n
}
