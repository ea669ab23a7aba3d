package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// dataBefore is what a data directory was before Prepare.
type dataBefore struct {
	// made are the folders that were not there, itself among them.
	made []string
	// mode are its permissions by permissionsOf, 0 where it was not there.
	mode fs.FileMode
	// marked says that it was known for a data directory.
	marked bool
	// folders are those of the scaffold that were there, with their permissions,
	// which Prepare takes from others.
	folders map[string]fs.FileMode
}

func (s Setup) lookBefore() dataBefore {
	was := dataBefore{made: s.Machine.missingDirs(s.Data), marked: s.isMarked(), folders: map[string]fs.FileMode{}}
	dir := s.Machine.file(s.Data)
	info, err := os.Stat(dir)
	if err != nil {
		return was
	}
	was.mode = permissionsOf(info)
	for folder := range foldersOf(s.Scaffold) {
		if info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(folder))); err == nil {
			was.folders[folder] = permissionsOf(info)
		}
	}
	return was
}

// permissionsOf are those of a folder with what else a person may set of it: whose
// group its files get, and who may remove them.
func permissionsOf(info fs.FileInfo) fs.FileMode {
	return info.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)
}

// unprepare takes back what Prepare did where there is no record of it, by
// which uninstall could. A folder that was there has its permissions again and
// no mark: the next install must find it as it was, and note that.
func (s Setup) unprepare(was dataBefore) error {
	if r, err := ReadRecord(s.Machine.file(s.record())); err == nil && len(r.Entries) > 0 {
		return nil
	}
	if slices.Contains(was.made, s.Data) {
		if err := s.takeNamed(s.Scaffold); err != nil && !absent(err) {
			return err
		}
		return s.takeMade(was.made)
	}
	dir := s.Machine.file(s.Data)
	if !was.marked && s.Marker != "" {
		if err := removeNames(dir, []string{s.Marker}); err != nil {
			return fmt.Errorf("take the mark of a data directory from the folder again: %w", err)
		}
		folders := foldersOf(s.Scaffold)
		for folder := range was.folders {
			delete(folders, folder)
		}
		removeEmpty(dir, folders)
	}
	return s.reopen(was)
}

// reopen gives the folders that were there their permissions back.
func (s Setup) reopen(was dataBefore) error {
	if was.mode == 0 {
		return nil // it could not be looked at
	}
	dir := s.Machine.file(s.Data)
	var failed []error
	for folder, mode := range was.folders {
		failed = append(failed, os.Chmod(filepath.Join(dir, filepath.FromSlash(folder)), mode))
	}
	failed = append(failed, os.Chmod(dir, was.mode)) // last: it may let nobody in
	for _, err := range failed {
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("give the folder its permissions back: %w", err)
		}
	}
	return nil
}
