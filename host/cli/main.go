package cli

import (
	"io"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/app"
)

// Main is margay: it returns the exit code of the process.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	p := Program{Open: app.Open, ForgetKeys: app.ForgetKeys, Origins: []string{"chrome-extension://" + extension.ID + "/"}}
	return p.Run(args, stdin, stdout, stderr)
}
