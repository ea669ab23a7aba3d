package doctor

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/margay/margay/install"
	"github.com/margay/margay/protocol/client"
)

// Browsers are what this user's browsers find under our name.
type Browsers struct {
	Reports []install.Report
	// Recorded are the places at which install wrote for a browser, by its record.
	Recorded []string
	// Boxed are those that can start nothing, whatever they find.
	Boxed []install.Boxed
	// Strangers are the data directories of browsers that run and with which we are
	// not registered.
	Strangers []string
}

// browsers are the checks of each browser: what it finds, and whether what it
// finds can be started; starts are the ids of the latter. wanted are the checks
// without which nothing started could answer.
func (o Options) browsers(wanted ...string) (list []check, starts []string) {
	found, err := o.Browsers()
	if err != nil || len(found.Reports) == 0 {
		id := idManifest + "none"
		return []check{{id: id, title: says("Browsers"), try: func(context.Context) finding { return o.noBrowser(found, err) }}}, []string{id}
	}
	some := slices.ContainsFunc(found.Reports, func(r install.Report) bool { return r.Winner() != nil })
	ours := slices.ContainsFunc(found.Reports, func(r install.Report) bool { return o.leadsHere(r) })
	seen := map[string]int{}
	for _, r := range found.Reports {
		id := r.Browser.ID
		if seen[id]++; seen[id] > 1 { // several data directories of a person's own
			id = fmt.Sprintf("%s-%d", id, seen[id])
		}
		needs := append([]string{idManifest + id}, wanted...)
		if w := r.Winner(); w != nil && same(w.Program, o.Dirs.Bin()) {
			needs = append(needs, idProgram)
		}
		list = append(list,
			check{id: idManifest + id, title: says("%s: manifest", nameOf(r.Browser)), try: func(context.Context) finding {
				if data, other := elsewhere(r, o.Dirs); other && ours && !found.recorded(r) {
					return untried("It is that of another Margay, of the data directory %s.", data)
				}
				return o.installed(r, o.manifest(r, some && !found.lost(r)))
			}},
			check{
				id: idStart + id, title: says("%s: start", nameOf(r.Browser)), needs: needs,
				try: func(ctx context.Context) finding { return o.start(ctx, r.Winner().Program) },
			})
		starts = append(starts, idStart+id)
	}
	return list, starts
}

// leadsHere reports whether a browser starts the Margay of this data directory, as far as
// a path tells.
func (o Options) leadsHere(r install.Report) bool {
	w := r.Winner()
	_, other := elsewhere(r, o.Dirs)
	return w != nil && w.State == install.StateFound && !other
}

// lost reports whether a browser finds nothing where install wrote once.
func (b Browsers) lost(r install.Report) bool { return r.Winner() == nil && b.recorded(r) }

// recorded reports whether install wrote for a browser once.
func (b Browsers) recorded(r install.Report) bool {
	return slices.ContainsFunc(r.Findings, func(f install.Finding) bool { return slices.Contains(b.Recorded, f.At) })
}

func (o Options) noBrowser(found Browsers, err error) finding {
	switch {
	case err != nil:
		return o.hidden(broken("It cannot be told which browsers there are: %v.", err).mendedBy(o.command("install")))
	case len(found.Boxed) > 0:
		return broken("The only browser of this user that was found is in a box.").then("%s", quote(found.Boxed[0].Advice(o.command("install"))))
	}
	return o.hidden(broken("No browser of this user was found.").mendedBy(o.command("install")).
		then("Start the browser once before. One that keeps its data elsewhere is named with --user-data-dir."))
}

// manifest judges what the browser finds. A person may use one of their browsers
// only, so that nothing is registered with this one is no failure where it is
// spare: there is another one, and nobody has registered this one before.
func (o Options) manifest(r install.Report, spare bool) finding {
	again := o.installFor(r.Browser)
	w := r.Winner()
	switch {
	case w == nil && spare:
		return untried("Margay is not registered with it.").mendedBy(again).then("Needed only if you want to use Margay there.")
	case w == nil && fileInstead(r) != "":
		return o.installable(fileInstead(r), broken("%s is no folder, so Margay cannot be registered with %s.", fileInstead(r), nameOf(r.Browser)))
	case w == nil && len(r.Findings) > 0:
		return broken("Margay is not registered with %s: there is no %s.", nameOf(r.Browser), r.Findings[0].At).mendedBy(again)
	case w == nil:
		return broken("Margay is not registered with %s.", nameOf(r.Browser)).mendedBy(again)
	}
	detail := series{between: "; "}
	for line := range strings.Lines(w.Detail) {
		detail.add(says("%s", quote(strings.TrimSpace(line))))
	}
	switch w.State {
	case install.StateFound:
		for _, f := range r.Findings {
			if !f.Wins && f.State != install.StateMissing && !alike(f, *w) {
				detail.add(says("%s stands behind it and is not used", f.At))
			}
		}
		if len(detail.items) == 0 {
			return fine("%s", w.At)
		}
		return fine("%s: %s", w.At, detail)
	case install.StateForeign:
		return broken("%s is the manifest of another product under our name: %s.", w.At, detail).
			mendedBy(again + " --force").then("The other product is then no longer found by its own extension.")
	case install.StateStale, install.StateNotExecutable, install.StateBlocked:
		if same(w.Program, o.Dirs.Bin()) {
			return untried("%s starts a program that is told above.", w.At)
		}
	}
	f := broken("The browser does not start Margay by %s: %s.", w.At, detail).mendedBy(again)
	if info, err := os.Stat(w.At); err == nil && info.IsDir() { // which install leaves as it is
		return f.mendedBy(moveAside(w.At)).then("Put it aside, then install again: %s", again)
	}
	switch w.State {
	case install.StateNotExecutable:
		f.command = makeRun(w.Program)
	case install.StateBlocked:
		f.command = unblock(w.Program)
	}
	return f
}

// installed is a failure of a manifest with what mends it: where an install could
// not read or write there, what takes that away.
func (o Options) installed(r install.Report, f finding) finding {
	if f.state != client.CheckFailed || len(r.Findings) == 0 || fileInstead(r) != "" {
		return f
	}
	place := r.Findings[0]
	if w := r.Winner(); w != nil {
		place = *w
	}
	if place.Place.Folder == "" {
		return f
	}
	if b, bad := o.bars(place.At, false); bad {
		return b.of(f)
	}
	if b, bad := o.bars(place.Place.Folder, true); bad {
		return b.of(f)
	}
	return f
}

// hidden is a failure to find a browser, with what takes away what hides it.
func (o Options) hidden(f finding) finding {
	m, err := install.This()
	if err != nil {
		return f
	}
	for _, browser := range m.Browsers() {
		if b, bad := o.bars(browser.UserDataDir, false); bad && !allowed(b.path, false, true) {
			return b.of(f)
		}
	}
	return f
}

// fileInstead is a file where the folder of manifests belongs; "" where there is none.
func fileInstead(r install.Report) string {
	if len(r.Findings) == 0 || r.Findings[0].Place.Folder == "" {
		return ""
	}
	folder := r.Findings[0].Place.Folder
	if info, err := os.Stat(folder); err != nil || info.IsDir() {
		return ""
	}
	return folder
}

// alike reports whether two places hold one thing: some browsers look at two that
// install writes alike, and on Windows several keys name one file.
func alike(a, b install.Finding) bool {
	return same(a.At, b.At) || a.State == b.State && a.Program != "" && same(a.Program, b.Program)
}

// nameOf is a browser as it is called; one of a person's own is told by its folder.
func nameOf(b install.Browser) text {
	switch {
	case b.ID == custom && b.Name != "":
		return says("%s in %s", b.Name, b.UserDataDir)
	case b.ID == custom:
		return says("Browser in %s", b.UserDataDir)
	}
	return plain(b.Name)
}

// custom is the id of a browser with a data directory of a person's own.
const custom = "custom"

// installFor is the command that registers us with a browser.
func (o Options) installFor(b install.Browser) string {
	if b.ID == custom {
		return o.command("install", "--user-data-dir", b.UserDataDir)
	}
	return o.command("install")
}
