package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"github.com/margay/margay/host/config"
	"github.com/margay/margay/protocol/client"
)

// storage measures the data directory, part by part.
func storage(dirs config.Dirs) func(context.Context) (client.StorageUse, error) {
	parts := []client.StoragePart{
		{Kind: client.StorageDatabase, Path: dirs.Database()},
		{Kind: client.StorageFiles, Path: filepath.Join(dirs.Data, "blobs")},
		{Kind: client.StorageLog, Path: dirs.LogDir()},
	}
	return func(ctx context.Context) (client.StorageUse, error) {
		found := client.StorageUse{Parts: make([]client.StoragePart, len(parts))}
		for i, part := range parts {
			if err := measure(ctx, &part); err != nil {
				return client.StorageUse{}, fmt.Errorf("measure %s: %w", part.Path, err)
			}
			found.Parts[i] = part
		}
		return found, nil
	}
}

// measure adds up the files of a part. One that goes meanwhile, or a folder that
// is not there yet, takes nothing.
func measure(ctx context.Context, part *client.StoragePart) error {
	return filepath.WalkDir(part.Path, func(_ string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err = errors.Join(err, ctx.Err()); err != nil || !entry.Type().IsRegular() {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		part.Bytes += info.Size()
		part.Files++
		return nil
	})
}
