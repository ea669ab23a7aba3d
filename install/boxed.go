package install

import (
	"fmt"
	"strings"
)

// Box is what keeps a browser apart from the rest of the machine.
type Box string

// The boxes.
const (
	BoxSnap    Box = "snap"
	BoxFlatpak Box = "flatpak"
)

// Boxed is a browser that runs in a box and cannot start a program outside of
// it, so it never reaches Margay, whatever is registered.
type Boxed struct {
	Box  Box
	Name string
	// App is the name of the snap or flatpak, Dir what shows that it is there.
	App, Dir string
}

// Advice says what will not work, and what to do: again is the command that installs.
func (b Boxed) Advice(again string) string {
	return fmt.Sprintf("%s (%s %s) cannot start programs outside of its box, so the extension loads there but never reaches Margay. "+
		"Install %s from its vendor's or your system's packages (deb, rpm), or use another browser, then run: %s", b.Name, b.Box, b.App, b.Name, again)
}

// why is Advice without the command, for whoever has just given one.
func (b Boxed) why() string {
	why, _, _ := strings.Cut(b.Advice(""), ", then run")
	return why
}

// boxOf is the box that a folder lies in, as that of a browser; false for a folder
// of the machine.
func (m Machine) boxOf(dir string) (Boxed, bool) {
	if m.goos() == "darwin" || m.goos() == "windows" {
		return Boxed{}, false
	}
	for box, base := range map[Box]string{BoxSnap: m.join(m.Home, "snap"), BoxFlatpak: m.join(m.Home, ".var", "app")} {
		for _, dir := range []string{dir, m.behind(dir)} {
			if below, ok := m.below(dir, base); ok && below != "" {
				return inBox(box, strings.Split(below, "/")[1]), true
			}
		}
	}
	return Boxed{}, false
}

// inBox is the browser of a snap or flatpak; one that is not known has its name.
func inBox(box Box, app string) Boxed {
	for _, b := range boxes() {
		if b.Box == box && b.App == app {
			return b
		}
	}
	return Boxed{Box: box, Name: app, App: app}
}

// Boxed lists the browsers in boxes that the person has. There are none on
// macOS and Windows.
func (m Machine) Boxed() []Boxed {
	if m.goos() == "darwin" || m.goos() == "windows" {
		return nil
	}
	var list []Boxed
	for _, b := range boxes() {
		for _, dir := range m.boxDirs(b) {
			if m.isThere(dir) {
				b.Dir = dir
				list = append(list, b)
				break
			}
		}
	}
	return list
}

// boxes are the browsers that are known to come in a box.
func boxes() []Boxed {
	return []Boxed{
		{Box: BoxSnap, Name: "Chromium", App: "chromium"},
		{Box: BoxSnap, Name: "Brave", App: "brave"},
		{Box: BoxSnap, Name: "Opera", App: "opera"},
		{Box: BoxSnap, Name: "Opera Beta", App: "opera-beta"},
		{Box: BoxSnap, Name: "Opera Developer", App: "opera-developer"},
		{Box: BoxSnap, Name: "Vivaldi", App: "vivaldi"},
		{Box: BoxFlatpak, Name: "Chrome", App: "com.google.Chrome"},
		{Box: BoxFlatpak, Name: "Chrome Dev", App: "com.google.ChromeDev"},
		{Box: BoxFlatpak, Name: "Chromium", App: "org.chromium.Chromium"},
		{Box: BoxFlatpak, Name: "Ungoogled Chromium", App: "io.github.ungoogled_software.ungoogled_chromium"},
		{Box: BoxFlatpak, Name: "Edge", App: "com.microsoft.Edge"},
		{Box: BoxFlatpak, Name: "Brave", App: "com.brave.Browser"},
		{Box: BoxFlatpak, Name: "Vivaldi", App: "com.vivaldi.Vivaldi"},
		{Box: BoxFlatpak, Name: "Opera", App: "com.opera.Opera"},
	}
}

// boxDirs are the places that show that a boxed browser is there: the person's
// data in it, else its program.
func (m Machine) boxDirs(b Boxed) []string {
	if b.Box == BoxSnap {
		return []string{m.join(m.Home, "snap", b.App), m.join("/snap", b.App), m.join("/var/lib/snapd/snap", b.App)}
	}
	return []string{
		m.join(m.Home, ".var/app", b.App),
		m.join(m.Home, ".local/share/flatpak/app", b.App),
		m.join("/var/lib/flatpak/app", b.App),
	}
}
