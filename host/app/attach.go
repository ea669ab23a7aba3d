package app

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"time"

	"github.com/margay/margay/host/attach"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/lazyregexp"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol/chat"
)

const (
	// readTime bounds how long a file may take to be read.
	readTime = 20 * time.Second
	// mostReaders is how many files are read at a time: each may take hundreds of MB,
	// and they would take the time from each other.
	mostReaders = 2
)

// attachments keeps files, and has PDFs and images read by processes of their own.
type attachments struct {
	*store.Store
	children *daemon.Children
	// under holds one for each file that is being read.
	under chan struct{}
}

func newAttachments(st *store.Store, children *daemon.Children) attachments {
	return attachments{st, children, make(chan struct{}, mostReaders)}
}

func (a attachments) Check(ctx context.Context, name string, data []byte) (chat.Block, []byte, error) {
	return attach.Check(ctx, name, data, a.readers())
}

func (a attachments) readers() attach.Readers {
	return attach.Readers{PDF: a.readPDF, Image: a.fitImage}
}

func (a attachments) readPDF(ctx context.Context, data []byte) (pages attach.Pages, err error) {
	err = a.read(ctx, "read-pdf", data, &pages)
	return pages, err
}

func (a attachments) fitImage(ctx context.Context, data []byte) (picture attach.Picture, err error) {
	err = a.read(ctx, "fit-image", data, &picture)
	return picture, err
}

// read runs this program as a reader: whatever a hostile file does to it, it does not
// do to the daemon, and its time is bounded.
func (a attachments) read(ctx context.Context, command string, data []byte, into any) error {
	exe, err := os.Executable()
	if err != nil {
		return err
	}
	select {
	case a.under <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	defer func() { <-a.under }()
	ctx, cancel := context.WithTimeout(ctx, readTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe, command)
	var out, problem bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(data), &out, &problem
	cmd.Env = []string{"GOMEMLIMIT=256MiB"}
	child, err := a.children.Start(command, cmd)
	if err != nil {
		return err
	}
	err = child.Wait()
	switch {
	case ctx.Err() != nil:
		return errors.New("it takes too long to read")
	case err != nil || json.Unmarshal(out.Bytes(), into) != nil:
		return reason(problem.String())
	}
	return nil
}

// noMemory is how the system, Go and Go with its race detector say that there is none.
var noMemory = lazyregexp.New(`out of memory|cannot allocate memory|failed to allocate`)

// reason is the line that the reader ended with; a crash says more than that.
func reason(text string) error {
	const longest = 100
	switch {
	case noMemory.MatchString(text):
		return attach.ErrTooLarge
	case len(text) == 0 || len(text) > longest:
		return errors.New("its structure is damaged")
	}
	return errors.New(text)
}
