package protocol

// Limits of a link, in bytes unless the name says otherwise. They are part of
// the contract and are generated into TypeScript.
const (
	// MaxFrame is the longest frame either side may send. Chrome closes the
	// port when a host sends more than 1 MiB.
	MaxFrame = 1 << 20
	// MaxSkip bounds a frame that is too long but still believable: between
	// MaxFrame and MaxSkip the body is read past without being kept and is
	// answered with a fault; beyond it the length is no length and the link ends.
	MaxSkip = 64 << 20
	// ChunkAbove is the size above which both sides cut a message into chunks.
	ChunkAbove = 256 << 10
	// ChunkBytes is how many raw bytes one chunk carries; base64 and the
	// envelope keep the frame below ChunkAbove.
	ChunkBytes = 180 << 10
	// MaxMessage is the longest joined message on a route that states no cap
	// of its own.
	MaxMessage = 16 << 20
	// MaxPartial is how many messages may be half joined on one link.
	MaxPartial = 16
	// MaxPartialBytes is what all half-joined messages of one link may hold.
	MaxPartialBytes = 64 << 20

	// CreditFrames and CreditBytes are the credit that a subscription starts
	// with and that a client renews when it has drawn.
	CreditFrames = 64
	CreditBytes  = 1 << 20

	// VersionMin and VersionMax are the protocol versions this build speaks.
	VersionMin = 1
	VersionMax = 1
)
