package install

import (
	"os"
	"slices"
	"strings"
)

// Scope says for whom a manifest stands somewhere.
type Scope string

// The scopes. A browser looks at the person's places first.
const (
	ScopeUser    Scope = "user"
	ScopeMachine Scope = "machine"
)

// Place is where a browser looks for native-messaging hosts: a folder of
// manifests, or on Windows a registry key whose value names the manifest.
type Place struct {
	Scope Scope
	// Folder holds NAME.json; it is empty for a key.
	Folder string
	// Key is the registry key above NAME; it is empty for a folder.
	Key string
}

// At is the file or key that stands for the host name there.
func (p Place) At(name string) string {
	if p.Key != "" {
		return p.Key + `\` + name
	}
	return p.Folder + "/" + name + ".json" // no browser of Windows has a folder
}

// Browser is a browser that can start Margay.
type Browser struct {
	// ID is what --browser takes, Name what a person reads.
	ID, Name string
	// UserDataDir is where it keeps its profiles.
	UserDataDir string
	// ExtensionsPage is where an extension is loaded.
	ExtensionsPage string
	// Reads are all places where it looks, in its order: the first at which
	// something stands decides. Writes are those that install fills.
	Reads, Writes []Place
	// Started says that it has run here: its data directory is there.
	// Installed says that its program was found.
	Started, Installed bool
}

// Here reports whether the person has the browser.
func (b Browser) Here() bool { return b.Started || b.Installed }

// spec is what is known of a browser. Paths are relative, with slashes.
type spec struct {
	id, name, scheme string
	// linux is below the folder of settings, mac below Application Support,
	// windows below LOCALAPPDATA (or APPDATA where roaming is set).
	linux, mac, windows string
	roaming             bool
	// keys are the keys below Software that it reads on Windows, in its order;
	// the first ownKeys of them are written.
	keys    []string
	ownKeys int
	// system are its folders for the whole machine, on Linux and on macOS.
	linuxSystem, macSystem []string
	// chromeFirst says that it reads Chrome's folder of the person before its
	// own on Linux; alsoChrome that it reads Chrome's after its own on macOS.
	chromeFirst, alsoChrome bool
	// programs are its names in PATH, app its name in Applications, exe its
	// path below a folder of programs.
	programs []string
	app, exe string
}

const (
	chromeLinux = "google-chrome"
	chromeMac   = "Google/Chrome"
	hosts       = "NativeMessagingHosts"

	chromeKey   = "Google/Chrome"
	chromiumKey = "Chromium"
	edgeKey     = "Microsoft/Edge"
	braveKey    = "BraveSoftware/Brave-Browser"
	operaKey    = "Opera Software"

	chromeEtc   = "/etc/opt/chrome/native-messaging-hosts"
	chromiumEtc = "/etc/chromium/native-messaging-hosts"
	edgeEtc     = "/etc/opt/edge/native-messaging-hosts"

	chromeLibrary   = "/Library/Google/Chrome/NativeMessagingHosts"
	chromiumLibrary = "/Library/Application Support/Chromium/NativeMessagingHosts"
	edgeLibrary     = "/Library/Microsoft/Edge/NativeMessagingHosts"
)

// specs lists the browsers in the order in which they are told. README.md says
// where each fact comes from.
func specs() []spec {
	list := []spec{
		chrome("chrome", "Chrome", "", "google-chrome", "google-chrome-stable"),
		chrome("chrome-beta", "Chrome Beta", "beta", "google-chrome-beta"),
		chrome("chrome-dev", "Chrome Dev", "unstable", "google-chrome-unstable"),
		{
			id: "chromium", name: "Chromium", scheme: "chrome", linux: "chromium", mac: "Chromium", windows: "Chromium/User Data",
			keys: []string{chromiumKey, chromeKey}, ownKeys: 1, linuxSystem: []string{chromiumEtc}, macSystem: []string{chromiumLibrary},
			programs: []string{"chromium", "chromium-browser"}, app: "Chromium", exe: "Chromium/Application/chrome.exe",
		},
		edge("edge", "Edge", "", "microsoft-edge", "microsoft-edge-stable"),
		edge("edge-beta", "Edge Beta", "beta", "microsoft-edge-beta"),
		edge("edge-dev", "Edge Dev", "dev", "microsoft-edge-dev"),
		brave("brave", "Brave", "Brave-Browser", "Brave Browser", "brave-browser", "brave-browser-stable", "brave"),
		brave("brave-beta", "Brave Beta", "Brave-Browser-Beta", "Brave Browser Beta", "brave-browser-beta"),
		brave("brave-nightly", "Brave Nightly", "Brave-Browser-Nightly", "Brave Browser Nightly", "brave-browser-nightly"),
		brave("brave-origin", "Brave Origin", "Brave-Origin", "Brave Origin", "brave-origin"),
		vivaldi("vivaldi", "Vivaldi", "vivaldi", "Vivaldi", "vivaldi", "vivaldi-stable"),
		vivaldi("vivaldi-snapshot", "Vivaldi Snapshot", "vivaldi-snapshot", "Vivaldi Snapshot", "vivaldi-snapshot"),
		opera("opera", "Opera", "opera", "Opera", "Opera Stable"),
		opera("opera-beta", "Opera Beta", "opera-beta", "OperaNext", "Opera Next"),
		opera("opera-developer", "Opera Developer", "opera-developer", "OperaDeveloper", "Opera Developer"),
		opera("opera-gx", "Opera GX", "opera-gx", "OperaGX", "Opera GX Stable"),
	}
	return list
}

func chrome(id, name, channel string, programs ...string) spec {
	linux, mac := chromeLinux, strings.Replace(name, "Chrome", chromeMac, 1)
	if channel != "" {
		linux += "-" + channel
	}
	return spec{
		id: id, name: name, scheme: "chrome", linux: linux, mac: mac, windows: mac + "/User Data",
		keys: []string{chromeKey}, ownKeys: 1, linuxSystem: []string{chromeEtc}, macSystem: []string{chromeLibrary},
		programs: programs, app: "Google " + name, exe: mac + "/Application/chrome.exe",
	}
}

func edge(id, name, channel string, programs ...string) spec {
	linux := "microsoft-edge"
	if channel != "" {
		linux += "-" + channel
	}
	return spec{
		id: id, name: name, scheme: "edge", linux: linux, mac: "Microsoft " + name, windows: "Microsoft/" + name + "/User Data",
		keys: []string{edgeKey, chromiumKey, chromeKey}, ownKeys: 1,
		linuxSystem: []string{edgeEtc, chromeEtc}, macSystem: []string{edgeLibrary, chromeLibrary},
		programs: programs, app: "Microsoft " + name, exe: "Microsoft/" + name + "/Application/msedge.exe",
	}
}

func brave(id, name, folder, app string, programs ...string) spec {
	return spec{
		id: id, name: name, scheme: "brave", linux: "BraveSoftware/" + folder, mac: "BraveSoftware/" + folder,
		windows: "BraveSoftware/" + folder + "/User Data", keys: []string{braveKey, chromeKey}, ownKeys: 2,
		linuxSystem: []string{chromeEtc}, macSystem: []string{chromeLibrary}, alsoChrome: true,
		programs: programs, app: app, exe: "BraveSoftware/" + folder + "/Application/brave.exe",
	}
}

func vivaldi(id, name, linux, mac string, programs ...string) spec {
	return spec{
		id: id, name: name, scheme: "vivaldi", linux: linux, mac: mac, windows: mac + "/User Data", keys: []string{chromeKey}, ownKeys: 1,
		linuxSystem: []string{chromeEtc}, macSystem: []string{chromeLibrary},
		programs: programs, app: mac, exe: mac + "/Application/vivaldi.exe",
	}
}

func opera(id, name, linux, mac, windows string) spec {
	s := spec{
		id: id, name: name, scheme: "opera", linux: linux, mac: "com.operasoftware." + mac, windows: "Opera Software/" + windows, roaming: true,
		keys: []string{operaKey, chromeKey}, ownKeys: 2, linuxSystem: []string{chromeEtc}, macSystem: []string{chromeLibrary},
		chromeFirst: true, alsoChrome: true, programs: []string{id}, app: name,
	}
	if id == "opera" { // where the others put their programs is not known
		s.exe = "Opera/opera.exe"
	}
	return s
}

// Browsers lists every browser that is known on the machine's system, whether
// the person has it or not.
func (m Machine) Browsers() []Browser {
	var list []Browser
	made := m.madeDirs()
	for _, s := range specs() {
		b := Browser{ID: s.id, Name: s.name, ExtensionsPage: s.scheme + "://extensions"}
		switch m.goos() {
		case "darwin":
			m.onMac(s, &b)
		case "windows":
			m.onWindows(s, &b)
		default:
			m.onLinux(s, &b)
		}
		b.Started = m.isDir(b.UserDataDir) && !(slices.Contains(made, b.UserDataDir) && m.holdsOnly(b.UserDataDir, hosts))
		b.Installed = m.installed(s)
		list = append(list, b)
	}
	return list
}

// madeDirs are the folders that an earlier install made.
func (m Machine) madeDirs() []string {
	if m.Record == "" {
		return nil
	}
	r, err := ReadRecord(m.file(m.Record))
	if err != nil {
		return nil // whoever writes the record says what is wrong with it
	}
	var list []string
	for _, e := range r.Entries {
		for _, dir := range e.Made {
			if below, ok := m.below(dir, r.Home); ok {
				dir = m.Home + below
			}
			list = append(list, dir)
		}
	}
	return list
}

// holdsOnly reports whether nothing but name lies in a folder.
func (m Machine) holdsOnly(dir, name string) bool {
	entries, err := os.ReadDir(m.file(dir))
	return err == nil && !slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() != name })
}

func (m Machine) onLinux(s spec, b *Browser) {
	base := m.config()
	b.UserDataDir = m.join(base, s.linux)
	if s.chromeFirst {
		b.Writes = append(b.Writes, Place{Scope: ScopeUser, Folder: m.join(base, chromeLinux, hosts)})
	}
	b.Writes = append(b.Writes, Place{Scope: ScopeUser, Folder: m.join(b.UserDataDir, hosts)})
	b.Reads = append(append(b.Reads, b.Writes...), folders(s.linuxSystem)...)
}

func (m Machine) onMac(s spec, b *Browser) {
	base := m.join(m.Home, "Library", "Application Support")
	b.UserDataDir = m.join(base, s.mac)
	b.Writes = append(b.Writes, Place{Scope: ScopeUser, Folder: m.join(b.UserDataDir, hosts)})
	if s.alsoChrome {
		b.Writes = append(b.Writes, Place{Scope: ScopeUser, Folder: m.join(base, chromeMac, hosts)})
	}
	b.Reads = append(append(b.Reads, b.Writes...), folders(s.macSystem)...)
}

func (m Machine) onWindows(s spec, b *Browser) {
	base := m.local()
	if s.roaming {
		base = m.roaming()
	}
	b.UserDataDir = m.join(base, s.windows)
	for _, key := range s.keys {
		b.Reads = append(b.Reads, Place{Scope: ScopeUser, Key: m.join(`HKCU\Software`, key, hosts)})
	}
	b.Writes = append(b.Writes, b.Reads[:s.ownKeys]...)
	// A browser of 64 bits looks into the keys of 32 bits first.
	for _, key := range s.keys {
		for _, view := range []string{`HKLM\Software\WOW6432Node`, `HKLM\Software`} {
			b.Reads = append(b.Reads, Place{Scope: ScopeMachine, Key: m.join(view, key, hosts)})
		}
	}
}

func folders(paths []string) []Place {
	var list []Place
	for _, path := range paths {
		list = append(list, Place{Scope: ScopeMachine, Folder: path})
	}
	return list
}

// config is where browsers keep their settings on Linux. A relative path in a
// variable is ignored, as the XDG specification wants.
func (m Machine) config() string {
	for _, name := range []string{"CHROME_CONFIG_HOME", "XDG_CONFIG_HOME"} {
		if v := m.getenv(name); strings.HasPrefix(v, "/") {
			return v
		}
	}
	return m.join(m.Home, ".config")
}

func (m Machine) local() string {
	if v := m.getenv("LOCALAPPDATA"); v != "" {
		return v
	}
	return m.join(m.Home, "AppData", "Local")
}

func (m Machine) roaming() string {
	if v := m.getenv("APPDATA"); v != "" {
		return v
	}
	return m.join(m.Home, "AppData", "Roaming")
}

// installed looks for the program of a browser that was perhaps never started.
func (m Machine) installed(s spec) bool {
	switch m.goos() {
	case "darwin":
		return m.isDir(m.join("/Applications", s.app+".app")) || m.isDir(m.join(m.Home, "Applications", s.app+".app"))
	case "windows":
		for _, base := range []string{m.getenv("ProgramFiles"), m.getenv("ProgramFiles(x86)"), m.local(), m.join(m.local(), "Programs")} {
			if base != "" && s.exe != "" && m.isThere(m.join(base, s.exe)) {
				return true
			}
		}
		return false
	}
	return m.inPath(s.programs)
}

// inPath looks for programs that are no door to a browser in a box (see
// [Machine.Boxed]): Ubuntu has a chromium-browser that starts the snap.
func (m Machine) inPath(programs []string) bool {
	for _, name := range programs {
		if m.isThere(m.join("/snap/bin", name)) {
			return false
		}
	}
	for _, dir := range strings.Split(m.getenv("PATH"), ":") {
		if !strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, "/snap/") || strings.Contains(dir, "/flatpak/") {
			continue
		}
		for _, name := range programs {
			if _, err := os.Lstat(m.file(m.join(dir, name))); err == nil { // what may not be looked at is started by nobody
				return true
			}
		}
	}
	return false
}
