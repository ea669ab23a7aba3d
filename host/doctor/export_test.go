package doctor

import "github.com/margay/margay/protocol"

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
