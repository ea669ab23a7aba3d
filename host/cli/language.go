package cli

import "strings"

// languageOf is the language of a terminal as a tag (BCP 47), by the first of the
// usual variables that is set; empty where none names one. A terminal whose
// letters are not UTF-8 is spoken to in English, which it can show.
func languageOf(getenv func(string) string) string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		locale := getenv(name)
		if locale == "" {
			continue
		}
		locale, _, _ = strings.Cut(locale, "@")
		language, letters, named := strings.Cut(locale, ".")
		if named && strings.ToLower(strings.ReplaceAll(letters, "-", "")) != "utf8" || language == "C" || language == "POSIX" {
			return ""
		}
		return strings.ReplaceAll(language, "_", "-")
	}
	return ""
}
