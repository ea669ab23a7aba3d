//go:build !race

package offline_test

// oneOf says that of many like prompts one in so many is asked: here, each.
const oneOf = 1
