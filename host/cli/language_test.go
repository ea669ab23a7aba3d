package cli_test

import (
	"strings"
	"testing"

	"github.com/margay/margay/host/cli"
)

func TestLanguageOf(t *testing.T) {
	t.Parallel()
	for env, want := range map[string]string{
		"":                                    "",
		"LANG=C.UTF-8":                        "",
		"LANG=POSIX":                          "",
		"LANG=zh_CN.UTF-8":                    "zh-CN",
		"LANG=zh_CN.utf8":                     "zh-CN",
		"LANG=zh_CN":                          "zh-CN",
		"LANG=zh-Hans":                        "zh-Hans",
		"LANG=zh_CN.GB18030":                  "", // our bytes would be rubbish there
		"LANG=de_DE.UTF-8@euro":               "de-DE",
		"LANG=zh_CN.UTF-8 LC_MESSAGES=C":      "",
		"LANG=C LC_MESSAGES=zh_CN.UTF-8":      "zh-CN",
		"LC_ALL=en_US.UTF-8 LANG=zh_CN.UTF-8": "en-US",
		"LC_ALL= LANG=zh_CN.UTF-8":            "zh-CN",
	} {
		got := cli.LanguageOf(func(name string) string {
			for pair := range strings.FieldsSeq(env) {
				if n, v, _ := strings.Cut(pair, "="); n == name {
					return v
				}
			}
			return ""
		})
		if got != want {
			t.Errorf("%s: %q, want %q", env, got, want)
		}
	}
}
