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
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol/chat"
)

// pdfTime bounds how long a PDF may take to be read.
const pdfTime = 20 * time.Second

// attachments keeps files, and has PDFs read by a process of their own.
type attachments struct {
	*store.Store
	children *daemon.Children
}

func (a attachments) Check(ctx context.Context, name string, data []byte) (chat.Block, []byte, error) {
	return attach.Check(ctx, name, data, a.readPDF)
}

// readPDF runs this program as “read-pdf”: whatever a hostile file does to the
// reader, it does not do to the daemon, and its time is bounded.
func (a attachments) readPDF(ctx context.Context, data []byte) (pages attach.Pages, err error) {
	exe, err := os.Executable()
	if err != nil {
		return pages, err
	}
	ctx, cancel := context.WithTimeout(ctx, pdfTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, exe, "read-pdf")
	var out, problem bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(data), &out, &problem
	cmd.Env = []string{"GOMEMLIMIT=256MiB"}
	child, err := a.children.Start("read-pdf", cmd)
	if err != nil {
		return pages, err
	}
	err = child.Wait()
	switch {
	case ctx.Err() != nil:
		return pages, errors.New("it takes too long to read")
	case err != nil || json.Unmarshal(out.Bytes(), &pages) != nil:
		return pages, errors.New(reason(problem.String()))
	}
	return pages, nil
}

// reason is the line that the reader ended with; a crash says more than that.
func reason(text string) string {
	const longest = 100
	if len(text) == 0 || len(text) > longest {
		return "its structure is damaged"
	}
	return text
}
