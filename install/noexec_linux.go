package install

import "golang.org/x/sys/unix"

// noExec reports whether the disk of a folder was mounted so that no program
// is started from it. Where that cannot be told, it is not so.
func noExec(dir string) bool {
	var st unix.Statfs_t
	return unix.Statfs(dir, &st) == nil && st.Flags&unix.ST_NOEXEC != 0
}
