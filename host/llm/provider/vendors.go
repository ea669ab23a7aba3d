package provider

import (
	"slices"
	"strings"

	"github.com/margay/margay/host/llm/openai"
)

// Vendor is a known vendor of models, or a server that people run themselves.
type Vendor struct {
	// Name is the first half of a spec.
	Name  string
	Title string
	// BaseURL ends where /chat/completions begins.
	BaseURL string
	// KeyVars are the variables of its key, the first that is set wins; none
	// where it asks for no key. BaseVar is that of its address.
	KeyVars []string
	BaseVar string
	// KeyPage is where a person gets a key.
	KeyPage string
	// Names are some of its models; the rest is had by asking it.
	Names []string
	// KeyedList says that it lists its models for holders of a key only, so that a list
	// shows that the key is good. Others list them for anybody, or it is not known.
	KeyedList bool
}

// NeedsKey reports whether the vendor asks for a key.
func (v Vendor) NeedsKey() bool { return len(v.KeyVars) > 0 }

// Vendors lists the known ones.
func Vendors() []Vendor {
	return []Vendor{
		{
			Name: "openai", Title: "OpenAI", BaseURL: openai.DefaultBaseURL, KeyVars: []string{"OPENAI_API_KEY"}, BaseVar: "OPENAI_BASE_URL",
			KeyPage: "https://platform.openai.com/api-keys", Names: []string{"gpt-5-mini", "gpt-5", "gpt-4.1-mini"},
			KeyedList: true,
		},
		{
			Name: "openrouter", Title: "OpenRouter", BaseURL: "https://openrouter.ai/api/v1", KeyVars: []string{"OPENROUTER_API_KEY"}, BaseVar: "OPENROUTER_BASE_URL",
			KeyPage: "https://openrouter.ai/keys", Names: []string{"openai/gpt-5-mini", "anthropic/claude-sonnet-4.5", "google/gemini-2.5-flash"},
		},
		{
			Name: "deepseek", Title: "DeepSeek", BaseURL: "https://api.deepseek.com/v1", KeyVars: []string{"DEEPSEEK_API_KEY"}, BaseVar: "DEEPSEEK_BASE_URL",
			KeyPage: "https://platform.deepseek.com/api_keys", Names: []string{"deepseek-chat", "deepseek-reasoner"},
			KeyedList: true,
		},
		{
			Name: "zhipu", Title: "智谱 (Zhipu)", BaseURL: "https://open.bigmodel.cn/api/paas/v4",
			KeyVars: []string{"ZHIPU_API_KEY", "ZHIPUAI_API_KEY", "BIGMODEL_API_KEY"}, BaseVar: "ZHIPU_BASE_URL",
			KeyPage: "https://open.bigmodel.cn/usercenter/apikeys", Names: []string{"glm-4.6", "glm-4.5-air"},
		},
		{
			Name: "nvidia", Title: "NVIDIA", BaseURL: "https://integrate.api.nvidia.com/v1", KeyVars: []string{"NVIDIA_API_KEY"}, BaseVar: "NVIDIA_BASE_URL",
			KeyPage: "https://build.nvidia.com/settings/api-keys", Names: []string{"meta/llama-3.3-70b-instruct"},
		},
		{
			Name: "siliconflow", Title: "硅基流动 (SiliconFlow)", BaseURL: "https://api.siliconflow.cn/v1", KeyVars: []string{"SILICONFLOW_API_KEY"}, BaseVar: "SILICONFLOW_BASE_URL",
			KeyPage: "https://cloud.siliconflow.cn/account/ak", Names: []string{"Qwen/Qwen3-32B", "deepseek-ai/DeepSeek-V3.1"},
		},
		{Name: "ollama", Title: "Ollama", BaseURL: "http://127.0.0.1:11434/v1"},
		{Name: "lmstudio", Title: "LM Studio", BaseURL: "http://127.0.0.1:1234/v1"},
	}
}

// Known finds a vendor by its name.
func Known(name string) (Vendor, bool) {
	list := Vendors()
	if i := slices.IndexFunc(list, func(v Vendor) bool { return v.Name == name }); i >= 0 {
		return list[i], true
	}
	return Vendor{}, false
}

// vendorByKey is whose a model without a provider is: OpenAI's, whose variables
// many others use, unless a key is set of one other vendor alone.
func vendorByKey(env map[string]string) string {
	const usual = "openai"
	var found []string
	for _, v := range Vendors() {
		if first(env, v.KeyVars...) != "" || v.Name == usual && first(env, v.BaseVar) != "" {
			found = append(found, v.Name)
		}
	}
	if len(found) == 1 {
		return found[0]
	}
	return usual
}

// Variables are the names of all variables that [Choose] and [Choice.Model]
// read, for whoever passes an environment on.
func Variables() []string {
	out := []string{"MARGAY_MODEL", "LLM_PROVIDER", "LLM_MODEL", "HTTPS_PROXY", "https_proxy", "HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy", "SSL_CERT_FILE", "SSL_CERT_DIR"}
	for _, v := range Vendors() {
		out = append(out, v.KeyVars...)
		if v.BaseVar != "" {
			out = append(out, v.BaseVar)
		}
	}
	return out
}

func example(v Vendor) string {
	if len(v.Names) > 0 {
		return v.Name + ":" + v.Names[0]
	}
	return v.Name + ":NAME"
}

func vendorNames() string {
	var out []string
	for _, v := range Vendors() {
		out = append(out, v.Name)
	}
	return strings.Join(out, ", ")
}
