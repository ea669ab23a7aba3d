package install

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// State is what a browser finds at a place.
type State string

// The states, in the order in which they are told: the first that holds.
const (
	// StateMissing: nothing stands there.
	StateMissing State = "missing"
	// StateForeign: a manifest under our name that starts another product.
	StateForeign State = "other product"
	// StateBroken: the browser passes the manifest over; Detail has the words of [Check].
	StateBroken State = "broken"
	// StateStale: the program that it names is not there.
	StateStale State = "stale path"
	// StateNotExecutable: the program may not be started.
	StateNotExecutable State = "not executable"
	// StateBlocked: macOS does not start the program, because it was downloaded.
	StateBlocked State = "blocked"
	// StateWrongOrigin: sound, but it does not let our extension in.
	StateWrongOrigin State = "wrong origin"
	// StateFound: the browser starts Margay.
	StateFound State = "found"
)

// Want is what a manifest of ours says.
type Want struct {
	// Host is the host's name.
	Host string
	// Origins are those of our extension; a manifest lets all of them in.
	Origins []string
	// Program is ours. A manifest that starts another Margay is sound all the
	// same, and said in Detail; "" takes any.
	Program string
}

// Finding is what stands at a place where a browser looks.
type Finding struct {
	Place Place
	State State
	// At is the manifest's file; on Windows the file that the key names, or the
	// key where it names none.
	At string
	// Program is what the manifest starts, where that can be read.
	Program string
	// Detail says what is wrong, or remarkable, in words.
	Detail string
	// Wins says that this is what the browser uses, sound or not: it looks no
	// further than the first place at which something stands.
	Wins bool
}

// Report is all that a browser finds, in the order of its looking.
type Report struct {
	Browser  Browser
	Findings []Finding
}

// Winner is what the browser uses; nil where it finds nothing.
func (r Report) Winner() *Finding {
	if i := slices.IndexFunc(r.Findings, func(f Finding) bool { return f.Wins }); i >= 0 {
		return &r.Findings[i]
	}
	return nil
}

// Inspect looks at all places where the browsers look, those of the person and
// those of the whole machine, as they do. It changes nothing.
func (m Machine) Inspect(w Want, browsers []Browser) []Report {
	var reports []Report
	for _, b := range browsers {
		r := Report{Browser: b}
		won := false
		for _, p := range b.Reads {
			f := m.look(w, p)
			f.Wins = !won && f.State != StateMissing
			won = won || f.Wins
			r.Findings = append(r.Findings, f)
		}
		reports = append(reports, r)
	}
	return reports
}

// look reads what stands at a place.
func (m Machine) look(w Want, p Place) Finding {
	f := Finding{Place: p, State: StateMissing, At: p.At(w.Host)}
	if p.Key != "" {
		if m.Registry == nil {
			return f
		}
		named, err := m.Registry.Value(f.At, "")
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return f
		case err != nil:
			return f.with(StateBroken, err.Error())
		}
		f.At = named
	}
	if m.isDir(f.At) {
		return f.with(StateBroken, "a folder stands in the manifest's place, which no install touches: move it aside first")
	}
	data, err := os.ReadFile(m.file(f.At))
	switch {
	case absent(err) && p.Key != "":
		return f.with(StateBroken, fmt.Sprintf("the registry key %s names %s, which is not there", p.At(w.Host), f.At))
	case absent(err) && !m.isThere(f.At):
		return f
	case err != nil:
		return f.with(StateBroken, "it cannot be read: "+err.Error())
	}
	return m.judge(w, f, data)
}

func (f Finding) with(s State, detail string) Finding {
	f.State, f.Detail = s, detail
	return f
}

// judge says what a browser makes of a manifest.
func (m Machine) judge(w Want, f Finding, data []byte) Finding {
	is, err := parseManifest(data)
	f.Program = is.Path
	if err == nil && is.Path != "" && !m.ours(is.Path) {
		return f.with(StateForeign, "it starts "+is.Path+", which is not Margay")
	}
	if err == nil && m.forOthers(w, is) {
		return f.with(StateForeign, fmt.Sprintf("it starts %s for another extension (%s)", is.Path, strings.Join(is.AllowedOrigins, ", ")))
	}
	if err := Check(data); err != nil {
		return f.with(StateBroken, err.Error())
	}
	if is.Name != w.Host {
		return f.with(StateBroken, fmt.Sprintf("it is for the name %q, not %q", is.Name, w.Host))
	}
	if state, detail := m.program(is.Path); state != StateFound {
		return f.with(state, detail)
	}
	for _, o := range w.Origins {
		if !slices.Contains(is.AllowedOrigins, o) {
			return f.with(StateWrongOrigin, fmt.Sprintf("it lets in %s, but not %s", strings.Join(is.AllowedOrigins, ", "), o))
		}
	}
	if w.Program != "" && !m.samePath(is.Path, w.Program) {
		return f.with(StateFound, "it starts another Margay: "+is.Path)
	}
	return f.with(StateFound, "")
}

// forOthers reports whether a manifest starts some other program than ours for
// extensions none of which is ours. The program's name does not make it ours.
func (m Machine) forOthers(w Want, is manifest) bool {
	return w.Program != "" && !m.samePath(is.Path, w.Program) && len(is.AllowedOrigins) > 0 &&
		!slices.ContainsFunc(w.Origins, func(o string) bool { return slices.Contains(is.AllowedOrigins, o) })
}

// program says whether the machine can start a program.
func (m Machine) program(path string) (State, string) {
	info, err := os.Stat(m.file(path))
	switch {
	case absent(err):
		return StateStale, path + " is not there"
	case err != nil:
		return StateStale, path + " cannot be reached: " + err.Error()
	case info.IsDir():
		return StateNotExecutable, path + " is a folder"
	case m.goos() != "windows" && info.Mode().Perm()&0o111 == 0:
		return StateNotExecutable, path + " may not be executed"
	case m.Quarantined != nil && m.Quarantined(path):
		return StateBlocked, path + " carries macOS' mark of a download (com.apple.quarantine), so the system does not start it"
	}
	return StateFound, ""
}

// ours reports whether a program's path is that of Margay, by its name.
func (m Machine) ours(path string) bool {
	base := m.base(path)
	if m.goos() == "windows" {
		return strings.EqualFold(base, "margay.exe")
	}
	return base == "margay"
}

// samePath reports whether two paths are one: Windows does not tell capitals
// apart, and a home folder may be reached by two names (/home, a link to
// /var/home).
func (m Machine) samePath(a, b string) bool {
	if a == b || m.goos() == "windows" && strings.EqualFold(a, b) {
		return true
	}
	return absolute(a) && absolute(b) && same(m.file(a), m.file(b))
}
