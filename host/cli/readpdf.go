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
		Run: func(*cobra.Command, []string) { c.code = read(c, attach.Read) },
	}
}

// fitImageCommand is the same for an image: what a model is given of it.
func (c *command) fitImageCommand() *cobra.Command {
	return &cobra.Command{
		Use: "fit-image", Hidden: true, Args: cobra.NoArgs,
		Run: func(*cobra.Command, []string) { c.code = read(c, attach.Fit) },
	}
}

func read[T any](c *command, reader func([]byte) (T, error)) int {
	data, err := io.ReadAll(io.LimitReader(c.stdin, attach.MaxBytes))
	var out T
	if err == nil {
		err = attach.Confine()
	}
	if err == nil {
		out, err = reader(data)
	}
	if err == nil {
		err = json.NewEncoder(c.stdout).Encode(out)
	}
	if err != nil {
		_, _ = fmt.Fprint(c.stderr, err) // the daemon makes a sentence of it
		return ExitFailed
	}
	return ExitDone
}
