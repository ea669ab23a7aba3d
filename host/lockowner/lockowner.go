// Package lockowner tells which process holds the lock (flock) of a file.
//
// It guarantees: a process is named only where it is certain, because a person may be
// told to end it. The system says so by the device and inode of the file; where a file
// system has another device there than in stat (btrfs, overlays), a process counts that
// has this very file open. Only Linux tells.
package lockowner
