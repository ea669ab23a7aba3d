package doctor

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// han is Simplified Chinese.
func han() *tongue {
	return &tongue{
		says: hanSays(), quotes: quotedOf(allQuotes()), between: map[string]string{", ": "，", "; ": "；"}, stop: "。",
		units: strings.NewReplacer("ms", " 毫秒", "h", " 小时 ", "m", " 分 ", "s", " 秒 "),
	}
}

func allQuotes() map[string]string {
	all := hanQuotes()
	maps.Copy(all, hanOfModels())
	maps.Copy(all, hanOfSystem())
	return all
}

// quotedOf orders them, so that of two that fit the one that says more is taken.
func quotedOf(table map[string]string) []quoted {
	words := strings.NewReplacer("%q", "%s", "%d", "%s", "%v", "%s", "%w", "%s") // they come as words
	formats := slices.SortedFunc(maps.Keys(table), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(words.Replace(b))-3*strings.Count(b, "%"), len(words.Replace(a))-3*strings.Count(a, "%")), strings.Compare(a, b))
	})
	var list []quoted
	for _, f := range formats {
		list = append(list, quoted{formOf(f), words.Replace(table[f])})
	}
	return list
}
