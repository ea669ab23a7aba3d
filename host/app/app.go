// Package app is the composition root: the only place that knows every part of
// the daemon.
//
// It guarantees the order of a life: the store is open and what the last life
// left behind is settled before the first call is served; when the daemon
// leaves, runs are parked before browsers are let go of, and the store closes
// last.
package app

import (
	"context"
	"errors"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/rs/zerolog"

	"github.com/margay/margay/host/api"
	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/host/browser/act"
	"github.com/margay/margay/host/browser/relay"
	"github.com/margay/margay/host/daemon"
	"github.com/margay/margay/host/models"
	"github.com/margay/margay/host/rpc"
	"github.com/margay/margay/host/run"
	"github.com/margay/margay/host/secret"
	"github.com/margay/margay/host/store"
	"github.com/margay/margay/protocol/client"
	"github.com/margay/margay/tools"
	"github.com/margay/margay/tools/page"
	"github.com/margay/margay/tools/tabs"
)

var (
	_ daemon.Service = (*Service)(nil)
	_ page.Driver    = (*act.Pages)(nil)
	_ tabs.Driver    = (*act.Pages)(nil)
	_ run.Store      = (*store.Store)(nil)
	_ api.History    = (*store.Store)(nil)
	_ api.Runs       = (*run.Manager)(nil)

	_ api.Conversations = (*store.Store)(nil)
	_ api.Models        = (*models.Service)(nil)
)

// Service is what the daemon serves.
type Service struct {
	log      zerolog.Logger
	mux      *rpc.Mux
	store    *store.Store
	registry *browser.Registry
	hub      *relay.Hub
	pages    *act.Pages
	headless *headless
	tools    tools.Registry
	keys     *secret.Keys
	models   *models.Service
	attached attachments
	runs     *run.Manager
	links    *api.Links
	tidying  sync.WaitGroup
	// stopTidying ends it: a silent keyring takes its time.
	stopTidying context.CancelFunc
}

// Open opens the parts of a daemon. A fault from it says why the daemon cannot
// serve; clients are told.
func Open(ctx context.Context, info daemon.Info) (daemon.Service, error) {
	s, err := open(ctx, info)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func open(ctx context.Context, info daemon.Info) (*Service, error) {
	st, err := store.Open(store.Options{
		Dir: info.Dirs.Data, Program: info.Version, Log: info.Log,
		Broken: func() { info.Broken("its data file was damaged") },
	})
	if err != nil {
		return nil, err
	}
	s := &Service{log: info.Log, mux: rpc.NewMux(), store: st, registry: browser.NewRegistry()}
	if err := s.registry.Remember(info.Dirs.Tabs(), func(err error) { info.Log.Warn().Err(err).Msg("tab numbers not kept") }); err != nil {
		info.Log.Warn().Err(err).Msg("tabs get new numbers")
	}
	s.pages = act.New(act.Options{Registry: s.registry, Mac: runtime.GOOS == "darwin", Log: info.Log})
	s.headless = &headless{registry: s.registry, children: info.Children, dirs: info.Dirs, log: info.Log}
	s.tools.Put(tools.Origin{Source: tools.SourceBuiltin}, append(page.Tools(s.pages, st), tabs.Tools(s.pages)...)...)
	if wrong := s.tools.Snapshot(tools.Policy{}).Notes(); len(wrong) > 0 { // of our own all are sound
		return nil, closeAfter(st, errors.New(strings.Join(wrong, " ")))
	}
	s.hub = relay.NewHub(relay.Options{Registry: s.registry, Log: info.Log})
	s.hub.Register(s.mux)
	s.attached = newAttachments(st, info.Children)
	s.keys = secret.New(secret.Options{Path: info.Dirs.Keys(), Ring: secret.System(os.Getenv)})
	s.models = models.New(models.Options{Records: st, Secrets: s.keys, Log: info.Log})
	s.runs = run.New(run.Options{Store: st, Loop: s.loop, Epoch: info.Epoch, Model: s.modelName, Log: info.Log})
	s.links = api.Register(s.mux, api.New(api.Options{Runs: s.runs, History: st, Conversations: st, Models: s.models, Attachments: s.attached, Instance: s.hub.Instance, Status: s.status(info), Storage: storage(info.Dirs), Damage: st, Doctor: s.doctor(info)}))
	tidy, stop := context.WithCancel(context.WithoutCancel(ctx))
	s.stopTidying = stop
	if err := s.runs.Recover(ctx); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	s.tidying.Go(func() { s.models.Tidy(tidy) })
	return s, nil
}

// status describes the daemon; live runs and abandoned tools are counted by api.
func (s *Service) status(info daemon.Info) func(map[string]string) client.Status {
	return func(env map[string]string) client.Status {
		st := client.Status{
			Version: info.Version, Build: info.Build, Pid: os.Getpid(), Epoch: info.Epoch,
			DataDir: info.Dirs.Data, LogPath: info.Dirs.Log(), Browsers: []client.Browser{},
		}
		// A default that cannot be had is named all the same: sending says why.
		st.Model, _ = s.modelName("", env)
		for _, b := range s.hub.Browsers() {
			st.Browsers = append(st.Browsers, client.Browser{Instance: b.Instance, Name: b.Name, Version: b.Version, Connected: b.Connected})
		}
		return st
	}
}

// Mux holds the routes.
func (s *Service) Mux() *rpc.Mux { return s.mux }

// Busy reports whether a run is under way.
func (s *Service) Busy() bool { return s.runs.Busy() }

// Changed signals that Busy may have changed.
func (s *Service) Changed() <-chan struct{} { return s.runs.Changed() }

// Displaced reports whether the database is no longer at its path.
func (s *Service) Displaced() bool { return s.store.Displaced() }

// Park lets every run end at its next safe place, to go on in the next daemon.
func (s *Service) Park(ctx context.Context) error { return s.runs.Park(ctx) }

// Close gives back what Open took, the database last.
func (s *Service) Close() error {
	err := s.runs.Close()
	s.stopTidying()
	s.tidying.Wait()
	s.links.Close()
	s.hub.Close()
	s.pages.Close()
	return errors.Join(err, s.store.Close())
}
