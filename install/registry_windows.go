package install

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"golang.org/x/sys/windows/registry"
)

func systemRegistry() Registry { return windowsRegistry{} }

// windowsRegistry is the real one. The registry's functions take wide text, so
// a name in any script survives.
type windowsRegistry struct{}

func (windowsRegistry) Value(key, name string) (string, error) {
	root, path, err := split(key)
	if err != nil {
		return "", err
	}
	k, err := registry.OpenKey(root, path, registry.QUERY_VALUE)
	if err != nil {
		return "", notThere(key, err)
	}
	defer func() { _ = k.Close() }() // only read
	text, _, err := k.GetStringValue(name)
	return text, notThere(key, err)
}

func (windowsRegistry) SetValue(key, name, text string) error {
	root, path, err := split(key)
	if err != nil {
		return err
	}
	k, _, err := registry.CreateKey(root, path, registry.SET_VALUE)
	if err != nil {
		return fmt.Errorf("make registry key %s: %w", key, err)
	}
	if err := errors.Join(k.SetStringValue(name, text), k.Close()); err != nil {
		return fmt.Errorf("write registry key %s: %w", key, err)
	}
	return nil
}

func (windowsRegistry) DeleteValue(key, name string) error {
	root, path, err := split(key)
	if err != nil {
		return err
	}
	k, err := registry.OpenKey(root, path, registry.SET_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open registry key %s: %w", key, err)
	}
	err = k.DeleteValue(name)
	if errors.Is(err, registry.ErrNotExist) {
		err = nil
	}
	if err := errors.Join(err, k.Close()); err != nil {
		return fmt.Errorf("remove value from registry key %s: %w", key, err)
	}
	return nil
}

func (windowsRegistry) HasKey(key string) bool {
	root, path, err := split(key)
	if err != nil {
		return false
	}
	k, err := registry.OpenKey(root, path, registry.QUERY_VALUE)
	if err == nil {
		_ = k.Close()
	}
	return !errors.Is(err, registry.ErrNotExist)
}

func (windowsRegistry) DeleteEmptyKey(key string) error {
	root, path, err := split(key)
	if err != nil {
		return err
	}
	k, err := registry.OpenKey(root, path, registry.QUERY_VALUE)
	if errors.Is(err, registry.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("open registry key %s: %w", key, err)
	}
	info, err := k.Stat()
	err = errors.Join(err, k.Close())
	if err == nil && info.SubKeyCount == 0 && info.ValueCount == 0 {
		err = registry.DeleteKey(root, path)
	}
	if err != nil {
		return fmt.Errorf("remove registry key %s: %w", key, err)
	}
	return nil
}

func split(key string) (registry.Key, string, error) {
	name, path, _ := strings.Cut(key, `\`)
	switch name {
	case "HKCU":
		return registry.CURRENT_USER, path, nil
	case "HKLM":
		return registry.LOCAL_MACHINE, path, nil
	}
	return 0, "", fmt.Errorf("registry key %s: unknown root", key)
}

func notThere(key string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, registry.ErrNotExist):
		return fmt.Errorf("registry key %s: %w", key, fs.ErrNotExist)
	}
	return fmt.Errorf("read registry key %s: %w", key, err)
}
