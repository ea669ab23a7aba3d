package offline

import (
	"strconv"
	"strings"
	"time"

	"github.com/margay/margay/host/lazyregexp"
)

// todayForm is how the system prompt tells the day. It stands in the request, so
// that what is said of “tomorrow” follows from the request alone.
var todayForm = lazyregexp.New(`\bToday is (?:\w+, )?(\d{1,2} \w+ \d{4})\b`)

// todayIn is the day that a system prompt tells, the zero time where it tells
// none.
func todayIn(system string) time.Time {
	m := todayForm.FindStringSubmatch(system)
	if m == nil {
		return time.Time{}
	}
	day, err := time.Parse("2 January 2006", m[1])
	if err != nil {
		return time.Time{}
	}
	return day
}

// A relativeDay is a way to speak of a day by its distance from today.
type relativeDay struct {
	form *lazyregexp.Regexp
	day  func(m []string, today time.Time) (time.Time, bool)
}

var relativeDays = []relativeDay{
	{lazyregexp.New(`(?i)\b(?:the )?day after tomorrow\b`), plus(2)},
	{lazyregexp.New(`(?i)\b(?:the )?day before yesterday\b`), plus(-2)},
	{lazyregexp.New(`(?i)\btomorrow\b`), plus(1)},
	{lazyregexp.New(`(?i)\btoday\b`), plus(0)},
	{lazyregexp.New(`(?i)\byesterday\b`), plus(-1)},
	{lazyregexp.New(`大后[天日]`), plus(3)},
	{lazyregexp.New(`后[天日]`), plus(2)},
	{lazyregexp.New(`明[天日]|明早|明晚`), plus(1)},
	{lazyregexp.New(`今[天日]|今早|今晚`), plus(0)},
	{lazyregexp.New(`昨[天日]`), plus(-1)},
	{lazyregexp.New(`大前[天日]`), plus(-3)},
	{lazyregexp.New(`前[天日]`), plus(-2)},
	{lazyregexp.New(`(?i)\bin (\d{1,3}) (day|week)s?\b`), later},
	{lazyregexp.New(`(\d{1,3})\s*(天|周|个?星期)(?:之|以)?后`), later},
	{lazyregexp.New(`(下下|下|本|这|上上|上)?个?(?:周|星期|礼拜)([1-6日天末])`), weekday},
	{lazyregexp.New(`(?:(\d{4})\s*年)?\s*(\d{1,2})\s*月\s*(\d{1,2})\s*[日号]?`), nearest},
	{lazyregexp.New(`(?i)\b(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b\.?`), nearestNamed},
	{lazyregexp.New(`(?i)\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+(\d{1,2})(?:st|nd|rd|th)?\b`), nearestNamed},
	{lazyregexp.New(`(?i)\b(this |coming )?(mon|tues|wednes|thurs|fri|satur|sun)day\b`), nextNamed},
}

// dayBy reads a day that is told by its distance from today or without its year,
// and gives the text without it. ok is false where there is none, or where today is
// not known.
func dayBy(v string, today time.Time) (day, rest string, ok bool) {
	if today.IsZero() || ambiguousWeek.MatchString(v) {
		return "", v, false
	}
	plain := figured(v)
	for _, f := range relativeDays {
		at := f.form.FindStringSubmatchIndex(plain)
		if at == nil {
			continue
		}
		d, ok := f.day(f.form.FindStringSubmatch(plain), today)
		if !ok {
			return "", v, false
		}
		return d.Format(time.DateOnly), strings.TrimSpace(plain[:at[0]] + " " + plain[at[1]:]), true
	}
	return "", v, false
}

// ambiguousWeek: people mean two days by it.
var ambiguousWeek = lazyregexp.New(`(?i)\bnext (?:mon|tues|wednes|thurs|fri|satur|sun)day\b|周末`)

var (
	yearAhead = lazyregexp.New(`(前年|去年|今年|明年|后年)的?\s*(\d{1,2}\s*月)`)
	yearAfter = lazyregexp.New(`(?i)\b((?:\d{1,2}(?:st|nd|rd|th)?\.?\s+(?:of\s+)?)?[a-z]{3,9}\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?)?),?\s+(?:of\s+)?(last|this|next) year\b`)
	yearsOff  = map[string]int{"前年": -2, "去年": -1, "今年": 0, "明年": 1, "后年": 2, "last": -1, "this": 0, "next": 1}
)

// yearly writes the year that a day is told to be in as a figure: 明年10月1日 is
// 2027年10月1日, “24 December last year” is “24 December 2025”.
func yearly(v string, today time.Time) string {
	if today.IsZero() {
		return v
	}
	year := func(said string) string { return strconv.Itoa(today.Year() + yearsOff[strings.ToLower(said)]) }
	if m := yearAhead.FindStringSubmatch(figured(v)); m != nil {
		return strings.Replace(figured(v), m[0], year(m[1])+"年"+m[2], 1)
	}
	if m := yearAfter.FindStringSubmatch(v); m != nil && hasDigit(m[1]) {
		return strings.Replace(v, m[0], m[1]+" "+year(m[2]), 1)
	}
	return v
}

var (
	// elsewhere is what stands beside a day and makes it another one, or more than one.
	elsewhere = lazyregexp.New(`(?i)\b(?:last|next|previous|past|prior|following|before|after|from|ago|since|until|till|every|not|except|days?|weeks?|fortnights?|months?|years?|\d{4})\b|[上下前后去隔每除年]|大`)
	harmless  = lazyregexp.New(`(?i)^\W*(?:from|since|until|till)\b|上午|下午|早上|晚上|午前|午后|晚饭后|午饭后|上门|大约|大概`)
)

// movesDay reports whether what is left of a text beside its day says that another
// one is meant: “a week from” tomorrow, 每 Wednesday.
func movesDay(rest string) bool {
	return elsewhere.MatchString(harmless.ReplaceAllString(rest, " "))
}

func plus(days int) func([]string, time.Time) (time.Time, bool) {
	return func(_ []string, today time.Time) (time.Time, bool) { return today.AddDate(0, 0, days), true }
}

func later(m []string, today time.Time) (time.Time, bool) {
	n, err := strconv.Atoi(m[1])
	if m[2] != "day" && m[2] != "天" {
		n *= 7
	}
	return today.AddDate(0, 0, n), err == nil
}

// weekday reads 下周三: a week begins on Monday. Without 上, 下 or 这 it is the
// coming one.
func weekday(m []string, today time.Time) (time.Time, bool) {
	n, err := strconv.Atoi(m[2])
	if err != nil {
		n = 7
	}
	monday := today.AddDate(0, 0, -(int(today.Weekday())+6)%7)
	day := monday.AddDate(0, 0, n-1+7*map[string]int{"下": 1, "下下": 2, "上": -1, "上上": -2}[m[1]])
	if m[1] == "" && day.Before(today) {
		day = day.AddDate(0, 0, 7)
	}
	return day, true
}

// nearest gives a day without a year the year that brings it nearest to today.
func nearest(m []string, today time.Time) (time.Time, bool) {
	year, month, day := today.Year(), number(m[2]), number(m[3])
	if m[1] != "" {
		return onDay(number(m[1]), month, day)
	}
	best, ok := onDay(year, month, day)
	for _, y := range []int{year - 1, year + 1} {
		if d, valid := onDay(y, month, day); valid && (!ok || d.Sub(today).Abs() < best.Sub(today).Abs()) {
			best, ok = d, true
		}
	}
	return best, ok
}

func nearestNamed(m []string, today time.Time) (time.Time, bool) {
	day, name := m[1], m[2]
	if !hasDigit(day) {
		day, name = name, day
	}
	return nearest([]string{"", "", month(name), day}, today)
}

func nextNamed(m []string, today time.Time) (time.Time, bool) {
	for i := range 7 {
		day := today.AddDate(0, 0, i)
		if strings.EqualFold(day.Weekday().String(), m[2]+"day") {
			return day, true
		}
	}
	return today, false
}

// onDay is a day of the calendar; the 30th of February is none.
func onDay(year, month, day int) (time.Time, bool) {
	d := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return d, month >= 1 && month <= 12 && d.Day() == day
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
