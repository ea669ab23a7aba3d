package protocol

import "fmt"

// Joiner joins the chunks of one link into messages. It belongs to the
// goroutine that reads the link.
//
// Before it keeps a byte it asks whether the message may come and how long it
// may be, and holds the limits MaxPartial and MaxPartialBytes. A message that
// is refused, or whose pieces do not fit together, is dropped with a fault;
// its later pieces are passed over. The link goes on.
type Joiner struct {
	admit func(head Head, route string) (maxBytes int, refuse *Fault)
	parts map[int64]*partial
	// held is the sum of the sizes of the messages that are half joined.
	held int
}

// partial is a message that is half joined.
type partial struct {
	head  Head
	route string
	next  int
	total int
	size  int
	data  []byte
}

// Joined is a message whose pieces are all there.
type Joined struct {
	Body []byte
	// Head and Route are what piece 0 said, by which the message was admitted.
	// The reader of the message checks that it says the same.
	Head  Head
	Route string
}

// JoinError says why a message was dropped, and what is known of it, so that
// it can be answered.
type JoinError struct {
	Head  Head
	Fault *Fault
}

// Error is the fault's message.
func (e *JoinError) Error() string { return e.Fault.Message }

// NewJoiner returns a joiner. Admit is asked at the first piece of each message
// what the message may hold; a fault refuses it.
func NewJoiner(admit func(head Head, route string) (maxBytes int, refuse *Fault)) *Joiner {
	return &Joiner{admit: admit, parts: map[int64]*partial{}}
}

// Add takes a piece and copies its data. It returns the message when this was its last piece, nil
// when more is to come, and a *JoinError when the message is dropped.
func (j *Joiner) Add(c Chunk) (*Joined, error) {
	p := j.parts[c.Stream]
	if c.Number == 0 {
		var err error
		if p, err = j.begin(c, p); err != nil {
			return nil, err
		}
	}
	if p == nil {
		return nil, nil
	}
	if why := p.misfit(c); why != "" {
		j.drop(c.Stream)
		return nil, &JoinError{Head: p.head, Fault: invalid(why)}
	}
	p.data = append(p.data, c.Data...)
	p.next++
	if p.next < p.total {
		return nil, nil
	}
	j.drop(c.Stream)
	return &Joined{Body: p.data, Head: p.head, Route: p.route}, nil
}

// begin takes a first piece.
func (j *Joiner) begin(c Chunk, before *partial) (*partial, error) {
	head := PeekHead(c.Data)
	refuse := func(f *Fault) (*partial, error) { return nil, &JoinError{Head: head, Fault: f} }
	if before != nil {
		j.drop(c.Stream)
		return nil, &JoinError{Head: before.head, Fault: invalid("a message of chunks began twice under one stream number")}
	}
	if c.Size <= 0 || c.Total <= 0 || c.Total > c.Size {
		return refuse(invalid("the sizes of the chunks make no sense"))
	}
	limit, fault := j.admit(head, c.Route)
	switch {
	case fault != nil:
		return refuse(fault)
	case c.Size > limit:
		return refuse(TooLarge(c.Route, c.Size, limit))
	case len(j.parts) >= MaxPartial:
		return refuse(NewFault(ReasonTooLarge, fmt.Sprintf("More than %d messages are half sent on this link.", MaxPartial)).
			WithNext("Finish sending one message before beginning more."))
	case j.held+c.Size > MaxPartialBytes:
		return refuse(NewFault(ReasonTooLarge, fmt.Sprintf("The half-sent messages of this link exceed %d bytes.", MaxPartialBytes)).
			WithNext("Finish sending one message before beginning more."))
	}
	p := &partial{head: head, route: c.Route, total: c.Total, size: c.Size, data: make([]byte, 0, c.Size)}
	j.parts[c.Stream] = p
	j.held += c.Size
	return p, nil
}

func (j *Joiner) drop(stream int64) {
	j.held -= j.parts[stream].size
	delete(j.parts, stream)
}

// misfit says why a piece does not belong where it came, or nothing.
func (p *partial) misfit(c Chunk) string {
	switch last := c.Number == p.total-1; {
	case c.Number != p.next:
		return fmt.Sprintf("chunk %d came where %d belongs", c.Number, p.next)
	case c.Total != p.total || c.Size != p.size:
		return "the chunks of one message state different sizes"
	case len(c.Data) == 0:
		return "a chunk is empty"
	case len(p.data)+len(c.Data) > p.size, last && len(p.data)+len(c.Data) != p.size:
		return "the chunks do not add up to the stated size"
	}
	return ""
}

// TooLarge is the fault for a message above the cap of its route.
func TooLarge(route string, size, limit int) *Fault {
	return NewFault(ReasonTooLarge, fmt.Sprintf("A message of %d bytes is too long for %s: the limit is %d.", size, route, limit)).
		WithNext("Ask for less at a time, or pass large bytes by their blob id.")
}
