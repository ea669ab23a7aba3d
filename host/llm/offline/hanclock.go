package offline

// clockMask hides the colons of times, which link no name to a value: 时段10:00.
func clockMask(s string) string {
	b := []byte(s)
	for i := 1; i+1 < len(b); i++ {
		if b[i] == ':' && isDigit(b[i-1]) && isDigit(b[i+1]) {
			b[i] = '~'
		}
	}
	return string(b)
}
