package doctor

import "golang.org/x/sys/unix"

// diskOf asks for the disk of a folder.
func diskOf(dir string) (disk, error) {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return disk{}, err
	}
	kind := unix.ByteSliceToString(st.Fstypename[:])
	return disk{
		free: st.Bavail * uint64(st.Bsize), kind: kind,
		network: network(kind) || st.Flags&unix.MNT_LOCAL == 0,
	}, nil
}
