package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/margay/margay/host/config"
)

const (
	// logTail is how much of the log is read, logErrors how many errors are told.
	logTail   = 256 << 10
	logErrors = 5
)

// log reads the end of the log.
func (o Options) log(context.Context) finding {
	path := o.Dirs.Log()
	text, cut, err := config.Tail(path, logTail)
	if cut { // in mid-line, perhaps
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fine("%s: nothing was written yet", path)
	case err != nil:
		return shaky("The log %s cannot be read: %v.", path, reason(err)).mendedBy(openUp(path))
	}
	errs := lastErrors(text, logErrors)
	if len(errs) == 0 {
		return fine("%s: no error in it", path)
	}
	return fine("%s: the last errors in it\n%s", path, strings.Join(errs, "\n"))
}

// lastErrors are the last lines of errors in a log, the newest last. What is
// no line of ours is passed over.
func lastErrors(text []byte, most int) []string {
	var found []string
	for line := range bytes.Lines(text) {
		var l struct {
			Level   string    `json:"level"`
			Time    time.Time `json:"time"`
			Message string    `json:"message"`
			Error   string    `json:"error"`
			Text    string    `json:"text"` // what a daemon printed that crashed
		}
		if json.Unmarshal(line, &l) != nil || l.Level != "error" && l.Level != "fatal" && l.Level != "panic" && l.Text == "" {
			continue
		}
		said := fmt.Sprintf("%s %s", l.Time.Local().Format(time.DateTime), l.Message)
		for _, more := range []string{l.Error, l.Text} {
			if more != "" {
				said += ": " + more
			}
		}
		found = append(found, firstLine([]byte(said)))
		found = found[max(0, len(found)-most):]
	}
	return found
}
