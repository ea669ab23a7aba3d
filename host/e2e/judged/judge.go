package judged

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http/httptest"
	"strings"
	"time"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/cli"
	"github.com/margay/margay/host/dial"
	"github.com/margay/margay/host/e2e/rig"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

const (
	// promptTime bounds a run: one takes a second or two.
	promptTime = 90 * time.Second
	// settleTime is what a page has after the run to come to its end: some say
	// half a second after a click how it went.
	settleTime = 2 * time.Second
)

// Judge tries prompts, one after the other in one browser with one daemon. Each
// has a tab and a conversation of its own.
type Judge struct {
	rig   *rig.Rig
	panel *rig.Panel
}

// NewJudge opens the panel of a rig, which knows the tab in front.
func NewJudge(ctx context.Context, r *rig.Rig) (*Judge, error) {
	panel, err := r.Panel(ctx)
	if err != nil {
		return nil, err
	}
	return &Judge{rig: r, panel: panel}, nil
}

// Try tries a prompt. An error says that it could not be tried; how the run
// ended is in the outcome.
func (j *Judge) Try(ctx context.Context, p Prompt) (o Outcome, err error) {
	site := httptest.NewServer(p)
	defer site.Close()
	page, err := j.rig.OpenPage(ctx, site.URL+"/"+p.Page)
	if err != nil {
		return o, fmt.Errorf("%s: open %s: %w", p.Name(), p.Page, err)
	}
	defer func() { err = errors.Join(err, page.Close(context.WithoutCancel(ctx))) }()
	s, err := j.see(ctx, p, page, strings.ReplaceAll(p.Text, "{base}", site.URL))
	if err != nil {
		return o, fmt.Errorf("%s: %w", p.Name(), err)
	}
	return p.Judge(s), nil
}

// see does a task on a page and looks at both, page and answer.
func (j *Judge) see(ctx context.Context, p Prompt, page *rig.Page, task string) (s Seen, err error) {
	if s.Before, err = holds(ctx, page, p.Expect); err != nil {
		return s, err
	}
	if err := j.run(ctx, task, &s); err != nil {
		return s, err
	}
	settling, cancel := context.WithTimeout(ctx, settleTime)
	defer cancel()
	if s.Held = page.Await(settling, p.Expect) == nil; !s.Held {
		s.Instead, err = instead(ctx, page, p.Expect)
	}
	return s, err
}

// run has the offline model do a task in the tab in front, in a new conversation.
func (j *Judge) run(ctx context.Context, task string, s *Seen) (err error) {
	tab, err := j.panel.Tab(ctx)
	if err != nil {
		return err
	}
	c, err := j.dial(ctx, rpc.NewMux())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	began := time.Now()
	reply, err := rpc.Call(ctx, c, client.ConversationSend, client.Send{
		Content: []chat.Block{{Type: chat.BlockText, Text: task}},
		Context: &client.PageContext{BrowserTab: tab},
		Model:   "offline",
	})
	if err != nil {
		return fmt.Errorf("send the prompt: %w", err)
	}
	if s.Failed, err = j.follow(ctx, c, reply.Run.ID); err != nil {
		return err
	}
	s.Took = time.Since(began)
	history, err := rpc.Call(ctx, c, client.ConversationMessages, client.ListMessages{Conversation: reply.Conversation.ID, Limit: 200})
	if err != nil {
		return fmt.Errorf("read the answer: %w", err)
	}
	s.read(history.Messages)
	return nil
}

func (j *Judge) dial(ctx context.Context, mux *rpc.Mux) (*dial.Client, error) {
	return j.rig.Dial(ctx, dial.Options{Mux: mux, Start: true, Log: zerolog.Nop()})
}

// follow waits for the end of a run and returns why it did not end well. A run
// that takes too long is stopped.
func (j *Judge) follow(ctx context.Context, c *dial.Client, run chat.RunID) (failed string, err error) {
	limited, cancel := context.WithTimeout(ctx, promptTime)
	defer cancel()
	code, err := cli.Follow(limited, cli.FollowOptions{Dial: j.dial, Run: run, Out: io.Discard})
	switch {
	case limited.Err() != nil && ctx.Err() == nil:
		_, err = rpc.Call(ctx, c, client.RunStop, client.RunRef{Run: run})
		return fmt.Sprintf("it had not ended after %v", promptTime), err
	case err != nil:
		return "", err
	case code != cli.ExitDone:
		return fmt.Sprintf("exit code %d", code), nil
	}
	return "", nil
}

// read takes the calls and the last words of the model from a history.
func (s *Seen) read(history []chat.Message) {
	for _, m := range history {
		if m.Role != chat.RoleAssistant {
			continue
		}
		s.Calls = append(s.Calls, m.ToolCalls...)
		var text strings.Builder
		for _, b := range m.Content {
			text.WriteString(b.Text)
		}
		if text.Len() > 0 {
			s.Answer = text.String()
		}
		if m.Error != "" {
			s.Failed += ": " + m.Error
		}
	}
}

// holds evaluates an expectation.
func holds(ctx context.Context, page *rig.Page, expect string) (is bool, err error) {
	if err := page.Eval(ctx, "!!("+expect+"\n)", &is); err != nil {
		return false, fmt.Errorf("expect: %w", err)
	}
	return is, nil
}

// instead says what is found where an expectation is not true.
func instead(ctx context.Context, page *rig.Page, expect string) (string, error) {
	if _, err := holds(ctx, page, expect); err != nil {
		return err.Error(), ctx.Err() // an expression that throws is the set's mistake
	}
	var at struct{ URL, Title string }
	if err := page.Eval(ctx, `({URL: location.pathname + location.search, Title: document.title})`, &at); err != nil {
		return "", err
	}
	return fmt.Sprintf("it is false at %s (%s)", at.URL, at.Title), nil
}
