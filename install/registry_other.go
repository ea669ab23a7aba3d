//go:build !windows

package install

func systemRegistry() Registry { return nil }
