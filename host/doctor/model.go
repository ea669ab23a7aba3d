package doctor

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"time"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/client"
)

// Model is the model that is taken where none is named.
type Model struct {
	// Spec is "offline", or "provider:name".
	Spec string
	// From is what decided: a variable, "settings" or "builtin".
	From string
	// BaseURL is where it is asked, without what is secret in it, and AddressFrom
	// what decided that, in the same words; both are empty for the offline model.
	BaseURL, AddressFrom string
	// KeyFrom is what has its key, in the same words; empty where it has none.
	KeyFrom string
}

// What decided where no variable did.
const (
	settings = "settings"
	builtin  = "builtin"
)

// Models finds the default model for a client with these variables, and asks
// it for one word. Errors are those of package llm.
type Models interface {
	Default(ctx context.Context, env map[string]string) (Model, error)
	Ask(ctx context.Context, env map[string]string) (text string, err error)
}

// askTime bounds how long a model may take for one word.
const askTime = 30 * time.Second

// model says which model it is and why. One that may cost money is asked only
// if that was wanted.
func (d Daemon) model(ctx context.Context, ask client.Diagnose) finding {
	m, err := d.Models.Default(ctx, ask.Env)
	if err != nil {
		return modelFault(err).seen("%s", m.words())
	}
	if !ask.Model && !free(m) {
		return untried("%s; not asked, because that may cost money (doctor --model asks it)", m.words()).mendedBy(d.command("doctor", "--model"))
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	began := time.Now()
	if _, err := d.Models.Ask(ctx, ask.Env); err != nil {
		if ctx.Err() != nil {
			return broken("The model did not answer within %s.", askTime).then("Try again, or choose another model in the options page.").seen("%s", m.words())
		}
		return modelFault(err).seen("%s", m.words())
	}
	return fine("%s; it answered after %d ms", m.words(), time.Since(began).Milliseconds())
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
	case "":
	default:
		parts.add(says("chosen by %s", m.From))
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
