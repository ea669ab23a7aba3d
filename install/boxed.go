package install

import "fmt"

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

// Advice says what will not work and what will.
func (b Boxed) Advice() string {
	return fmt.Sprintf("%s (%s %s) cannot start programs outside of its box, so the extension loads there but never reaches Margay. "+
		"Install %s from its vendor's or your system's packages (deb, rpm), or use another browser, then run: margay install. "+
		"What works without it: margay run --headless", b.Name, b.Box, b.App, b.Name)
}

// Boxed lists the browsers in boxes that the person has. There are none on
// macOS and Windows.
func (m Machine) Boxed() []Boxed {
	if m.goos() == "darwin" || m.goos() == "windows" {
		return nil
	}
	var list []Boxed
	for _, b := range []Boxed{
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
	} {
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
