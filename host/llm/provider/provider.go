// Package provider turns the name of a model into the model.
//
// It guarantees: which model, which address and which key is decided by the
// table in host/README.md, and a [Choice] says what decided each. It reads only
// the environment, the certificates that it names and the saved models that it is
// given, asks nothing of the network, and keeps no keys. What is missing is said with the next step. With
// nothing configured it chooses the offline model, so there always is one.
package provider

import (
	"cmp"
	"crypto/tls"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/offline"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// Offline is the spec of the offline model.
const Offline = "offline"

// What can decide beside a variable, which is said by its name.
const (
	FromCaller   = "caller"   // the flag, or the model named in the message
	FromSettings = "settings" // what a person saved
	FromBuiltin  = "builtin"
)

// Saved is what a person saved of a model.
type Saved struct {
	Provider, Name, BaseURL string
	Sees                    bool
	// Key says that a key was saved with it.
	Key bool
}

// Book finds saved models.
type Book interface {
	// Find gives the model saved under a spec.
	Find(spec string) (Saved, bool, error)
	// Default is the spec that a person chose, empty where they did not.
	Default() (string, error)
}

// Choice is which model was chosen, and what decided.
type Choice struct {
	// Spec is "offline", or "provider:name"; From is what decided.
	Spec, From     string
	Provider, Name string
	// BaseURL is where it is asked, and BaseFrom what decided.
	BaseURL, BaseFrom string
	// Key is the key where a variable has it, and KeyFrom that variable, or
	// FromSettings: then the key lies where the saved model says. Both are empty
	// where there is none.
	Key     string `json:"-"`
	KeyFrom string
	// Passed is a variable that is set, names no model and so decided nothing;
	// PassedKey one that has a key, which is not for the address that was saved.
	Passed, PassedKey string
	// Sees says that it is given images.
	Sees bool

	reasoning bool
}

// Choose decides. An empty spec is the default. A nil book holds nothing. Its
// error is an [*llm.Error], but for one of the book; the choice says what is
// known by then.
func Choose(spec string, env map[string]string, book Book) (Choice, error) {
	c := Choice{}
	var err error
	if c.Spec, c.From, err = named(strings.TrimSpace(spec), env, book); err != nil {
		return c, err
	}
	if (c.From == FromSettings || c.From == FromBuiltin) && first(env, "LLM_PROVIDER") != "" {
		c.Passed = "LLM_PROVIDER"
	}
	if strings.EqualFold(c.Spec, Offline) {
		c.Spec, c.Provider = Offline, Offline
		return c, nil
	}
	if c.Provider, c.Name, err = parse(c.Spec, because(c.From)); err != nil {
		return c, err
	}
	c.Spec = c.Provider + ":" + c.Name
	var saved Saved
	found := false
	if book != nil {
		if saved, found, err = book.Find(c.Spec); err != nil {
			return c, err
		}
	}
	return c.complete(saved, found, env)
}

// complete finds address and key.
func (c Choice) complete(saved Saved, found bool, env map[string]string) (Choice, error) {
	vendor, known := Known(c.Provider)
	if !known && !found {
		return c, mistake(fmt.Sprintf("unknown model %q%s", c.Spec, because(c.From)),
			"Save it in the options page, or write provider:model, where the provider is one of "+vendorNames()+"; or offline.")
	}
	own := first(env, vendor.BaseVar)
	switch {
	case own != "":
		c.BaseURL, c.BaseFrom = own, vendor.BaseVar
	case saved.BaseURL != "":
		c.BaseURL, c.BaseFrom = saved.BaseURL, FromSettings
	default:
		c.BaseURL, c.BaseFrom = vendor.BaseURL, FromBuiltin
	}
	if err := CheckAddress(c.BaseURL); err != nil {
		return c, mistake(fmt.Sprintf("%s is no address: %s", c.BaseFrom, err), "Give it a full address such as "+openai.DefaultBaseURL+".")
	}
	for _, name := range vendor.KeyVars {
		if key := first(env, name); key != "" && c.Key == "" {
			c.Key, c.KeyFrom = key, name
		}
	}
	if c.Key != "" && c.BaseFrom == FromSettings && saved.Key && !SameHost(saved.BaseURL, vendor.BaseURL) {
		// The address and its key were saved together. A variable's is the vendor's.
		c.Key, c.KeyFrom, c.PassedKey = "", "", c.KeyFrom
	}
	if c.Key == "" && saved.Key {
		if c.BaseFrom == vendor.BaseVar && !SameHost(own, cmp.Or(saved.BaseURL, vendor.BaseURL)) {
			return c, elsewhere(c, vendor)
		}
		c.KeyFrom = FromSettings
	}
	c.Sees, c.reasoning = saved.Sees, WantsReasoning(c.Provider, c.BaseURL, c.Name)
	if !found {
		c.Sees = KnownToSee(c.Name)
	}
	// A server of one's own often needs no key; the vendor's does.
	if c.KeyFrom == "" && vendor.NeedsKey() && c.BaseFrom == FromBuiltin {
		return c, &llm.Error{
			Code: chat.ErrorAuth, Message: vendor.Title + " needs an API key and none is set",
			Next: fmt.Sprintf("Save one in the options page, or set %s and start again; or use the offline model.", vendor.KeyVars[0]),
		}
	}
	return c, nil
}

// elsewhere refuses to send a saved key to an address that it was not saved for: a
// variable may be set for another program.
func elsewhere(c Choice, vendor Vendor) error {
	next := "Unset " + vendor.BaseVar
	if vendor.NeedsKey() {
		next = fmt.Sprintf("Set %s to a key for that address, or unset %s", vendor.KeyVars[0], vendor.BaseVar)
	}
	return &llm.Error{
		Code: chat.ErrorAuth, Next: next + ", and start again.",
		Message: fmt.Sprintf("the saved key of %s is not sent to the address in %s: it was saved for another one", c.Spec, vendor.BaseVar),
	}
}

// named works out the spec and what decided.
func named(spec string, env map[string]string, book Book) (string, string, error) {
	if spec != "" {
		return spec, FromCaller, nil
	}
	if m := first(env, "MARGAY_MODEL"); m != "" {
		return m, "MARGAY_MODEL", nil
	}
	p, m := first(env, "LLM_PROVIDER"), first(env, "LLM_MODEL")
	switch {
	case strings.EqualFold(p, Offline):
		return Offline, "LLM_PROVIDER", nil
	case p != "" && m != "":
		return whole(p, m), "LLM_PROVIDER", nil
	case strings.EqualFold(m, Offline):
		return Offline, "LLM_MODEL", nil
	case m != "":
		spec, err := alone(m, env, book)
		return spec, "LLM_MODEL", err
	}
	// A provider without a model names none: other programs read that variable, too.
	if book != nil {
		if chosen, err := book.Default(); err != nil || chosen != "" {
			return chosen, FromSettings, err
		}
	}
	return Offline, FromBuiltin, nil
}

// whole joins a provider and a model, which may name its provider once more.
func whole(provider, model string) string {
	if name, _, found := strings.Cut(model, ":"); found && strings.EqualFold(strings.TrimSpace(name), provider) {
		return model
	}
	return provider + ":" + model
}

// alone is what LLM_MODEL means where no provider is named: a spec, where it names a
// vendor or a saved model, else a model of the vendor whose key is there. Names of
// models hold colons, too (“qwen3:8b”).
func alone(model string, env map[string]string, book Book) (string, error) {
	name, _, found := strings.Cut(model, ":")
	if _, known := Known(strings.ToLower(strings.TrimSpace(name))); known && found {
		return model, nil
	}
	if book != nil {
		if _, found, err := book.Find(model); err != nil || found {
			return model, err
		}
	}
	return vendorByKey(env) + ":" + model, nil
}

// because says in errors where a spec came from.
func because(from string) string {
	switch from {
	case FromCaller, FromBuiltin, "":
		return ""
	case FromSettings:
		return " (the default that was chosen)"
	case "LLM_PROVIDER", "LLM_MODEL":
		return " (from LLM_PROVIDER and LLM_MODEL)"
	}
	return " (from " + from + ")"
}

// Check says whether spec is written as the name of a model is. Whether the
// model can be had, [Choose] knows. Its error is an [*llm.Error].
func Check(spec string) error {
	spec = strings.TrimSpace(spec)
	if spec == "" || strings.EqualFold(spec, Offline) {
		return nil
	}
	_, _, err := parse(spec, "")
	return err
}

// CheckName says whether a provider may have that name.
func CheckName(name string) error {
	const longest = 40
	odd := func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' }
	if name == "" || len(name) > longest || name == Offline || strings.ContainsFunc(name, odd) {
		return mistake(fmt.Sprintf("%.60q is no name of a provider", name),
			fmt.Sprintf("Use up to %d lower-case letters, digits and dashes, other than “offline”.", longest))
	}
	return nil
}

// parse takes a spec apart; from says in errors where it came from.
func parse(spec, from string) (provider, model string, err error) {
	name, model, _ := strings.Cut(spec, ":")
	name, model = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(model)
	vendor, known := Known(name)
	switch {
	case known && model == "":
		return "", "", mistake(fmt.Sprintf("no model of %s is named%s", name, from), fmt.Sprintf("Write %s:MODEL, for example %s.", name, example(vendor)))
	case model == "" || !known && CheckName(name) != nil:
		return "", "", mistake(fmt.Sprintf("unknown model %.200q%s", llm.HideKeys(spec), from),
			"Write provider:model, where the provider is one that you saved or one of "+vendorNames()+"; or offline.")
	}
	return name, model, nil
}

// CheckAddress says whether text is the base address of a provider. Its error
// does not repeat the address, which may hold secrets.
func CheckAddress(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || (u.Scheme != "https" && u.Scheme != "http"):
		return fmt.Errorf("it has to begin with https:// or http:// and a host")
	case u.User != nil:
		return fmt.Errorf("it may hold no user and no password; a key is given by itself")
	case u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("it may hold no question mark and no #")
	}
	return nil
}

// Model makes the model that was chosen. key is the saved one where KeyFrom says
// so. change, where it is not nil, changes the adapter's options.
func (c Choice) Model(key string, env map[string]string, log zerolog.Logger, change func(*openai.Options)) llm.Model {
	if c.Spec == Offline {
		return offline.New()
	}
	return openai.New(c.Options(key, env, log, change))
}

// Options are the adapter's for a choice that is not offline.
func (c Choice) Options(key string, env map[string]string, log zerolog.Logger, change func(*openai.Options)) openai.Options {
	if c.Key != "" {
		key = c.Key
	}
	transport := openai.NewTransport()
	var untrusted error
	if strings.HasPrefix(strings.ToLower(c.BaseURL), "https:") { // it takes its time
		roots, err := trusted(env)
		transport.TLSClientConfig, untrusted = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}, err
	}
	transport.Proxy = func(r *http.Request) (*url.URL, error) {
		if untrusted != nil { // said at the first request, as what is wrong with a proxy
			return nil, untrusted
		}
		return proxy(r.URL, env)
	}
	o := openai.Options{
		Provider: c.Provider, Model: c.Name, BaseURL: c.BaseURL, Key: key, Reasoning: c.reasoning, Sees: c.Sees, Transport: transport, Log: log,
	}
	o.Proxy, o.ProxyFrom = c.Proxy(env)
	if change != nil {
		change(&o)
	}
	return o
}

func mistake(what, next string) error {
	return &llm.Error{Code: chat.ErrorAPI, Message: what, Next: next}
}
