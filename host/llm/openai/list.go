package openai

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	goopenai "github.com/sashabaranov/go-openai"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/protocol/chat"
)

const (
	// listTime bounds how long a provider may take to name its models.
	listTime = 30 * time.Second
	// maxList bounds its answer: some name a thousand, with a page of text each.
	maxList = 16 << 20
)

// ListModels asks a provider for the names of its models, sorted. Model of the
// options is not looked at. Its error is an [*llm.Error] without the key.
func ListModels(ctx context.Context, o Options) ([]string, error) {
	m := New(o)
	if bad := checkKey(m.o.Key); bad != nil {
		return nil, bad
	}
	ctx, cancel := context.WithTimeout(ctx, listTime)
	defer cancel()
	config := goopenai.DefaultConfig(m.o.Key)
	config.BaseURL = m.base
	wire := &bounded{client: m.client}
	config.HTTPClient = wire
	list, err := goopenai.NewClientWithConfig(config).ListModels(ctx)
	if words, code, bad := failureIn(wire.answer.Bytes()); err == nil && bad && list.Models == nil {
		err = &goopenai.APIError{Message: words, Code: code} // an error dressed as success
	}
	names := make([]string, 0, len(list.Models))
	for _, model := range list.Models {
		names = append(names, model.ID)
	}
	if odd, ok := oddList(wire.answer.Bytes()); (err != nil || len(names) == 0) && wire.fine && ok {
		names, err = odd, nil
	}
	if err != nil && wire.moved != nil {
		return nil, &m.hidden(wire.moved).Error
	}
	if err != nil && wire.fine && isPage(wire.answer.Bytes()) {
		return nil, &aPage("list of models").Error
	}
	if err != nil {
		return nil, m.listFailure(ctx, err)
	}
	for i := range names {
		names[i] = m.key.Text(clean(names[i]))
	}
	slices.Sort(names)
	names = slices.DeleteFunc(slices.Compact(names), func(name string) bool { return name == "" })
	return names, nil
}

// oddList reads the names out of a list that go-openai does not take: without an
// envelope, under another name, or with members of other kinds.
func oddList(data []byte) (names []string, ok bool) {
	var envelope struct {
		Data   json.RawMessage `json:"data"`
		Models json.RawMessage `json:"models"`
	}
	list := json.RawMessage(data)
	if json.Unmarshal(data, &envelope) == nil {
		if list = envelope.Data; !isThere(list) {
			list = envelope.Models
		}
	}
	var items []json.RawMessage
	if !isThere(list) || json.Unmarshal(list, &items) != nil {
		return nil, false
	}
	for _, item := range items {
		var text string
		var model struct {
			ID    loose `json:"id"`
			Name  loose `json:"name"`
			Model loose `json:"model"`
		}
		if json.Unmarshal(item, &text) != nil && json.Unmarshal(item, &model) == nil {
			text = string(cmp.Or(model.ID, model.Model, model.Name))
		}
		names = append(names, text)
	}
	return names, true
}

// listFailure explains an error of go-openai.
func (m *Model) listFailure(ctx context.Context, err error) error {
	var f *failure
	api, isAPI := errors.AsType[*goopenai.APIError](err)
	request, isRequest := errors.AsType[*goopenai.RequestError](err)
	switch {
	case isAPI:
		f = answered(said{status: api.HTTPStatusCode, text: api.HTTPStatus, words: api.Message, code: codeText(api.Code), proxies: m.proxyVariables()})
	case isRequest && request.HTTPStatusCode != 0:
		words, code, ok := vendorError(request.Body)
		if !ok {
			words = noWords(request.HTTPStatus, request.Body)
		}
		f = answered(said{status: request.HTTPStatusCode, text: request.HTTPStatus, words: words, code: code, proxies: m.proxyVariables()})
	case errors.Is(err, errPacked):
		f = packed(0, err)
	case ctx.Err() != nil, isNetwork(err):
		f = m.broken(ctx, err, "could not reach the provider")
	default:
		f = &failure{Error: llm.Error{
			Code: chat.ErrorAPI, Message: "the provider's answer is no list of models", Next: "Check the base URL: it should end where /models begins, often with /v1.",
		}}
	}
	f = m.hidden(f)
	f.Err = nil // its words are the library's, and may repeat what was sent
	return &f.Error
}

// bounded keeps an endless answer from filling the memory, and the beginning of
// the answer for whoever wants to know more of it.
type bounded struct {
	client *http.Client
	answer bytes.Buffer
	// fine says that the status is that of a success.
	fine bool
	// moved is a redirect that was not followed; go-openai takes it for a success.
	moved *failure
}

func (b *bounded) Do(req *http.Request) (*http.Response, error) {
	resp, err := b.client.Do(req)
	if err == nil {
		b.fine = resp.StatusCode/100 == 2
		if resp.StatusCode/100 == 3 {
			b.moved = moved(resp)
		}
		in, err := unpacked(resp.Body, resp.Header.Get("Content-Encoding"), maxList)
		if err != nil {
			in.end()
			return nil, errors.Join(err, resp.Body.Close())
		}
		resp.Body = limited{io.TeeReader(in, &b.answer), resp.Body, in.end}
	}
	return resp, err
}

type limited struct {
	io.Reader
	body io.Closer
	end  func()
}

func (l limited) Close() error {
	l.end()
	return l.body.Close()
}
