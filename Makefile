# Margay. The two commands are `make run` and `make test`; each sets up what it needs.

BUILD   := .build
MARGAY  := $(BUILD)/margay$(shell go env GOEXE 2>/dev/null)
# With the texts that are embedded in the program.
GO_SRC  := $(shell find host protocol tools install extension \( -name '*.go' -o -name '*.md' \) -not -path '*/node_modules/*' 2>/dev/null) go.mod go.sum
TS_SRC  := $(shell find extension/src extension/static protocol/ts -type f 2>/dev/null) extension/build.mjs extension/tsconfig.json
FUZZTIME ?= 10s

.DEFAULT_GOAL := help
.PHONY: help run test check bench judge fuzz generate build dist lint clean go-test ts-test browser

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' Makefile | sed -E 's/:.*## /\t/' | expand -t 12

run: build browser ## show the main job for real: TASK= URL= MODEL= CHAOS=worker|bridge|daemon|panel
	@go build -o $(BUILD)/demo ./host/e2e/demo
	@set -m 2>/dev/null; $(BUILD)/demo -margay $(MARGAY) # alone in the foreground: Ctrl-C ends it well, and not make

build: $(MARGAY) ## build the extension and the program

dist: extension/dist/worker.js ## pack what install.sh (or install.ps1) takes from an address, with its sum: GOOS= GOARCH=
	@.ci/dist

test: check build browser ts-test go-test fuzz ## everything: checks, tests with the race detector, fuzzing, end to end

go-test: build browser
	@.ci/bus
	go test -race -timeout 30m ./...
	go test ./host/llm/offline # all of its prompts, of which the race detector has one in eight
	go test -tags crashpoints -timeout 20m ./host/crash ./host/store ./host/run ./host/event ./host/agent

ts-test: extension/node_modules/.stamp browser
	cd extension && npm run --silent check && npm run --silent lint && npm test --silent && npm run --silent test:page

check: generate lint ## format, vet for three systems, lint, generated files, tidy
	@.ci/check

lint: $(BUILD)/lint extension/dist/worker.js
	$(BUILD)/lint -errcheck.exclude=.ci/lint/errcheck.txt ./...

bench: build browser ## print the figures with their goals: ONLY=regexp N=1000
	@.ci/bench

judge: build browser ## try all judged prompts with the offline model, count by set: ONLY=regexp
	@go run ./host/e2e/judge -margay $(MARGAY) -only "$${ONLY:-}"

fuzz: ## run each fuzz target for FUZZTIME
	@.ci/fuzz $(FUZZTIME)

generate: ## write the TypeScript side of the protocol
	go run ./protocol/gen

browser:
	@.ci/browser

clean: ## remove what was built
	rm -rf $(BUILD) extension/dist/* extension/node_modules

$(MARGAY): $(GO_SRC) extension/dist/worker.js
	@mkdir -p $(BUILD)
	go build -trimpath -o $@ ./host/cmd/margay

extension/dist/worker.js: $(TS_SRC) extension/node_modules/.stamp
	cd extension && npm run --silent build

extension/node_modules/.stamp: extension/package-lock.json
	cd extension && npm ci --no-audit --no-fund --loglevel=error
	@touch $@

$(BUILD)/lint: .ci/lint/main.go .ci/lint/go.mod
	@mkdir -p $(BUILD)
	cd .ci/lint && go build -o ../../$(BUILD)/lint .
