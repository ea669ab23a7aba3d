package secret

import (
	"fmt"
	"os"
)

// checkPrivate refuses what is no plain file. Who may read it follows from the
// folder, which lies in the profile of the user.
func checkPrivate(path string, info os.FileInfo) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("%s is no plain file; put it aside and save the keys again", path)
	}
	return nil
}
