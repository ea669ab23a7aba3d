package install

import (
	"encoding/xml"
	"strings"
)

// loginProgram is the program that a text at the login's place starts, "" where
// none can be told.
func (m Machine) loginProgram(text string) string {
	switch m.goos() {
	case "windows":
		return firstWindowsArg(text)
	case "darwin":
		return agentProgram(text)
	}
	return desktopProgram(text)
}

// desktopProgram takes the first argument of Exec apart, by the rules that
// [desktopArg] writes it by.
func desktopProgram(text string) string {
	for line := range strings.Lines(text) {
		key, value, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "=")
		if !ok || strings.TrimSpace(key) != "Exec" {
			continue
		}
		value = unescaped(strings.TrimLeft(value, " "), func(c byte) string {
			switch c {
			case 'n':
				return "\n"
			case 't':
				return "\t"
			case 'r':
				return "\r"
			case 's':
				return " "
			}
			return string(c)
		})
		return strings.ReplaceAll(firstDesktopArg(value), "%%", "%")
	}
	return ""
}

// firstDesktopArg is the first argument of a command line, quoted or not.
func firstDesktopArg(line string) string {
	quoted, ok := strings.CutPrefix(line, `"`)
	if !ok {
		first, _, _ := strings.Cut(line, " ")
		return first
	}
	var b strings.Builder
	for i := 0; i < len(quoted) && quoted[i] != '"'; i++ {
		if quoted[i] == '\\' && i+1 < len(quoted) {
			i++
		}
		b.WriteByte(quoted[i])
	}
	return b.String()
}

// unescaped is a text whose backslashes each stand for something with what
// follows them.
func unescaped(text string, means func(c byte) string) string {
	var b strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '\\' && i+1 < len(text) {
			i++
			b.WriteString(means(text[i]))
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}

// firstWindowsArg is the first argument of a command line. Windows takes the
// name of a program as it is between the quotation marks.
func firstWindowsArg(line string) string {
	line = strings.TrimLeft(line, " \t")
	if quoted, ok := strings.CutPrefix(line, `"`); ok {
		name, _, _ := strings.Cut(quoted, `"`)
		return name
	}
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		return line[:i]
	}
	return line
}

// agentProgram is the first text of the array ProgramArguments.
func agentProgram(text string) string {
	dec := xml.NewDecoder(strings.NewReader(text))
	var element, key string
	for {
		token, err := dec.Token()
		if err != nil {
			return "" // its end, or no property list
		}
		switch token := token.(type) {
		case xml.StartElement:
			element = token.Name.Local
		case xml.EndElement:
			element = ""
		case xml.CharData:
			switch {
			case element == "key":
				key = string(token)
			case element == "string" && key == "ProgramArguments":
				return string(token)
			}
		}
	}
}
