package doctor

import (
	"context"
	"os"

	"github.com/margay/margay/protocol"
	"github.com/margay/margay/protocol/client"
)

// What parses foreign text, for tests.
var (
	LastErrors = lastErrors
	CutCommand = cutCommand
	UsedBy     = usedBy
	MoveAside  = moveAside
	Network    = network
	Free       = free
)

// Size says a number of bytes in English.
func Size(n uint64) string { return (*tongue)(nil).in(size(n)) }

// Listed says that a provider lists a model, in English.
func Listed(m Model) string {
	return (*tongue)(nil).in(Daemon{}.offered(m, []string{m.Name}, nil, 0).detail)
}

// Asked tells of a model that is asked, in English or Chinese.
func Asked(ctx context.Context, models Models, ask client.Diagnose) (cause, next string) {
	f := Daemon{Models: models}.model(ctx, ask)
	t := tongueOf(ask.Language)
	return t.in(f.cause), t.in(f.next)
}

// Judge says in English what is wrong with a disk of that kind, and what mends it.
func Judge(o Options, free uint64, kind string, info os.FileInfo) (state client.CheckState, cause, command string) {
	f := o.judge(disk{free: free, kind: kind, network: network(kind)}, info)
	return f.state, (*tongue)(nil).in(f.cause), f.command
}

// Page tries a page of each browser.
func Page(ctx context.Context, d Daemon) (state client.CheckState, cause string) {
	f := d.page(ctx)
	return f.state, (*tongue)(nil).in(f.cause)
}

// Unreached is the command that is told where a daemon could not be had.
func Unreached(o Options, err error, fault *protocol.Fault) string {
	return (&outside{Options: o}).unreached(err, fault).command
}

// HanTables are the Chinese texts by the English ones: what is said here, and what
// other packages say.
func HanTables() (says, quotes map[string]string) { return hanSays(), allQuotes() }

// InChinese gives what another package says in Chinese.
func InChinese() func(words string) string { return tongueOf("zh-CN").quote }

// HanOfSystem are those of what other packages say that systems say.
func HanOfSystem() map[string]string { return hanOfSystem() }
