package llmtest

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

type wireRequest struct {
	Model    string        `json:"model"`
	Stream   bool          `json:"stream"`
	Messages []wireMessage `json:"messages"`
	Tools    []struct {
		Function struct {
			Name        string          `json:"name"`
			Description string          `json:"description"`
			Parameters  json.RawMessage `json:"parameters"`
		} `json:"function"`
	} `json:"tools"`
}

type wireMessage struct {
	Role       string `json:"role"`
	Content    string `json:"content"`
	ToolCallID string `json:"tool_call_id"`
	ToolCalls  []struct {
		ID       string `json:"id"`
		Function struct {
			Name      string `json:"name"`
			Arguments string `json:"arguments"`
		} `json:"function"`
	} `json:"tool_calls"`
}

// parseWire reads a request and refuses what a strict provider refuses: a call
// without its result, a result without its call, empty messages, arguments
// that are no JSON object, names of calls with other than letters, digits, _ and -, no
// stream.
func parseWire(body []byte) (req llm.Request, model string, err error) {
	var w wireRequest
	if err := json.Unmarshal(body, &w); err != nil {
		return req, "", fmt.Errorf("the body is no JSON: %w", err)
	}
	if !w.Stream {
		return req, "", fmt.Errorf("this server only streams")
	}
	for _, t := range w.Tools {
		req.Tools = append(req.Tools, llm.Tool{Name: t.Function.Name, Description: t.Function.Description, Parameters: t.Function.Parameters})
	}
	open := map[string]*chat.ToolCall{}
	for i, m := range w.Messages {
		if m.Role != "tool" && len(open) > 0 {
			return req, "", fmt.Errorf("messages[%d]: %d tool calls before it have no result", i, len(open))
		}
		if err := takeMessage(&req, m, open); err != nil {
			return req, "", fmt.Errorf("messages[%d]: %w", i, err)
		}
	}
	if len(open) > 0 {
		return req, "", fmt.Errorf("%d tool calls at the end have no result", len(open))
	}
	return req, w.Model, nil
}

func takeMessage(req *llm.Request, m wireMessage, open map[string]*chat.ToolCall) error {
	if m.Content == "" && len(m.ToolCalls) == 0 {
		return fmt.Errorf("a %s message is empty", m.Role)
	}
	var content []chat.Block
	if m.Content != "" {
		content = []chat.Block{{Type: chat.BlockText, Text: m.Content}}
	}
	switch m.Role {
	case "system":
		req.System = m.Content
	case "user":
		req.Messages = append(req.Messages, chat.Message{Role: chat.RoleUser, Content: content})
	case "assistant":
		msg := chat.Message{Role: chat.RoleAssistant, Content: content, ToolCalls: make([]chat.ToolCall, len(m.ToolCalls))}
		for i, c := range m.ToolCalls {
			var object map[string]json.RawMessage
			if json.Unmarshal([]byte(c.Function.Arguments), &object) != nil {
				return fmt.Errorf("the arguments of call %s are no JSON object: %.80s", c.ID, c.Function.Arguments)
			}
			if c.Function.Name == "" || len(c.Function.Name) > 64 || strings.ContainsFunc(c.Function.Name, notInNames) {
				return fmt.Errorf("call %s has a name that strict providers refuse: %.80q", c.ID, c.Function.Name)
			}
			if c.ID == "" || open[c.ID] != nil {
				return fmt.Errorf("call %d has no id of its own (%q)", i, c.ID)
			}
			msg.ToolCalls[i] = chat.ToolCall{ModelID: c.ID, Name: c.Function.Name, Arguments: c.Function.Arguments}
			open[c.ID] = &msg.ToolCalls[i]
		}
		req.Messages = append(req.Messages, msg)
	case "tool":
		call := open[m.ToolCallID]
		if call == nil {
			return fmt.Errorf("a result for %q, which was not called", m.ToolCallID)
		}
		delete(open, m.ToolCallID)
		call.Status, call.Result = unmark(m.Content)
	default:
		return fmt.Errorf("unknown role %q", m.Role)
	}
	return nil
}

// unmark reads the mark that [llm.ResultText] puts before a result.
func unmark(text string) (chat.CallStatus, string) {
	for mark, status := range map[string]chat.CallStatus{
		llm.MarkFailed: chat.CallError, llm.MarkUnknown: chat.CallUnknown,
		llm.MarkNotRun: chat.CallNotRun, llm.MarkCancelled: chat.CallCancelled, llm.MarkTimedOut: chat.CallTimedOut,
	} {
		if rest, ok := strings.CutPrefix(text, mark+"\n"); ok {
			return status, rest
		}
	}
	return chat.CallCompleted, text
}

func notInNames(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '_' && r != '-'
}
