package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/text/width"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/doctor"
	"github.com/margay/margay/protocol/client"
)

func (c *command) doctorCommand() *cobra.Command {
	var asJSON bool
	var lang, model string
	cmd := &cobra.Command{
		Use:   "doctor [flags]",
		Short: "Try every link of the chain and say what mends what is broken",
		Long: "Try every link of the chain for real: the data directory, the program, what each\n" +
			"browser finds and starts, the daemon, its store, the extension, a page, the model.\n" +
			"For whatever is broken it says why, and the command or the next step that mends it.\n" +
			"Unless the model is asked for a word, its provider is asked for the names of its models,\n" +
			"with the key of the model; that costs nothing.\n" +
			"It speaks English or Simplified Chinese, as the terminal does (LC_ALL, LC_MESSAGES, LANG).\n\n" +
			"Exit codes: 0 nothing failed, 1 something did, 2 wrong usage.",
		Args: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("model") { // “--model SPEC” is read as a flag without a value and an argument
				return cobra.MaximumNArgs(1)(cmd, args)
			}
			return cobra.NoArgs(cmd, args)
		},
		Run: func(cmd *cobra.Command, args []string) {
			ask := client.Diagnose{Model: model != "", Language: lang}
			if model != theDefault {
				ask.Spec = model
			}
			if len(args) > 0 {
				ask.Spec = args[0]
			}
			if lang == "" && !asJSON { // what programs read is the same everywhere
				ask.Language = languageOf(os.Getenv)
			}
			d, err := c.diagnose(cmd, asJSON, ask)
			if err == nil && asJSON {
				err = printJSON(c.stdout, d)
			}
			switch {
			case err != nil:
				c.code = c.fail(err)
			case !d.OK:
				c.code = ExitFailed
			}
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.Flags().StringVar(&lang, "lang", "", "speak that `language`: en or zh-CN; JSON is English without it")
	cmd.Flags().StringVar(&model, "model", "", "ask the model for one word, even where that costs money: the default one, or `SPEC`")
	cmd.Flags().Lookup("model").NoOptDefVal = theDefault
	return cmd
}

// theDefault is the value of --model without one.
const theDefault = "the default"

func (c *command) diagnose(cmd *cobra.Command, asJSON bool, ask client.Diagnose) (client.Diagnosis, error) {
	dirs, err := c.dirs()
	if err != nil {
		return client.Diagnosis{}, err
	}
	exe, err := os.Executable()
	if err != nil {
		return client.Diagnosis{}, fmt.Errorf("find this program: %w", err)
	}
	environ := os.Environ()
	o := doctor.Options{
		Dirs: dirs, Exe: exe, Version: c.Version, Build: c.Build, Origin: c.Origins[0], Environ: environ,
		Browsers: doctor.OnThisMachine(dirs, extension.HostName, c.Origins[0]),
	}
	show := &diagnosisLines{out: c.stdout, colour: isTerminal(c.stdout) && os.Getenv("NO_COLOR") == "", words: doctor.WordsIn(ask.Language)}
	ask.Env = config.ModelEnv(environ)
	if !asJSON {
		o.Tell = show.check
	}
	d := doctor.Outside(cmd.Context(), o, ask)
	if !asJSON {
		show.rest(d)
	}
	return d, nil
}

func printJSON(w io.Writer, d client.Diagnosis) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(d)
}

// diagnosisLines shows a diagnosis to a person: a line for each check as soon
// as it is known, then what is wrong and what mends it.
type diagnosisLines struct {
	out    io.Writer
	colour bool
	words  doctor.Words
}

// marks begin the lines. The words tell the same without colour.
func (l *diagnosisLines) mark(s client.CheckState) string {
	mark, colour := "-", "2"
	switch s {
	case client.CheckOK:
		mark, colour = "✓", "32"
	case client.CheckWarning:
		mark, colour = "!", "33"
	case client.CheckFailed:
		mark, colour = "✗", "31"
	}
	return l.painted(mark, colour)
}

func (l *diagnosisLines) painted(text, colour string) string {
	if !l.colour {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// titleWidth leaves room for the longest title of a usual browser.
const titleWidth = 20

func (l *diagnosisLines) check(k client.Check) {
	said := k.Detail
	if said == "" {
		said = k.Cause
	}
	said = strings.ReplaceAll(clean(said), "\n", "\n    ")
	title := clean(k.Title)
	_, _ = fmt.Fprintf(l.out, "%s %s%s  %s\n", l.mark(k.State), title, strings.Repeat(" ", max(0, titleWidth-columns(title))), said)
}

// columns is how wide a text is on a terminal, where a Chinese character takes two.
func columns(text string) int {
	n := 0
	for _, r := range text {
		n++
		if kind := width.LookupRune(r).Kind(); kind == width.EastAsianWide || kind == width.EastAsianFullwidth {
			n++
		}
	}
	return n
}

// rest tells of each failure and each warning what mends it.
func (l *diagnosisLines) rest(d client.Diagnosis) {
	failed := 0
	for _, k := range d.Checks {
		if k.State == client.CheckFailed {
			failed++
		}
		if k.State != client.CheckFailed && k.State != client.CheckWarning {
			continue
		}
		_, _ = fmt.Fprintf(l.out, "\n%s %s\n  %s\n", l.mark(k.State), l.painted(clean(k.Title), "1"), clean(k.Cause))
		if k.Next != "" {
			_, _ = fmt.Fprintf(l.out, "  %s\n", clean(k.Next))
		}
		if k.Command != "" {
			_, _ = fmt.Fprintf(l.out, "  %s\n", l.words.Run(l.painted(clean(k.Command), "1")))
		}
	}
	_, _ = fmt.Fprintf(l.out, "\n%s\n", l.words.Failed(failed))
}
