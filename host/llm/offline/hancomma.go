package offline

import "strings"

// widened writes the commas of a prompt as Chinese ones where it has only those of
// ASCII, so that it is cut alike: 托运行李选20公斤,座位点14C. Those in figures, in quotes and
// between English words stay. narrow reports whether any was changed: what is filled
// in is written as the person did.
func widened(prompt string) (out string, narrow bool) {
	sh := shield(prompt)
	masked := mask(prompt)
	if strings.Contains(masked, "，") || !strings.Contains(masked, ",") {
		return prompt, false
	}
	run := []rune(prompt)
	var b strings.Builder
	i, from := 0, 0
	for at, c := range prompt { // not by the length of c: a byte that is no sign counts as one
		if c == ',' && !sh[at] && i+1 < len(run) && run[i+1] != ' ' && (isHan(run[i+1]) || i > 0 && isHan(run[i-1]) || strings.ContainsRune("“「『《‘", run[i+1]) || i > 0 && strings.ContainsRune("”」』》’", run[i-1])) {
			b.WriteString(prompt[from:at] + "，")
			from, narrow = at+1, true
		}
		i++
	}
	return b.String() + prompt[from:], narrow
}

// asWritten gives a value the commas back that widened has changed.
func (r *runner) asWritten(value string, p pair) string {
	if !r.asciiCommas || p.quoted {
		return value
	}
	return strings.ReplaceAll(value, "，", ",")
}
