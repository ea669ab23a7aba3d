package offline

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/margay/margay/host/lazyregexp"
)

const hanDigits = "零一二三四五六七八九"

// numeralAt is how many signs at the beginning of a run write a number.
func numeralAt(run []rune) int {
	n := 0
	for n < len(run) && strings.ContainsRune(hanDigits+"两〇十百千万", run[n]) {
		n++
	}
	return n
}

// hanNumber reads 三, 十二, 二十, 一百零五 and 二〇二六 as figures.
func hanNumber(s string) (string, bool) {
	if s == "" {
		return "", false
	}
	total, digit, spoken := 0, 0, false
	figures := ""
	last := 0 // the unit that stands right before a digit
	for _, r := range s {
		if r == '两' {
			r = '二'
		}
		if r == '〇' {
			r = '零'
		}
		unit := map[rune]int{'十': 10, '百': 100, '千': 1000, '万': 10000}[r]
		at := strings.IndexRune(hanDigits, r)
		switch {
		case unit == 10000:
			total, digit, spoken, last = max(total+digit, 1)*unit, 0, true, unit
		case unit > 0:
			total += max(digit, 1) * unit
			digit, spoken, last = 0, true, unit
		case at >= 0:
			if digit = at / len("零"); digit == 0 {
				last = 0
			}
			figures += strconv.Itoa(digit)
		default:
			return "", false
		}
		if total > 1e12 {
			return "", false
		}
	}
	if !spoken {
		if figures == "" {
			return "", false
		}
		return strings.TrimLeft(figures[:len(figures)-1], "0") + figures[len(figures)-1:], true
	}
	if last >= 100 { // 一万五 is 15000, 一万零五 is 10005
		digit *= last / 10
	}
	return strconv.Itoa(total + digit), true
}

var (
	hanNumeral = lazyregexp.New(`[零〇一二两三四五六七八九十百千万]+`)
	hanScaled  = lazyregexp.New(`(?:\d+(?:\.\d{1,4})?[十百千万]+)+(?:零?\d+|[一二三四五六七八九]$)?`)
	hanPart    = lazyregexp.New(`^(\d+)(?:\.(\d{1,4}))?([十百千万]+)`)
	// hanKilo stands behind 千 where both are one unit: 千克.
	hanKilo = lazyregexp.New(`^[克米瓦卡]`)
)

// scaled reads 3万, 3.5万, 3万5千 and 3万5 as figures.
func scaled(s string) string {
	var b strings.Builder
	from := 0
	for _, at := range hanScaled.FindAllStringIndex(s, -1) {
		run, kilo := cutKilo(s[at[0]:at[1]], s[at[1]:])
		if sum, ok := summed(run); ok {
			b.WriteString(s[from:at[0]] + strconv.Itoa(sum) + kilo)
			from = at[1]
		}
	}
	return b.String() + s[from:]
}

// cutKilo takes 千 off the end of a number where it belongs to the unit behind it.
// 1万5千米 is 15,000 metres either way.
func cutKilo(run, after string) (number, kilo string) {
	bare, ok := strings.CutSuffix(run, "千")
	if !ok || !hanKilo.MatchString(after) || strings.Contains(run, "万") {
		return run, ""
	}
	return bare, "千"
}

// summed adds parts such as 3万 and 5千, each smaller than the one before. A single
// figure at the end counts the next smaller unit: 3万5 is 35000, 3万零5 is 30005.
func summed(run string) (int, bool) {
	sum, last := 0, int(1e12)
	for m := hanPart.FindStringSubmatch(run); m != nil; m = hanPart.FindStringSubmatch(run) {
		n, unit, ok := scaledPart(m)
		if !ok || unit >= last {
			return 0, false
		}
		sum, last, run = sum+n, unit, run[len(m[0]):]
	}
	if run == "" {
		return sum, true
	}
	tail := strings.TrimPrefix(run, "零")
	if figures, ok := hanNumber(tail); ok {
		tail = figures
	}
	n, err := strconv.Atoi(tail)
	if len(tail) == 1 && !strings.HasPrefix(run, "零") && last >= 100 && last < 1e12 {
		n *= last / 10
	}
	return sum + n, err == nil && n < last
}

// scaledPart is the number of a part such as 3.5万, and its unit.
func scaledPart(m []string) (n, unit int, ok bool) {
	whole, err := strconv.Atoi(m[1] + m[2])
	unit = 1
	for _, r := range m[3] {
		if unit *= map[rune]int{'十': 10, '百': 100, '千': 1000, '万': 10000}[r]; unit > 1e9 {
			return 0, 0, false
		}
	}
	each := unit
	for range m[2] {
		each /= 10
	}
	return whole * each, unit, err == nil && each > 0 && whole <= 1e9
}

// figured writes the numerals of a text as figures.
func figured(s string) string {
	s = scaled(s)
	var b strings.Builder
	from := 0
	for _, at := range hanNumeral.FindAllStringIndex(s, -1) {
		if at[0] > 0 && s[at[0]-1] >= '0' && s[at[0]-1] <= '9' {
			continue // what scaled has left is no number
		}
		run, kilo := cutKilo(s[at[0]:at[1]], s[at[1]:])
		if figures, ok := hanNumber(run); ok {
			b.WriteString(s[from:at[0]] + figures + kilo)
			from = at[1]
		}
	}
	return b.String() + s[from:]
}

var (
	hanDate  = lazyregexp.New(`(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?`)
	hanClock = lazyregexp.New(`(凌晨|早上|早晨|上午|中午|下午|傍晚|晚上|晚|夜里|午夜)?\s*(\d{1,2})\s*(?:[点时]\s*(?:(半)|(1刻)|(3刻)|(\d{1,2})\s*分?|整|钟)?|[:：](\d{2}))`)
	slashISO = lazyregexp.New(`\b(\d{4})[/.](\d{1,2})[/.](\d{1,2})\b`)
)

// hanTimeValue reads 下午三点半, 晚上8点 and 15点20分 as a time of the day.
func hanTimeValue(v string) (string, bool) {
	if !hasHan(v) || clockMoved.MatchString(v) {
		return "", false
	}
	m := hanClock.FindStringSubmatch(figured(v))
	if m == nil {
		return "", false
	}
	hour, _ := strconv.Atoi(m[2])
	minute, _ := strconv.Atoi(m[6] + m[7])
	switch {
	case m[3] != "":
		minute = 30
	case m[4] != "":
		minute = 15
	case m[5] != "":
		minute = 45
	}
	switch m[1] {
	case "下午", "傍晚":
		if hour < 12 {
			hour += 12
		}
	case "凌晨", "午夜", "夜里", "晚", "晚上": // before five it is the morning of the night
		switch night := m[1] != "凌晨" && m[1] != "午夜"; {
		case hour == 12:
			hour = 0
		case night && hour > 4 && hour < 12:
			hour += 12
		}
	case "中午":
		if hour < 11 {
			hour += 12
		}
	}
	if hour > 23 || minute > 59 {
		return "", false
	}
	return fmt.Sprintf("%02d:%02d", hour, minute), true
}
