package install

import (
	"errors"
	"fmt"
)

// register writes what was planned. One place that cannot be written keeps no
// other, but for the manifest that all keys of Windows would name: it comes
// first, and without it no key is written.
func (s Setup) register(plan []planned, data []byte, out *Outcome) {
	failed := map[string]bool{}
	for _, p := range plan {
		var err error
		switch {
		case p.written.Kind == KindKey && failed[s.manifestFile()]:
			err = fmt.Errorf("the manifest that it names, %s, could not be written", s.manifestFile())
		case failed[p.written.At]: // the same place once more, for another browser
			err = errors.New("it could not be written")
		default:
			err = s.put(p.entry, data)
		}
		if err != nil {
			failed[p.written.At] = true
			out.Failed = append(out.Failed, Failed{p.written.Kind, p.written.Browser, p.written.At, err})
			continue
		}
		out.Written = append(out.Written, p.written)
	}
}

// put writes a manifest or a key; a plan's repeated places have neither.
func (s Setup) put(e Entry, data []byte) error {
	switch e.Kind {
	case KindKey:
		return s.Machine.Registry.SetValue(e.Path, e.Value, s.manifestFile())
	case KindManifest:
		return Write(s.Machine.file(e.Path), data)
	}
	return nil
}
