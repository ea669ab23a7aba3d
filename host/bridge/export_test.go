package bridge

import "io"

// CopyFrames is the copy alone, for fuzzing and for odd pieces.
func CopyFrames(dst io.Writer, src io.Reader, limit uint32) error { return copyFrames(dst, src, limit) }
