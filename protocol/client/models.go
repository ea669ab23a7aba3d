package client

import (
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
)

// The routes of models. Keys go in and never come out.
var (
	ModelList = protocol.Route[protocol.Empty, Models]{Name: "model.list", Group: protocol.GroupClient}
	// ModelSave adds a model or changes one.
	ModelSave = protocol.Route[SaveModel, Model]{Name: "model.save", Group: protocol.GroupClient}
	// ModelDelete forgets a model and its key, unless another model uses it.
	ModelDelete = protocol.Route[DeleteModel, Models]{Name: "model.delete", Group: protocol.GroupClient}
	// ModelDefault makes a model the one that is taken where none is named.
	ModelDefault = protocol.Route[ModelRef, Models]{Name: "model.default", Group: protocol.GroupClient}
	// ModelTest asks a model for one word. That it fails is a result, not a fault.
	ModelTest = protocol.Route[TestModel, ModelTested]{Name: "model.test", Group: protocol.GroupClient}
	// ModelDiscover asks a provider for the names of its models.
	ModelDiscover = protocol.Route[DiscoverModels, ModelNames]{Name: "model.discover", Group: protocol.GroupClient}
	// ModelSees guesses by its name whether a model sees images, for a form that is
	// to be filled in; what the person says there counts.
	ModelSees = protocol.Route[ModelName, ModelSight]{Name: "model.sees", Group: protocol.GroupClient}
)

// ModelSource says where a model comes from.
type ModelSource string

// The sources. A model of the environment cannot be changed here, but for a
// model of the same name that is saved over it.
const (
	SourceBuiltin     ModelSource = "builtin"
	SourceEnvironment ModelSource = "environment"
	SourceSettings    ModelSource = "settings"
)

// Model is a model that can be chosen.
type Model struct {
	// ID is the record's; empty for what is not saved.
	ID string `json:"id,omitempty"`
	// Spec names it everywhere: "offline", or "provider:name".
	Spec string `json:"spec"`
	// Label is what people read; the spec where they gave none.
	Label    string `json:"label"`
	Provider string `json:"provider"`
	Name     string `json:"name"`
	BaseURL  string `json:"baseURL,omitempty"`
	Key      Key    `json:"key"`
	// Sees says that it is given images.
	Sees     bool        `json:"sees"`
	Source   ModelSource `json:"source"`
	Revision int64       `json:"revision,omitempty"`
}

// KeyPlace says where a key lies. The list is closed and append-only.
type KeyPlace string

// The places of keys.
const (
	KeyInKeyring     KeyPlace = "keyring"
	KeyInFile        KeyPlace = "file"
	KeyInEnvironment KeyPlace = "environment"
)

// Key says of a key that it is there, never what it is.
type Key struct {
	Set   bool     `json:"set"`
	Place KeyPlace `json:"place,omitempty"`
	// Variable is the name of the variable it is from.
	Variable string `json:"variable,omitempty"`
	// Problem says why the place could not be asked, with the next step.
	Problem string `json:"problem,omitempty"`
}

// Models are the models that can be chosen, with what new ones can be made of.
type Models struct {
	Models []Model `json:"models"`
	// Default is the spec of the model taken where none is named, and
	// DefaultFrom what decided: a variable's name, "settings", or "builtin".
	Default     string          `json:"default"`
	DefaultFrom string          `json:"defaultFrom"`
	Templates   []ModelTemplate `json:"templates"`
}

// ModelTemplate is a known vendor, or a server of one's own.
type ModelTemplate struct {
	// Provider is the part of the spec before the colon.
	Provider string `json:"provider"`
	Title    string `json:"title"`
	BaseURL  string `json:"baseURL"`
	// NeedsKey is false for servers of one's own.
	NeedsKey bool `json:"needsKey"`
	// KeyPage is where a person gets a key.
	KeyPage string   `json:"keyPage,omitempty"`
	Names   []string `json:"names"`
}

// ModelRef names a model by its spec.
type ModelRef struct {
	Spec string `json:"spec"`
}

// DeleteModel forgets a saved model; another revision in the store is a conflict.
type DeleteModel struct {
	ID       string `json:"id"`
	Revision int64  `json:"revision"`
}

// SaveModel adds a model (no ID) or changes one. Provider is lower-case letters,
// digits and dashes; one that is no known vendor's needs a BaseURL.
type SaveModel struct {
	ID       string `json:"id,omitempty"`
	Revision int64  `json:"revision,omitempty"`
	Provider string `json:"provider"`
	Name     string `json:"name"`
	Label    string `json:"label,omitempty"`
	BaseURL  string `json:"baseURL,omitempty"`
	Sees     bool   `json:"sees,omitempty"`
	// Key is a new key; empty keeps the one that is there. KeyOf takes that of
	// another saved model; ForgetKey removes it.
	Key       string `json:"key,omitempty"`
	KeyOf     string `json:"keyOf,omitempty"`
	ForgetKey bool   `json:"forgetKey,omitempty"`
}

// TestModel names a model by its spec, or describes one that is not saved yet.
type TestModel struct {
	Spec  string     `json:"spec,omitempty"`
	Draft *SaveModel `json:"draft,omitempty"`
}

// ModelTested is how a test went: what the model said, or what is wrong and
// what to do about it.
type ModelTested struct {
	OK         bool           `json:"ok"`
	Text       string         `json:"text,omitempty"`
	Error      string         `json:"error,omitempty"`
	ErrorCode  chat.ErrorCode `json:"errorCode,omitempty"`
	Next       string         `json:"next,omitempty"`
	DurationMs int64          `json:"durationMs"`
}

// DiscoverModels describes whom to ask, as SaveModel does.
type DiscoverModels struct {
	Provider string `json:"provider"`
	BaseURL  string `json:"baseURL,omitempty"`
	Key      string `json:"key,omitempty"`
	KeyOf    string `json:"keyOf,omitempty"`
}

// ModelNames are the names a provider gives its models, sorted; where they could
// not be had there are none, and Error says why, as ModelTested does.
type ModelNames struct {
	Names     []string       `json:"names"`
	Error     string         `json:"error,omitempty"`
	ErrorCode chat.ErrorCode `json:"errorCode,omitempty"`
	Next      string         `json:"next,omitempty"`
}

// ModelName is the name of a model as its provider writes it.
type ModelName struct {
	Name string `json:"name"`
}

// ModelSight is what a name tells of a model.
type ModelSight struct {
	Sees bool `json:"sees"`
}

func modelRoutes() []protocol.Info {
	return []protocol.Info{
		ModelList.Info(), ModelSave.Info(), ModelDelete.Info(), ModelDefault.Info(), ModelTest.Info(), ModelDiscover.Info(), ModelSees.Info(),
	}
}
