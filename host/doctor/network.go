package doctor

import (
	"slices"
	"strings"
)

// network reports whether a type of file system, as Linux and macOS name it,
// reaches another machine.
func network(kind string) bool {
	kind = strings.TrimPrefix(strings.ToLower(kind), "fuse.")
	return slices.Contains([]string{
		"nfs", "nfs4", "cifs", "smb3", "smbfs", "afpfs", "webdav", "afs", "ceph", "lustre", "gfs2", "ocfs2", "9p", "ncpfs", "coda",
		"sshfs", "rclone", "s3fs", "davfs", "davfs2", "gvfsd-fuse", "glusterfs", "gcsfuse", "onedriver", "curlftpfs",
	}, kind)
}
