package client

import (
	"time"

	"github.com/margay/margay/protocol"
)

// DamageDismiss notes that a person has been told of a damaged data file that
// was put aside, and answers what is left to tell. The file stays where it is.
var DamageDismiss = protocol.Route[DismissDamage, Damages]{Name: "damage.dismiss", Group: protocol.GroupClient}

// Damaged is a data file that could not be read when the daemon started. It was
// put aside, and what it held is in no list. It is told in [Status] as long as it
// lies there and nobody has dismissed it.
type Damaged struct {
	// File is its name in the data directory.
	File string `json:"file"`
	// At is when it was put aside.
	At time.Time `json:"at"`
}

// DismissDamage names the file of a [Damaged].
type DismissDamage struct {
	File string `json:"file"`
}

// Damages are the damaged data files that are still told of.
type Damages struct {
	Damaged []Damaged `json:"damaged"`
}

func damageRoutes() []protocol.Info { return []protocol.Info{DamageDismiss.Info()} }
