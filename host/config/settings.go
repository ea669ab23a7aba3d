package config

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
	"unicode"

	"github.com/rs/zerolog"
)

// Settings is the settings file: only what is needed before the database
// opens. Everything else that a person sets lives in the database.
type Settings struct {
	// LogLevel is what the log keeps; info by default.
	LogLevel zerolog.Level
	// Linger is how long the daemon stays after its last bridge; 0 means the
	// default of package daemon, a negative value means not at all.
	Linger time.Duration
}

type settingsFile struct {
	LogLevel string `json:"logLevel"`
	Linger   string `json:"linger"`
}

// ReadSettings reads the settings file, then LOG_LEVEL, MARGAY_LOG and
// MARGAY_LINGER over it. What cannot be read is left at its default and said in the error, so a
// slip in the file never keeps the daemon from starting.
func (d Dirs) ReadSettings(getenv func(string) string) (Settings, error) {
	var file settingsFile
	var problems []error
	data, err := os.ReadFile(d.Settings())
	switch {
	case err == nil:
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&file); err != nil {
			problems = append(problems, fmt.Errorf("read %s: %w", d.Settings(), err))
		}
	case !errors.Is(err, os.ErrNotExist):
		problems = append(problems, err)
	}
	// LOG_LEVEL is many programs' variable, so it counts where it makes sense only.
	if v := getenv("LOG_LEVEL"); isLevel(v) {
		file.LogLevel = v
	}
	if v := getenv("MARGAY_LOG"); isLevel(v) {
		file.LogLevel = v
	} else if v != "" { // what was decided otherwise holds
		problems = append(problems, noLevel(v))
	}
	if v := getenv("MARGAY_LINGER"); v != "" {
		file.Linger = v
	}
	s, err := file.parse()
	return s, errors.Join(append(problems, err)...)
}

// Level is the level of a name as programs use them, in capitals or not:
// “WARNING” and “err” are those of others for warn and error.
func Level(name string) (zerolog.Level, bool) {
	name = strings.ToLower(strings.TrimSpace(name))
	switch name {
	case "":
		return zerolog.NoLevel, false
	case "warning":
		return zerolog.WarnLevel, true
	case "err":
		return zerolog.ErrorLevel, true
	}
	if strings.ContainsFunc(name, unicode.IsDigit) {
		return zerolog.NoLevel, false // each program counts its levels otherwise
	}
	level, err := zerolog.ParseLevel(name)
	return level, err == nil
}

func isLevel(name string) bool {
	_, ok := Level(name)
	return ok
}

func noLevel(name string) error {
	return fmt.Errorf("log level %q: use trace, debug, info, warn or error", name)
}

func (f settingsFile) parse() (Settings, error) {
	s := Settings{LogLevel: zerolog.InfoLevel}
	var problems []error
	if f.LogLevel != "" {
		level, ok := Level(f.LogLevel)
		if !ok {
			problems = append(problems, noLevel(f.LogLevel))
		} else {
			s.LogLevel = level
		}
	}
	if f.Linger != "" {
		linger, err := time.ParseDuration(f.Linger)
		switch {
		case err != nil:
			problems = append(problems, fmt.Errorf("linger %q: use a duration such as 10m or 30s", f.Linger))
		case linger <= 0:
			s.Linger = -1
		default:
			s.Linger = linger
		}
	}
	return s, errors.Join(problems...)
}
