//go:build unix && !linux && !darwin

package doctor

import "errors"

// diskOf is not known on this system.
func diskOf(string) (disk, error) { return disk{}, errors.New("this system is not asked for it") }
