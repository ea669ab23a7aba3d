package run

// Tidied waits until the runs whose end was said have nothing left to do.
func (m *Manager) Tidied() {
	m.mu.Lock()
	var ended []*active
	for _, a := range m.active {
		if a.said.Load() {
			ended = append(ended, a)
		}
	}
	m.mu.Unlock()
	for _, a := range ended {
		<-a.done
	}
}
