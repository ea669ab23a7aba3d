package doctor

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/margay/margay/host/browser"
	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/chat"
	"github.com/margay/margay/protocol/client"
)

// Daemon is what only the daemon can try. All parts are required.
type Daemon struct {
	Options
	// Began is when this life of the daemon began.
	Began time.Time
	// Store reads what is stored: [store.Store].
	Store interface {
		Conversations(before string, limit int) (page []chat.Conversation, next string, err error)
	}
	// Damaged lists the data files that were put aside and not dismissed.
	Damaged func() ([]client.Damaged, error)
	// Connected are the browsers that have come, with the version of the
	// extension in each. It may wait a moment for the first one.
	Connected func(context.Context) []Connected
	// Tabs reaches their tabs: [browser.Registry].
	Tabs interface {
		Tabs(context.Context) ([]browser.Tab, error)
		Tab(browser.TabID) (browser.Place, error)
	}
	Models Models
	// Path asks the login shell for its PATH.
	Path func(context.Context) (string, error)
	// Keyring reports whether keys are kept in the system's keyring now; else they
	// are kept in a file, and an error says what is wrong with the keyring.
	Keyring func(context.Context) (bool, error)
	// KeyFile says what is wrong with the file of keys.
	KeyFile func() error
}

// Connected is a browser that has come.
type Connected struct {
	// Instance is its name in the daemon.
	Instance, Name, Version string
	// Extension is the version of the extension, ExtensionBuild its build.
	Extension, ExtensionBuild string
	// Now is false while it is away.
	Now bool
}

// Inside tries the chain from within the daemon, with the model variables of
// whoever asks.
func Inside(ctx context.Context, d Daemon, ask client.Diagnose) client.Diagnosis {
	d.Options = d.Options.complete()
	within := []check{
		{id: idDaemon, title: says("Daemon"), try: d.daemon},
		{id: idStore, title: says("Store"), try: d.store},
	}
	list := within
	var starts []string
	if !ask.Inside {
		list = append(d.base(), within...)
		var browsers []check
		browsers, starts = d.browsers(idStore)
		list = append(list, browsers...)
	}
	tries := map[string]func(context.Context) finding{
		idExtension: d.extension, idPage: d.page, idPath: d.path, idKeyring: d.keyring,
		idModel: func(ctx context.Context) finding { return d.model(ctx, ask) },
	}
	for _, k := range rest(starts) {
		k.try = tries[k.id]
		list = append(list, k)
	}
	if !ask.Inside {
		list = append(list, check{id: idLog, title: says("Log"), needs: []string{idData}, try: d.log})
	}
	c := newChain(d.Tell, ask)
	c.run(ctx, list)
	return c.diags
}

func (d Daemon) daemon(context.Context) finding {
	return fine("version %s (%s), process %d, for %s", d.Version, d.Build, os.Getpid(), time.Since(d.Began).Round(time.Second))
}

// store reads from the database; that it is open at all is what the daemon
// lives by.
func (d Daemon) store(context.Context) finding {
	if _, _, err := d.Store.Conversations("", 1); err != nil {
		if fault := (*protocol.Fault)(nil); errors.As(err, &fault) {
			return faulty(fault)
		}
		return broken("The store cannot be read: %v.", err).mendedBy(d.command("stop")).then("Stop the daemon and try again; the log is %s.", d.Dirs.Log())
	}
	damaged, err := d.Damaged()
	if err != nil {
		return broken("The data directory cannot be read: %v.", err).then("Give yourself access to it and to the folders above it.")
	}
	if len(damaged) > 0 {
		return d.lost(damaged[len(damaged)-1])
	}
	return fine("open, in %s", d.Dirs.Data)
}

// lost tells of data that is in no list any more. The browser is to be closed
// first, because its extension starts a daemon at once that holds the file.
func (d Daemon) lost(last client.Damaged) finding {
	return shaky("The data file was damaged on %s and put aside as %s; what it held is not shown.", last.At.Local().Format(time.DateTime), filepath.Join(d.Dirs.Data, last.File)).
		then("To use a backup, close the browser, run “%s”, put the backup of margay.db and blobs into %s, then open the browser. To go on without it, dismiss the notice in the side panel.", d.command("stop"), d.Dirs.Data).
		seen("open, in %s", d.Dirs.Data)
}

// path asks the login shell as the daemon does for the programs that it starts.
func (d Daemon) path(ctx context.Context) finding {
	shell := d.getenv("SHELL")
	if shell == "" {
		return fine("that of the daemon; there is no login shell to ask")
	}
	path, err := d.Path(ctx)
	if err != nil {
		return shaky("The login shell %s does not tell its PATH, so programs are looked for in that of the daemon: %v.", shell, err).
			then("See that “%s -l” starts within 3 s without asking anything.", shell).seen("%s", d.getenv("PATH"))
	}
	return fine("%d folders, learned from %s", folders(path), shell)
}

// keyring asks for the place of keys. A keyring that cannot be used is no
// failure: new keys go elsewhere, and a model whose key lies in it says so.
func (d Daemon) keyring(ctx context.Context) finding {
	if err := d.KeyFile(); err != nil {
		return d.badKeys(err)
	}
	ring, err := d.Keyring(ctx)
	if err != nil {
		return shaky("%s", quote(capital(sentence(err.Error())))).
			then("Unlock it to use the keys that lie in it. New keys are kept in %s meanwhile, which only you can read.", d.Dirs.Keys())
	}
	if ring {
		return fine("keys are kept in the system's keyring")
	}
	return fine("there is none; keys are kept in %s, which only you can read", d.Dirs.Keys())
}

// badKeys tells of a file of keys that nothing is read from and nothing put into.
func (d Daemon) badKeys(err error) finding {
	f := broken("The file of keys cannot be used: %s", quote(sentence(err.Error())))
	// Of a link the rights would be changed where it leads.
	if info, err := os.Lstat(d.Dirs.Keys()); err == nil && info.Mode().IsRegular() && open(info) && foreign(info) == "" {
		return f.mendedBy(keepPrivate(d.Dirs.Keys()))
	}
	return f.mendedBy(moveAside(d.Dirs.Keys())).then("Put it aside with this command, then save the keys of your models again in the options page.")
}
