package cron

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// values reads a list of numbers, ranges and steps.
func (f field) values(text string) (set, error) {
	var out set
	for part := range strings.SplitSeq(text, ",") {
		s, err := f.part(part)
		if err != nil {
			return 0, err
		}
		out |= s
	}
	return out, nil
}

// part reads one of a list: 5, 1-5, *, and each of them with a step: */15, 10-50/20, 5/15.
func (f field) part(text string) (set, error) {
	body, stepText, stepped := strings.Cut(text, "/")
	step := 1
	if stepped {
		n, err := strconv.Atoi(stepText)
		if err != nil || n < 1 || n > f.hi-f.lo {
			return 0, fmt.Errorf("%q is no step from 1 to %d", stepText, f.hi-f.lo)
		}
		step = n
	}
	from, to := f.lo, f.hi
	if f.once == perWeek {
		to = 6 // 7 is Sunday once more
	}
	if body != "*" && body != "?" {
		lo, hi, ranged := strings.Cut(body, "-")
		a, err := f.number(lo)
		if err != nil {
			return 0, err
		}
		from = a
		switch {
		case ranged:
			if to, err = f.number(hi); err != nil {
				return 0, err
			}
			if to < from && f.once == perWeek && to == 0 {
				to = 7
			}
			if to < from {
				return 0, fmt.Errorf("%q runs backwards; write it as two, with a comma", body)
			}
		case !stepped:
			to = from
		}
	}
	var out set
	for v := from; v <= to; v += step {
		if f.once == perWeek {
			out |= 1 << (v % 7)
			continue
		}
		out |= 1 << v
	}
	return out, nil
}

// number reads a number of the field, or one of its names.
func (f field) number(text string) (int, error) {
	if i := slices.Index(f.names, strings.ToLower(text)); i >= 0 {
		return f.lo + i, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < f.lo || n > f.hi || strings.HasPrefix(text, "+") {
		return 0, fmt.Errorf("%q is no number from %d to %d%s", text, f.lo, f.hi, f.orNames())
	}
	return n, nil
}

func (f field) orNames() string {
	if len(f.names) == 0 {
		return ""
	}
	return ", and none of " + strings.Join(f.names, " ")
}

// monthDays reads days of the month, with L for the last and L-2 for the second before it.
func (f field) monthDays(text string) (days, error) {
	var out days
	for part := range strings.SplitSeq(text, ",") {
		upper := strings.ToUpper(part)
		if before, ok := strings.CutPrefix(upper, "L"); ok {
			n, err := strconv.Atoi(strings.TrimPrefix(before, "-"))
			switch {
			case before == "":
				n = 0
			case !strings.HasPrefix(before, "-") || err != nil || n < 1 || n > 30:
				return days{}, fmt.Errorf("%q is neither L nor L-1 to L-30", part)
			}
			out.before = append(out.before, n)
			continue
		}
		s, err := f.part(part)
		if err != nil {
			return days{}, err
		}
		out.numbers |= s
	}
	return out, nil
}

// weekdays reads days of the week, with 5L for the last Friday of a month and 5#2 for its second.
func (f field) weekdays(text string) (weekdays, error) {
	var out weekdays
	for part := range strings.SplitSeq(text, ",") {
		day, n, isNth := strings.Cut(part, "#")
		last, isLast := strings.CutSuffix(strings.ToUpper(part), "L")
		switch {
		case isNth:
			w, err := f.number(day)
			if err != nil {
				return weekdays{}, err
			}
			i, err := strconv.Atoi(n)
			if err != nil || i < 1 || i > 5 {
				return weekdays{}, fmt.Errorf("%q: a month has a day of the week from #1 to #5", part)
			}
			out.nth = append(out.nth, nthDay{w % 7, i})
		case isLast && last != "":
			w, err := f.number(last)
			if err != nil {
				return weekdays{}, err
			}
			out.nth = append(out.nth, nthDay{w % 7, -1})
		default:
			s, err := f.part(part)
			if err != nil {
				return weekdays{}, err
			}
			out.all |= s
		}
	}
	return out, nil
}
