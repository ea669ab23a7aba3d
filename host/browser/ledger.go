package browser

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// identified is a transport to a browser that can be known again after a
// restart of the daemon: the identity is the same as long as the browser's own
// tab numbers mean the same tabs.
type identified interface{ Identity() string }

// ledger is what the registry writes down, so that tab numbers in a
// conversation mean the same tabs after the daemon was started anew, and a run
// that is resumed finds the tab that it worked in.
type ledger struct {
	Last TabID `json:"last"`
	// Browsers are in the order in which they were last seen, newest last.
	Browsers []ledgerBrowser `json:"browsers"`
	Runs     []ledgerRun     `json:"runs"`
}

type ledgerBrowser struct {
	Identity string          `json:"identity"`
	Tabs     map[int64]TabID `json:"tabs"`
}

type ledgerRun struct {
	Run string `json:"run"`
	Tab TabID  `json:"tab"`
	// Opened are the tabs that the run opened, the newest last.
	Opened []TabID `json:"opened,omitempty"`
	// Worked are the tabs that the run has worked in, the one that it came to last at the end.
	Worked []TabID `json:"worked,omitempty"`
}

// has reports whether a browser of the ledger has a tab of this number.
func (l ledger) has(id TabID) bool {
	return slices.ContainsFunc(l.Browsers, func(b ledgerBrowser) bool {
		for _, known := range b.Tabs {
			if known == id {
				return true
			}
		}
		return false
	})
}

// Bounds of the ledger: browsers that were started anew, and runs whose end
// nobody told of, must not fill it.
const (
	mostBrowsers = 8
	mostRuns     = 64
	mostOpened   = 64 // of a run, and as many that it has worked in
)

// Remember reads the ledger and keeps it from now on. It is called before the
// first browser is added. A ledger that cannot be read begins anew, and the
// error says so; numbering then starts high, so that no old number comes back.
// unsaved is told when it can no longer be written: what is new in it is lost
// with the daemon then, and nothing else. It must not call the registry.
func (r *Registry) Remember(file string, unsaved func(error)) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.file, r.unsaved = file, unsaved
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(text, &r.ledger)
	}
	if err != nil {
		r.ledger = ledger{Last: 1000}
		err = fmt.Errorf("read the numbers of tabs: %w", err)
	}
	r.last = r.ledger.Last
	return err
}

// recall gives a browser that comes back the numbers of its tabs. Called with mu held.
func (r *Registry) recall(m *member) {
	known, ok := m.transport.(identified)
	if !ok || r.file == "" {
		return
	}
	m.identity = known.Identity()
	i := slices.IndexFunc(r.ledger.Browsers, func(b ledgerBrowser) bool { return b.Identity == m.identity })
	if i < 0 {
		return
	}
	for native, id := range r.ledger.Browsers[i].Tabs {
		m.ids[native] = id
		r.tabs[id] = &tabRecord{member: m, native: native}
	}
}

// save writes the ledger. Called with mu held; it is small and seldom changes.
func (r *Registry) save() {
	if r.file == "" {
		return
	}
	r.ledger.Last = r.last
	for _, m := range r.browsers {
		if m.identity == "" {
			continue
		}
		r.ledger.Browsers = slices.DeleteFunc(r.ledger.Browsers, func(b ledgerBrowser) bool { return b.Identity == m.identity })
		r.ledger.Browsers = append(r.ledger.Browsers, ledgerBrowser{m.identity, m.ids})
	}
	r.ledger.Browsers = r.ledger.Browsers[max(len(r.ledger.Browsers)-mostBrowsers, 0):]
	err := replace(r.file, r.ledger)
	if err != nil && !r.failing {
		r.unsaved(fmt.Errorf("write the numbers of tabs: %w", err))
	}
	r.failing = err != nil
}

// replace writes a file whole or not at all.
func replace(file string, content any) error {
	text, err := json.Marshal(content)
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(file), filepath.Base(file)+".*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}

// SetRun notes the tab that a run works in, 0 when it has ended or has none left.
func (r *Registry) SetRun(run string, tab TabID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	one, ok := r.ledger.run(run)
	if one.Tab == tab && (ok || tab == 0) {
		return
	}
	one.Tab = tab
	if tab != 0 {
		one.Worked = newest(slices.DeleteFunc(slices.Clone(one.Worked), func(id TabID) bool { return id == tab }), tab)
	}
	r.keep(one)
}

// Worked are the tabs that a run has worked in, the one that it came to last at the end; some may be gone.
func (r *Registry) Worked(run string) []TabID {
	r.mu.Lock()
	defer r.mu.Unlock()
	one, _ := r.ledger.run(run)
	return slices.Clone(one.Worked)
}

// newest puts a tab at the end of a list, which is bounded: the oldest go first.
func newest(list []TabID, tab TabID) []TabID {
	list = append(list, tab)
	return list[max(len(list)-mostOpened, 0):]
}

// SetOpened notes that a run opened a tab.
func (r *Registry) SetOpened(run string, tab TabID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	one, _ := r.ledger.run(run)
	if slices.Contains(one.Opened, tab) {
		return
	}
	one.Opened = newest(slices.Clone(one.Opened), tab)
	r.keep(one)
}

// Opened are the tabs that a run opened, the newest last; some may be gone.
func (r *Registry) Opened(run string) []TabID {
	r.mu.Lock()
	defer r.mu.Unlock()
	one, _ := r.ledger.run(run)
	return slices.Clone(one.Opened)
}

func (l ledger) run(name string) (one ledgerRun, ok bool) {
	for _, one := range l.Runs {
		if one.Run == name {
			return one, true
		}
	}
	return ledgerRun{Run: name}, false
}

// keep puts a run at the end of the ledger, or drops one without a tab. Called
// with mu held.
func (r *Registry) keep(one ledgerRun) {
	r.ledger.Runs = slices.DeleteFunc(r.ledger.Runs, func(other ledgerRun) bool { return other.Run == one.Run })
	if one.Tab != 0 {
		r.ledger.Runs = append(r.ledger.Runs, one)
		r.ledger.Runs = r.ledger.Runs[max(len(r.ledger.Runs)-mostRuns, 0):]
	}
	r.save()
}

// Run is the tab that a run works in, 0 if it has none.
func (r *Registry) Run(run string) TabID {
	r.mu.Lock()
	defer r.mu.Unlock()
	one, _ := r.ledger.run(run)
	return one.Tab
}
