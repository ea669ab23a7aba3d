package config

import (
	"encoding/json"
	"fmt"
	"os"
	"time"
)

// Beacon is what the running daemon says of itself in daemon.json. It is
// written after the lock is taken and the socket listens, so a beacon whose
// socket does not answer belongs to a daemon that died.
type Beacon struct {
	Pid       int       `json:"pid"`
	StartedAt time.Time `json:"startedAt"`
	Version   string    `json:"version"`
	Build     string    `json:"build"`
	Socket    string    `json:"socket"`
	Epoch     string    `json:"epoch"`
}

// WriteBeacon replaces the beacon. Only the holder of the lock calls it.
func (d Dirs) WriteBeacon(b Beacon) error {
	data, err := json.MarshalIndent(b, "", "  ")
	if err != nil {
		return fmt.Errorf("write beacon: %w", err)
	}
	return WriteFile(d.Beacon(), append(data, '\n'), 0o600)
}

// ReadBeacon reads the beacon; os.ErrNotExist where there is none.
func (d Dirs) ReadBeacon() (Beacon, error) {
	data, err := os.ReadFile(d.Beacon())
	if err != nil {
		return Beacon{}, err
	}
	var b Beacon
	if err := json.Unmarshal(data, &b); err != nil {
		return Beacon{}, fmt.Errorf("read %s: %w", d.Beacon(), err)
	}
	return b, nil
}
