package act_test

import (
	"testing"

	"github.com/margay/margay/host/browser/act"
)

func TestSame(t *testing.T) {
	for name, c := range map[string]struct {
		want, got string
		same      bool
	}{
		"blanks_around_a_slash":              {"12/30", "12 / 30", true},
		"a_slash_that_comes":                 {"1230", "12/30", true},
		"a_slash_that_comes_with_blanks":     {"1230", "12 / 30", true},
		"a_fraction_that_comes":              {"12", "1/2", false},
		"a_blank_that_makes_another_number":  {"11/2", "1 1/2", false},
		"a_blank_lost_that_does_so":          {"2 1/2", "21/2", false},
		"two_digits_that_become_one_number":  {"1 2", "12", false},
		"a_code_spaced":                      {"1234", "12 34", true},
		"a_digit_lost_in_a_code":             {"12345", "12 34", false},
		"a_currency":                         {"50", "$50", true},
		"a_currency_behind":                  {"50", "50 €", true},
		"a_currency_code":                    {"50", "USD 50", true},
		"a_currency_that_goes":               {"$50", "50", true},
		"another_currency":                   {"€50", "$50", false},
		"another_code":                       {"USD 50", "EUR 50", false},
		"a_unit_that_is_no_currency":         {"50", "50 kg", false},
		"a_currency_and_another_number":      {"50", "$500", false},
		"a_currency_and_a_point_that_comes":  {"50", "$5.0", false},
		"cents_that_come":                    {"50", "$0.50", false},
		"a_currency_and_groups":              {"1234.50", "$1,234.50", true},
		"a_currency_and_groups_elsewhere":    {"1234.50", "1.234,50 €", true},
		"groups_of_blanks":                   {"1234567.5", "1\u202f234\u202f567,5", true},
		"groups_of_india":                    {"1234567", "₹12,34,567", true},
		"groups_that_go":                     {"1,234.50", "1234.50", true},
		"groups_that_may_be_a_point":         {"1,234", "1234", false},
		"a_point_that_may_be_groups":         {"1.234", "1234", false},
		"a_point_for_a_comma_that_may_group": {"1,234", "1.234", false},
		"a_comma_for_a_point_that_may_group": {"1.234", "$1,234", false},
		"groups_that_come":                   {"1234", "1,234", true},
		"a_comma_for_a_point":                {"0.125", "0,125", true},
		"a_point_lost":                       {"1.5", "15", false},
		"a_point_that_comes":                 {"15", "1.5", false},
		"a_point_moved":                      {"1234.5", "12,345", false},
		"cents_of_a_mask":                    {"1234", "12.34", false},
		"a_minus_lost":                       {"-50", "50", false},
		"a_minus_lost_behind_a_currency":     {"-50", "$50", false},
		"a_minus_that_comes":                 {"50", "-50", false},
		"a_minus_before_a_currency":          {"-50", "-$50", true},
		"a_minus_behind_a_currency":          {"-50", "$-50", true},
		"the_minus_of_a_locale":              {"-50", "−50", true},
		"a_minus_lost_in_a_long_number":      {"-12345678", "12345678", false},
		"a_range_that_becomes_a_number":      {"10-20", "1020", false},
		"a_range_that_becomes_a_date":        {"10-20", "10/20", false},
		"a_percent_sign_set_apart":           {"15%", "15 %", true},
		"a_percent_sign_that_comes":          {"15", "15 %", true},
		"a_percent_sign_lost":                {"15%", "15", false},
		"a_percent_sign_for_a_currency":      {"$15", "15%", false},
		"a_time":                             {"0930", "09:30", true},
		"a_time_of_three_digits":             {"930", "9:30", true},
		"a_digit_lost_in_a_time":             {"0930", "9:30", false},
		"a_digit_that_comes_in_a_time":       {"930", "09:30", false},
		"seconds_that_come":                  {"0930", "09:30:00", false},
		"a_time_with_a_point":                {"0930", "09.30", false},
		"a_date":                             {"30122026", "30.12.2026", true},
		"a_short_date":                       {"301226", "30.12.26", true},
		"the_signs_of_a_date":                {"12/30/2026", "12-30-2026", true},
		"the_parts_of_a_date_moved":          {"12/30/2026", "30/12/2026", false},
		"a_sort_code":                        {"123456", "12-34-56", true},
		"an_account":                         {"de89370400440532013000", "DE89 3704 0044 0532 0130 00", true},
		"a_changed_digit_in_an_account":      {"de89370400440532013000", "DE88 3704 0044 0532 0130 00", false},
		"capitals":                           {"sw1a 1aa", "SW1A 1AA", true},
		"capitals_and_a_blank":               {"sw1a1aa", "SW1A 1AA", true},
		"small_letters":                      {"Mira@Shop.Example", "mira@shop.example", true},
		"case_changed_here_and_there":        {"McAdam", "Mcadam", false},
		"a_letter_lost":                      {"sw1a 1aa", "SW1A 1A", false},
		"a_letter_changed":                   {"straße", "STRASSE", false},
		"two_words_that_become_one":          {"Anna Maria", "AnnaMaria", false},
		"a_comma_between_words":              {"Berlin, Mitte", "Berlin. Mitte", false},
		"a_line_lost":                        {"one\ntwo", "one two", false},
		"nothing_held":                       {"50", "", false},
		"something_held":                     {"", "$", false},
	} {
		t.Run(name, func(t *testing.T) {
			if got := act.Same(c.want, c.got); got != c.same {
				t.Errorf("%q and %q: same is %v, want %v", c.want, c.got, got, c.same)
			}
		})
	}
}
