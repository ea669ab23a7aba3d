package install

// syncFolder does nothing: Windows has no such call for a folder, and NTFS keeps
// a journal of names.
func syncFolder(string) error { return nil }
