package doctor

import (
	"context"
	"errors"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// Model is the model that is taken where none is named.
type Model struct {
	// Spec is "offline", or "provider:name"; Name is what its provider calls it.
	Spec, Name string
	// From is what decided: a variable, "settings", "builtin" or "caller".
	From string
	// Passed is a variable that is set and decided nothing; empty where there is none.
	Passed string
	// BaseURL is where it is asked, without what is secret in it, and AddressFrom
	// what decided that, in the same words; both are empty for the offline model.
	BaseURL, AddressFrom string
	// KeyFrom is what has its key, in the same words; empty where it has none.
	KeyFrom string
	// PassedKey is a variable with a key that is not sent to the address; empty where there is none.
	PassedKey string
	// KeyedList says that its provider lists its models for holders of a key only; of
	// any other the list tells nothing of the key.
	KeyedList bool
	// Proxy is the host through which it is asked, and ProxyFrom the variable that
	// names it; both are empty where it is asked directly.
	Proxy, ProxyFrom string
}

// What decided where no variable did.
const (
	settings = "settings"
	builtin  = "builtin"
	caller   = "caller"
)

// Models finds a model for a client with these variables, the default one where
// spec is empty, asks its provider for the names of its models, and asks it for
// one word. Errors are those of package llm.
type Models interface {
	Find(ctx context.Context, spec string, env map[string]string) (Model, error)
	Offered(ctx context.Context, spec string, env map[string]string) (names []string, err error)
	Ask(ctx context.Context, spec string, env map[string]string) (text string, err error)
}

// askTime bounds how long a model may take for one word.
const askTime = 30 * time.Second

// model says which model it is and why. One that may cost money is asked for a word
// only if that was wanted; else its provider is asked for the names of its models.
func (d Daemon) model(ctx context.Context, ask client.Diagnose) finding {
	m, err := d.Models.Find(ctx, ask.Spec, ask.Env)
	if err != nil {
		return modelFault(err).seen("%s", m.words())
	}
	return d.asked(ctx, m, ask)
}

// asked is how a model, or its provider, answers.
func (d Daemon) asked(ctx context.Context, m Model, ask client.Diagnose) finding {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	began := time.Now()
	if !ask.Model && !free(m) {
		names, err := d.Models.Offered(ctx, ask.Spec, ask.Env)
		if err != nil && ctx.Err() != nil {
			return m.silent().seen("%s", m.words())
		}
		return d.distrusted(d.offered(m, names, err, time.Since(began)).seenFirst(m.words()), err, ask.Env)
	}
	if _, err := d.Models.Ask(ctx, ask.Spec, ask.Env); err != nil {
		if ctx.Err() != nil {
			return m.silent().seen("%s", m.words())
		}
		return d.distrusted(modelFault(err).seen("%s", m.words()), err, ask.Env)
	}
	return fine("%s; it answered after %d ms", m.words(), time.Since(began).Milliseconds())
}

// silent is a model, or its provider, that takes a question and says nothing.
func (m Model) silent() finding {
	if m.Proxy != "" {
		return broken("Nothing came within %s through the proxy %s (by %s).", askTime, m.Proxy, m.ProxyFrom).
			then("Check that proxy, or set NO_PROXY for the host of this provider, then try again. Else the provider is slow or away: choose another model in the options page.")
	}
	return broken("The model did not answer within %s.", askTime).
		then("Try again, or choose another model in the options page. If none answers, see that the network lets you reach the provider's address.")
}

// distrusted adds to the failure of a certificate that the daemon was started where
// authorities were named, by the same variable as whoever asks has or by another. Those
// stand in place of the system's for as long as it lives, also for runs of others.
func (d Daemon) distrusted(f finding, err error, env map[string]string) finding {
	if e := (*llm.Error)(nil); !errors.As(err, &e) || !strings.Contains(e.Message, "x509:") {
		return f
	}
	for _, name := range []string{"SSL_CERT_FILE", "SSL_CERT_DIR"} {
		switch own := d.getenv(name); {
		case own == "":
		case own == env[name]:
			return f.mendedBy(d.command("stop")).
				then("%s=%s is set here and was where the daemon was started, which trusts what that names in place of the system's authorities. If it should not, unset it where it is set (a profile of your shell, perhaps), then end the daemon with this command. Else: %s", name, own, f.next)
		default:
			return f.mendedBy(d.command("stop")).
				then("The daemon was started with %s=%s, and trusts what that names in place of the system's authorities. If it should not, end it with this command: the next one is started with the variables that are set then. Else: %s", name, own, f.next)
		}
	}
	return f
}

// offered judges by the list of models, which costs nothing: the address is tried
// with it, the key where the list is for its holders only, and the name where it is
// listed. What only an answer of the model could show is left to whoever wants to pay
// for it.
func (d Daemon) offered(m Model, names []string, err error, took time.Duration) finding {
	paid := d.command("doctor", "--model")
	var e *llm.Error
	switch {
	case err == nil && slices.Contains(names, m.Name) && !m.keyTried():
		return fine("its provider lists it, after %d ms; it was not asked itself, because that may cost money (doctor --model asks it)", took.Milliseconds())
	case err == nil && slices.Contains(names, m.Name):
		return fine("its provider takes the key and lists it, after %d ms; it was not asked itself, because that may cost money (doctor --model asks it)", took.Milliseconds())
	case err == nil && len(names) > 0:
		return shaky("The provider does not list a model of the name %s.", m.Name).mendedBy(paid).
			then("Check the name in the options page, which can list those that there are. Some take names that they do not list: with this command the model is asked for one word, which may cost money.")
	case errors.As(err, &e) && !listless(e):
		return modelFault(err)
	}
	why := says("it names none")
	if err != nil {
		why = says("%s", quote(strings.TrimSuffix(err.Error(), ".")))
	}
	return untried("not tried further, because the provider gives no list of its models (%s); doctor --model asks it for one word, which may cost money", why).mendedBy(paid)
}

// keyTried reports whether a list of models shows that the key is good. What a
// server at an address of a person's own asks for is not known.
func (m Model) keyTried() bool {
	return m.KeyFrom != "" && m.KeyedList && (m.AddressFrom == builtin || m.AddressFrom == "")
}

// listless reports whether an error is that of a provider that has no list, or none
// for this key. That it refused the key itself, or cannot be reached, is something else.
func listless(e *llm.Error) bool {
	if e.Code == chat.ErrorAuth {
		return e.Status == http.StatusForbidden // a key may be good for asking models only
	}
	switch e.Status {
	case http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusNotImplemented, http.StatusBadRequest:
		return true
	}
	return false
}

// free reports whether asking a model costs nothing: it is part of this program
// or runs on this machine.
func free(m Model) bool {
	u, err := url.Parse(m.BaseURL)
	if err != nil {
		return false
	}
	if m.BaseURL == "" || u.Hostname() == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(u.Hostname())
	return err == nil && addr.IsLoopback()
}

// words say which model it is, and who decided each part of that.
func (m Model) words() series {
	parts := series{between: ", "}
	if m.Spec == "" {
		return parts
	}
	parts.add(plain(m.Spec))
	switch m.From {
	case settings:
		parts.add(says("chosen by the options page"))
	case builtin:
		parts.add(says("because none was chosen"))
	case caller, "":
	default:
		parts.add(says("chosen by %s", m.From))
	}
	if m.Passed != "" {
		parts.add(says("%s is passed over, because LLM_MODEL names no model for it", m.Passed))
	}
	switch {
	case m.BaseURL == "":
	case m.AddressFrom == settings:
		parts.add(says("at %s (by the options page)", m.BaseURL))
	case m.AddressFrom == builtin || m.AddressFrom == "":
		parts.add(says("at %s", m.BaseURL))
	default:
		parts.add(says("at %s (by %s)", m.BaseURL, m.AddressFrom))
	}
	switch m.KeyFrom {
	case settings:
		parts.add(says("its key by the options page"))
		if m.PassedKey != "" {
			parts.add(says("%s is passed over, because that address was saved with a key of its own", m.PassedKey))
		}
	case "":
	default:
		parts.add(says("its key by %s", m.KeyFrom))
	}
	return parts
}

func modelFault(err error) finding {
	var e *llm.Error
	if errors.As(err, &e) {
		next := e.Next
		if next == "" {
			next = llm.NextStep(e.Code)
		}
		return broken("The model cannot be used: %s", quote(sentence(e.Error()))).then("%s", quote(next))
	}
	return broken("The model cannot be used: %s", quote(sentence(err.Error()))).then("Choose another model in the options page.")
}
