package config

import (
	"runtime"
	"slices"
	"strings"
)

// ServeEnv returns the part of an environment with which the daemon starts: an
// allow-list, because a daemon outlives the shell or browser that started it
// and hands its environment to its children. Keys and addresses of models are
// left out on purpose: they travel in requests and serve those runs only.
func ServeEnv(environ []string) []string {
	var kept []string
	for _, pair := range environ {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || !mayServe(name) {
			continue
		}
		// A headless browser gives this to what it starts; a keyring asked
		// through it would fail for as long as the daemon lives.
		if name == "DBUS_SESSION_BUS_ADDRESS" && strings.HasPrefix(value, "disabled:") {
			continue
		}
		kept = append(kept, pair)
	}
	return kept
}

func mayServe(name string) bool {
	// Git Bash sets SHELL on Windows too, where no login shell knows a PATH of its own.
	if isModelVar(name) || name == "SHELL" && runtime.GOOS == "windows" {
		return false
	}
	if slices.Contains(serveNames, name) || slices.Contains(proxyNames, name) || slices.Contains(trustNames, name) {
		return true
	}
	if slices.ContainsFunc(servePrefixes, func(p string) bool { return strings.HasPrefix(name, p) }) {
		return true
	}
	// Windows compares names without case.
	return slices.ContainsFunc(windowsNames, func(w string) bool { return strings.EqualFold(w, name) })
}

// ModelEnv returns the variables of an environment that name a model, its key,
// its address, the proxy on the way to it or whom to trust there: what a preface or a request may
// carry. Empty values count as unset.
func ModelEnv(environ []string) map[string]string {
	vars := map[string]string{}
	for _, pair := range environ {
		name, value, ok := strings.Cut(pair, "=")
		if ok && value != "" && (isModelVar(name) || slices.Contains(proxyNames, name) || slices.Contains(trustNames, name)) {
			vars[name] = value
		}
	}
	return vars
}

func isModelVar(name string) bool { return slices.Contains(modelNames, name) }

// The lists are tables, never changed.
var (
	modelNames = []string{
		"OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENROUTER_API_KEY", "OPENROUTER_BASE_URL", "DEEPSEEK_API_KEY", "DEEPSEEK_BASE_URL",
		"ZHIPU_API_KEY", "ZHIPUAI_API_KEY", "BIGMODEL_API_KEY", "ZHIPU_BASE_URL", "NVIDIA_API_KEY", "NVIDIA_BASE_URL",
		"SILICONFLOW_API_KEY", "SILICONFLOW_BASE_URL", "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL",
		"LLM_PROVIDER", "LLM_MODEL", "MARGAY_MODEL",
	}
	// proxyNames and trustNames serve both: the daemon and its own children, and the
	// run of the client that sends them.
	proxyNames    = []string{"HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "no_proxy", "all_proxy"}
	trustNames    = []string{"SSL_CERT_FILE", "SSL_CERT_DIR"}
	servePrefixes = []string{"LC_", "XDG_", "MARGAY_"}
	serveNames    = []string{
		"HOME", "USER", "LOGNAME", "SHELL", "PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR",
		// A window of our own Chromium, and the keyring.
		"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "DBUS_SESSION_BUS_ADDRESS",
		// Where browsers look for us.
		"CHROME_CONFIG_HOME",
		"LOG_LEVEL",
		// What builds with the race detector or with coverage read.
		"GORACE", "GOCOVERDIR", "GOTRACEBACK",
	}
	windowsNames = []string{
		"SystemRoot", "SystemDrive", "windir", "ComSpec", "PATHEXT", "TEMP", "TMP", "Path", "USERPROFILE", "USERNAME",
		"HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "ProgramData", "ProgramFiles", "ProgramFiles(x86)",
		"OS", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE",
	}
)
