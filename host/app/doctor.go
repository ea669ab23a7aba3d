package app

import (
	"context"
	"os"
	"time"

	"github.com/margay/margay/extension"
	"github.com/margay/margay/host/api"
	"github.com/margay/margay/host/config"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/doctor"
	"github.com/margay/margay/host/secret"
	"github.com/margay/margay/protocol/client"
)

// firstBrowser is how long a diagnosis waits for a first browser, where one is
// to be expected: after the start of a daemon the extension needs a moment to
// come back.
const firstBrowser = 3 * time.Second

// doctor tries the chain from within.
func (s *Service) doctor(info daemon.Info) func(context.Context, client.Diagnose) client.Diagnosis {
	began := time.Now()
	exe, err := os.Executable()
	if err != nil {
		exe = info.Dirs.Bin()
	}
	origin := "chrome-extension://" + extension.ID + "/"
	d := doctor.Daemon{
		Options: doctor.Options{
			Dirs: info.Dirs, Exe: exe, Version: info.Version, Build: info.Build, Origin: origin,
			Browsers: doctor.OnThisMachine(info.Dirs, extension.HostName, origin), ExtensionBuild: extension.BuildFile, Extension: extension.Dist(),
		},
		Began: began, Store: s.store, Damaged: s.damaged, Tabs: s.registry, Models: defaultModel{s.models},
		Path: func(ctx context.Context) (string, error) {
			return config.LoginPath(ctx, os.Getenv("SHELL"), os.Environ())
		},
		KeyFile: s.keys.CheckFile,
		Keyring: func(ctx context.Context) (bool, error) { return inKeyring(ctx, s.keys) },
	}
	return func(ctx context.Context, ask client.Diagnose) client.Diagnosis {
		_, err := os.Stat(info.Dirs.Tabs())
		// A browser was there in an earlier life, or it is one that asks.
		expected := err == nil || !ask.Inside
		asked := d
		asked.Connected = func(ctx context.Context) []doctor.Connected { return s.connected(ctx, expected) }
		return doctor.Inside(ctx, asked, ask)
	}
}

// damaged lists what was put aside, as the status does.
func (s *Service) damaged() ([]client.Damaged, error) {
	all, err := s.store.Damaged()
	return api.Damaged(all), err
}

// inKeyring reports whether a key that is stored now would lie in the keyring.
func inKeyring(ctx context.Context, keys *secret.Keys) (bool, error) {
	place, err := keys.Where(ctx)
	return place == secret.Keyring, err
}

// connected lists the browsers. One that is expected may take a moment.
func (s *Service) connected(ctx context.Context, expected bool) []doctor.Connected {
	if expected && len(s.hub.Browsers()) == 0 {
		ctx, cancel := context.WithTimeout(ctx, firstBrowser)
		defer cancel()
		_, _ = s.registry.Tabs(ctx) // the list says whether one came
	}
	list := []doctor.Connected{}
	for _, b := range s.hub.Browsers() {
		list = append(list, doctor.Connected{
			Instance: b.Instance, Name: b.Name, Version: b.Version, Extension: b.Extension, ExtensionBuild: b.ExtensionBuild, Now: b.Connected,
		})
	}
	return list
}
