# The file that `make play` plays, `-` for standard input, and the command's options.
FILE = SampleMedia/bbb.mp4
ARGS =
# How long `make fuzz` runs each of its targets.
SECONDS = 60
# Where `make install` puts the command.
PREFIX = /usr/local
DESTDIR =
# What `make bench` measures (all), whether in a hurry, with an exit status, and to which file.
ROWS =
QUICK =
STRICT =
JSON =

# The recipes read these from the environment, where no character is special: taken as they were
# given, before make would look for a `$` in them.
override export FILE := $(value FILE)
override export PREFIX := $(value PREFIX)
override export DESTDIR := $(value DESTDIR)
override export ROWS := $(value ROWS)
override export QUICK := $(value QUICK)
override export STRICT := $(value STRICT)
override export JSON := $(value JSON)

# With the Swift libraries inside: it starts sooner, and needs no toolchain where it is installed.
BUILD = swift build -c release --product playhead --static-swift-stdlib

.PHONY: help play test check sanitize fuzz bench install clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

play: ## Play a sample and print its position; FILE=my.mp4 ARGS="--interval 1" your own
	@scripts/bootstrap
	@$(BUILD) >&2 </dev/null
	@.build/release/playhead $(ARGS) "$$FILE"

test: ## Build and run all tests
	@scripts/bootstrap git
	scripts/run-tests plain
	scripts/test-dependent-package

check: ## Do all that CI does: lint, imports, media, docs, tests, sanitizers, a little fuzzing
	@scripts/bootstrap
	swift format lint --strict -r Sources Tests Package.swift
	scripts/test-check-imports
	scripts/check-imports
	scripts/check-sample-media
	swift build --build-tests --explicit-target-dependency-import-check error
	scripts/test-check-docs
	scripts/check-docs
	$(MAKE) test
	$(MAKE) sanitize
	$(MAKE) fuzz SECONDS=5

sanitize: ## Run all tests under ThreadSanitizer, and under AddressSanitizer, which looks for leaks
	@scripts/bootstrap
	scripts/run-tests thread address

fuzz: ## Give each interface bytes that nobody has looked at, for SECONDS, and its past findings
	@scripts/bootstrap
	scripts/fuzz $(SECONDS)

bench: ## Measure every claim beside its floor; ROWS=media some, QUICK=1 STRICT=1 JSON=file
	@scripts/bootstrap ffmpeg python3 valgrind
	@python3 -B Benchmarks/bench $$ROWS

install: ## Build and copy the command, its manual and completions to PREFIX (/usr/local), DESTDIR
	@scripts/bootstrap
	@$(BUILD)
	install -D -m 755 .build/release/playhead "$$DESTDIR$$PREFIX/bin/playhead"
	@scripts/install-pages "$$DESTDIR$$PREFIX/bin/playhead" "$$DESTDIR$$PREFIX/share"

clean: ## Remove what was built
	rm -rf .build
