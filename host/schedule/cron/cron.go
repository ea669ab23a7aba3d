// Package cron reads when a task is to run, and says when that is next.
//
// It guarantees: what [Parse] takes runs some time, once a minute at most; the
// time shown and the time run are one, since both come from [Expr.Next]; a
// fixed hour runs once on each of its days, also where the clock is put forward
// over it or back to it, and what runs every so many minutes goes on through
// both; Next ends for every expression and every time.
package cron

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
)

// Expr is an expression that was read. The zero value never runs.
type Expr struct {
	second       int
	minute, hour set
	month        set
	days         days
	weekdays     weekdays
	once         period
	anyHour      bool // it runs by the minutes that pass, not by the clock on the wall
	dayOrWeekday bool // both are restricted: either is enough
	text         string
}

// set holds the values of a field, by bit.
type set uint64

func (s set) has(v int) bool { return s&(1<<v) != 0 }

// days are days of the month: by number, or from the last one, which is 0.
type days struct {
	numbers set
	before  []int
}

// weekdays are days of the week, 0 for Sunday: each one, or the n-th of its month, the last where n is -1.
type weekdays struct {
	all set
	nth []nthDay
}

type nthDay struct{ weekday, n int }

// period is that of a once: at most one run in it.
type period string

const (
	perMinute period = "minute"
	perHour   period = "hour"
	perDay    period = "day"
	perMonth  period = "month"
	perWeek   period = "week"
)

// String is the expression as it was written, with single blanks.
func (e Expr) String() string { return e.text }

// field is one of the five with a range.
type field struct {
	name   string
	lo, hi int
	names  []string // of lo and what follows
	once   period
}

var fields = []field{
	{"minute", 0, 59, nil, perMinute},
	{"hour", 0, 23, nil, perHour},
	{"day of the month", 1, 31, nil, perDay},
	{"month", 1, 12, strings.Fields("jan feb mar apr may jun jul aug sep oct nov dec"), perMonth},
	{"day of the week", 0, 7, strings.Fields("sun mon tue wed thu fri sat"), perWeek},
}

var macros = map[string]string{
	"@yearly": "0 0 1 1 *", "@annually": "0 0 1 1 *", "@monthly": "0 0 1 * *", "@weekly": "0 0 * * 0",
	"@daily": "0 0 * * *", "@midnight": "0 0 * * *", "@hourly": "0 * * * *",
}

// longest bounds an expression, so that an error can quote it.
const longest = 200

// Parse reads five fields (minute, hour, day of the month, month, day of the week), six with the second before them, or a
// name such as @daily. Beside numbers, lists, ranges and steps there are names of months and days, L for the last day of a
// month (L-2, 5L for the last Friday), 5#2 for the second Friday, and once, or once(…), in one field: one run at most in each
// of that field's periods. Where both days are given, either is enough. The error says which field is wrong and how.
func Parse(text string) (Expr, error) {
	if len(text) > longest {
		return Expr{}, fmt.Errorf("an expression has %d characters at most", longest)
	}
	parts := strings.Fields(text)
	e := Expr{text: strings.Join(parts, " ")}
	if len(parts) == 1 && strings.HasPrefix(parts[0], "@") {
		macro, ok := macros[strings.ToLower(parts[0])]
		if !ok {
			return Expr{}, fmt.Errorf("%s is no name of a time: there are @hourly, @daily, @weekly, @monthly and @yearly", parts[0])
		}
		parts = strings.Fields(macro)
	}
	if len(parts) > 0 && strings.Contains(parts[0], "=") {
		return Expr{}, errors.New("the zone is given beside the expression, not in it")
	}
	if len(parts) == 6 {
		s, err := field{name: "second", hi: 59}.number(parts[0])
		if err != nil {
			return Expr{}, fmt.Errorf("second: %q is no single number from 0 to 59 (a task runs once a minute at most)", parts[0])
		}
		e.second, parts = s, parts[1:]
	}
	if len(parts) != 5 {
		return Expr{}, fmt.Errorf("an expression has five fields, or six with the second first: minute, hour, day of the month, month, day of the week; %q has %d", e.text, len(parts))
	}
	if err := e.read(parts); err != nil {
		return Expr{}, err
	}
	if _, ok := e.Next(time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), time.UTC); !ok {
		return Expr{}, fmt.Errorf("%q never runs: no such day exists", e.text)
	}
	return e, nil
}

// read reads the five fields.
func (e *Expr) read(parts []string) error {
	for i, f := range fields {
		inner, once, err := unwrap(parts[i])
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if once && e.once != "" {
			return errors.New("once stands in one field at most")
		}
		if once {
			e.once = f.once
		}
		parts[i] = inner
		switch f.once {
		case perMinute:
			e.minute, err = f.values(inner)
		case perHour:
			e.hour, err = f.values(inner)
			e.anyHour = strings.HasPrefix(inner, "*")
		case perDay:
			e.days, err = f.monthDays(inner)
		case perMonth:
			e.month, err = f.values(inner)
		case perWeek:
			e.weekdays, err = f.weekdays(inner)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	e.dayOrWeekday = !isAny(parts[2]) && !isAny(parts[4])
	return nil
}

func isAny(field string) bool { return strings.HasPrefix(field, "*") || field == "?" }

// unwrap takes once, or once(…), off a field.
func unwrap(text string) (inner string, once bool, err error) {
	lower := strings.ToLower(text)
	switch {
	case lower == "once":
		return "*", true, nil
	case strings.HasPrefix(lower, "once(") && strings.HasSuffix(lower, ")") && len(lower) > len("once()"):
		return text[len("once(") : len(text)-1], true, nil
	case strings.HasPrefix(lower, "once"):
		return "", false, fmt.Errorf("%q is neither once nor once(…)", text)
	}
	return text, false, nil
}

// Next is the first time after another that the expression means in a zone, to the second; false where there is none in the
// eight years to come.
func (e Expr) Next(after time.Time, zone *time.Location) (time.Time, bool) {
	if e.month == 0 {
		return time.Time{}, false
	}
	from := after
	if e.once != "" {
		from = e.once.next(after.In(zone), zone).Add(-time.Nanosecond)
	}
	// Noon is on every day, whatever the clocks do at midnight.
	y, m, d := from.In(zone).Date()
	for i := range 8 * 366 {
		day := time.Date(y, m, d+i, 12, 0, 0, 0, time.UTC)
		if !e.month.has(int(day.Month())) || !e.onDay(day) {
			continue
		}
		for h := range 24 {
			if !e.hour.has(h) {
				continue
			}
			for _, t := range e.inHour(day, h, zone) {
				if t.After(from) {
					return t, true
				}
			}
		}
	}
	return time.Time{}, false
}

// onDay reports whether a day is one of those meant.
func (e Expr) onDay(day time.Time) bool {
	number := e.days.has(day)
	weekday := e.weekdays.has(day)
	if e.dayOrWeekday {
		return number || weekday
	}
	return number && weekday
}

func (d days) has(day time.Time) bool {
	return d.numbers.has(day.Day()) || slices.Contains(d.before, lastOf(day)-day.Day())
}

func (w weekdays) has(day time.Time) bool {
	of := int(day.Weekday())
	return w.all.has(of) || slices.ContainsFunc(w.nth, func(n nthDay) bool {
		return n.weekday == of && (n.n == (day.Day()+6)/7 || n.n < 0 && day.Day() > lastOf(day)-7)
	})
}

// lastOf is the number of the last day of a day's month.
func lastOf(day time.Time) int {
	return time.Date(day.Year(), day.Month()+1, 0, 12, 0, 0, 0, time.UTC).Day()
}

// inHour are the times of an hour of a day, in order.
func (e Expr) inHour(day time.Time, hour int, zone *time.Location) []time.Time {
	var out []time.Time
	for m := range 60 {
		if e.minute.has(m) {
			wall := time.Date(day.Year(), day.Month(), day.Day(), hour, m, e.second, 0, time.UTC)
			out = append(out, e.at(wall, zone)...)
		}
	}
	slices.SortFunc(out, time.Time.Compare)
	return out
}

// at is when a clock on the wall shows a time: once as a rule, twice where it is put back to it, never where it is put forward
// over it. A fixed hour takes the first of two, and the moment of the jump in the place of none.
func (e Expr) at(wall time.Time, zone *time.Location) []time.Time {
	_, before := wall.Add(-36 * time.Hour).In(zone).Zone()
	_, behind := wall.Add(36 * time.Hour).In(zone).Zone()
	var real []time.Time
	for _, offset := range []int{max(before, behind), min(before, behind)} {
		t := wall.Add(-time.Duration(offset) * time.Second).In(zone)
		if _, own := t.Zone(); own == offset && (len(real) == 0 || !real[0].Equal(t)) {
			real = append(real, t)
		}
	}
	switch {
	case e.anyHour:
		return real
	case len(real) > 0:
		return real[:1]
	}
	return []time.Time{jump(wall, zone)}
}

// jump is the first moment behind a gap in which a wall's time would lie.
func jump(wall time.Time, zone *time.Location) time.Time {
	lo, hi := wall.Add(-36*time.Hour), wall.Add(36*time.Hour)
	shows := func(t time.Time) time.Time {
		t = t.In(zone)
		return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), 0, time.UTC)
	}
	for hi.Sub(lo) > time.Second {
		mid := lo.Add(hi.Sub(lo) / 2).Truncate(time.Second)
		if shows(mid).Before(wall) {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi.In(zone)
}

// next is the beginning of the period after the one that a time lies in. A week begins on Monday.
func (p period) next(t time.Time, zone *time.Location) time.Time {
	y, m, d := t.Date()
	switch p {
	case perMinute:
		return t.Truncate(time.Minute).Add(time.Minute)
	case perHour:
		// By the minutes that are left of it, since an hour may come twice.
		return t.Add(time.Hour - time.Duration(t.Minute())*time.Minute - time.Duration(t.Second())*time.Second - time.Duration(t.Nanosecond()))
	case perMonth:
		return first(y, m+1, 1, zone)
	case perWeek:
		return first(y, m, d+7-(int(t.Weekday())+6)%7, zone)
	default:
		return first(y, m, d+1, zone)
	}
}

// first is the first moment of a day, which need not be midnight.
func first(y int, m time.Month, d int, zone *time.Location) time.Time {
	return Expr{}.at(time.Date(y, m, d, 0, 0, 0, 0, time.UTC), zone)[0]
}
