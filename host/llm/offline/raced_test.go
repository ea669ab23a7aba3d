//go:build race

package offline_test

// oneOf says that of many like prompts one in so many is asked. With the race detector each takes eight times
// as long, and a plan is made by one goroutine; without it, all are asked (see go-test in the Makefile).
const oneOf = 8
