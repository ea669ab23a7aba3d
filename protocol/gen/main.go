// Command gen writes protocol/ts/*.gen.ts from the Go packages under protocol.
//
// It guarantees that the TypeScript says what the Go says or is not written at
// all: a type that it does not know stops it with the place and the reason.
// Run it from anywhere inside the module: go run ./protocol/gen.
package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/margay/margay/protocol/gen/typescript"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func run() error {
	root, err := moduleRoot()
	if err != nil {
		return err
	}
	files, err := typescript.Generate(typescript.Protocol(root))
	if err != nil {
		return err
	}
	dir := filepath.Join(root, filepath.FromSlash(typescript.OutputDir))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("make the output folder: %w", err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}

// moduleRoot walks up from the working directory to the folder of go.mod.
func moduleRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("find the working directory: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir, nil
		} else if !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("look for go.mod: %w", err)
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("no go.mod above the working directory; run it inside the module")
		}
		dir = parent
	}
}
