package provider_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/llmtest"
	"github.com/margay/margay/host/llm/provider"
	"github.com/margay/margay/protocol/chat"
)

type env = map[string]string

// resolve chooses without saved models and makes the model.
func resolve(spec string, e env) (llm.Model, error) {
	c, err := provider.Choose(spec, e, nil)
	if err != nil {
		return nil, err
	}
	return c.Model("", e, zerolog.Nop(), nil), nil
}

// book is saved models by their specs.
type book struct {
	saved   map[string]provider.Saved
	chosen  string
	failure error
}

func (b book) Find(spec string) (provider.Saved, bool, error) {
	s, ok := b.saved[spec]
	return s, ok, b.failure
}

func (b book) Default() (string, error) { return b.chosen, b.failure }

// TestChoose_walks_the_table of which model and which key, in host/README.md.
func TestChoose_walks_the_table(t *testing.T) {
	t.Parallel()
	saved := book{chosen: "openai:big", saved: map[string]provider.Saved{
		"openai:big":   {Provider: "openai", Name: "big", Sees: true, Key: true},
		"openai:near":  {Provider: "openai", Name: "near", BaseURL: "http://127.0.0.1:1/v1"},
		"mylab:qwen3":  {Provider: "mylab", Name: "qwen3", BaseURL: "http://lab.test/v1", Key: true},
		"openai:nokey": {Provider: "openai", Name: "nokey"},
		"openai:own":   {Provider: "openai", Name: "own", BaseURL: "http://lab.test/v1", Key: true},
		"openai:v2":    {Provider: "openai", Name: "v2", BaseURL: "https://api.openai.com/v2", Key: true},
	}}
	type want struct{ spec, from, base, baseFrom, keyFrom, fail string }
	const vendor = "https://api.openai.com/v1"
	for _, tt := range []struct {
		name, spec string
		env        env
		book       provider.Book
		want       want
	}{
		{"nothing", "", nil, nil, want{spec: "offline", from: "builtin"}},
		{"nothing_saved", "", nil, book{}, want{spec: "offline", from: "builtin"}},
		{"the_default_that_a_person_chose", "", nil, saved, want{"openai:big", "settings", vendor, "builtin", "settings", ""}},
		{"llm_model_before_it", "", env{"LLM_MODEL": "x", "OPENAI_API_KEY": "k"}, saved, want{"openai:x", "LLM_MODEL", vendor, "builtin", "OPENAI_API_KEY", ""}},
		{"llm_provider_before_it", "", env{"LLM_PROVIDER": "mylab", "LLM_MODEL": "qwen3"}, saved, want{"mylab:qwen3", "LLM_PROVIDER", "http://lab.test/v1", "settings", "settings", ""}},
		{"margay_model_before_that", "", env{"MARGAY_MODEL": "mylab:qwen3", "LLM_MODEL": "x"}, saved, want{"mylab:qwen3", "MARGAY_MODEL", "http://lab.test/v1", "settings", "settings", ""}},
		{"the_caller_before_all", "openai:near", env{"MARGAY_MODEL": "mylab:qwen3"}, saved, want{"openai:near", "caller", "http://127.0.0.1:1/v1", "settings", "", ""}},
		{"offline_for_the_asking", " Offline ", nil, saved, want{spec: "offline", from: "caller"}},
		{"an_address_of_the_environment", "openai:near", env{"OPENAI_BASE_URL": "http://127.0.0.1:2/v1"}, saved, want{"openai:near", "caller", "http://127.0.0.1:2/v1", "OPENAI_BASE_URL", "", ""}},
		{"a_key_of_the_environment", "openai:big", env{"OPENAI_API_KEY": "k"}, saved, want{"openai:big", "caller", vendor, "builtin", "OPENAI_API_KEY", ""}},
		{"a_key_of_the_environment_not_for_an_address_saved_with_a_key", "openai:own", env{"OPENAI_API_KEY": "k"}, saved, want{"openai:own", "caller", "http://lab.test/v1", "settings", "settings", ""}},
		{"a_key_of_the_environment_for_an_address_saved_without_one", "openai:near", env{"OPENAI_API_KEY": "k"}, saved, want{"openai:near", "caller", "http://127.0.0.1:1/v1", "settings", "OPENAI_API_KEY", ""}},
		{"a_key_of_the_environment_for_the_vendors_server", "openai:v2", env{"OPENAI_API_KEY": "k"}, saved, want{"openai:v2", "caller", "https://api.openai.com/v2", "settings", "OPENAI_API_KEY", ""}},
		{"a_key_of_the_environment_with_an_address_of_it", "openai:own", env{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "http://127.0.0.1:2/v1"}, saved, want{"openai:own", "caller", "http://127.0.0.1:2/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY", ""}},
		{"a_key_of_another_vendor", "mylab:qwen3", env{"OPENAI_API_KEY": "k"}, saved, want{"mylab:qwen3", "caller", "http://lab.test/v1", "settings", "settings", ""}},
		{"a_saved_key_for_another_address", "openai:big", env{"OPENAI_BASE_URL": "http://127.0.0.1:2/v1"}, saved, want{"openai:big", "caller", "http://127.0.0.1:2/v1", "OPENAI_BASE_URL", "", "saved key of openai:big is not sent to the address in OPENAI_BASE_URL"}},
		{"a_saved_key_for_another_scheme", "openai:big", env{"OPENAI_BASE_URL": "http://api.openai.com/v1"}, saved, want{"openai:big", "caller", "http://api.openai.com/v1", "OPENAI_BASE_URL", "", "is not sent"}},
		{"a_saved_key_for_the_same_host", "openai:big", env{"OPENAI_BASE_URL": "https://API.openai.com/v2"}, saved, want{"openai:big", "caller", "https://API.openai.com/v2", "OPENAI_BASE_URL", "settings", ""}},
		{"a_key_given_with_the_address", "openai:big", env{"OPENAI_BASE_URL": "http://127.0.0.1:2/v1", "OPENAI_API_KEY": "k"}, saved, want{"openai:big", "caller", "http://127.0.0.1:2/v1", "OPENAI_BASE_URL", "OPENAI_API_KEY", ""}},
		{"llm_provider_alone_names_nothing", "", env{"LLM_PROVIDER": "zhipu"}, saved, want{"openai:big", "settings", vendor, "builtin", "settings", ""}},
		{"llm_provider_offline_does", "", env{"LLM_PROVIDER": "offline"}, saved, want{spec: "offline", from: "LLM_PROVIDER"}},
		{"llm_model_of_the_one_vendor_with_a_key", "", env{"LLM_MODEL": "x", "DEEPSEEK_API_KEY": "k"}, nil, want{"deepseek:x", "LLM_MODEL", "https://api.deepseek.com/v1", "builtin", "DEEPSEEK_API_KEY", ""}},
		{"llm_model_with_openai_among_them", "", env{"LLM_MODEL": "x", "DEEPSEEK_API_KEY": "k", "OPENAI_API_KEY": "o"}, nil, want{"openai:x", "LLM_MODEL", vendor, "builtin", "OPENAI_API_KEY", ""}},
		{"llm_model_with_an_address", "", env{"LLM_MODEL": "x", "DEEPSEEK_API_KEY": "k", "OPENAI_BASE_URL": "http://127.0.0.1:2/v1"}, nil, want{"openai:x", "LLM_MODEL", "http://127.0.0.1:2/v1", "OPENAI_BASE_URL", "", ""}},
		{"llm_model_with_two_others", "", env{"LLM_MODEL": "x", "DEEPSEEK_API_KEY": "k", "ZHIPU_API_KEY": "z"}, nil, want{"openai:x", "LLM_MODEL", vendor, "builtin", "", "needs an API key"}},
		{"llm_model_offline", "", env{"LLM_MODEL": "Offline", "OPENAI_API_KEY": "k"}, saved, want{spec: "offline", from: "LLM_MODEL"}},
		{"llm_model_that_names_its_provider", "", env{"LLM_MODEL": "DeepSeek:x", "DEEPSEEK_API_KEY": "k", "OPENAI_API_KEY": "o"}, nil, want{"deepseek:x", "LLM_MODEL", "https://api.deepseek.com/v1", "builtin", "DEEPSEEK_API_KEY", ""}},
		{"llm_model_that_is_saved", "", env{"LLM_MODEL": "mylab:qwen3", "OPENAI_API_KEY": "o"}, saved, want{"mylab:qwen3", "LLM_MODEL", "http://lab.test/v1", "settings", "settings", ""}},
		{"llm_model_with_a_colon_in_its_name", "", env{"LLM_MODEL": "ft:x:y", "OPENAI_API_KEY": "o"}, saved, want{"openai:ft:x:y", "LLM_MODEL", vendor, "builtin", "OPENAI_API_KEY", ""}},
		{"llm_model_of_a_vendors_name", "", env{"LLM_MODEL": "deepseek", "OPENAI_API_KEY": "o"}, nil, want{"openai:deepseek", "LLM_MODEL", vendor, "builtin", "OPENAI_API_KEY", ""}},
		{"llm_provider_named_twice", "", env{"LLM_PROVIDER": "OpenAI", "LLM_MODEL": "openai:x", "OPENAI_API_KEY": "o"}, nil, want{"openai:x", "LLM_PROVIDER", vendor, "builtin", "OPENAI_API_KEY", ""}},
		{"llm_provider_of_a_model_that_names_another", "", env{"LLM_PROVIDER": "openrouter", "LLM_MODEL": "openai:x", "OPENROUTER_API_KEY": "o"}, nil, want{"openrouter:openai:x", "LLM_PROVIDER", "https://openrouter.ai/api/v1", "builtin", "OPENROUTER_API_KEY", ""}},
		{"no_key_at_all", "openai:nokey", nil, saved, want{"openai:nokey", "caller", vendor, "builtin", "", "needs an API key"}},
		{"a_server_of_ones_own", "ollama:qwen3", nil, nil, want{"ollama:qwen3", "caller", "http://127.0.0.1:11434/v1", "builtin", "", ""}},
		{"a_provider_that_nobody_saved", "otherlab:qwen3", nil, saved, want{"otherlab:qwen3", "caller", "", "", "", "unknown model"}},
		{"a_default_that_is_gone", "", nil, book{chosen: "mylab:gone"}, want{"mylab:gone", "settings", "", "", "", "the default that was chosen"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c, err := provider.Choose(tt.spec, tt.env, tt.book)
			got := want{c.Spec, c.From, c.BaseURL, c.BaseFrom, c.KeyFrom, ""}
			if err != nil && tt.want.fail != "" && strings.Contains(err.Error(), tt.want.fail) {
				got.fail = tt.want.fail
			}
			if got != tt.want || (err != nil) != (tt.want.fail != "") {
				t.Errorf("got %+v, %v\nwant %+v", got, err, tt.want)
			}
			if passed := tt.name == "a_key_of_the_environment_not_for_an_address_saved_with_a_key"; (c.PassedKey != "") != passed || passed && c.Key != "" {
				t.Errorf("passed over is %q, the key %q", c.PassedKey, c.Key)
			}
			if got.fail == "" && c.Sees != (c.Spec == "openai:big") {
				t.Errorf("sees: %t", c.Sees)
			}
		})
	}
	if _, err := provider.Choose("", nil, book{failure: errors.New("disk")}); err == nil {
		t.Error("a book that cannot be read was passed over")
	}
}

func TestCheckAddress(t *testing.T) {
	t.Parallel()
	for address, sound := range map[string]bool{
		"https://a.test/v1": true, "http://127.0.0.1:11434/v1": true, "http://[::1]:80": true,
		"": false, "a.test/v1": false, "localhost:80": false, "ftp://a.test": false, "https://": false, "https://u:p@a.test/v1": false, "https://a.test/v1?key=k": false, "%": false,
	} {
		err := provider.CheckAddress(address)
		if (err == nil) != sound || err != nil && strings.Contains(err.Error(), "a.test") {
			t.Errorf("%q: %v", address, err)
		}
	}
}

func TestResolve(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, spec string
		env        env
		want       string
		fail, next string
	}{
		{name: "nothing_is_offline", want: "offline"},
		{name: "offline", spec: "offline", env: env{"MARGAY_MODEL": "openai:x"}, want: "offline"},
		{name: "openai", spec: "openai:gpt-5-mini", env: env{"OPENAI_API_KEY": "k"}, want: "openai:gpt-5-mini"},
		{name: "model_with_a_colon", spec: "openrouter:qwen/qwen3:free", env: env{"OPENROUTER_API_KEY": "k"}, want: "openrouter:qwen/qwen3:free"},
		{name: "no_key", spec: "openai:gpt-5-mini", fail: "needs an API key", next: "OPENAI_API_KEY"},
		{name: "no_key_of_another", spec: "deepseek:deepseek-chat", env: env{"OPENAI_API_KEY": "k"}, fail: "needs an API key", next: "DEEPSEEK_API_KEY"},
		{name: "own_server_without_a_key", spec: "openai:local", env: env{"OPENAI_BASE_URL": "http://127.0.0.1:9/v1"}, want: "openai:local"},
		{name: "second_key_variable", spec: "zhipu:glm-4.6", env: env{"ZHIPUAI_API_KEY": "k"}, want: "zhipu:glm-4.6"},
		{name: "nvidia", spec: "nvidia:a/b", env: env{"NVIDIA_API_KEY": "k"}, want: "nvidia:a/b"},
		{name: "siliconflow", spec: "SiliconFlow:a/b", env: env{"SILICONFLOW_API_KEY": "k"}, want: "siliconflow:a/b"},
		{name: "unknown_provider", spec: "acme:x", fail: `unknown model "acme:x"`, next: "options page"},
		{name: "no_model", spec: "openai", env: env{"OPENAI_API_KEY": "k"}, fail: "no model of openai is named", next: "openai:gpt"},
		{name: "from_margay_model", env: env{"MARGAY_MODEL": "openai:a", "OPENAI_API_KEY": "k", "LLM_MODEL": "b"}, want: "openai:a"},
		{name: "bad_margay_model_says_where", env: env{"MARGAY_MODEL": "x"}, fail: "MARGAY_MODEL"},
		{name: "a_key_where_a_model_belongs", env: env{"MARGAY_MODEL": "sk-proj-0123456789abcdefXYZ"}, fail: `unknown model "[key]"`, next: "provider:model"},
		{name: "from_llm_variables", env: env{"LLM_PROVIDER": "deepseek", "LLM_MODEL": "c", "DEEPSEEK_API_KEY": "k"}, want: "deepseek:c"},
		{name: "llm_model_alone_is_openai", env: env{"LLM_MODEL": "c", "OPENAI_API_KEY": "k"}, want: "openai:c"},
		{name: "llm_provider_alone", env: env{"LLM_PROVIDER": "zhipu", "ZHIPU_API_KEY": "k"}, want: "offline"},
		{name: "no_key_is_said_by_the_vendor", spec: "openai:none", fail: "OpenAI needs an API key", next: "OPENAI_API_KEY"},
		{name: "bad_base_url", spec: "openai:x", env: env{"OPENAI_BASE_URL": "localhost:80", "OPENAI_API_KEY": "k"}, fail: "no address", next: "https://api.openai.com/v1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m, err := resolve(c.spec, c.env)
			if c.fail != "" {
				e, ok := errors.AsType[*llm.Error](err)
				if !ok || !strings.Contains(e.Message, c.fail) || !strings.Contains(e.Next, c.next) || e.Next == "" {
					t.Errorf("%v (%+v), want %q and next %q", err, e, c.fail, c.next)
				}
				return
			}
			if err != nil || m.Name() != c.want {
				t.Errorf("%v, %v; want %s", m, err, c.want)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	t.Parallel()
	for spec, sound := range map[string]bool{
		"": true, " ": true, "offline": true, " offline ": true, "openai:x": true, "OpenAI: x": true, "openrouter:a/b:free": true,
		"ollama:qwen3:8b": true, "my-lab:x": true,
		"bogus": false, "my lab:x": false, "é:x": false, "openai": false, "openai: ": false, ":x": false,
	} {
		if err := provider.Check(spec); (err == nil) != sound {
			t.Errorf("%q: %v", spec, err)
		}
	}
}

func TestKeyAndAddressReachTheWire(t *testing.T) {
	t.Parallel()
	handler := &llmtest.Handler{Model: llmtest.NewScript(llmtest.Say("hello"))}
	var auth, path string
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		auth, path = r.Header.Get("Authorization"), r.URL.Path
		handler.ServeHTTP(w, r)
	}))
	defer srv.Close()
	m, err := resolve("openai:x", env{"OPENAI_BASE_URL": srv.URL + "/v9/", "OPENAI_API_KEY": "k1", "HTTP_PROXY": "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	got, err := llmtest.Collect(t.Context(), m, llm.Request{Messages: []chat.Message{llmtest.User("hi")}})
	if err != nil || got.Text() != "hello" || auth != "Bearer k1" || path != "/v9/chat/completions" {
		t.Errorf("%q, %v; Authorization %q, path %q", got.Text(), err, auth, path)
	}
}

// TestProxyOfTheGivenEnvironment asks an address that only the proxy knows.
func TestProxyOfTheGivenEnvironment(t *testing.T) {
	t.Parallel()
	var asked string
	handler := &llmtest.Handler{Model: llmtest.NewScript(llmtest.Say("by proxy"))}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = r.URL.Host
		handler.ServeHTTP(w, r)
	}))
	defer srv.Close()
	e := env{"OPENAI_BASE_URL": "http://models.invalid/v1", "HTTP_PROXY": srv.URL}
	m, err := resolve("openai:x", e)
	if err != nil {
		t.Fatal(err)
	}
	got, err := llmtest.Collect(t.Context(), m, llm.Request{Messages: []chat.Message{llmtest.User("hi")}})
	if err != nil || got.Text() != "by proxy" || asked != "models.invalid" {
		t.Errorf("%q, %v; the proxy was asked for %q", got.Text(), err, asked)
	}
	e["NO_PROXY"] = "example.test, .invalid"
	m, _ = resolve("openai:x", e)
	ctx, cancel := context.WithCancel(t.Context())
	_, err = m.Stream(ctx, llm.Request{Messages: []chat.Message{llmtest.User("hi")}}, func(d llm.Delta) {
		if d.Retry != nil {
			cancel() // it failed by itself once: the proxy was not asked
		}
	})
	if err == nil {
		t.Error("an address that does not exist answered")
	}
	cancel()
}

// TestProxy_is_passed_by where the variables say so, and asked else.
func TestProxy_is_passed_by(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		base string
		e    env
		want string
	}{
		"https":              {"https://api.test/v1", env{"HTTPS_PROXY": "http://p.test:3128"}, "http://p.test:3128"},
		"https_small_letter": {"https://api.test/v1", env{"https_proxy": "p.test:3128"}, "http://p.test:3128"},
		"https_by_http_only": {"https://api.test/v1", env{"HTTP_PROXY": "http://p.test:3128"}, ""},
		"socks":              {"https://api.test/v1", env{"HTTPS_PROXY": "socks5://p.test:1080"}, "socks5://p.test:1080"},
		"all":                {"https://api.test/v1", env{"ALL_PROXY": "http://p.test:3128"}, "http://p.test:3128"},
		"all_for_http":       {"http://api.test/v1", env{"all_proxy": "socks5://p.test:1080"}, "socks5://p.test:1080"},
		"all_of_a_desktop":   {"https://api.test/v1", env{"all_proxy": "socks://p.test:1080/"}, "socks5://p.test:1080"},
		"all_after_its_own":  {"https://api.test/v1", env{"ALL_PROXY": "http://all.test", "HTTPS_PROXY": "http://p.test:3128"}, "http://p.test:3128"},
		"all_but_this":       {"https://api.test/v1", env{"ALL_PROXY": "http://p.test", "NO_PROXY": "api.test"}, ""},
		"unknown_scheme":     {"https://api.test/v1", env{"https_proxy": "htp://me:hunter2@p.test:1"}, "https_proxy begins with none of"},
		"all_excluded":       {"https://api.test/v1", env{"HTTPS_PROXY": "p.test:1", "NO_PROXY": "*"}, ""},
		"subdomain":          {"https://api.test/v1", env{"HTTPS_PROXY": "p.test:1", "no_proxy": "other.test, test"}, ""},
		"not_a_subdomain":    {"https://atest.net/v1", env{"HTTPS_PROXY": "p.test:1", "NO_PROXY": "test.net"}, "http://p.test:1"},
		"with_its_port":      {"http://lab.test:8080/v1", env{"HTTP_PROXY": "p.test:1", "NO_PROXY": "lab.test:8080"}, ""},
		"with_another_port":  {"http://lab.test:8081/v1", env{"HTTP_PROXY": "p.test:1", "NO_PROXY": "lab.test:8080"}, "http://p.test:1"},
		"block_of_addresses": {"http://10.1.2.3/v1", env{"HTTP_PROXY": "p.test:1", "NO_PROXY": "10.0.0.0/8"}, ""},
		"this_machine":       {"http://localhost:11434/v1", env{"HTTP_PROXY": "p.test:1"}, ""},
		"this_machine_ipv6":  {"http://[::1]:11434/v1", env{"HTTP_PROXY": "p.test:1"}, ""},
		"no_address":         {"https://api.test/v1", env{"HTTPS_PROXY": "http://me:hunter2@:x"}, "is no address: HTTPS_PROXY"},
	} {
		c, err := provider.Choose("mylab:x", tt.e, book{saved: map[string]provider.Saved{"mylab:x": {Provider: "mylab", Name: "x", BaseURL: tt.base}}})
		if err != nil {
			t.Fatal(err)
		}
		transport, ok := c.Options("", tt.e, zerolog.Nop(), nil).Transport.(*http.Transport)
		if !ok {
			t.Fatal("another transport")
		}
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, tt.base+"/chat/completions", nil)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if u, err := transport.Proxy(req); err != nil {
			got = err.Error()
		} else if u != nil {
			got = u.String()
		}
		if tt.want == "" && got != "" || !strings.Contains(got, tt.want) || strings.Contains(got, "hunter2") {
			t.Errorf("%s: through %q, want %q", name, got, tt.want)
		}
	}
}

// TestWantsReasoning knows vendors and families of models, wherever they are run.
func TestWantsReasoning(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"moonshotai/Kimi-K2-Thinking": true, "kimi-k2-thinking-turbo": true, "kimi-thinking-preview": true, "kimi-k2.5": true, "deepseek-ai/DeepSeek-V3.2": true, "deepseek-reasoner": true,
		"kimi-k2-0905-preview": false, "deepseek-ai/DeepSeek-V3.1": false, "gpt-5": false, "qwen3": false, "": false,
	} {
		if got := provider.WantsReasoning("other", "https://api.other.test/v1", name); got != want {
			t.Errorf("%q: %t", name, got)
		}
	}
	for base, want := range map[string]bool{"https://api.moonshot.cn/v1": true, "https://API.moonshot.ai:443/v1": true, "https://api.deepseek.com/beta": true, "https://moonshot.test/v1": false, "%": false} {
		if got := provider.WantsReasoning("mine", base, "x"); got != want {
			t.Errorf("%q: %t", base, got)
		}
	}
}

// TestReasoning goes back where the vendor wants it, by its name or its address.
func TestReasoning(t *testing.T) {
	t.Parallel()
	saved := book{saved: map[string]provider.Saved{
		"mine:r":  {Provider: "mine", Name: "r", BaseURL: "https://api.deepseek.com/beta"},
		"other:r": {Provider: "other", Name: "r", BaseURL: "https://api.other.test/v1"},
	}}
	for spec, want := range map[string]bool{"deepseek:deepseek-reasoner": true, "mine:r": true, "other:r": false, "openai:o3": false} {
		c, err := provider.Choose(spec, env{"DEEPSEEK_API_KEY": "k", "OPENAI_API_KEY": "k", "DEEPSEEK_BASE_URL": "http://127.0.0.1:1/v1"}, saved)
		if err != nil || c.Options("", nil, zerolog.Nop(), nil).Reasoning != want {
			t.Errorf("%s: want %t, %v", spec, want, err)
		}
	}
}

// TestKnownToSee: a model that nobody saved is given images where its name says that
// it takes them; of a saved one, the person said it.
func TestKnownToSee(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]bool{
		"gpt-4o-mini": true, "gpt-5": true, "gpt-5-mini-2025-08-07": true, "gpt-4.1-nano": true, "o3": true, "openai/gpt-4o:free": true,
		"anthropic/claude-sonnet-4.5": true, "google/gemini-2.5-flash": true, "Qwen/Qwen2.5-VL-72B-Instruct": true, "qwen-vl-max": true, "qwen3-vl:8b": true,
		"glm-4v-plus": true, "glm-4.5v": true, "llama3.2-vision": true, "llava:13b": true, "meta/llama-4-scout": true, "gemma3:12b": true,
		"gpt-3.5-turbo": false, "o3-mini": false, "o1-mini": false, "deepseek-chat": false, "glm-4.6": false, "glm-4.5-air": false, "Qwen/Qwen3-32B": false,
		"meta/llama-3.3-70b-instruct": false, "scripted": false, "gpt-4o-audio-preview": false, "vlad": false, "": false,
	} {
		if got := provider.KnownToSee(name); got != want {
			t.Errorf("%q: %t, want %t", name, got, want)
		}
	}
	e := env{"OPENAI_API_KEY": "k"}
	saved := book{saved: map[string]provider.Saved{"openai:gpt-4o": {Provider: "openai", Name: "gpt-4o", Key: true}}}
	for spec, want := range map[string]bool{"openai:gpt-4o": false, "openai:gpt-4o-mini": true} {
		if c, err := provider.Choose(spec, e, saved); err != nil || c.Sees != want {
			t.Errorf("%s sees: %t, %v", spec, c.Sees, err)
		}
	}
}

// TestProxy_that_is_none is said at once: no other try would find another.
func TestProxy_that_is_none(t *testing.T) {
	t.Parallel()
	m, err := resolve("openai:x", env{"OPENAI_API_KEY": "k", "HTTPS_PROXY": "http://me:hunter2@:x"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Stream(t.Context(), llm.Request{Messages: []chat.Message{llmtest.User("hi")}}, func(d llm.Delta) {
		if d.Retry != nil {
			t.Error("it is tried again")
		}
	})
	e, ok := errors.AsType[*llm.Error](err)
	if !ok || !strings.Contains(e.Next, "HTTPS_PROXY") || strings.Contains(e.Error(), "hunter2") {
		t.Errorf("%v", err)
	}
}

func TestVariablesListsWhatResolveReads(t *testing.T) {
	t.Parallel()
	vars := provider.Variables()
	for _, want := range []string{"OPENAI_API_KEY", "OPENAI_BASE_URL", "MARGAY_MODEL", "ZHIPUAI_API_KEY", "NO_PROXY", "all_proxy", "SSL_CERT_FILE"} {
		if !slices.Contains(vars, want) {
			t.Errorf("%s is missing from %v", want, vars)
		}
	}
}

// A list of models is taken for a proof of the key only where it is known to be one.
func TestVendors_with_a_keyed_list(t *testing.T) {
	t.Parallel()
	keyed := []string{"openai", "deepseek"}
	for _, v := range provider.Vendors() {
		if want := slices.Contains(keyed, v.Name); v.KeyedList != want || v.KeyedList && !v.NeedsKey() {
			t.Errorf("%s: %t, want %t", v.Name, v.KeyedList, want)
		}
	}
}
