package doctor

// What parses foreign text, for tests.
var (
	LastErrors = lastErrors
	Network    = network
	Size       = size
	Free       = free
)
