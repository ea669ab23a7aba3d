package client

import "github.com/margay/margay/protocol"

// DaemonStorage measures what the daemon keeps on disk. It looks at every file,
// so it is asked for by a person and not again and again.
var DaemonStorage = protocol.Route[protocol.Empty, StorageUse]{Name: "daemon.storage", Group: protocol.GroupClient}

// StorageKind says what a part of the data is. The list is closed and append-only.
type StorageKind string

// The parts of the data: conversations, runs and settings of models; attached
// files, screenshots and long results; what the log says, with earlier logs.
const (
	StorageDatabase StorageKind = "database"
	StorageFiles    StorageKind = "files"
	StorageLog      StorageKind = "log"
)

// StorageUse is what is kept, by part.
type StorageUse struct {
	Parts []StoragePart `json:"parts"`
}

// StoragePart is a file or a folder, with what its files take. Bytes are
// counted as they lie there: stored files are compressed.
type StoragePart struct {
	Kind  StorageKind `json:"kind"`
	Path  string      `json:"path"`
	Bytes int64       `json:"bytes"`
	Files int         `json:"files"`
}

func storageRoutes() []protocol.Info { return []protocol.Info{DaemonStorage.Info()} }
