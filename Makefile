# The file that `make play` plays, `-` for standard input, and the command's options.
FILE = SampleMedia/bbb.mp4
ARGS =
# The time that `make fuzz` runs each target.
SECONDS = 60
# Where `make install` puts the command.
PREFIX = /usr/local
DESTDIR =
# `make bench`: the groups to measure (default: all), fewer and shorter runs, exit status 1 if a row
# exceeds its limit, and a file for the results.
ROWS =
QUICK =
STRICT =
JSON =

# `make check` leaves out of the run with ThreadSanitizer the tests of code that has no threads, and whole runs
# of the command; and out of the search for leaks those that take three quarters of its time. `make sanitize`
# runs all of them.
NOT_FOR_THREADS = AlignmentTests CommandLineTests CoreMediaTests MediaTests PagesTests TimekeepingTests TimingAnalysisTests
NOT_FOR_LEAKS = '^(AlignmentTests|AudioTests|CommandLineTests|PlayheadCLITests|PlayheadCoreTests|TimecodeTests|TimingAnalysisTests)\.'

# The recipes read these from the environment, where no character is special. `value` prevents make
# from expanding a `$` in them.
override export FILE := $(value FILE)
override export PREFIX := $(value PREFIX)
override export DESTDIR := $(value DESTDIR)
override export ROWS := $(value ROWS)
override export QUICK := $(value QUICK)
override export STRICT := $(value STRICT)
override export JSON := $(value JSON)

# Without debug information the command builds in seven eighths of the time and takes two thirds of the
# disk; the names of functions stay. With static Swift libraries it starts faster, and needs no installed
# toolchain. With packed relocations, which Swift's default linker cannot write, and without exported
# symbols it needs 2 MB less memory; 1 MB less with the functions of Swift's libraries that it executes
# side by side.
OPTIONS = -Xswiftc -gnone --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker --no-export-dynamic \
  -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-warn-symbol-ordering \
  -Xlinker "--symbol-ordering-file=$$PWD/scripts/function-order.txt"
BUILD = swift build -c release --product playhead $(OPTIONS)

.PHONY: help play test check sanitize pages fuzz bench build-options install deb clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

play: ## Play a sample and print its position; FILE=my.mp4 ARGS="--interval 1" your own
	@scripts/bootstrap
	@$(BUILD) >&2 </dev/null
	@.build/release/playhead $(ARGS) "$$FILE"

test: ## Build and run all tests
	@scripts/bootstrap git pulseaudio dbus-run-session playerctl socat jq libltc11
	scripts/run-tests plain
	scripts/test-dependent-package

# Package.swift reads it. Builds for users do not set it: see there.
check: export PLAYHEAD_WARNINGS = error
check: ## Do all that CI does: lint, imports, media, docs, tests, sanitizers, random runs
	@scripts/bootstrap python3 python3-venv sqlite3 parallel ssh sshd jq ffmpeg valgrind strip
	swift format lint --strict -p -r Sources Tests Examples/Sources Examples/Tests Package.swift
	scripts/generate-arities --check
	scripts/test-check-imports
	scripts/check-imports
	scripts/check-sample-media
	swift build --build-tests --explicit-target-dependency-import-check error
	scripts/test-check-topics
	scripts/test-check-docs
	scripts/check-docs
	scripts/test-articles
	scripts/test-check-names
	scripts/check-names
	scripts/test-check-comments
	scripts/check-comments
	scripts/test-check-arithmetic
	scripts/check-arithmetic
	scripts/check-clean-files .build/debug/playhead
	scripts/check-archives
	scripts/check-ipc
	$(MAKE) test
	PLAYHEAD_LEFT_OUT='$(NOT_FOR_THREADS)' scripts/run-tests thread
	scripts/run-tests leaks -- --skip $(NOT_FOR_LEAKS)
	PLAYHEAD_LEFT_OUT='$(NOT_FOR_THREADS)' PLAYHEAD_INTERLEAVINGS=20 \
	  scripts/run-tests thread -- --filter PortableCombineTests.InterleavingTests
	scripts/random-runs playback 40000
	scripts/random-runs sound 1500
	scripts/random-runs operators 42000
	scripts/check-fields 303
	scripts/test-check-growth
	scripts/check-growth
	scripts/replay-findings

sanitize: ## Run all tests with ThreadSanitizer, and in full with AddressSanitizer
	@scripts/bootstrap pulseaudio dbus-run-session playerctl socat jq libltc11
	scripts/run-tests thread address

pages: ## Check the layout of the pages of `--html` with Chromium
	@scripts/bootstrap chromium
	@$(BUILD) >&2 </dev/null
	scripts/check-pages .build/release/playhead

fuzz: ## Replay past findings, then fuzz each interface for SECONDS
	@scripts/bootstrap
	scripts/fuzz $(SECONDS)

bench: ## Measure every claim and its floor; ROWS=media selects, QUICK=1 STRICT=1 JSON=file
	@scripts/bootstrap ffmpeg sox python3 strip valgrind pulseaudio dbus-run-session playerctl
	@python3 -B Benchmarks/bench $$ROWS

# For the benchmarks, which build more programs in the same way.
build-options:
	@printf '%s\n' $(OPTIONS)

install: ## Build and copy the command, its manual and completions to PREFIX (/usr/local), DESTDIR
	@scripts/bootstrap
	@$(BUILD)
	install -D -m 755 .build/release/playhead "$$DESTDIR$$PREFIX/bin/playhead"
	ln -sf playhead "$$DESTDIR$$PREFIX/bin/playhead-mpv"
	@scripts/install-pages "$$DESTDIR$$PREFIX/bin/playhead" "$$DESTDIR$$PREFIX/share"

deb: ## Build the package of the command for Debian, in .build/deb
	@scripts/bootstrap dpkg-shlibdeps strip
	@$(BUILD) >&2 </dev/null
	@scripts/make-deb .build/release/playhead

clean: ## Remove all build products
	rm -rf .build
