// Package extension carries the built browser extension inside the binary.
//
// It guarantees that it compiles before the first build, because dist holds a
// committed placeholder; [Built] tells the two states apart. [ID] is the id
// that the manifest's key gives, the same in every browser; a test derives it
// from the key.
package extension

import (
	"embed"
	"io/fs"
)

// ID is the extension's id. Chrome derives it from the key in
// static/manifest.json.
const ID = "jikhncecejclofdlljmojmfpmphieona"

// HostName is the name under which the extension asks the browser for the
// native-messaging host.
const HostName = "com.margay.host"

// BuildFile is the file that names the build of the extension: a hash of what it
// was made from. The worker carries the same name inside, and so can tell that
// other files were put in the place of those that it runs.
const BuildFile = "build.txt"

// manifest is the file that a build always writes.
const manifest = "manifest.json"

//go:embed all:dist
var embedded embed.FS

// Dist is the built extension with its root at dist. Where nothing has been
// built it holds only the placeholder.
func Dist() fs.FS {
	dist, err := fs.Sub(embedded, "dist")
	if err != nil {
		panic("extension: the embedded folder has a name that is no path: " + err.Error())
	}
	return dist
}

// Built reports whether the extension had been built when this program was.
func Built() bool {
	_, err := fs.Stat(Dist(), manifest)
	return err == nil
}
