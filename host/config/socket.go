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

// socketName is that of a socket in the data directory itself.
const socketName = "s"

// Socket returns the path of the daemon's socket: DATA/s where that fits, else
// a name made from the data directory in a private folder under the first of
// bases (the runtime folder, the folder for temporary files) that is short
// enough. Only the daemon calls it; clients read the path in [Beacon].
func (d Dirs) Socket(bases ...string) (string, error) {
	if near := filepath.Join(d.Data, socketName); len(near) <= MaxSocketPath {
		return near, nil
	}
	for _, dir := range socketFolders(bases) {
		path := filepath.Join(dir, d.shortName())
		if len(path) > MaxSocketPath {
			continue
		}
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

// Foreign reports whether the socket of a beacon lies in another data directory: the
// beacon was moved or copied with the rest of its directory, and at the old path
// another daemon may serve by now. Of a socket in a folder for short paths that cannot
// be told, nor where nothing is there any more.
func (d Dirs) Foreign(b Beacon) bool {
	if filepath.Base(b.Socket) != socketName {
		return false
	}
	there, errThere := os.Stat(filepath.Dir(b.Socket))
	here, errHere := os.Stat(d.Data)
	return errThere == nil && errHere == nil && !os.SameFile(there, here)
}

// Carried reports whether a beacon came here with a data directory that was moved or
// copied: its socket is one of another place, whether there is anything or not. Its
// daemon may have left in good order, or serve there still.
func (d Dirs) Carried(b Beacon) bool {
	if name := filepath.Base(b.Socket); name != socketName {
		return name != d.shortName()
	}
	at := filepath.Dir(b.Socket)
	there, err := os.Stat(at)
	if err != nil {
		return at != filepath.Clean(d.Data)
	}
	here, err := os.Stat(d.Data)
	return err == nil && !os.SameFile(there, here)
}

// shortName is that of a socket in a folder for short paths.
func (d Dirs) shortName() string {
	sum := sha256.Sum256([]byte(d.Data))
	return hex.EncodeToString(sum[:8]) + ".s"
}

// socketFolders are the private folders for sockets under bases.
func socketFolders(bases []string) []string {
	var list []string
	for _, base := range bases {
		if filepath.IsAbs(base) {
			list = append(list, filepath.Join(base, fmt.Sprintf("margay-%d", os.Getuid())))
		}
	}
	return list
}

// ClearSocketFolders removes the folders that [Dirs.Socket] made under bases
// and in which no daemon has a socket any more.
func ClearSocketFolders(bases ...string) {
	for _, dir := range socketFolders(bases) {
		_ = os.Remove(dir) // one that is not empty is in use
	}
}

// SocketBases are the folders in which [Dirs.Socket] looks for room.
func SocketBases() []string {
	return []string{os.Getenv("XDG_RUNTIME_DIR"), os.TempDir(), "/tmp"}
}
