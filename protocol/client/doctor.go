package client

import "github.com/margay/margay/protocol"

// DoctorRun tries every link of the chain for real, from the daemon's side.
var DoctorRun = protocol.Route[Diagnose, Diagnosis]{Name: "doctor.run", Group: protocol.GroupClient}

// Diagnose bounds what is tried.
type Diagnose struct {
	// Model also asks the model for one word, which may cost money. Without it, a
	// provider that may want money is asked for the names of its models only.
	Model bool `json:"model,omitempty"`
	// Spec is the model that is looked at; empty means the default one.
	Spec string `json:"spec,omitempty"`
	// Inside leaves out what a program outside of the daemon tries by itself: the
	// data directory and what lies in it, and how browsers find the program.
	Inside bool `json:"inside,omitempty"`
	// Env holds model variables, as in Send. Only programs of the same user may
	// send it, no browser.
	Env map[string]string `json:"env,omitempty"`
	// Language is that of the words of the outcome, as a tag (BCP 47). There are
	// English, which is meant by an empty one and by one that is not known, and
	// Simplified Chinese for every zh.
	Language string `json:"language,omitempty"`
}

// CheckState says how a check went.
type CheckState string

// The states of a check. A warning works for now; what is skipped could not be
// tried because of something else that failed.
const (
	CheckOK      CheckState = "ok"
	CheckWarning CheckState = "warning"
	CheckFailed  CheckState = "failed"
	CheckSkipped CheckState = "skipped"
)

// Check is one thing that was tried.
type Check struct {
	// ID names it for programs; it never changes.
	ID string `json:"id"`
	// Title is what was tried, Detail what was found.
	Title  string     `json:"title"`
	State  CheckState `json:"state"`
	Detail string     `json:"detail,omitempty"`
	// Cause says what is wrong and Command what mends it, where a command does;
	// Next says it in words.
	Cause   string `json:"cause,omitempty"`
	Command string `json:"command,omitempty"`
	Next    string `json:"next,omitempty"`
}

// Diagnosis is all that was tried, in the order of the chain.
type Diagnosis struct {
	// OK says that nothing failed.
	OK     bool    `json:"ok"`
	Checks []Check `json:"checks"`
}

func doctorRoutes() []protocol.Info { return []protocol.Info{DoctorRun.Info()} }
