package cli

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/margay/margay/host/attach"
)

// readPDFCommand is what the daemon starts to read a file that it does not
// trust: a PDF on standard input, its text as JSON on standard output.
func (c *command) readPDFCommand() *cobra.Command {
	return &cobra.Command{
		Use: "read-pdf", Hidden: true, Args: cobra.NoArgs,
		Run: func(*cobra.Command, []string) { c.code = c.readPDF() },
	}
}

func (c *command) readPDF() int {
	data, err := io.ReadAll(io.LimitReader(c.stdin, attach.MaxBytes))
	var pages attach.Pages
	if err == nil {
		err = attach.Confine()
	}
	if err == nil {
		pages, err = attach.Read(data)
	}
	if err == nil {
		err = json.NewEncoder(c.stdout).Encode(pages)
	}
	if err != nil {
		_, _ = fmt.Fprint(c.stderr, err) // the daemon makes a sentence of it
		return ExitFailed
	}
	return ExitDone
}
