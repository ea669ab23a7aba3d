// Package judged holds prompts with pages and an expectation each, and judges a
// browser with Margay by them: sets of five pages and twenty prompts, written
// by people who had not seen the planner of the offline model. README.md in
// host says how a set is made and what its figure is worth.
//
// It guarantees that a prompt counts as right only where the page itself is as
// expected, the answer says what was asked for, and nothing in it is a claim
// that the prompt forbids; that the pages of a prompt have an origin of their
// own, so that nothing they store outlives it; and that a set with a mistake in
// it (a page that is missing, an expression that is none) is refused whole.
package judged

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"strings"
)

//go:embed testdata
var testdata embed.FS

// Set is a folder of pages with the prompts about them.
type Set struct {
	Name    string
	Prompts []Prompt
}

// perSet is how many prompts a set has: four for each of its five pages.
const perSet = 20

// Prompt is one prompt of a set, as prompts.json holds it.
type Prompt struct {
	ID string `json:"id"`
	// Page is the page that is open when the prompt is typed.
	Page string `json:"page"`
	// Text is what is typed; {base} in it stands for the address of the site.
	Text string `json:"prompt"`
	// Expect is an expression of JavaScript. In the page that is open at the end
	// it is true if all that was asked is so, and nothing else was changed.
	Expect string `json:"expect"`
	// Says are patterns that the answer must match, all of them.
	Says []Pattern `json:"answer"`
	// Never are patterns of false claims.
	Never []Pattern `json:"never"`
	// Note says in a line what is tried.
	Note string `json:"note"`

	set   string
	pages fs.FS
}

// Name names the prompt among those of all sets.
func (p Prompt) Name() string { return p.set + "/" + p.ID }

// Pattern is a regular expression that heeds no case.
type Pattern struct{ *regexp.Regexp }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Pattern) UnmarshalText(text []byte) (err error) {
	p.Regexp, err = regexp.Compile("(?i)" + string(text))
	return err
}

// Load reads all sets, in the order of their names.
func Load() ([]Set, error) {
	root, err := fs.Sub(testdata, "testdata")
	if err != nil {
		return nil, err
	}
	folders, err := fs.ReadDir(root, ".")
	if err != nil {
		return nil, err
	}
	sets := make([]Set, len(folders))
	for i, folder := range folders {
		pages, errSub := fs.Sub(root, folder.Name())
		if errSub == nil {
			sets[i], errSub = LoadSet(folder.Name(), pages)
		}
		err = errors.Join(err, errSub)
	}
	return sets, err
}

// LoadSet reads the set in a folder. The error says all that is wrong with it.
func LoadSet(name string, folder fs.FS) (Set, error) {
	s := Set{Name: name}
	text, err := fs.ReadFile(folder, promptsFile)
	if err != nil {
		return s, fmt.Errorf("set %s: %w", name, err)
	}
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&s.Prompts); err != nil {
		return s, fmt.Errorf("set %s: %s: %w", name, promptsFile, err)
	}
	var wrong []error
	if len(s.Prompts) != perSet {
		wrong = append(wrong, fmt.Errorf("set %s: it has %d prompts, not %d", name, len(s.Prompts), perSet))
	}
	known := map[string]bool{}
	for i := range s.Prompts {
		p := &s.Prompts[i]
		p.set, p.pages = name, folder
		if known[p.ID] {
			wrong = append(wrong, fmt.Errorf("%s: there are two of that id", p.Name()))
		}
		known[p.ID] = true
		wrong = append(wrong, p.check())
	}
	return s, errors.Join(wrong...)
}

const promptsFile = "prompts.json"

func (p Prompt) check() error {
	if p.ID == "" || strings.TrimSpace(p.Text) == "" || strings.TrimSpace(p.Expect) == "" {
		return fmt.Errorf("%s: id, prompt or expect is empty", p.Name())
	}
	if at, err := fs.Stat(p.pages, p.Page); err != nil || at.IsDir() {
		return fmt.Errorf("%s: there is no page %q", p.Name(), p.Page)
	}
	return nil
}

// ServeHTTP serves the pages of the prompt's set. Whatever the method, the file
// is the answer: a form may lead to a page by GET or POST.
func (p Prompt) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if path.Base(r.URL.Path) == promptsFile {
		http.NotFound(w, r) // the answers are not for who is judged
		return
	}
	// A port comes round again, with another set behind it.
	w.Header().Set("Cache-Control", "no-store")
	http.FileServerFS(p.pages).ServeHTTP(w, r)
}

// Sample takes one prompt of each set by a rule: with the sets counted from 0,
// set i gives the one at the place 7i modulo 20. Because 7 and 20 share no
// factor, any twenty sets in a row give each place once.
func Sample(sets []Set) []Prompt {
	const stride = 7
	list := make([]Prompt, len(sets))
	for i, s := range sets {
		list[i] = s.Prompts[stride*i%perSet]
	}
	return list
}
