package cron_test

import (
	_ "embed"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/margay/margay/host/schedule/cron"
)

var (
	//go:embed testdata/fields.txt
	fieldCases string
	//go:embed testdata/dst.txt
	zoneCases string
	//go:embed testdata/once.txt
	onceCases string
)

const stamp = "2006-01-02T15:04:05"

// eachCase are the lines of a file of cases that are no remarks, in their parts.
func eachCase(text string, do func(part []string)) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") || !strings.Contains(line, "|") {
			continue
		}
		part := strings.Split(strings.TrimRight(line, "\n"), "|")
		for i := range part {
			part[i] = strings.TrimSpace(part[i])
		}
		do(part)
	}
}

func at(t *testing.T, text string) time.Time {
	t.Helper()
	for _, form := range []string{stamp, "2006-01-02T15:04Z", time.RFC3339} {
		if v, err := time.ParseInLocation(form, text, time.UTC); err == nil {
			return v.UTC()
		}
	}
	t.Fatalf("%q is no time", text)
	return time.Time{}
}

var anyTime = regexp.MustCompile(`\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z?`)

// TestParse_fields: each expression gives the time that its line tells, or is refused where it may be.
func TestParse_fields(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 3, 1, 10, 20, 30, 0, time.UTC)
	n := 0
	eachCase(fieldCases, func(part []string) {
		n++
		text, want := part[0], part[1]
		e, err := cron.Parse(text)
		if err != nil {
			if strings.HasPrefix(want, "ok ") && !strings.Contains(want, "refused") {
				t.Errorf("%q: %v", text, err)
			}
			if len(err.Error()) < 15 {
				t.Errorf("%q: the error says only %q", text, err)
			}
			return
		}
		if strings.HasPrefix(want, "no") && !strings.Contains(want, " or ") {
			t.Errorf("%q is taken", text)
			return
		}
		told := anyTime.FindString(want)
		if told == "" {
			return
		}
		if next, ok := e.Next(now, time.UTC); !ok || !next.Equal(at(t, strings.TrimSuffix(told, "Z"))) {
			t.Errorf("%q: next is %s, want %s", text, next.Format(stamp), told)
		}
	})
	if n < 20 {
		t.Errorf("only %d cases were read", n)
	}
}

// TestNext_across_changes_of_the_clock walks the file of zones.
func TestNext_across_changes_of_the_clock(t *testing.T) {
	t.Parallel()
	eachCase(zoneCases, func(part []string) {
		zone, err := time.LoadLocation(part[0])
		if err != nil {
			t.Fatal(err)
		}
		e, err := cron.Parse(part[1])
		if err != nil {
			t.Fatalf("%q: %v", part[1], err)
		}
		now := at(t, part[2])
		if strings.Contains(part[3], "eight runs") {
			for i := range 8 {
				now = now.Add(15 * time.Minute)
				if next, _ := e.Next(now.Add(-time.Second), zone); !next.Equal(now) {
					t.Errorf("run %d is at %s, want %s", i, next.UTC(), now)
				}
				if next, _ := e.Next(now, zone); !next.Equal(now.Add(15 * time.Minute)) {
					t.Errorf("after %s comes %s", now, next.UTC())
				}
			}
			return
		}
		for told := range strings.SplitSeq(regexp.MustCompile(`\([^)]*\)`).ReplaceAllString(part[3], ""), ",") {
			want := at(t, strings.TrimSpace(told))
			next, ok := e.Next(now, zone)
			if !ok || !next.Equal(want) {
				t.Errorf("%s %s: after %s comes %s, want %s", part[0], part[1], now, next.UTC(), want)
			}
			now = want
		}
	})
}

// TestNext_a_fixed_hour_that_comes_twice runs at the first, and every so many minutes in both.
func TestNext_a_fixed_hour_that_comes_twice(t *testing.T) {
	t.Parallel()
	zone, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ text, from, want string }{
		{"30 1 * * *", "2026-11-01T04:00Z", "2026-11-01T05:30Z"},
		{"30 1 * * *", "2026-11-01T05:30Z", "2026-11-02T06:30Z"}, // 01:30 comes again at 06:30Z
		{"30 * * * *", "2026-11-01T05:30Z", "2026-11-01T06:30Z"},
		{"*/20 2 * * *", "2026-03-08T06:00Z", "2026-03-08T07:00Z"}, // an hour that is left out
		{"*/20 2 * * *", "2026-03-08T07:00Z", "2026-03-09T06:00Z"},
		{"* once * * *", "2026-11-01T05:10Z", "2026-11-01T06:00Z"},
	} {
		e, err := cron.Parse(c.text)
		if err != nil {
			t.Fatal(err)
		}
		if next, _ := e.Next(at(t, c.from), zone); !next.Equal(at(t, c.want)) {
			t.Errorf("%q after %s: %s, want %s", c.text, c.from, next.UTC(), c.want)
		}
	}
}

// TestParse_once walks the file of once.
func TestParse_once(t *testing.T) {
	t.Parallel()
	eachCase(onceCases, func(part []string) {
		text, want := part[0], part[3]
		e, err := cron.Parse(text)
		told := anyTime.FindString(want)
		switch {
		case strings.Contains(text, "ONCE"):
			if next, _ := e.Next(time.Date(2026, 1, 2, 10, 23, 0, 0, time.UTC), time.UTC); err != nil || next.Hour() != 11 {
				t.Errorf("%q: %v, %s", text, err, next)
			}
		case strings.Contains(want, "refused"):
			if err == nil {
				t.Errorf("%q is taken", text)
			}
		case told == "": // a day of the next week
			next, ok := e.Next(at(t, part[2]), time.UTC)
			if err != nil || !ok || next.Format(stamp) != "2026-01-05T09:00:00" {
				t.Errorf("%q: %v, %s", text, err, next)
			}
		default:
			if next, ok := e.Next(at(t, part[2]), time.UTC); err != nil || !ok || !next.Equal(at(t, told)) {
				t.Errorf("%q: %v, next %s, want %s", text, err, next.Format(stamp), told)
			}
		}
	})
}

// TestParse_days_from_the_end and by their place in the month.
func TestParse_days_from_the_end(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 2, 10, 0, 0, 0, 0, time.UTC) // a Tuesday
	for text, want := range map[string]string{
		"0 9 L * *":        "2026-02-28T09:00:00",
		"0 9 L-2 * *":      "2026-02-26T09:00:00",
		"0 9 15,L * *":     "2026-02-15T09:00:00",
		"0 9 * * 5L":       "2026-02-27T09:00:00",
		"0 9 * * FRIL":     "2026-02-27T09:00:00",
		"0 9 * * 1#3":      "2026-02-16T09:00:00",
		"0 9 * * mon#1":    "2026-03-02T09:00:00",
		"0 9 * * 7#2":      "2026-03-08T09:00:00",
		"0 9 L 12 *":       "2026-12-31T09:00:00",
		"0 9 * FEB-APR 0L": "2026-02-22T09:00:00",
		"0 0 31 * *":       "2026-03-31T00:00:00",
		"@monthly":         "2026-03-01T00:00:00",
		"@Weekly":          "2026-02-15T00:00:00",
		"0 9 * * SAT-SUN":  "2026-02-14T09:00:00",
		"5/20 * * * *":     "2026-02-10T00:05:00",
		"15 0 9 * * *":     "2026-02-10T09:00:15",
	} {
		e, err := cron.Parse(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if next, ok := e.Next(now, time.UTC); !ok || next.Format(stamp) != want {
			t.Errorf("%q: %s, want %s", text, next.Format(stamp), want)
		}
	}
}

// TestParse_says_what_is_wrong: which field, and how.
func TestParse_says_what_is_wrong(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"60 * * * *":              `minute: "60" is no number from 0 to 59`,
		"* 24 * * *":              `hour: "24"`,
		"* * 0 * *":               `day of the month: "0"`,
		"* * * foo *":             `month: "foo" is no number from 1 to 12, and none of jan feb`,
		"* * * * 8":               `day of the week: "8"`,
		"5-1 * * * *":             `runs backwards`,
		"*/0 * * * *":             `minute: "0" is no step`,
		"*/90 * * * *":            `minute: "90" is no step`,
		"0 9 30 2 *":              "never runs",
		"0 9 L-31 * *":            "L-31",
		"0 9 * * 5#6":             "#1 to #5",
		"*/10 * * * * *":          "a task runs once a minute at most",
		"once * once * *":         "one field at most",
		"@every 1h":               "five fields",
		"@reboot":                 "no name of a time",
		"TZ=UTC 0 9 * * *":        "the zone is given beside",
		"* * * *":                 "has 4",
		"":                        "has 0",
		strings.Repeat("1,", 200): "characters at most",
	} {
		if _, err := cron.Parse(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q in it", text, err, want)
		}
	}
}

// FuzzParse: what is taken has a next time after any, in any zone, and it is at least a minute to the one after.
func FuzzParse(f *testing.F) {
	eachCase(fieldCases, func(part []string) { f.Add(part[0], int64(1772360430)) })
	eachCase(onceCases, func(part []string) { f.Add(part[0], int64(1793505000)) })
	f.Add("0 2 L-30 * 7#5", int64(0))
	zone, err := time.LoadLocation("America/Santiago")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string, unix int64) {
		e, err := cron.Parse(text)
		if err != nil || unix < 0 || unix > 4102444800 { // up to 2100
			return
		}
		next, ok := e.Next(time.Unix(unix, 0), zone)
		if !ok {
			return // 29 February, over the turn of a century
		}
		again, ok := e.Next(next, zone)
		if !next.After(time.Unix(unix, 0)) || ok && again.Sub(next) < time.Minute {
			t.Errorf("%q after %d: %s, then %s", text, unix, next, again)
		}
		if same, _ := e.Next(next.Add(-time.Second), zone); e.String() != "" && !strings.Contains(strings.ToLower(text), "once") && !same.Equal(next) {
			t.Errorf("%q: a second before %s comes %s", text, next, same)
		}
	})
}
