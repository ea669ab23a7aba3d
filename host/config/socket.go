package config

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
)

// MaxSocketPath is the longest socket path we use. The kernels' limits are 108
// bytes (Linux) and 104 (macOS) with the final zero; a path over it fails only
// at bind, with an error that does not say why.
const MaxSocketPath = 100

// Socket returns the path of the daemon's socket: DATA/s where that fits, else
// a name made from the data directory in a private folder under the first of
// bases (the runtime folder, the folder for temporary files) that is short
// enough. Only the daemon calls it; clients read the path in [Beacon].
func (d Dirs) Socket(bases ...string) (string, error) {
	if near := filepath.Join(d.Data, "s"); len(near) <= MaxSocketPath {
		return near, nil
	}
	sum := sha256.Sum256([]byte(d.Data))
	name := filepath.Join(fmt.Sprintf("margay-%d", os.Getuid()), hex.EncodeToString(sum[:8])+".s")
	for _, base := range bases {
		path := filepath.Join(base, name)
		if base == "" || !filepath.IsAbs(base) || len(path) > MaxSocketPath {
			continue
		}
		dir := filepath.Dir(path)
		if err := os.Mkdir(dir, 0o700); err != nil && !os.IsExist(err) {
			continue
		}
		if err := private(dir); err != nil {
			return "", fmt.Errorf("choose socket: %w", err)
		}
		return path, nil
	}
	return "", fmt.Errorf("choose socket: %s is too long for a socket and no short folder for temporary files was found; choose a shorter data directory with MARGAY_DATA", d.Data)
}

// SocketBases are the folders in which [Dirs.Socket] looks for room.
func SocketBases() []string {
	return []string{os.Getenv("XDG_RUNTIME_DIR"), os.TempDir(), "/tmp"}
}
