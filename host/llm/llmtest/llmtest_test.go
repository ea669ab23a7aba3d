package llmtest_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

func TestScriptAnswersTurnByTurn(t *testing.T) {
	t.Parallel()
	s := llmtest.NewScript(
		llmtest.Turn{Thinking: "let me see", Text: "I look.", Calls: []llmtest.Call{{Name: "snapshot"}, {Name: "click", Args: map[string]string{"ref": "e1"}}}},
		llmtest.Say("Done: größer."),
	)
	first, err := llmtest.Collect(t.Context(), s, llm.Request{Messages: []chat.Message{llmtest.User("go")}})
	if err != nil || first.Text() != "I look." || first.Thinking() != "let me see" || first.Finish != llm.FinishCalls ||
		len(first.Calls) != 2 || first.Calls[1].Arguments != `{"ref":"e1"}` || first.Calls[0].ModelID == first.Calls[1].ModelID {
		t.Errorf("%+v, %v", first.Reply, err)
	}
	second, err := llmtest.Collect(t.Context(), s, llm.Request{Messages: []chat.Message{llmtest.User("go"), llmtest.Round(first.Reply, "a", "b")}})
	if err != nil || second.Streamed() != "Done: größer." || len(second.Deltas) < 3 || second.Finish != llm.FinishStop {
		t.Errorf("%+v, %v", second.Reply, err)
	}
	if n := len(s.Requests()); n != 2 || s.Left() != 0 || len(s.Problems()) != 0 {
		t.Errorf("%d requests, %d left, %v", n, s.Left(), s.Problems())
	}
	if _, err := llmtest.Collect(t.Context(), s, llm.Request{}); err == nil || len(s.Problems()) != 1 {
		t.Errorf("a request beyond the script: %v, %v", err, s.Problems())
	}
	s.Then = func(llm.Request) llmtest.Turn { return llmtest.Say("again") }
	if c, err := llmtest.Collect(t.Context(), s, llm.Request{}); err != nil || c.Text() != "again" {
		t.Errorf("%q, %v", c.Text(), err)
	}
}

func TestScriptFindsHalfARound(t *testing.T) {
	t.Parallel()
	s := llmtest.NewScript(llmtest.Say("never"))
	half := chat.Message{Role: chat.RoleAssistant, ToolCalls: []chat.ToolCall{{Name: "click", Status: chat.CallPending}}}
	_, err := llmtest.Collect(t.Context(), s, llm.Request{Messages: []chat.Message{half}})
	if err == nil || len(s.Problems()) != 1 || s.Left() != 1 {
		t.Errorf("%v, problems %v", err, s.Problems())
	}
}

func TestScriptWaitsHangsAndFails(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		gate := make(chan struct{})
		boom := errors.New("boom")
		s := llmtest.NewScript(llmtest.Turn{Wait: gate, Text: "late"}, llmtest.Turn{Text: "begun", Hang: true}, llmtest.Turn{Text: "half", Err: boom})
		got := make(chan string)
		go func() {
			c, _ := llmtest.Collect(t.Context(), s, llm.Request{})
			got <- c.Text()
		}()
		synctest.Wait()
		select {
		case text := <-got:
			t.Fatalf("answered %q before it might", text)
		default:
		}
		close(gate)
		if text := <-got; text != "late" {
			t.Errorf("text %q", text)
		}

		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error)
		go func() {
			c, err := llmtest.Collect(ctx, s, llm.Request{})
			if c.Text() != "begun" || !c.Cut {
				t.Errorf("%+v", c.Reply)
			}
			done <- err
		}()
		synctest.Wait()
		cancel()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Errorf("stopped with %v", err)
		}

		c, err := llmtest.Collect(t.Context(), s, llm.Request{})
		if !errors.Is(err, boom) || c.Text() != "half" || !c.Cut {
			t.Errorf("%+v, %v", c.Reply, err)
		}
	})
}

// TestServerIsTheSameModelOverTheWire asks a script through the server and the
// real adapter.
func TestServerIsTheSameModelOverTheWire(t *testing.T) {
	t.Parallel()
	s := llmtest.NewScript(
		llmtest.Turn{Thinking: "hm", Text: "I look — 看.", Calls: []llmtest.Call{{Name: "snapshot"}, {Name: "fill", Args: `{"ref":"e1","value":"é"}`}}, Usage: chat.Usage{InputTokens: 7, OutputTokens: 3, CacheReadInputTokens: 2}},
		llmtest.Say("Done."),
	)
	srv := llmtest.Serve(s)
	defer srv.Close()
	m := openai.New(openai.Options{Model: "scripted", BaseURL: srv.URL})
	req := llm.Request{System: "Be brief.", Messages: []chat.Message{llmtest.User("go")}, Tools: []llm.Tool{{Name: "snapshot", Description: "Looks."}}}
	first, err := llmtest.Collect(t.Context(), m, req)
	if err != nil || first.Text() != "I look — 看." || first.Thinking() != "hm" || len(first.Calls) != 2 || first.Calls[1].Arguments != `{"ref":"e1","value":"é"}` || first.Usage.InputTokens != 7 || first.Usage.CacheReadInputTokens != 2 {
		t.Fatalf("%+v, %v", first.Reply, err)
	}
	round := llmtest.Round(first.Reply, "lines", "gone")
	round.ToolCalls[1].Status = chat.CallUnknown
	req.Messages = append(req.Messages, round)
	second, err := llmtest.Collect(t.Context(), m, req)
	if err != nil || second.Text() != "Done." {
		t.Fatalf("%+v, %v", second.Reply, err)
	}
	seen := s.Requests()[1]
	if seen.System != "Be brief." || len(seen.Tools) != 1 || len(seen.Messages) != 2 {
		t.Fatalf("the script saw %+v", seen)
	}
	calls := seen.Messages[1].ToolCalls
	if len(calls) != 2 || calls[0].Result != "lines" || calls[0].Status != chat.CallCompleted || calls[1].Result != "gone" || calls[1].Status != chat.CallUnknown {
		t.Errorf("the script saw the results %+v", calls)
	}
	if p := srv.Problems(); len(p) != 0 || len(srv.Bodies()) != 2 {
		t.Errorf("problems %v after %d requests", p, len(srv.Bodies()))
	}
}

func TestServerRefusesWhatAProviderWould(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ body, want string }{
		"no_result":           {`{"stream":true,"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"x","arguments":"{}"}}]}]}`, "no result"},
		"user_before_result":  {`{"stream":true,"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"x","arguments":"{}"}}]},{"role":"user","content":"hi"}]}`, "no result"},
		"result_without_call": {`{"stream":true,"messages":[{"role":"tool","tool_call_id":"a","content":"x"}]}`, "not called"},
		"empty_message":       {`{"stream":true,"messages":[{"role":"user","content":""}]}`, "empty"},
		"bad_arguments":       {`{"stream":true,"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"x","arguments":"{"}}]}]}`, "no JSON object"},
		"bad_name":            {`{"stream":true,"messages":[{"role":"assistant","tool_calls":[{"id":"a","function":{"name":"a.b","arguments":"{}"}}]}]}`, "name"},
		"not_streaming":       {`{"messages":[]}`, "streams"},
		"no_json":             {`{`, "no JSON"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := llmtest.Serve(llmtest.NewScript())
			defer srv.Close()
			resp, err := http.Post(srv.URL+"/chat/completions", "application/json", strings.NewReader(c.body)) //nolint:noctx // a test
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if p := srv.Problems(); resp.StatusCode != 400 || len(p) != 1 || !strings.Contains(p[0], c.want) {
				t.Errorf("status %d, problems %v, want %q", resp.StatusCode, p, c.want)
			}
		})
	}
}

func TestServerPassesErrorsOn(t *testing.T) {
	t.Parallel()
	s := llmtest.NewScript(llmtest.Turn{Err: &llm.Error{Status: 401, Message: "bad key"}}, llmtest.Turn{Text: "half", Err: errors.New("upstream closed")})
	srv := llmtest.Serve(s)
	defer srv.Close()
	m := openai.New(openai.Options{Model: "scripted", BaseURL: srv.URL, Retries: -1})
	_, err := llmtest.Collect(t.Context(), m, llm.Request{Messages: []chat.Message{llmtest.User("go")}})
	if e, ok := errors.AsType[*llm.Error](err); !ok || e.Status != 401 || e.Code != chat.ErrorAuth {
		t.Errorf("%v", err)
	}
	c, err := llmtest.Collect(t.Context(), m, llm.Request{Messages: []chat.Message{llmtest.User("go")}})
	if err == nil || !strings.Contains(err.Error(), "upstream closed") || c.Text() != "half" || !c.Cut {
		t.Errorf("%+v, %v", c.Reply, err)
	}
}
