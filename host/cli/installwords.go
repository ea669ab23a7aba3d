package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/install"
)

// installWords says to a person what an installation did and what is next.
type installWords struct {
	*command
	setup install.Setup
	// flags are what the person said.
	flags installFlags
	// again says that the extension had been unpacked before.
	again bool
	// margay is how the person calls the program.
	margay string
}

func (w installWords) line(format string, a ...any) {
	fmt.Fprintln(w.stdout, clean(fmt.Sprintf(format, a...)))
}

// outcome lists what stands where.
func (w installWords) outcome(out install.Outcome) {
	for _, o := range out.Written {
		switch o.Kind {
		case install.KindProgram:
			w.line("Program:    %s%s", o.At, note(o.Same, " (there already)"))
		case install.KindExtension:
			w.line("Extension:  %s", o.At)
		case install.KindLink:
			w.line("Command:    %s", o.At)
			w.inPath(o.At)
		case install.KindForeignLink:
			w.line("Command:    %s is there already and is not ours, so it was left", o.At)
		case install.KindLogin:
			w.line("At login:   %s", o.At)
		case install.KindForeignLogin:
			w.line("At login:   %s starts another program than this one, so it was left", o.At)
		default:
			w.registered(o)
		}
	}
	for _, s := range out.Skipped {
		w.line("\n%s is NOT registered at %s: there stands another product under Margay's name, which starts %s.\n"+
			"To replace it (uninstall puts it back): %s --force", s.Browser.Name, s.At, s.Program, w.once())
	}
	w.failed(out.Failed)
}

// once is the command that installs once more what the person wanted.
func (w installWords) once() string {
	words := w.margay + " install"
	for _, name := range w.flags.browsers {
		words += " " + dial.CommandLine("--browser", name)
	}
	for _, dir := range w.flags.dirs {
		words += " " + dial.CommandLine("--user-data-dir", dir)
	}
	if w.setup.Link != "" {
		words += " " + dial.CommandLine("--link", w.setup.Link)
	}
	if w.flags.force {
		words += " --force"
	}
	switch w.flags.login {
	case install.ChoiceYes:
		words += " --at-login"
	case install.ChoiceNo:
		words += " --at-login=false"
	case install.ChoiceKeep:
	}
	return words
}

// failed says what could not be written.
func (w installWords) failed(list []install.Failed) {
	for _, f := range list {
		what := "Margay is NOT registered"
		switch {
		case f.Browser != nil:
			what = f.Browser.Name + " is NOT registered"
		case f.Kind == install.KindLink:
			what = "The command is NOT put"
		case f.Kind == install.KindLogin && w.flags.login == install.ChoiceNo:
			what = "The start at login is NOT taken away"
		case f.Kind == install.KindLogin:
			what = "The start at login is NOT noted"
		}
		w.line("\n%s at %s: %v\nWhen that is mended, run: %s", what, f.At, f.Err, w.once())
	}
}

func (w installWords) registered(o install.Written) {
	name := "Manifest"
	if o.Browser != nil {
		name = o.Browser.Name + note(!o.Browser.Started, " (not started yet)")
	}
	w.line("Registered: %s: %s%s", name, o.At, note(o.Replaced != "", " (in the place of "+o.Replaced+", which uninstall puts back)"))
}

// inPath says how a shell finds the command, where it does not yet, or finds
// another one first.
func (w installWords) inPath(link string) {
	dir := filepath.Dir(link)
	if !slices.Contains(filepath.SplitList(os.Getenv("PATH")), dir) {
		w.line("            that folder is not in your PATH; put this line into your shell's profile: export PATH=%s:$PATH", dial.Quote(dir))
		return
	}
	if first, err := exec.LookPath("margay"); err == nil && !sameFile(first, w.setup.Want.Program) {
		w.line("            your shell finds another one first, %s: remove that, or put %s before its folder in PATH", first, dir)
	}
}

func note(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

func (w installWords) boxes(list []install.Boxed) {
	for _, b := range list {
		w.line("\n%s", b.Advice(w.margay+" install"))
	}
}

// next says how the extension gets into each browser that was registered.
func (w installWords) next(browsers []install.Browser, out install.Outcome) {
	if len(browsers) == 0 {
		w.noBrowser()
		return
	}
	pages := map[string][]string{}
	var order []string
	for _, b := range browsers {
		if !out.Registered(b) {
			continue
		}
		if pages[b.ExtensionsPage] == nil {
			order = append(order, b.ExtensionsPage)
		}
		pages[b.ExtensionsPage] = append(pages[b.ExtensionsPage], b.Name)
	}
	if len(order) == 0 {
		return
	}
	w.line("\nNow load the extension, once in each browser. Open its page of extensions")
	for _, page := range order {
		w.line("  %s: %s", strings.Join(pages[page], ", "), page)
	}
	w.line("switch on “Developer mode” and leave it on (without it the browser turns the extension off), press “Load unpacked” and choose\n  %s", w.setup.Extension)
	if hint := hiddenHint(runtime.GOOS, w.setup.Extension); hint != "" {
		w.line("(%s.)", hint)
	}
	switch {
	case out.From != "" && out.Copied:
		w.line("This is a copy of %s: a browser that has loaded the extension from there keeps that one, until it is loaded from here.", out.From)
	case out.From != "":
		w.line("The data directory was at %s before: a browser that has loaded the extension from there has lost it, so load it again from here.", out.From)
	case w.again:
		w.line("Where it is loaded already, and Developer mode is on, there is nothing to do: it starts anew by itself when no task is running.")
	}
	w.line("Its id is %s. Then click Margay's icon and open the panel.\nIf something does not work: %s doctor", extension.ID, w.margay)
	if strings.HasPrefix(w.margay, `"`) { // as it is for cmd.exe
		w.line("(In PowerShell, put & before a command that begins with a quotation mark.)")
	}
}

// hiddenHint says how the dialog for folders gets to one that it does not show;
// "" where it shows it.
func hiddenHint(goos, dir string) string {
	switch {
	case goos == "windows" && strings.Contains(dir, `\AppData\`):
		return "The dialog hides that folder: paste the path into its field “Folder”"
	case goos == "darwin" && (strings.Contains(dir, "/Library/") || strings.Contains(dir, "/.")):
		return "The dialog hides that folder: press Command+Shift+G there and paste the path"
	case goos != "windows" && goos != "darwin" && strings.Contains(dir, "/."):
		return "The dialog hides that folder: press Ctrl+L there and paste the path"
	}
	return ""
}

// noBrowser says what to do where none was found.
func (w installWords) noBrowser() {
	var names []string
	for _, b := range w.setup.Machine.Browsers() {
		names = append(names, b.ID)
	}
	w.line("\nNo browser of yours was found, so nothing is registered yet. Start your browser once, then run: %s install\n"+
		"Or name it there with --browser (%s),\nor name its data directory with --user-data-dir.", w.margay, strings.Join(names, ", "))
}
