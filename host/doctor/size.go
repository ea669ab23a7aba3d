package doctor

// size says a number of bytes as people do.
func size(n uint64) text {
	const units = "KMGTPE"
	if n < 1000 {
		return says("%d bytes", n)
	}
	value, unit := float64(n), -1
	for value >= 1000 && unit < len(units)-1 {
		value /= 1000
		unit++
	}
	if value < 10 {
		return says("%.1f %cB", value, units[unit])
	}
	return says("%.0f %cB", value, units[unit])
}
