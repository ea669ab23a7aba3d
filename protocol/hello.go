package protocol

import "fmt"

// Product is the name that both sides say in hello, so that a foreign program
// behind the same host name is recognised and named.
const Product = "margay"

// Kind says what a client is. It chooses defaults (linger, cards); it never
// grants anything.
type Kind string

// The kinds of clients.
const (
	KindWorker  Kind = "worker"
	KindPanel   Kind = "panel"
	KindOptions Kind = "options"
	KindPopup   Kind = "popup"
	KindCLI     Kind = "cli"
	KindMCP     Kind = "mcp"
	KindTest    Kind = "test"
)

// Versions is an inclusive range of protocol versions.
type Versions struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

// Supported is the range of versions that this build speaks.
func Supported() Versions { return Versions{Min: VersionMin, Max: VersionMax} }

// Common is the highest version that both ranges hold, and whether there is one.
func (v Versions) Common(w Versions) (int, bool) {
	highest := min(v.Max, w.Max)
	return highest, highest >= max(v.Min, w.Min)
}

// Hello is the first call on a link. Only ping may precede it.
type Hello struct {
	Product  string   `json:"product"`
	Version  string   `json:"version"`
	Build    string   `json:"build"`
	Protocol Versions `json:"protocol"`
	Kind     Kind     `json:"kind"`
}

// Choose returns the protocol version for a client that says hello to this
// build, or the fault that tells it why there is none.
func (h Hello) Choose() (int, *Fault) {
	if h.Product != Product {
		return 0, NewFault(ReasonVersion, fmt.Sprintf("This is %s, and %q is another product.", Product, h.Product)).
			WithNext("Check which program the host name " + Product + " is registered for.")
	}
	ours := Supported()
	version, ok := ours.Common(h.Protocol)
	if !ok {
		return 0, NewFault(ReasonVersion, fmt.Sprintf("The two sides have no protocol version in common: %d to %d here, %d to %d there.",
			ours.Min, ours.Max, h.Protocol.Min, h.Protocol.Max)).
			WithNext("Update the older of the two: the extension, or the program with: margay install")
	}
	return version, nil
}

// HelloReply answers hello.
type HelloReply struct {
	Product string `json:"product"`
	Version string `json:"version"`
	Build   string `json:"build"`
	// Protocol is the version chosen: the highest that both sides speak.
	Protocol int `json:"protocol"`
	// Epoch names this life of the daemon; event numbers start over with it.
	Epoch string `json:"epoch"`
	// LingerMs is how long the daemon stays after its last client of this kind.
	LingerMs int `json:"lingerMs"`
	// DataDir is the data directory, for messages that name a path.
	DataDir string `json:"dataDir"`
	Pid     int    `json:"pid"`
	// ExtensionBuild names the build of the extension that lies unpacked in the
	// data directory; empty where none does. A worker that runs another one was
	// upgraded on disk, and starts anew when nothing is under way.
	ExtensionBuild string `json:"extensionBuild,omitempty"`
}

// Preface is the first frame that a bridge sends to the daemon, before any
// frame of the browser. It holds what the browser told the process, never what
// JavaScript says.
type Preface struct {
	// Origin is the bridge's first argument: chrome-extension://ID/.
	Origin     string `json:"origin"`
	BrowserPid int    `json:"browserPid"`
	Version    string `json:"version"`
	Build      string `json:"build"`
	// Env holds the model variables of the browser's environment (OPENAI_API_KEY
	// and the like). They serve the runs of this link and are never stored.
	Env map[string]string `json:"env,omitempty"`
}

// The routes and notices that every link has.
var (
	PingRoute  = Route[Empty, Pong]{Name: "ping", Group: GroupOpen}
	HelloRoute = Route[Hello, HelloReply]{Name: "hello", Group: GroupOpen}

	// PrefaceNotice comes from a bridge only, and only as the first frame.
	PrefaceNotice = Notice[Preface]{Name: "$/preface", Group: GroupOpen}
	// CancelNotice ends a call that the sender made. An id that is not under
	// way is no error: the answer may have crossed it.
	CancelNotice = Notice[Cancel]{Name: "$/cancel", Group: GroupOpen}
	// ChunkNotice carries a piece of a longer message.
	ChunkNotice = Notice[Chunk]{Name: "$/chunk", Group: GroupOpen}
)

// Pong answers ping.
type Pong struct {
	Product string `json:"product"`
}

// Cancel names the call to end.
type Cancel struct {
	ID ID `json:"id"`
}

// Chunk is a piece of a message longer than ChunkAbove. Pieces of one message
// come in order; other frames may stand between them.
type Chunk struct {
	// Stream tells the messages apart that are under way on this link.
	Stream int64 `json:"stream"`
	// Number counts from 0.
	Number int `json:"number"`
	Total  int `json:"total"`
	// Size is the size of the whole message in bytes.
	Size int `json:"size"`
	// Route, on piece 0, is the route whose cap holds: of the request itself,
	// or of the call that is answered. The joined message must agree.
	Route string `json:"route,omitempty"`
	// Data is base64 of the raw bytes.
	Data []byte `json:"data"`
}

// Routes lists everything that every link has.
func Routes() []Info {
	return []Info{PingRoute.Info(), HelloRoute.Info(), PrefaceNotice.Info(), CancelNotice.Info(), ChunkNotice.Info()}
}
