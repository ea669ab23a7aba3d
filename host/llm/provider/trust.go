package provider

import (
	"crypto/x509"
	"errors"
	"os"
	"path/filepath"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
)

// trusted are the authorities by whose word a server is believed: the system's, and
// those that the environment of a run names beside them, which may be another than
// the daemon was started with. Nil are the system's alone. Its error is an
// [*openai.TrustError].
func trusted(env map[string]string) (*x509.CertPool, error) {
	const file, folders = "SSL_CERT_FILE", "SSL_CERT_DIR"
	if first(env, file, folders) == "" {
		return nil, nil
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool() // those that are named are left
	}
	if path := first(env, file); path != "" {
		if err := trust(pool, path); err != nil {
			return nil, &openai.TrustError{Variable: file, Path: llm.HideKeys(path), Err: err}
		}
	}
	for _, dir := range filepath.SplitList(first(env, folders)) {
		list, _ := os.ReadDir(dir) // as everywhere, one that is not there has none
		for _, e := range list {
			_ = trust(pool, filepath.Join(dir, e.Name())) // other things may lie there
		}
	}
	return pool, nil
}

func trust(pool *x509.CertPool, path string) error {
	if !filepath.IsAbs(path) {
		return errors.New("it is no whole path, and the daemon works in another folder")
	}
	data, err := os.ReadFile(path)
	if e, ok := errors.AsType[*os.PathError](err); ok {
		return e.Err // the path is said beside it
	}
	if err == nil && !pool.AppendCertsFromPEM(data) {
		return errors.New("it holds no certificate")
	}
	return err
}
