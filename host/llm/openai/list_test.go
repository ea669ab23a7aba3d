package openai_test

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

func TestListModels(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status int
		body   string
		want   []string
		code   chat.ErrorCode
		words  string
	}{
		"sorted_once_each":    {200, `{"object":"list","data":[{"id":"b"},{"id":"a","owned_by":null},{"id":"b"},{"id":""}]}`, []string{"a", "b"}, "", ""},
		"none":                {200, `{"object":"list","data":null}`, []string{}, "", ""},
		"an_error_as_success": {200, `{"error":{"message":"no credit left for sk-1","code":402}}`, nil, chat.ErrorAPI, "no credit left for [key]"},
		"no_success":          {200, `{"success":false,"errors":["bad key sk-1"]}`, nil, chat.ErrorAPI, "bad key [key]"},
		"no_success_nor_word": {200, `{"success":false,"errors":[]}`, nil, chat.ErrorAPI, "said no, and not why"},
		"a_bare_array":        {200, `[{"id":"b","object":"model"},{"id":"a"}]`, []string{"a", "b"}, "", ""},
		"created_as_text":     {200, `{"object":"list","data":[{"id":"a","created":"2024-01-01T00:00:00Z"},{"id":"b"}]}`, []string{"a", "b"}, "", ""},
		"created_as_fraction": {200, `{"data":[{"id":"a","created":1700000000.5}]}`, []string{"a"}, "", ""},
		"permission_object":   {200, `{"data":[{"id":"a","permission":{}}]}`, []string{"a"}, "", ""},
		"called_models":       {200, `{"models":[{"name":"llama3"},{"model":"qwen3"}]}`, []string{"llama3", "qwen3"}, "", ""},
		"names_alone":         {200, `["b","a"]`, []string{"a", "b"}, "", ""},
		"something_else":      {200, `{"data":{"a":1}}`, nil, chat.ErrorAPI, "no list of models"},
		"no_list":             {200, `<html>login</html>`, nil, chat.ErrorAPI, "no list of models"},
		"bad_key":             {401, `{"error":{"message":"bad key sk-1"}}`, nil, chat.ErrorAuth, "bad key [key]"},
		"bad_key_in_an_array": {401, `[{"error":{"message":"bad key sk-1"}}]`, nil, chat.ErrorAuth, "bad key [key]"},
		"not_there":           {404, `404 page not found`, nil, chat.ErrorAPI, "404"},
		"a_page":              {502, `<html>Bad Gateway</html>`, nil, "", "502"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/v1/models" || r.Header.Get("Authorization") != "Bearer sk-1" {
					t.Errorf("asked %s with %q", r.URL.Path, r.Header.Get("Authorization"))
				}
				w.WriteHeader(tt.status)
				_, _ = io.WriteString(w, tt.body)
			}))
			defer srv.Close()
			got, err := openai.ListModels(t.Context(), openai.Options{BaseURL: srv.URL + "/v1/", Key: "sk-1"})
			if tt.words == "" {
				if err != nil || !slices.Equal(got, tt.want) {
					t.Errorf("%v, %v; want %v", got, err, tt.want)
				}
				return
			}
			e, ok := errors.AsType[*llm.Error](err)
			if !ok || tt.code != "" && e.Code != tt.code || !strings.Contains(e.Error(), tt.words) || e.Next == "" || strings.Contains(e.Error(), "sk-1") {
				t.Errorf("%+v, want %s with %q and a next step", err, tt.code, tt.words)
			}
		})
	}
	srv := httptest.NewServer(nil)
	srv.Close()
	_, err := openai.ListModels(t.Context(), openai.Options{BaseURL: srv.URL, Key: "sk-1"})
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || e.Code != chat.ErrorNetwork || !strings.Contains(e.Next, "Start the server of the model at 127.0.0.1:") {
		t.Errorf("nobody there: %+v", err)
	}
}
