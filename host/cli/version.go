package cli

import (
	"encoding/json"
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/margay/margay/protocol"
)

// versionReport is what version --json prints.
type versionReport struct {
	Product  string            `json:"product"`
	Version  string            `json:"version"`
	Build    string            `json:"build"`
	Protocol protocol.Versions `json:"protocol"`
	Go       string            `json:"go"`
	OS       string            `json:"os"`
	Arch     string            `json:"arch"`
}

func (c *command) versionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print version, build and protocol",
		Args:  cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			r := versionReport{
				Product: protocol.Product, Version: c.Version, Build: c.Build,
				Protocol: protocol.Versions{Min: protocol.VersionMin, Max: protocol.VersionMax},
				Go:       runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH,
			}
			if asJSON {
				return json.NewEncoder(c.stdout).Encode(r)
			}
			_, err := fmt.Fprintf(c.stdout, "%s %s (build %s, protocol %d to %d, %s, %s/%s)\n",
				r.Product, r.Version, r.Build, r.Protocol.Min, r.Protocol.Max, r.Go, r.OS, r.Arch)
			return err
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}
