package daemon

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"

	"github.com/rs/zerolog"
	"gopkg.in/natefinch/lumberjack.v2"

	"github.com/margay/margay/host/config"
)

// The log turns over at this size, and this many old files stay.
const (
	logMegabytes = 5
	logBackups   = 4
	strayLimit   = 16 << 10
)

// OpenLog opens the rotating JSON log at DATA/log/margay.log, mode 0600. Where the
// log there cannot be written to, what is logged goes to DATA/log/stray.log:
// the library would turn such a log over at each start, and so delete in the end all
// that was ever written.
func OpenLog(d config.Dirs, level zerolog.Level) (zerolog.Logger, io.Closer) {
	if err := writable(d.Log()); err != nil {
		stray := &strayLog{path: d.Stray()}
		log := zerolog.New(stray).Level(level).With().Timestamp().Int("pid", os.Getpid()).Logger()
		stray.begin = func(w io.Writer) {
			own := log.Output(w)
			own.Error().Err(err).Str("instead", d.Stray()).Msg("the log cannot be written to; it was left as it is")
		}
		return log, stray
	}
	file := &lumberjack.Logger{Filename: d.Log(), MaxSize: logMegabytes, MaxBackups: logBackups}
	return zerolog.New(file).Level(level).With().Timestamp().Int("pid", os.Getpid()).Logger(), file
}

// strayLog stands for a log that cannot be written to. It opens its file at the first
// line, since the daemon empties that when it starts, and says then why it is used.
// Standard error leads there too, but not on Windows, where a program goes on writing
// to the one that it was started with.
type strayLog struct {
	path  string
	begin func(io.Writer)
	once  sync.Once
	out   io.Writer
	file  *os.File
}

func (s *strayLog) Write(line []byte) (int, error) {
	s.once.Do(func() {
		s.out = os.Stderr
		if f, err := os.OpenFile(s.path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600); err == nil {
			s.out, s.file = f, f
		}
		s.begin(s.out)
	})
	return s.out.Write(line)
}

func (s *strayLog) Close() error {
	s.once.Do(func() { s.out = io.Discard })
	if s.file == nil {
		return nil
	}
	return s.file.Close()
}

// writable looks whether a log can be written to, where there is one. That its mode
// forbids it, to us whose it is, is mended.
func writable(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if errors.Is(err, fs.ErrPermission) && os.Chmod(path, 0o600) == nil {
		f, err = os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	}
	return f.Close()
}

// catchStray points standard output and error of this process at
// DATA/log/stray.log and returns what an earlier daemon left there, at most
// its last 16 KiB. It is a plain file and neither the log itself, which is
// renamed when it turns over, nor a pipe into it, on which the trace of a
// crash would wait for a reader that has stopped.
func catchStray(d config.Dirs) (string, error) {
	left, err := tailOf(d.Stray(), strayLimit)
	if err != nil {
		return "", fmt.Errorf("catch stray output: %w", err)
	}
	f, err := os.OpenFile(d.Stray(), os.O_CREATE|os.O_WRONLY|os.O_APPEND|os.O_TRUNC, 0o600)
	if err != nil {
		return left, fmt.Errorf("catch stray output: %w", err)
	}
	defer func() { _ = f.Close() }() // the copies stay open
	if err := takeOutput(f); err != nil {
		return left, fmt.Errorf("catch stray output: %w", err)
	}
	return left, nil
}

// tailOf is the end of a file, "" where there is none.
func tailOf(path string, limit int64) (string, error) {
	text, _, err := config.Tail(path, limit)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}
