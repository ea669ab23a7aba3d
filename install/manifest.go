package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// manifest is the browser's format.
type manifest struct {
	Name           string   `json:"name"`
	Description    string   `json:"description"`
	Path           string   `json:"path"`
	Type           string   `json:"type"`
	AllowedOrigins []string `json:"allowed_origins"`
}

// Manifest returns the manifest of a native-messaging host, or what is wrong
// with what it was given. A relative program path is refused on every system,
// though Windows would take it: the folder it is relative to is easily moved.
func Manifest(name, description, exePath string, origins []string) ([]byte, error) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	m := manifest{Name: name, Description: description, Path: exePath, Type: "stdio", AllowedOrigins: origins}
	if err := enc.Encode(m); err != nil {
		return nil, fmt.Errorf("make manifest: %w", err)
	}
	if err := Check(buf.Bytes()); err != nil {
		return nil, fmt.Errorf("make manifest: %w", err)
	}
	return buf.Bytes(), nil
}

// Check reads a manifest as a browser does and says everything that would make
// the browser pass it over. It does not look whether the program is there.
func Check(data []byte) error {
	m, err := parseManifest(data)
	if err != nil {
		return err
	}
	var wrong []error
	note := func(format string, a ...any) { wrong = append(wrong, fmt.Errorf(format, a...)) }
	if why := nameFault(m.Name); why != "" {
		note("name %q %s", m.Name, why)
	}
	if m.Description == "" {
		note("the description is empty")
	}
	if !absolute(m.Path) {
		note("path %q must be absolute", m.Path)
	}
	if m.Type != "stdio" {
		note("type %q must be stdio", m.Type)
	}
	if len(m.AllowedOrigins) == 0 {
		note("no origin is allowed, so no extension could connect")
	}
	for _, origin := range m.AllowedOrigins {
		if why := originFault(origin); why != "" {
			note("origin %q %s", origin, why)
		}
	}
	return errors.Join(wrong...)
}

// parseManifest reads a manifest with its keys as a browser does: exactly as
// they are written, where encoding/json alone would take "Path" for "path".
func parseManifest(data []byte) (manifest, error) {
	var m manifest
	var members map[string]json.RawMessage
	dec := json.NewDecoder(bytes.NewReader(data))
	if err := dec.Decode(&members); err != nil {
		return m, fmt.Errorf("the manifest is no JSON object of the right form: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return m, errors.New("something follows the manifest's closing brace")
	}
	for key, to := range map[string]any{
		"name": &m.Name, "description": &m.Description, "path": &m.Path, "type": &m.Type, "allowed_origins": &m.AllowedOrigins,
	} {
		if raw, ok := members[key]; ok {
			if err := json.Unmarshal(raw, to); err != nil {
				return m, fmt.Errorf("the manifest is no JSON object of the right form: %s: %w", key, err)
			}
		}
	}
	return m, nil
}

func nameFault(name string) string {
	switch {
	case name == "":
		return "is empty"
	case name != strings.ToLower(name):
		return "must be lower case"
	case strings.ContainsFunc(name, notInName):
		return "may hold only letters, digits, underscores and dots"
	case strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".") || strings.Contains(name, ".."):
		return "must not begin or end with a dot, nor hold two in a row"
	}
	return ""
}

func notInName(r rune) bool {
	return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '_' && r != '.'
}

func originFault(origin string) string {
	id, ok := strings.CutPrefix(origin, "chrome-extension://")
	if !ok {
		return "is no extension (chrome-extension://ID/)"
	}
	bare, slash := strings.CutSuffix(id, "/")
	if !extensionID(bare) {
		return "holds no extension id (32 letters from a to p)"
	}
	if !slash {
		return "lacks the final slash"
	}
	return ""
}

func extensionID(id string) bool {
	return len(id) == 32 && !strings.ContainsFunc(id, func(r rune) bool { return r < 'a' || r > 'p' })
}

// absolute judges paths of every system on every system, since a manifest may
// be checked elsewhere than where it serves.
func absolute(path string) bool {
	if strings.HasPrefix(path, "/") || strings.HasPrefix(path, `\\`) {
		return true
	}
	letter := len(path) > 2 && (path[0]|0x20 >= 'a' && path[0]|0x20 <= 'z')
	return letter && path[1] == ':' && (path[2] == '\\' || path[2] == '/')
}

// UserDataDirManifest is where a browser started with that data directory
// looks for the manifest of name.
func UserDataDirManifest(userDataDir, name string) string {
	return filepath.Join(userDataDir, "NativeMessagingHosts", name+".json")
}

// Write checks a manifest and puts it at path by rename, making the folder
// where it is missing.
func Write(path string, data []byte) error {
	if err := Check(data); err != nil {
		return fmt.Errorf("write manifest %s: %w", path, err)
	}
	// The data directory of a browser that was never started may be among them.
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	// Browsers of other users may read a manifest; it holds no secret.
	if err := replaceFile(path, data, 0o644); err != nil {
		return fmt.Errorf("write manifest: %w", err)
	}
	return nil
}
