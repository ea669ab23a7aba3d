package provider

import (
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

// families are names of models that are known to take images.
var families = lazyregexp.New(`^(gpt-4o|chatgpt-4o|gpt-4\.1|gpt-5|o3$|o3-2|o4-mini|claude-|gemini-|gemma-?3|pixtral|llama-?4|llava|glm-4v|glm-4\.[0-9]+v|qvq|internvl|minicpm-v)|(^|[-._])vl([-._:0-9]|$)|vision|-omni`)

// KnownToSee reports whether a model of that name takes images, as far as names
// tell: it is for models that nobody saved, where nobody could say so. Dates,
// sizes and the maker before a slash do not matter.
func KnownToSee(name string) bool {
	name = strings.ToLower(name)
	name = name[strings.LastIndexByte(name, '/')+1:]
	return families.MatchString(name) && !strings.Contains(name, "audio") && !strings.Contains(name, "embed")
}
