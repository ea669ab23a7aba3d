// Command margay is the agent: bridge, daemon and terminal commands in one
// binary. How it is started decides what it is.
package main

import (
	"os"

	"github.com/margay/margay/host/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
