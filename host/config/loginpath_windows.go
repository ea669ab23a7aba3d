//go:build windows

package config

import (
	"context"
	"errors"
	"time"
)

// LoginPathTimeout bounds how long a login shell may take to tell its PATH.
const LoginPathTimeout = 3 * time.Second

// LoginPath has nobody to ask: on Windows every program gets the user's PATH.
func LoginPath(context.Context, string, []string) (string, error) {
	return "", errors.New("learn PATH: there is no login shell on Windows")
}
