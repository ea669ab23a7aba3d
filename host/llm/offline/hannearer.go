package offline

import "strings"

// nearerLine gives, in the place of one line that answers a Chinese question, the one
// that shares more pairs of signs with it: 第二阶梯每立方米多少钱 is not answered by the
// line of 第三阶梯. Where a press has brought the line, only others that it brought are nearer.
func (r *runner) nearerLine(q query, hits []found, among func(*element) bool) []found {
	form, sorted := sortForms[q.typ]
	if !q.zh || !sorted || q.typ == person || len(hits) != 1 && q.ordinal == 0 || hits[0].row || q.ordinal == 0 && cardRoles[hits[0].el.role] {
		return hits
	}
	best, better := max(1, sharedPairs(q.asked, hits[0].line)), hits
	for _, f := range factsOf(r.page) {
		if f.row || pressRoles[f.el.role] || !among(f.el) || !form.MatchString(f.line) {
			continue
		}
		if n := sharedPairs(q.asked, f.line); n > best {
			h := found{fact: f, value: f.line}
			if all := form.FindAllString(f.line, -1); len(all) == 1 {
				h.value = all[0]
			}
			best, better = n, []found{h}
		}
	}
	return better
}

func anyLine(*element) bool { return true }

// sharedPairs counts the pairs of Chinese signs of one text that another has, too.
func sharedPairs(asked, line string) int {
	n := 0
	run := []rune(fold(asked))
	for i := 0; i+1 < len(run); i++ {
		if isHan(run[i]) && isHan(run[i+1]) && strings.Contains(line, string(run[i:i+2])) {
			n++
		}
	}
	return n
}
