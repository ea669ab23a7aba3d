package provider

import (
	"net/url"
	"slices"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// thinkers are names of models that want their reasoning back between the calls of
// a turn, wherever they are run.
var thinkers = lazyregexp.New(`^(kimi-(k[0-9.]+-)?thinking|kimi-k2\.[5-9]|deepseek-(reasoner|v3\.[2-9]|v[4-9]))`)

// WantsReasoning reports whether a model is known to want its reasoning back, by
// its vendor, its address or its name; what is not known here the adapter
// learns from the refusal (openai.Habits).
func WantsReasoning(vendor, base, name string) bool {
	u, err := url.Parse(base)
	hosts := []string{"api.deepseek.com", "api.moonshot.cn", "api.moonshot.ai"}
	if vendor == "deepseek" || vendor == "moonshot" || err == nil && slices.Contains(hosts, strings.ToLower(u.Hostname())) {
		return true
	}
	name = strings.ToLower(name)
	return thinkers.MatchString(name[strings.LastIndexByte(name, '/')+1:])
}
