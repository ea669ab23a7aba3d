// Package provider turns the name of a model into the model.
//
// It reads only the environment that it is given, asks nothing of the network,
// and keeps no keys. What is missing is said with the next step. With nothing
// configured it gives the offline model, so there always is one.
package provider

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/margay/margay/host/llm"
	"github.com/margay/margay/host/llm/offline"
	"github.com/margay/margay/host/llm/openai"
	"github.com/margay/margay/protocol/chat"
)

// known is a provider that can be named.
type known struct {
	name      string
	base      string
	keys      []string // variables, the first that is set wins
	baseVar   string
	reasoning bool
}

func providers() []known {
	return []known{
		{name: "openai", base: openai.DefaultBaseURL, keys: []string{"OPENAI_API_KEY"}, baseVar: "OPENAI_BASE_URL"},
		{name: "openrouter", base: "https://openrouter.ai/api/v1", keys: []string{"OPENROUTER_API_KEY"}, baseVar: "OPENROUTER_BASE_URL"},
		{name: "deepseek", base: "https://api.deepseek.com/v1", keys: []string{"DEEPSEEK_API_KEY"}, baseVar: "DEEPSEEK_BASE_URL", reasoning: true},
		{name: "zhipu", base: "https://open.bigmodel.cn/api/paas/v4", keys: []string{"ZHIPU_API_KEY", "ZHIPUAI_API_KEY", "BIGMODEL_API_KEY"}, baseVar: "ZHIPU_BASE_URL"},
		{name: "nvidia", base: "https://integrate.api.nvidia.com/v1", keys: []string{"NVIDIA_API_KEY"}, baseVar: "NVIDIA_BASE_URL"},
		{name: "siliconflow", base: "https://api.siliconflow.cn/v1", keys: []string{"SILICONFLOW_API_KEY"}, baseVar: "SILICONFLOW_BASE_URL"},
	}
}

// Variables are the names of all variables that Resolve reads, for whoever
// passes an environment on.
func Variables() []string {
	out := []string{"MARGAY_MODEL", "LLM_PROVIDER", "LLM_MODEL", "HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "NO_PROXY", "no_proxy"}
	for _, p := range providers() {
		out = append(append(out, p.keys...), p.baseVar)
	}
	return out
}

// Resolve gives the model that spec names: "offline", or "provider:model".
// With an empty spec MARGAY_MODEL decides, then LLM_PROVIDER with LLM_MODEL,
// then it is the offline model. Its error is an [*llm.Error].
func Resolve(spec string, env map[string]string) (llm.Model, error) {
	spec, from := named(strings.TrimSpace(spec), env)
	if spec == "" || spec == "offline" {
		return offline.New(), nil
	}
	p, model, err := parse(spec, from)
	if err != nil {
		return nil, err
	}
	return build(p, model, env)
}

// Check says whether spec is written as the name of a model is. Whether the
// model can be had depends on the environment too, which [Resolve] knows. Its
// error is an [*llm.Error].
func Check(spec string) error {
	spec = strings.TrimSpace(spec)
	if spec == "" || spec == "offline" {
		return nil
	}
	_, _, err := parse(spec, "")
	return err
}

// parse takes a spec apart; from says in errors where it came from.
func parse(spec, from string) (known, string, error) {
	name, model, _ := strings.Cut(spec, ":")
	name, model = strings.ToLower(strings.TrimSpace(name)), strings.TrimSpace(model)
	list := providers()
	i := slices.IndexFunc(list, func(p known) bool { return p.name == name })
	if i < 0 {
		return known{}, "", mistake(fmt.Sprintf("unknown model %q%s", spec, from),
			"Write provider:model, where the provider is one of "+names(list)+"; or offline.")
	}
	if model == "" {
		return known{}, "", mistake(fmt.Sprintf("no model of %s is named%s", name, from), fmt.Sprintf("Write %s:MODEL, for example %s.", name, example(name)))
	}
	return list[i], model, nil
}

// named works out the spec and says where it came from.
func named(spec string, env map[string]string) (string, string) {
	if spec != "" {
		return spec, ""
	}
	if m := strings.TrimSpace(env["MARGAY_MODEL"]); m != "" {
		return m, " (from MARGAY_MODEL)"
	}
	p, m := strings.TrimSpace(env["LLM_PROVIDER"]), strings.TrimSpace(env["LLM_MODEL"])
	switch {
	case p == "" && m == "":
		return "", ""
	case p == "":
		p = "openai"
	case strings.EqualFold(p, "offline"):
		return "offline", ""
	}
	return p + ":" + m, " (from LLM_PROVIDER and LLM_MODEL)"
}

func build(p known, model string, env map[string]string) (llm.Model, error) {
	o := openai.Options{Provider: p.name, Model: model, BaseURL: p.base, Reasoning: p.reasoning}
	own := strings.TrimSpace(env[p.baseVar])
	if own != "" {
		o.BaseURL = own
	}
	base, err := url.Parse(o.BaseURL)
	if err != nil || base.Host == "" || (base.Scheme != "https" && base.Scheme != "http") {
		return nil, mistake(fmt.Sprintf("%s is no address: %q", p.baseVar, o.BaseURL), "Give it a full address such as "+p.base+".")
	}
	for _, k := range p.keys {
		if o.Key == "" {
			o.Key = strings.TrimSpace(env[k])
		}
	}
	// A server of one's own often needs no key; the provider's does.
	if o.Key == "" && own == "" {
		return nil, &llm.Error{
			Code: chat.ErrorAuth, Message: fmt.Sprintf("%s:%s needs an API key and none is set", p.name, model),
			Next: fmt.Sprintf("Set %s and start again, or use the offline model.", p.keys[0]),
		}
	}
	transport := openai.NewTransport()
	transport.Proxy = func(r *http.Request) (*url.URL, error) { return proxy(r.URL, env) }
	o.Transport = transport
	return openai.New(o), nil
}

func mistake(what, next string) error {
	return &llm.Error{Code: chat.ErrorAPI, Message: what, Next: next}
}

func names(list []known) string {
	var out []string
	for _, p := range list {
		out = append(out, p.name)
	}
	return strings.Join(out, ", ")
}

func example(provider string) string {
	if m, ok := map[string]string{
		"openai": "gpt-5-mini", "openrouter": "openai/gpt-5-mini", "deepseek": "deepseek-chat", "zhipu": "glm-4.6",
		"nvidia": "meta/llama-3.3-70b-instruct", "siliconflow": "Qwen/Qwen3-32B",
	}[provider]; ok {
		return provider + ":" + m
	}
	return provider + ":NAME"
}
