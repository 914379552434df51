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

# `make check ROOM=PlayheadAttaching` checks one target and all that import it; `make nightly PARTS="thread fields"` does
# parts of what it does.
ROOM =
PARTS =
# How `make test` runs the tests (see scripts/run-tests).
RUN = plain

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
BUILD = PLAYHEAD_LESS_OPTIMIZED=1 swift build -c release --product playhead $(OPTIONS)

.PHONY: help play test check nightly pages fuzz bench build-options install deb clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' Makefile

# The build that `make test` continues with: not optimized, which takes a third of the time.
play: ## Play a sample and print its position; FILE=my.mp4 ARGS="--interval 1" your own
	@scripts/bootstrap
	@swift build --product playhead $$(scripts/test-options) >&2 </dev/null
	@echo 'This build is not optimized: `make install` builds the fast command.' >&2
	@.build/debug/playhead $(ARGS) "$$FILE"

test: ## Build and run all tests
	@scripts/bootstrap git pulseaudio dbus-run-session playerctl socat jq libltc11
	scripts/run-tests $(RUN)
	scripts/test-dependent-package

check: ## Do all that CI does: lint, build, documents, tests, threads; ROOM=TARGET only what a change there needs
	@scripts/bootstrap git pulseaudio dbus-run-session playerctl socat jq libltc11 python3 ffmpeg
	@scripts/check $(ROOM)

nightly: ## Search with more rounds and in more ways; PARTS="thread fields" only some (scripts/check)
	@scripts/bootstrap git pulseaudio dbus-run-session playerctl socat jq libltc11 python3 ffmpeg python3-venv \
	  sqlite3 parallel ssh sshd valgrind strip sox chromium debootstrap \
	  lame oggenc opusenc flac x264 mkvmerge
	@scripts/check --nightly $(PARTS)

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
