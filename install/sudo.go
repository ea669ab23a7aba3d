package install

import (
	"errors"
	"fmt"
)

// Sudo is an error where root acts for somebody else: what it writes would be
// root's, in a home folder where its owner could not change it any more.
// owner is the user id that the home folder belongs to; less than 0 where that
// is not known. On Windows euid is less than 0, and nothing is refused.
func Sudo(getenv func(string) string, euid, owner int) error {
	if euid != 0 {
		return nil
	}
	for _, by := range []struct{ variable, program, root string }{
		{"SUDO_UID", "sudo", "0"}, {"PKEXEC_UID", "pkexec", "0"}, {"DOAS_USER", "doas", "root"},
	} {
		if person := getenv(by.variable); person != "" && person != by.root {
			return fmt.Errorf("this is run with %s, and what it writes would belong to root; "+
				"browsers are a person's: run it again without %s (or, for browsers that root itself uses, without %s in the environment)",
				by.program, by.program, by.variable)
		}
	}
	if owner > 0 {
		return errors.New("this is run by root with another person's home folder (HOME), and what it writes there would belong to root: " +
			"run it again as that person")
	}
	return nil
}
