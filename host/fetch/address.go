package fetch

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/net/idna"
)

// BlockedError says that a request was refused for where it would have gone. Nothing was sent there.
type BlockedError struct {
	// URL is the address that was asked for, or that a redirect led to.
	URL string
	Why string
}

func (e *BlockedError) Error() string { return fmt.Sprintf("%s is not fetched: %s", e.URL, e.Why) }

// parse reads an address as it may come from a page, a skill or a model. What it gives has a host that is an address in plain
// form or a name in ASCII, so that no later reader takes it for another.
func parse(raw string) (*url.URL, error) {
	text := strings.TrimSpace(raw)
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || r == '\\' }) {
		return nil, fmt.Errorf("%q is no address: it holds a blank, a line break or a backslash", raw)
	}
	u, err := url.Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%q is no address", raw)
	}
	u.Scheme = strings.ToLower(u.Scheme)
	switch {
	case u.Scheme != "http" && u.Scheme != "https":
		return nil, &BlockedError{raw, "only http and https are"}
	case u.User != nil:
		return nil, &BlockedError{u.Redacted(), "it holds a name or a password, which are not sent"}
	case u.Hostname() == "":
		return nil, fmt.Errorf("%q names no host", raw)
	}
	if err := plainHost(u); err != nil {
		return nil, err
	}
	if err := fitPort(u); err != nil {
		return nil, err
	}
	u.Fragment, u.RawFragment = "", ""
	return u, nil
}

// plainHost writes the host in plain form.
func plainHost(u *url.URL) error {
	host := u.Hostname()
	if addr, err := netip.ParseAddr(host); err == nil {
		if addr.Zone() != "" {
			return &BlockedError{u.String(), "its host is an address of one network card"}
		}
		return nil
	}
	plain := strings.ToLower(host)
	if strings.Trim(plain, "abcdefghijklmnopqrstuvwxyz0123456789-_.") != "" {
		var err error
		if plain, err = idna.Lookup.ToASCII(host); err != nil {
			return fmt.Errorf("%q is no name of a host", host)
		}
	}
	if plain = strings.TrimSuffix(plain, "."); plain == "" || strings.HasPrefix(plain, ".") || strings.Contains(plain, "..") {
		return fmt.Errorf("%q is no name of a host", host)
	}
	last := plain[strings.LastIndexByte(plain, '.')+1:]
	if looksNumeric(last) {
		addr, err := netip.ParseAddr(plain)
		if err != nil {
			return fmt.Errorf("%q is no address of a host: write it as four numbers from 0 to 255", host)
		}
		plain = addr.String()
	}
	if port := u.Port(); port != "" {
		plain += ":" + port
	}
	u.Host = plain
	return nil
}

// looksNumeric reports whether readers would take a name that ends so for an address: 0x7f.1, 2130706433, 127.1.
func looksNumeric(label string) bool {
	if label == "" {
		return true
	}
	if rest, hex := strings.CutPrefix(strings.ToLower(label), "0x"); hex {
		return strings.Trim(rest, "0123456789abcdef") == ""
	}
	return strings.Trim(label, "0123456789") == ""
}

// fitPort refuses ports of other services: all below 1024 but those of the web, and those of the Fetch standard and of
// databases above.
func fitPort(u *url.URL) error {
	if u.Port() == "" {
		return nil
	}
	n, err := strconv.Atoi(u.Port())
	if err != nil || n < 1 || n > 65535 {
		return fmt.Errorf("%q is no port", u.Port())
	}
	if n != 80 && n != 443 && n < 1024 || slices.Contains(otherServices, n) {
		return &BlockedError{u.String(), fmt.Sprintf("port %d is not one of the web", n)}
	}
	return nil
}

var otherServices = []int{
	1719, 1720, 1723, 2049, 3306, 3659, 4045, 4190, 5060, 5061, 5432, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080, 11211, 27017,
}

// Private reports whether an address is of this machine, of a network that only its neighbours reach, or of none: also where
// another address wraps it.
func Private(addr netip.Addr) bool {
	addr = addr.Unmap().WithZone("")
	if inner, ok := wrapped(addr); ok {
		return Private(inner)
	}
	return !addr.IsValid() || !addr.IsGlobalUnicast() || addr.IsPrivate() ||
		slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// special are ranges that are no part of the public network, beside those that netip knows.
var special = prefixes(`0.0.0.0/8 100.64.0.0/10 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 240.0.0.0/4
	64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 3fff::/20 5f00::/16 fec0::/10`)

func prefixes(list string) []netip.Prefix {
	var out []netip.Prefix
	for _, text := range strings.Fields(list) {
		out = append(out, netip.MustParsePrefix(text))
	}
	return out
}

var (
	compatible = netip.MustParsePrefix("::/96")
	nat64      = netip.MustParsePrefix("64:ff9b::/96")
	sixToFour  = netip.MustParsePrefix("2002::/16")
)

// wrapped is the address of the older kind that one of the newer holds.
func wrapped(addr netip.Addr) (netip.Addr, bool) {
	if !addr.Is6() {
		return addr, false
	}
	b := addr.As16()
	switch {
	case compatible.Contains(addr), nat64.Contains(addr):
		return netip.AddrFrom4([4]byte(b[12:])), true
	case sixToFour.Contains(addr):
		return netip.AddrFrom4([4]byte(b[2:6])), true
	}
	return addr, false
}

var errNoAddress = errors.New("its name leads to no address")
