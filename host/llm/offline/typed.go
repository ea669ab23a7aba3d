package offline

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/margay/margay/host/lazyregexp"
)

// An amount is written without its unit where the field says that it is money.
var (
	yuanForm  = lazyregexp.New(`^(\d[\d,.]*)\s*(?:元|块钱|块|人民币)$`)
	moneyName = lazyregexp.New(`金额|价|费|预算|元`)
)

// typed gives a value the form that a field wants. The error says what form
// that is.
func typed(el *element, p pair, today time.Time) (string, error) {
	v := strings.TrimSpace(p.value)
	switch el.role {
	case "date", "time", "datetime", "spinbutton", "slider":
		if more := moreSaid(v); more != "" {
			return "", refuse("one value; I do not know what “%s” in “%s” is for", more, v)
		}
	}
	switch el.role {
	case "date":
		return dateValue(v, today)
	case "time":
		return timeValue(v)
	case "datetime":
		return dateTimeValue(v, today)
	case "spinbutton", "slider":
		return numberValue(v)
	}
	if p.quoted {
		return p.value, nil
	}
	if m := yuanForm.FindStringSubmatch(v); m != nil && moneyName.MatchString(el.name()+el.placeholder) {
		return m[1], nil
	}
	if datedForm.MatchString(el.name() + " " + el.placeholder) { // a text field that tells how it wants a date
		if d, _, err := dateIn(v, today); d != "" {
			return d, err
		}
	}
	return v, nil
}

// moreSaid gives what stands behind a number, a day or a time and is no part of it: of
// “3. Insurance yes” the insurance. It must not get lost without a word.
func moreSaid(v string) string {
	for _, m := range moreJoint.FindAllStringIndex(v, -1) {
		for _, w := range rawWords(ofTimes.ReplaceAllString(v[m[1]:], " ")) {
			if !hasDigit(w) && !lex().no[w] && lex().count[w] == "" {
				return strings.TrimSpace(v[m[1]:])
			}
		}
	}
	return ""
}

var (
	moreJoint = lazyregexp.New(`(?i)[.!?;,]\s+|[，。；、(（]\s*|\s(?:and|with|then|but|plus|also|in)\s`)
	ofTimes   = lazyregexp.New(`(?i)\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*|morning|afternoon|evening|night|noon|midnight|a\.?m|p\.?m|o['’]?clock|sharp|local|time|today|tonight|tomorrow|this|next|year|at|on|by|in|around|about|half|total|all|please)\b|(?:周|星期|礼拜)[一二三四五六日天]|[今明后]天|凌晨|早上|上午|中午|下午|傍晚|晚上|左右|前后|之前|以前|以后|之后`)
)

// datedForm is how a text field says that it wants a date as 2026-12-24.
var datedForm = lazyregexp.New(`(?i)yyyy-mm-dd|年-月-日|\b20\d\d-\d\d-\d\d\b`)

var numberForm = lazyregexp.New(`[-+]?\d+(?:[.,]\d+)*`)

func numberValue(v string) (string, error) {
	if d, ok := lex().count[strings.ToLower(v)]; ok {
		return d, nil
	}
	if hasHan(v) {
		v = figured(fold(v))
	}
	all := numberForm.FindAllString(v, -1)
	if v == "" {
		return "", nil
	}
	if len(all) != 1 || len(rawWords(v)) > 4 { // “3 kg per week” is one, a sentence none
		for _, w := range rawWords(v) {
			if d, ok := lex().count[w]; ok && len(all) == 0 {
				return d, nil
			}
		}
		return "", refuse("one number; “%s” is none", v)
	}
	n := all[0]
	if strings.Count(n, ",") == 1 && !strings.Contains(n, ".") && len(n)-strings.Index(n, ",") != 4 {
		n = strings.Replace(n, ",", ".", 1)
	}
	return strings.ReplaceAll(n, ",", ""), nil
}

var (
	isoDate   = lazyregexp.New(`\b(\d{4})-(\d{1,2})-(\d{1,2})(?:\b|T)`)
	dotDate   = lazyregexp.New(`\b(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})\b`)
	slashDate = lazyregexp.New(`\b(\d{1,2})[/-](\d{1,2})[/-](\d{4})\b`)
	wordDate  = lazyregexp.New(`(?i)\b(\d{1,2})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?([a-z]{3,9})\.?,?\s+(\d{4})\b`)
	wordDateB = lazyregexp.New(`(?i)\b([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})\b`)
	clockForm = lazyregexp.New(`(?i)\b(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|h|o'clock)?(?:\b|$)`)
)

// clockMoved is a time that is told by its distance from an hour.
var clockMoved = lazyregexp.New(`(?i)\b(?:half|quarter|past|to|before|after)\b|差|前|[^午]后`)

const months = "jan feb mar apr may jun jul aug sep oct nov dec"

var errDate = refuse("a date such as 2026-12-24")

func dateValue(v string, today time.Time) (string, error) {
	day, _, err := dateIn(v, today)
	if err != nil {
		return "", err
	}
	return day, nil
}

// dateIn gives the day that a text tells and what is left of the text. With an error
// it gives a day, too, where the rest says that another one is meant.
func dateIn(v string, today time.Time) (day, rest string, err error) {
	if v == "" {
		return "", "", nil
	}
	v = yearly(v, today)
	day, rest, err = writtenDate(v)
	if day == "" && err == nil {
		var ok bool
		if day, rest, ok = dayBy(v, today); !ok {
			err = errDate
		}
	}
	if err == nil && movesDay(rest) {
		err = errDate
	}
	return day, rest, err
}

// writtenForms are the ways to write a day with its year; order says which groups are
// year, month and day.
var writtenForms = []struct {
	form  *lazyregexp.Regexp
	order [3]int
}{{hanDate, [3]int{1, 2, 3}}, {slashISO, [3]int{1, 2, 3}}, {isoDate, [3]int{1, 2, 3}}, {dotDate, [3]int{3, 2, 1}}, {wordDate, [3]int{3, 2, 1}}, {wordDateB, [3]int{3, 1, 2}}}

// writtenDate reads a day that is written with its year, and gives the text without
// it; "" where there is none.
func writtenDate(v string) (day, rest string, err error) {
	plain := v
	if hasHan(v) {
		plain = figured(v)
	}
	without := func(at []int) string { return strings.TrimSpace(plain[:at[0]] + " " + plain[at[1]:]) }
	for _, f := range writtenForms {
		if m := f.form.FindStringSubmatch(plain); m != nil {
			mon := m[f.order[1]]
			if !hasDigit(mon) {
				mon = month(mon)
			}
			day, err = date(m[f.order[0]], mon, m[f.order[2]])
			return day, without(f.form.FindStringIndex(plain)), err
		}
	}
	m := slashDate.FindStringSubmatch(plain)
	if m == nil {
		return "", "", nil
	}
	a, b := number(m[1]), number(m[2])
	switch {
	case a > 12 && b <= 12:
		day, err = date(m[3], m[2], m[1])
	case b > 12 && a <= 12, a == b:
		day, err = date(m[3], m[1], m[2])
	default:
		err = refuse("a date; of “%s” I cannot tell day from month. Write it as 2026-12-24", v)
	}
	return day, without(slashDate.FindStringIndex(plain)), err
}

func month(name string) string {
	if i := strings.Index(months, strings.ToLower(name[:3])); i >= 0 && i%4 == 0 {
		return strconv.Itoa(i/4 + 1)
	}
	return "0"
}

func date(y, m, d string) (string, error) {
	year, _ := strconv.Atoi(y)
	mon, _ := strconv.Atoi(m)
	day, _ := strconv.Atoi(d)
	if mon < 1 || mon > 12 || day < 1 || day > 31 {
		return "", errDate
	}
	return fmt.Sprintf("%04d-%02d-%02d", year, mon, day), nil
}

func timeValue(v string) (string, error) {
	if v == "" {
		return "", nil
	}
	if t, ok := hanTimeValue(v); ok {
		return t, nil
	}
	m := clockForm.FindStringSubmatch(v)
	if m == nil || clockMoved.MatchString(v) {
		return "", refuse("a time such as 19:30")
	}
	hour, _ := strconv.Atoi(m[1])
	minute, _ := strconv.Atoi(m[2])
	switch strings.ToLower(strings.ReplaceAll(m[3], ".", "")) {
	case "pm":
		if hour < 12 {
			hour += 12
		}
	case "am":
		if hour == 12 {
			hour = 0
		}
	}
	if hour > 23 || minute > 59 {
		return "", refuse("a time such as 19:30")
	}
	return fmt.Sprintf("%02d:%02d", hour, minute), nil
}

func dateTimeValue(v string, today time.Time) (string, error) {
	d, rest, err := dateIn(v, today)
	if err != nil {
		return "", refuse("a date and a time such as 2026-12-24 19:30")
	}
	t, err := timeValue(strings.Trim(rest, " ,T"))
	if err != nil || t == "" {
		return "", refuse("a date and a time such as 2026-12-24 19:30")
	}
	return d + "T" + t, nil
}
