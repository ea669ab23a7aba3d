package secret

import "github.com/zalando/go-keyring"

// System is the keyring of this system, nil where there is none: on Linux the
// Secret Service on the session bus of D-Bus, on macOS the login keychain, on
// Windows the credential manager. MARGAY_KEYRING=off leaves it alone.
func System(getenv func(string) string) Ring {
	if getenv("MARGAY_KEYRING") == "off" || !reachable(getenv) {
		return nil
	}
	return system{}
}

type system struct{}

func (system) Set(service, user, secret string) error { return keyring.Set(service, user, secret) }

func (system) Get(service, user string) (string, error) { return keyring.Get(service, user) }

func (system) Delete(service, user string) error { return keyring.Delete(service, user) }
