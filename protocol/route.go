package protocol

// Group says who may call a route. The daemon decides from a link's preface
// which groups that link may use; nothing that JavaScript says widens it.
type Group string

// The groups of routes.
const (
	// GroupOpen routes need no greeting: ping, and hello itself.
	GroupOpen Group = "open"
	// GroupClient routes are for people's surfaces: panel, popup, terminal.
	GroupClient Group = "client"
	// GroupDriver routes are for a browser that offers its tabs.
	GroupDriver Group = "driver"
	// GroupScript routes are for userscripts; what they carry is untrusted.
	GroupScript Group = "script"
	// GroupAdmin routes act on the daemon itself and are refused to a browser.
	GroupAdmin Group = "admin"
	// GroupBrowser routes are calls from the daemon to a browser driver.
	GroupBrowser Group = "browser"
)

// Route declares a call with its parameters and its result. The value is the
// single place where a route's name is written: Go callers get their types
// from it and the generator writes the TypeScript map from it.
type Route[P, R any] struct {
	Name  string
	Group Group
	// MaxBytes caps the joined request and the joined reply; 0 means MaxMessage.
	MaxBytes int
}

// Notice declares a notification: a message that has no answer. Notices are
// handled in arrival order on the reading goroutine, so a handler must not wait.
type Notice[P any] struct {
	Name  string
	Group Group
}

// Info is a route or notice without its types, as tables and guards need it.
type Info struct {
	Name     string
	Group    Group
	MaxBytes int
	Notice   bool
}

// Limit is the cap of the joined request and of the joined reply.
func (i Info) Limit() int {
	if i.MaxBytes > 0 {
		return i.MaxBytes
	}
	return MaxMessage
}

// Info returns the declaration without its types.
func (r Route[P, R]) Info() Info {
	return Info{Name: r.Name, Group: r.Group, MaxBytes: r.MaxBytes}
}

// Info returns the declaration without its types.
func (n Notice[P]) Info() Info {
	return Info{Name: n.Name, Group: n.Group, Notice: true}
}

// Empty is the parameter or result of a route that carries nothing.
type Empty struct{}
