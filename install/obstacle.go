package install

import (
	"fmt"
	"os"
)

// obstacle says what keeps a manifest from its place and is not ours to take
// away, and how a person does; nil where nothing does.
func (m Machine) obstacle(path string) error {
	if m.isDir(path) {
		return m.inTheWay(path, "a folder stands in the manifest's place")
	}
	for dir := m.dir(path); ; dir = m.dir(dir) {
		info, err := os.Stat(m.file(dir))
		switch {
		case err == nil && !info.IsDir():
			return m.inTheWay(dir, fmt.Sprintf("%s is a file where a folder has to be", dir))
		case absent(err) && m.isThere(dir):
			return m.inTheWay(dir, fmt.Sprintf("%s is a link that leads nowhere", dir))
		case !absent(err) || m.dir(dir) == dir:
			return nil // a folder, or what writing says more of
		}
	}
}

func (m Machine) inTheWay(at, what string) error {
	move := "mv"
	if m.goos() == "windows" {
		move = "move"
	}
	return fmt.Errorf("%s, and is left as it is; to move it aside: %s %s %s", what, move, m.quote(at), m.quote(at+".old"))
}
