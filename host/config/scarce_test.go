package config_test

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/margay/margay/host/config"
)

func TestScarce(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		err  error
		want string
	}{
		"full_disk":  {&fs.PathError{Op: "write", Path: "/x", Err: syscall.ENOSPC}, "df -i"},
		"quota":      {fmt.Errorf("copy the program: %w", syscall.EDQUOT), "The disk is full"},
		"open_files": {errors.Join(errors.New("x"), &fs.PathError{Op: "open", Path: "/x", Err: syscall.EMFILE}), "ulimit -n 1024"},
		"other":      {fs.ErrPermission, ""},
		"none":       {nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := config.Scarce(tc.err); !strings.Contains(got, tc.want) || (got == "") != (tc.want == "") {
				t.Errorf("%q, want %q", got, tc.want)
			}
		})
	}
}
